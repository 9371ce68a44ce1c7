extension Rule {
  /// What a message carries fits into a URL that every device can open.
  static let messageUrl = Rule(
    id: "message-url",
    severity: .error,
    summary: "The URL of an interactive message is https with a host, and at most 5000 characters long.",
    reason: """
      The URL of an interactive message carries its state, as query items behind the `base-url` of a
      `message.yml`. Where nobody has the app, a Mac for one, a click opens it in the browser: that takes a
      page that is served by https. Messages refuses a URL of more than 5000 characters, and the message
      cannot be sent.

      The longest example under `states` counts. It is measured as it is sent: percent-encoded, where a letter
      beyond ASCII has six characters and an emoji twelve.
      """,
    advice: """
      Write a base URL like `https://example.com/vote`, without user, query and fragment. Shorten names and
      values of a state that is too long, or send a token and keep the state on a server.
      """,
    parameters: [maxCharacters], references: [.appleMessageURL, .url], roles: [],
    examples: [
      .passes("a page of one's own", .base.state("question", "Where do we eat?")),
      .passes("no URL: another rule speaks of it", MessageExample().text(.caption, "{question}")),
      .fires(
        "not encrypted", MessageExample().baseURL("http://example.com/vote"), at: "message.yml:1:11",
        message: """
          base-url “http://example.com/vote” must start with https://, for example https://example.com/stickers
          """),
      .fires(
        "a query of its own", MessageExample().baseURL("https://example.com/vote?v=1"),
        at: "message.yml:1:11",
        message: """
          base-url “https://example.com/vote?v=1” must not have a query. Remove the ? and everything after it.
          """),
      .fires(
        "a state that is too long",
        .base.state("question", String(repeating: "🍕", count: 415)), at: "message.yml:5:5",
        message: "with this state the URL has 5014 characters; Messages takes at most 5000"),
    ],
    check: .message(evaluate))
}

private let maxCharacters = Parameter(
  "max-characters", 5000, .characters, in: 1...1_000_000, source: .appleMessageURL,
  "the most that the URL may have, percent-encoded")

private func evaluate(_ message: MessageDeclaration, _ settings: Settings) -> [Evidence] {
  guard let base = message.baseURL else { return [] }
  if let complaint = complaint(ofBaseURL: base.value) {
    return [Evidence("base-url \(quoted(base.value)) \(complaint)", at: .text(base.location))]
  }
  let most = settings[maxCharacters]
  let lengths = message.states.map { state in
    (location: state.location, count: state.url(behind: base.value).utf8.count)
  }
  guard let longest = lengths.max(by: { $0.count < $1.count }), longest.count > most else { return [] }
  return [
    Evidence(
      "with this state the URL has \(numberText(longest.count)) characters; Messages takes at most "
        + numberText(most),
      MeasuredValue(longest.count, limit: most, unit: .characters), at: .text(longest.location))
  ]
}
