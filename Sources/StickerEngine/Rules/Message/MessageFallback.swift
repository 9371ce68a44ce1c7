extension Rule {
  /// Systems that cannot show the bubble show something all the same.
  static let messageFallback = Rule(
    id: "message-fallback",
    severity: .warning,
    summary: "An interactive message has a picture and a URL, for systems that cannot show it.",
    reason: """
      A system that knows no interactive messages, an old iPhone or a phone of another make, gets two messages
      in place of one: the picture, and the URL as a link. Without a picture the first is missing, unless the
      code of the extension draws one; without a URL nobody can do anything with it, and a click on a Mac
      opens nothing.
      """,
    advice: """
      Name a picture under `image` and a page of yours under `base-url`: the page reads the state from its
      query and shows it. Where your extension draws the picture, as the template `interactive-message` does,
      leave `image` out and switch this rule off once `base-url` is there.
      """,
    references: [.appleMessageURL, .appleMessageLayout], roles: [],
    examples: [
      .passes("a picture and a URL", .base),
      .passes(
        "a video in place of the picture", .labeled.baseURL("https://example.com/vote").media("vote.mp4")),
      .fires(
        "no picture", .labeled.baseURL("https://example.com/vote"), at: "message.yml",
        message: """
          no image: the extension draws one, or a system without interactive messages shows a bare link
          """),
      .fires(
        "no URL", .labeled.image("vote.png"), at: "message.yml",
        message: "no base-url: a system without interactive messages shows a picture that leads nowhere"),
    ],
    check: .message(evaluate))
}

private func evaluate(_ message: MessageDeclaration, _ settings: Settings) -> [Evidence] {
  switch (message.files.isEmpty, message.baseURL == nil) {
  case (false, false): []
  case (true, false):
    [
      Evidence(
        "no image: the extension draws one, or a system without interactive messages shows a bare link")
    ]
  case (false, true):
    [Evidence("no base-url: a system without interactive messages shows a picture that leads nowhere")]
  case (true, true):
    [Evidence("no image and no base-url: a system without interactive messages shows nothing")]
  }
}
