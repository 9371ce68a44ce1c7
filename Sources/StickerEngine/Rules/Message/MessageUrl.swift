extension Rule {
  /// Reports message URLs that are invalid or too long.
  static let messageUrl = Rule(
    id: "message-url",
    severity: .error,
    summary: "The URL of an interactive message uses https, has a host and has at most 5000 characters.",
    reason: """
      The URL of an interactive message contains the message's state as query items after the `base-url` in
      `message.yml`. If the app is not installed, for example on a Mac, clicking the message opens the URL in
      a browser, so it must use https. Messages rejects a URL of more than 5000 characters, and the message
      cannot be sent.

      The rule checks the longest example under `states`. It counts the characters that are sent, after
      percent-encoding. A letter such as é takes six characters, a Chinese character such as 漢 takes nine, and
      an emoji takes twelve.
      """,
    advice: """
      Use a base URL like `https://example.com/vote`, without a user, a query or a fragment. If a state is too
      long, shorten its names and values, or send a token and keep the state on a server.
      """,
    options: [maxURLCharacters], references: [.appleMessageURL, .url], roles: [],
    examples: [
      .passes("an https page", .withURLImageAndLabel.withState("question", value: "Where do we eat?")),
      .passes(
        "no URL, which `message-fallback` reports",
        InteractiveMessageFileExample().withText(.caption, value: "{question}")
      ),
      .fires(
        "not encrypted", InteractiveMessageFileExample().withBaseURL("http://example.com/vote"),
        at: "message.yml:1:11",
        message: """
          base-url “http://example.com/vote” must start with https://, for example https://example.com/stickers
          """),
      .fires(
        "a base URL with a query",
        InteractiveMessageFileExample().withBaseURL("https://example.com/vote?v=1"),
        at: "message.yml:1:11",
        message: """
          base-url “https://example.com/vote?v=1” must not have a query. Remove the ? and everything after it.
          """),
      .fires(
        "a state that is too long",
        .withURLImageAndLabel.withState("question", value: String(repeating: "🍕", count: 415)),
        at: "message.yml:5:5",
        message: "with this state, the URL has 5014 characters (limit: 5000)"),
    ],
    check: .message(evaluate))
}

private let maxURLCharacters = RuleOption(
  "max-characters", 5000, .characters, in: 1...1_000_000, source: .appleMessageURL,
  "maximum length of the percent-encoded URL")

private func evaluate(_ message: InteractiveMessageFile, _ options: OptionValues) -> [Evidence] {
  guard let base = message.unvalidatedStateBaseURL else { return [] }
  if let complaint = fault(ofBaseURL: base.value) {
    return [
      Evidence("base-url \(quotedEscapedAndShortened(base.value)) \(complaint)", at: .text(base.location))
    ]
  }
  let most = options[maxURLCharacters]
  let lengths = message.exampleStates.map { state in
    (location: state.location, count: state.url(appendedTo: base.value).utf8.count)
  }
  guard let longest = lengths.max(by: { $0.count < $1.count }), longest.count > most else { return [] }
  return [
    Evidence(
      "with this state, the URL has \(numberText(longest.count)) characters (limit: \(numberText(most)))",
      MeasuredValueAndLimit(longest.count, limit: most, unit: .characters), at: .text(longest.location))
  ]
}
