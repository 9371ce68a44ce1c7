/// The address of the landing page. The URL of every message begins with it.
///
/// It is compared character by character, so that every device and the landing page agree on which messages
/// belong to this app.
public struct MessageAddress: Equatable, Sendable {
  /// The address: `https`, a host, and optionally a port and a path; no query, no fragment, no user.
  public let text: String

  /// Checks an address. Messages on a Mac opens it in the browser, so it must be an address that a browser
  /// can open.
  ///
  /// - Parameter text: for example `https://example.com/vote`. A missing path becomes `/`, which browsers add
  ///   anyway.
  /// - Returns: nil if it is not an https address with a host, or is longer than 500 characters.
  public init?(_ text: String) {
    let scheme = "https://"
    guard text.hasPrefix(scheme), text.utf8.count <= 500 else { return nil }
    let afterScheme = text.utf8.dropFirst(scheme.utf8.count)
    let authority = afterScheme.prefix { $0 != UInt8(ascii: "/") }
    let path = afterScheme.dropFirst(authority.count)
    let parts = authority.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let host = parts.first, isHost(host), parts.count <= 2, parts.dropFirst().allSatisfy(isPort),
      path.allSatisfy({ isQueryCharacter($0) && $0 != UInt8(ascii: "?") }),
      percentDecoded(Substring(path)) != nil
    else { return nil }
    self.text = path.isEmpty ? text + "/" : text
  }

  /// Returns the query of a URL that begins with this address.
  ///
  /// - Throws: ``MessageReadError/foreign``.
  func extractQuery(from url: String) throws(MessageReadError) -> Substring {
    let start = text + "?"
    guard url.utf8.starts(with: start.utf8) else { throw .foreign }
    return Substring(url.utf8.dropFirst(start.utf8.count))
  }
}

/// Whether the host consists of labels of letters, digits and hyphens (RFC 1123, section 2.1). An IDN is in
/// its ASCII form.
private func isHost(_ host: Substring.UTF8View.SubSequence) -> Bool {
  let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  return labels.allSatisfy { label in
    !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
      && label.allSatisfy { isUnreserved($0) && !"._~".utf8.contains($0) }
  }
}

private func isPort(_ text: Substring.UTF8View.SubSequence) -> Bool {
  guard let port = Int(String(decoding: text, as: UTF8.self)) else { return false }
  return (1...65_535).contains(port) && text.allSatisfy { $0 != UInt8(ascii: "+") }
}
