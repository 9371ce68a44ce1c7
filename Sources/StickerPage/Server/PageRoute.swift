import StickerEngine

/// The parsed target of a request. Nothing is decoded twice, and no component refers to a parent folder.
struct RequestTarget: Equatable {
  /// The path components.
  let literalPathComponents: [String]
  let query: [String: String]

  /// Parses the target of a request.
  ///
  /// - Throws: a response that rejects an invalid target.
  init(_ target: String) throws(PageResponse) {
    guard target.utf8.first == UInt8(ascii: "/") else {
      throw .plainTextError(400, "the address must begin with /")
    }
    guard target.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }) else {
      throw .plainTextError(400, "the address contains characters that must be escaped")
    }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0].dropFirst()
    // No path on this server needs escapes. An escape, even of a harmless letter, may be an attempt to bypass
    // a check.
    guard !path.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else {
      throw .plainTextError(400, "the path must not contain % or \\")
    }
    literalPathComponents = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !literalPathComponents.dropLast().contains(""), !literalPathComponents.contains("."),
      !literalPathComponents.contains("..")
    else {
      throw .plainTextError(400, "the path must not contain empty components, . or ..")
    }
    query = try Self.parsedQuery(halves.count > 1 ? halves[1] : "")
  }

  private static func parsedQuery(_ text: Substring) throws(PageResponse) -> [String: String] {
    var query: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = formURLDecoded(halves[0]),
        let value = formURLDecoded(halves.count > 1 ? halves[1] : "")
      else {
        throw .plainTextError(400, "the query is not percent-encoded UTF-8")
      }
      guard query.updateValue(value, forKey: name) == nil else {
        throw .plainTextError(400, "the query contains a name twice")
      }
    }
    return query
  }
}

/// Decodes escapes such as `%C3%BC`, and `+` as a space. Returns nil if the result is not UTF-8 or an escape
/// is invalid.
private func formURLDecoded(_ text: Substring) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
    case UInt8(ascii: "%"):
      guard let high = rest.popFirst().flatMap(hexDigitValue),
        let low = rest.popFirst().flatMap(hexDigitValue)
      else {
        return nil
      }
      bytes.append(high << 4 | low)
    default: bytes.append(byte)
    }
  }
  return String(validating: bytes, as: UTF8.self)
}

private func hexDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// An address on the server and its handler. The server performs all common checks before it calls a handler.
package struct PageRoute: Sendable {
  /// The method of a request.
  enum Method: String, Sendable {
    /// Reads something. The route also answers HEAD.
    case get = "GET"
    /// Changes something. Only pages from this server may send such a request.
    case post = "POST"
  }

  let method: Method
  let pathRelativeToPage: String
  let hasFileNumberInPath: Bool
  let maxBodyBytes: Int
  /// Whether the route writes files. If so, the request must also have a precondition, and the token in a
  /// header.
  let writesFiles: Bool
  let tooLongBodyResponse: @Sendable (PageRequest, Int) -> PageResponse
  let handler: @Sendable (PageRequest) async -> PageResponse

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - name: the path relative to the page; empty for the page itself.
  ///   - hasFileNumberInPath: whether `/N` follows the name.
  ///   - maxBodyBytes: the maximum size of a body. A longer one is rejected before any of it is read.
  ///   - writesFiles: whether the route writes files. If so, the request must have the token in a header,
  ///     which only the page's own script can send, and a precondition for the file that is replaced.
  ///   - tooLongBodyResponse: returns the response to a body that is too long. The function gets the request
  ///     without its body, and the length of the body in bytes.
  init(
    _ method: Method, _ name: String, hasFileNumberInPath: Bool = false, maxBodyBytes: Int = 0,
    writesFiles: Bool = false, tooLongBodyResponse: (@Sendable (PageRequest, Int) -> PageResponse)? = nil,
    handler: @escaping @Sendable (PageRequest) async -> PageResponse
  ) {
    self.method = method
    self.pathRelativeToPage = name
    self.hasFileNumberInPath = hasFileNumberInPath
    self.maxBodyBytes = maxBodyBytes
    self.writesFiles = writesFiles
    self.handler = handler
    self.tooLongBodyResponse =
      tooLongBodyResponse ?? { _, length in
        .jsonError(
          413, "the body is \(numberText(length)) bytes long (limit: \(numberText(maxBodyBytes)) bytes)")
      }
  }

  /// - Returns: nil if the path does not match the route. Otherwise, the number after the name, or an inner
  ///   nil if the route has no number.
  func matchedFileNumber(pathComponents parts: [String]) -> Int?? {
    let wanted = pathRelativeToPage.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard hasFileNumberInPath else { return parts == wanted ? .some(nil) : nil }
    // Reject signs and leading zeros, so that each number has only one address.
    guard parts.count == wanted.count + 1, parts.starts(with: wanted), let last = parts.last,
      let number = Int(last), number > 0, String(number) == last
    else { return nil }
    return .some(number)
  }
}

/// A request to a route.
struct PageRequest: Sendable {
  /// The number after the route's name; nil if the route has no number.
  let fileNumber: Int?
  /// The decoded query; untrusted.
  let query: [String: String]
  let body: [UInt8]
  /// The precondition; nil if the route writes nothing.
  let filePrecondition: FileVersionPrecondition?

  init(
    number: Int? = nil, query: [String: String] = [:], body: [UInt8] = [],
    filePrecondition: FileVersionPrecondition? = nil
  ) {
    self.fileNumber = number
    self.query = query
    self.body = body
    self.filePrecondition = filePrecondition
  }
}

/// The expected state of the file that a request replaces.
enum FileVersionPrecondition: Hashable, Sendable {
  /// The file does not exist: `If-None-Match: *`.
  case isMissing
  /// The file has this tag, a hash of its bytes: `If-Match: "…"`.
  case hasTag(String)
}
