import Foundation

/// The contents of a message: the poll itself, or its place in a store.
public enum Payload: Equatable, Sendable {
  /// The whole state, which the landing page can also show.
  case poll(Poll)
  /// The state is in a ``PollStore``.
  case token(StoreToken)
}

/// The version of the message format, which is the item `v`. `landing/index.html` contains the same version.
let formatVersion = "1"

/// Converts polls to the URLs of messages and back.
///
/// The query of a message, in this order; values are percent-encoded:
/// - `v=1`, the version of this format;
/// - `p`, the poll's identifier; `q`, the question; two to six times `c`, the choices;
/// - `b` for each voter, `key.revision.entries` or `key.revision.entries.name`. The entries are the indices
///   of the selected choices, ascending, one digit each. `b=Xq3….2.04.Ann`: in her second revision, Ann
///   selected the first and the fifth choice. Without digits, the vote is withdrawn;
/// - unknown items, unchanged.
///
/// If the poll is in a store, the query is `v=1&t=` and a token. A reader accepts the items in any order.
/// `landing/index.html` reads the same format; `MessageURLs.json` in the tests checks both.
public struct PollCodec: Sendable {
  /// The beginning of all URLs.
  public let address: MessageAddress

  /// Creates a codec for the URLs of one app.
  public init(address: MessageAddress) { self.address = address }

  /// The reason why a poll does not fit into a message.
  public enum EncodingFailure: Error, Equatable, Sendable {
    /// The number of characters exceeds ``PollLimits/maxURLCharacters``. Use a ``PollStore``.
    case tooLong(characters: Int)
    /// The system does not accept the text as a URL.
    case noURL
  }

  /// Returns the URL of a message that contains the whole poll.
  public func url(for poll: Poll) throws(EncodingFailure) -> URL { try url(query: query(of: poll)) }

  /// Returns the URL of a message whose poll is in a store.
  public func url(for token: StoreToken) throws(EncodingFailure) -> URL {
    try url(query: "v=\(formatVersion)&t=\(token.text)")
  }

  /// Whether a new poll leaves room in its URL for the expected answers.
  public func hasRoomForAnswers(_ poll: Poll) -> Bool {
    let answers = PollLimits.expectedBallotCount * PollLimits.expectedBallotCharacters
    return address.text.utf8.count + 1 + query(of: poll).utf8.count + answers <= PollLimits.maxURLCharacters
  }

  /// Reads the URL of a message. The result is always within ``PollLimits``.
  ///
  /// - Parameter url: the URL of the message. If it is nil, the error is ``MessageReadError/foreign``.
  public func payload(of url: URL?) throws(MessageReadError) -> Payload {
    guard let url else { throw .foreign }
    return try payload(of: url.absoluteString)
  }

  /// Reads the text of a URL, which may be invalid. `URL` is not used, because it repairs its input
  /// differently in each version of the system.
  func payload(of text: String) throws(MessageReadError) -> Payload {
    guard text.utf8.count <= PollLimits.maxURLCharacters else { throw .tooLong }
    return try TemplateLogic.payload(ofQuery: address.extractQuery(from: text))
  }

  private func url(query: String) throws(EncodingFailure) -> URL {
    let text = address.text + "?" + query
    guard text.utf8.count <= PollLimits.maxURLCharacters else { throw .tooLong(characters: text.utf8.count) }
    // Every character is allowed in a URL, so no system changes the text when it parses the URL.
    guard let url = URL(string: text), url.absoluteString == text else { throw .noURL }
    return url
  }
}

/// Encodes a poll as a query of any length. The same poll always produces the same text.
func query(of poll: Poll) -> String {
  var items = [
    "v=\(formatVersion)", "p=\(poll.id.text)", "q=\(percentEncoded(poll.definition.question.string))",
  ]
  items += poll.definition.choices.map { "c=\(percentEncoded($0.string))" }
  items += poll.ballots.sorted { $0.key < $1.key }.map { voter, ballot in
    let entries = ballot.selectedChoices.sorted().map(String.init).joined()
    let name = ballot.name.map { "." + percentEncoded($0.string) } ?? ""
    return "b=\(voter.text).\(ballot.revision).\(entries)\(name)"
  }
  items += poll.unknown.map(\.encoded)
  return items.joined(separator: "&")
}
