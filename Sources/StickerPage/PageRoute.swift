import StickerModel

/// A place on the page and what answers there. The server has checked everything that is the same for all
/// places before a route is asked.
package struct PageRoute: Sendable {
  /// What may be asked of a place.
  package enum Method: String, Sendable {
    /// Reads something; such a route answers HEAD too.
    case get = "GET"
    /// Changes something: only for a page of this very server.
    case post = "POST"
  }

  let method: Method
  let name: String
  let takesNumber: Bool
  let mostBodyBytes: Int
  /// Whether it writes to the disk: the token is asked for in a header too, and what is replaced is named.
  let writes: Bool
  let answerToTooLong: @Sendable (PageRequest, Int) -> PageResponse
  let answer: @Sendable (PageRequest) async -> PageResponse

  /// A place.
  ///
  /// - Parameter name: seen from the page; empty for the page itself.
  /// - Parameter takesNumber: whether `/N` follows the name.
  /// - Parameter mostBodyBytes: a longer body is refused before any of it is read.
  /// - Parameter writes: whether it writes to the disk: only the page's own script gives the token in a
  ///   header too, and it says what it takes for granted of the file that is replaced.
  /// - Parameter answerToTooLong: what is answered then; is given the request without its body, and how many
  ///   bytes that would have.
  package init(
    _ method: Method, _ name: String, takesNumber: Bool = false, mostBodyBytes: Int = 0,
    writes: Bool = false, answerToTooLong: (@Sendable (PageRequest, Int) -> PageResponse)? = nil,
    answer: @escaping @Sendable (PageRequest) async -> PageResponse
  ) {
    (self.method, self.name, self.takesNumber) = (method, name, takesNumber)
    (self.mostBodyBytes, self.writes, self.answer) = (mostBodyBytes, writes, answer)
    self.answerToTooLong =
      answerToTooLong ?? { _, length in
        .refusal(413, "\(grouped(length)) bytes are sent, and at most \(grouped(mostBodyBytes)) are taken")
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
package struct PageRequest: Sendable {
  /// The number behind the route's name; nil where it takes none.
  package let number: Int?
  /// Names and values behind the `?`, decoded; hostile text.
  package let query: [String: String]
  /// Everything that was sent.
  package let body: [UInt8]
  /// What must be so for anything to be done; nil where the route writes nothing.
  package let condition: PageCondition?

  package init(
    number: Int? = nil, query: [String: String] = [:], body: [UInt8] = [], condition: PageCondition? = nil
  ) {
    (self.number, self.query, self.body, self.condition) = (number, query, body, condition)
  }
}

/// What a request takes for granted of the file that it replaces.
package enum PageCondition: Hashable, Sendable {
  /// There is none: `If-None-Match: *`.
  case isMissing
  /// It has this tag, a hash of its bytes: `If-Match: "…"`.
  case has(String)
}
