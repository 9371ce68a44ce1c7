import StickerEngine

/// The target of a request, taken apart: nothing in it is decoded twice, and nothing leads upwards.
struct RequestTarget: Equatable {
  /// The parts of the path, between its slashes.
  let parts: [String]
  let query: [String: String]

  /// Parses the target of a request.
  ///
  /// - Throws: the refusal of an invalid target.
  init(_ target: String) throws(PageResponse) {
    guard target.utf8.first == UInt8(ascii: "/") else {
      throw .plain(400, "the address must begin with /")
    }
    guard target.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }) else {
      throw .plain(400, "the address holds characters that must be escaped")
    }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0].dropFirst()
    // Nothing of ours is called so: an escape in a path, even of a harmless letter, is a try to get around a
    // check.
    guard !path.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else {
      throw .plain(400, "a path here has neither % nor \\ in it")
    }
    parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !parts.dropLast().contains(""), !parts.contains("."), !parts.contains("..") else {
      throw .plain(400, "a path here has no empty part, . or .. in it")
    }
    query = try Self.query(halves.count > 1 ? halves[1] : "")
  }

  private static func query(_ text: Substring) throws(PageResponse) -> [String: String] {
    var query: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(halves[0]), let value = decoded(halves.count > 1 ? halves[1] : "") else {
        throw .plain(400, "what follows the ? is not escaped UTF-8")
      }
      guard query.updateValue(value, forKey: name) == nil else {
        throw .plain(400, "the same name stands twice behind the ?")
      }
    }
    return query
  }
}

/// The text with `%C3%BC` and `+` decoded; nil for what is not UTF-8, or no escape.
private func decoded(_ text: Substring) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
    case UInt8(ascii: "%"):
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    default: bytes.append(byte)
    }
  }
  return String(validating: bytes, as: UTF8.self)
}

private func digit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// A place on the page and what answers there. The server has checked everything that is the same for all
/// places before a route is asked.
package struct PageRoute: Sendable {
  /// What may be asked of a place.
  enum Method: String, Sendable {
    /// Reads something; such a route answers HEAD too.
    case get = "GET"
    /// Changes something: only for a page of this very server.
    case post = "POST"
  }

  let method: Method
  let name: String
  let takesNumber: Bool
  let maxBodyBytes: Int
  /// Whether it writes to the disk: the token is asked for in a header too, and what is replaced is named.
  let writes: Bool
  let answerToTooLong: @Sendable (PageRequest, Int) -> PageResponse
  let answer: @Sendable (PageRequest) async -> PageResponse

  /// A place.
  ///
  /// - Parameter name: seen from the page; empty for the page itself.
  /// - Parameter takesNumber: whether `/N` follows the name.
  /// - Parameter maxBodyBytes: a longer body is refused before any of it is read.
  /// - Parameter writes: whether it writes to the disk: only the page's own script gives the token in a
  ///   header too, and it says what it takes for granted of the file that is replaced.
  /// - Parameter answerToTooLong: what is answered then; is given the request without its body, and how many
  ///   bytes that would have.
  init(
    _ method: Method, _ name: String, takesNumber: Bool = false, maxBodyBytes: Int = 0,
    writes: Bool = false, answerToTooLong: (@Sendable (PageRequest, Int) -> PageResponse)? = nil,
    answer: @escaping @Sendable (PageRequest) async -> PageResponse
  ) {
    self.method = method
    self.name = name
    self.takesNumber = takesNumber
    self.maxBodyBytes = maxBodyBytes
    self.writes = writes
    self.answer = answer
    self.answerToTooLong =
      answerToTooLong ?? { _, length in
        .refusal(
          413, "\(numberText(length)) bytes are sent, and at most \(numberText(maxBodyBytes)) are taken")
      }
  }

  /// - Returns: the number behind the name, nil in it where none is wanted; nil for another place.
  func matches(_ parts: [String]) -> Int?? {
    let wanted = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard takesNumber else { return parts == wanted ? .some(nil) : nil }
    // No sign, no zeros in front: each thing has one address.
    guard parts.count == wanted.count + 1, parts.starts(with: wanted), let last = parts.last,
      let number = Int(last), number > 0, String(number) == last
    else { return nil }
    return .some(number)
  }
}

/// What a route is asked.
struct PageRequest: Sendable {
  /// The number behind the route's name; nil where it takes none.
  let number: Int?
  /// Names and values behind the `?`, decoded; hostile text.
  let query: [String: String]
  /// Everything that was sent.
  let body: [UInt8]
  /// What must be so for anything to be done; nil where the route writes nothing.
  let condition: Precondition?

  init(
    number: Int? = nil, query: [String: String] = [:], body: [UInt8] = [], condition: Precondition? = nil
  ) {
    self.number = number
    self.query = query
    self.body = body
    self.condition = condition
  }
}

/// What a request takes for granted of the file that it replaces.
enum Precondition: Hashable, Sendable {
  /// There is none: `If-None-Match: *`.
  case isMissing
  /// It has this tag, a hash of its bytes: `If-Match: "…"`.
  case has(String)
}
