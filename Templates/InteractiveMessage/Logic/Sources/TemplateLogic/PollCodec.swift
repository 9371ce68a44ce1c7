import Foundation

/// What a message carries: the poll itself, or where it is kept.
public enum Payload: Equatable, Sendable {
  /// The whole state, which the landing page can show too.
  case poll(Poll)
  /// The state is with a ``PollStore``.
  case token(StoreToken)
}

/// The version of the form of messages, their item `v`. `landing/index.html` has it too.
let formVersion = "1"

/// Turns polls into the URLs of messages and back.
///
/// The query of a message, in this order; values are percent-encoded:
/// - `v=1`, the version of this form;
/// - `p`, the poll's identifier; `q`, the question; two to six times `c`, the choices;
/// - `b` for each voter, `key.revision.entries` or `key.revision.entries.name`: entries are the places of the
///   chosen ones, ascending, one digit each. `b=Xq3….2.04.Ann`: Ann, on second thoughts, chose the first and
///   the fifth. No digit: withdrawn;
/// - items that this version does not know, as they came.
///
/// Or `v=1&t=` and a token, where a store keeps the poll. A reader accepts the items in any order.
/// `landing/index.html` reads the same form: `MessageURLs.json` beside the tests holds both to it.
public struct PollCodec: Sendable {
  /// What the URLs begin with.
  public let address: MessageAddress

  /// A codec for the URLs of one app.
  public init(address: MessageAddress) { self.address = address }

  /// Why a poll cannot be written into a message.
  public enum Unsendable: Error, Equatable, Sendable {
    /// This many characters, which are more than ``PollLimits/urlCharacters``. A ``PollStore`` helps.
    case tooLong(characters: Int)
    /// The system does not take the text for a URL.
    case noURL
  }

  /// The URL of a message with the whole poll in it.
  public func url(for poll: Poll) throws(Unsendable) -> URL { try url(query: query(of: poll)) }

  /// The URL of a message whose poll is with a store.
  public func url(for token: StoreToken) throws(Unsendable) -> URL {
    try url(query: "v=\(formVersion)&t=\(token.text)")
  }

  /// Whether a new poll leaves room in its URL for the answers that are to be expected.
  public func hasRoomForAnswers(_ poll: Poll) -> Bool {
    let answers = PollLimits.expectedBallots * PollLimits.expectedBallotCharacters
    return address.text.utf8.count + 1 + query(of: poll).utf8.count + answers <= PollLimits.urlCharacters
  }

  /// Reads the URL of a message. Whoever sent it, the result is within ``PollLimits``.
  ///
  /// - Parameter url: the message's; nil, as in a message without one, is ``Unreadable/foreign``.
  public func payload(of url: URL?) throws(Unreadable) -> Payload {
    guard let url else { throw .foreign }
    return try payload(of: url.absoluteString)
  }

  /// Reads the text of a URL, which may be none: `URL` mends what it is made of, in every version of the
  /// system in another way.
  func payload(of text: String) throws(Unreadable) -> Payload {
    guard text.utf8.count <= PollLimits.urlCharacters else { throw .tooLong }
    return try payloadOfQuery(address.query(of: text))
  }

  private func url(query: String) throws(Unsendable) -> URL {
    let text = address.text + "?" + query
    guard text.utf8.count <= PollLimits.urlCharacters else { throw .tooLong(characters: text.utf8.count) }
    // Every character is one of a URL's, so that no system changes the text when it reads it.
    guard let url = URL(string: text), url.absoluteString == text else { throw .noURL }
    return url
  }
}

/// A poll as a query, however long. The same poll always gives the same text.
func query(of poll: Poll) -> String {
  var items = [
    "v=\(formVersion)", "p=\(poll.id.text)", "q=\(percentEncoded(poll.definition.question.string))",
  ]
  items += poll.definition.choices.map { "c=\(percentEncoded($0.string))" }
  items += poll.ballots.sorted { $0.key < $1.key }.map { voter, ballot in
    let entries = ballot.entries.sorted().map(String.init).joined()
    let name = ballot.name.map { "." + percentEncoded($0.string) } ?? ""
    return "b=\(voter.text).\(ballot.revision).\(entries)\(name)"
  }
  items += poll.unknown.map(\.encoded)
  return items.joined(separator: "&")
}
