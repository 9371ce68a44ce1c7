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
  let answerToTooLong: @Sendable (PageRequest, Int) -> PageResponse
  let answer: @Sendable (PageRequest) async -> PageResponse

  /// A place.
  ///
  /// - Parameter name: seen from the page; empty for the page itself.
  /// - Parameter takesNumber: whether `/N` follows the name.
  /// - Parameter mostBodyBytes: a longer body is refused before any of it is read.
  /// - Parameter answerToTooLong: what is answered then; is given the request without its body, and how many
  ///   bytes that would have.
  package init(
    _ method: Method, _ name: String, takesNumber: Bool = false, mostBodyBytes: Int = 0,
    answerToTooLong: (@Sendable (PageRequest, Int) -> PageResponse)? = nil,
    answer: @escaping @Sendable (PageRequest) async -> PageResponse
  ) {
    (self.method, self.name, self.takesNumber) = (method, name, takesNumber)
    (self.mostBodyBytes, self.answer) = (mostBodyBytes, answer)
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

  package init(number: Int? = nil, query: [String: String] = [:], body: [UInt8] = []) {
    (self.number, self.query, self.body) = (number, query, body)
  }
}
