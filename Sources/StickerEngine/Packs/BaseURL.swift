/// The length limit of a base URL.
enum BaseURLLimit {
  /// The maximum number of characters. A message URL has at most 5,000, so the rest is left for the state.
  static let characters = 500
}

/// The length limits of the host name in a base URL or a link.
private enum HostLimit {
  static let characters = 253
  /// The maximum number of characters between two dots.
  static let labelCharacters = 63
}

/// Returns what is wrong with a base URL, worded to follow its name in a message
/// (`must start with https://`); nil if the URL is valid.
///
/// A base URL has the scheme `https`, a host name or an IPv4 address, and optionally a port and a path. It
/// has no user, query or fragment, and is ASCII. Sticker names or a message's state are appended to it.
///
/// - Source: RFC 3986, 3.1 to 3.3; RFC 1123, 2.1 for the host name. The scheme must be in lowercase.
package func fault(ofBaseURL text: String) -> String? {
  do throws(Diagnostic) {
    let (authority, path) = try httpsParts(of: text, atMost: BaseURLLimit.characters)
    if path.contains(UInt8(ascii: "?")) {
      return "must not have a query. Remove the ? and everything after it."
    }
    if path.contains(UInt8(ascii: "#")) {
      return "must not have a fragment. Remove the # and everything after it."
    }
    return fault(ofAuthority: authority) ?? fault(ofURLPath: path)
  } catch { return error.message }
}

/// The length limit of a link.
enum WebLinkLimit {
  /// The maximum number of characters: the length of the longest URL that every browser accepts.
  static let characters = 2000
}

/// Returns what is wrong with a link, worded to follow its name in a message (`must start with https://`);
/// nil if the link is valid. A link may have a query and a fragment, but no user.
///
/// - Source: RFC 3986, 2.2 and 2.3: characters that are neither reserved nor unreserved are percent-encoded.
func fault(ofWebLink text: String) -> String? {
  do throws(Diagnostic) {
    let (authority, rest) = try httpsParts(of: text, atMost: WebLinkLimit.characters)
    if let wrong = rest.first(where: { "\"<>\\^`{|}".utf8.contains($0) }) {
      return "must not contain \(String(UnicodeScalar(wrong))). Percent-encode it."
    }
    return fault(ofAuthority: authority)
  } catch { return error.message }
}

/// Splits an `https` URL into its authority and the rest. Checks that it is ASCII and has no user.
///
/// - Throws: what is wrong with the URL, worded to follow its name in a message.
private func httpsParts(
  of text: String, atMost characters: Int
) throws(Diagnostic) -> (authority: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
  let scheme = "https://"
  guard text.utf8.starts(with: scheme.utf8) else {
    throw Diagnostic("must start with https://, for example https://example.com/stickers")
  }
  guard text.utf8.count <= characters else {
    throw Diagnostic("is too long (limit: \(numberText(characters)) characters)")
  }
  let bytes = Array(text.utf8.dropFirst(scheme.utf8.count))
  guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
    let how = "Percent-encode other characters, and write the host name in its xn-- form."
    throw Diagnostic("must be ASCII without spaces. \(how)")
  }
  let end = bytes.firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
  guard !bytes[..<end].contains(UInt8(ascii: "@")) else {
    throw Diagnostic(
      "must not contain a user name. Remove the part between https:// and the host, including the @.")
  }
  return (bytes[..<end], bytes[end...])
}

private func fault(ofAuthority authority: ArraySlice<UInt8>) -> String? {
  let parts = authority.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
  guard let host = parts.first, !host.isEmpty else { return "must have a host after https://" }
  let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  guard host.count <= HostLimit.characters, labels.allSatisfy(isHostLabel) else {
    return "must have a host of letters, digits, hyphens and dots, such as example.com"
  }
  if labels.last?.allSatisfy(isDigit) == true, !isIPv4Address(labels) {
    return "must have a host name, or an address of four numbers from 0 to 255"
  }
  guard parts.count > 1 else { return nil }
  let digits = parts[1].allSatisfy(isDigit) ? Int(String(decoding: parts[1], as: UTF8.self)) : nil
  guard parts.count == 2, let port = digits, (1...65535).contains(port) else {
    return "must have a port from 1 to 65535 after the colon that follows the host, or no colon"
  }
  return nil
}

private func fault(ofURLPath path: ArraySlice<UInt8>) -> String? {
  var at = path.startIndex
  while at < path.endIndex {
    if path[at] == UInt8(ascii: "%") {
      guard at + 2 < path.endIndex, isHexadecimal(path[at + 1]), isHexadecimal(path[at + 2]) else {
        return "must have two hexadecimal digits after each %"
      }
    } else if !isAlphanumeric(path[at]), !"/-._~!$&'()*+,;=:@".utf8.contains(path[at]) {
      let character = String(UnicodeScalar(path[at]))
      return "must not contain \(character) in its path. Percent-encode it."
    }
    at += 1
  }
  let steps = path.split(separator: UInt8(ascii: "/"))
  guard !steps.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else {
    return "must not have . or .. as a path segment"
  }
  return nil
}

/// - Source: RFC 3986, 3.2.2: an IPv4 address has four numbers without leading zeros.
private func isIPv4Address(_ labels: [ArraySlice<UInt8>]) -> Bool {
  labels.count == 4
    && labels.allSatisfy { label in
      label.allSatisfy(isDigit) && (label.count == 1 || label.first != UInt8(ascii: "0"))
        && UInt8(String(decoding: label, as: UTF8.self)) != nil
    }
}

private func isHostLabel(_ label: ArraySlice<UInt8>) -> Bool {
  let hyphen = UInt8(ascii: "-")
  return !label.isEmpty && label.count <= HostLimit.labelCharacters
    && label.allSatisfy { isAlphanumeric($0) || $0 == hyphen } && label.first != hyphen
    && label.last != hyphen
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
private func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
private func isHexadecimal(_ byte: UInt8) -> Bool {
  isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
}

extension InteractiveMessageState {
  /// Returns a URL with the state as its query, percent-encoded as in Apple's `URLComponents.queryItems`.
  ///
  /// - Parameter base: a valid base URL (`fault(ofBaseURL:)`).
  package func url(appendedTo base: String) -> String {
    if unencodedQueryItems.isEmpty { return base }
    let query = unencodedQueryItems.map {
      "\(percentEncodedForQueryItem($0.name))=\(percentEncodedForQueryItem($0.value.value))"
    }
    return base + "?" + query.joined(separator: "&")
  }
}

private func percentEncodedForQueryItem(_ text: String) -> String {
  var out: [UInt8] = []
  out.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    if isAllowedInQueryItem(byte) {
      out.append(byte)
    } else {
      out += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
    }
  }
  return String(decoding: out, as: UTF8.self)
}

private let hexDigits = Array("0123456789ABCDEF".utf8)

/// Whether a query item can contain a character without percent-encoding.
///
/// - Source: RFC 3986, 3.4, without the characters that separate items.
private func isAllowedInQueryItem(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    || "-._~!$'()*+,/:;?@".utf8.contains(byte)
}
