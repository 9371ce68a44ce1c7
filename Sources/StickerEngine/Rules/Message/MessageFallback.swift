extension Rule {
  /// Reports messages without an image or a URL.
  static let messageFallback = Rule(
    id: "message-fallback",
    severity: .warning,
    summary: "An interactive message has an image and a URL for devices that cannot show the message.",
    reason: """
      A device that does not support interactive messages, such as an old iPhone or a phone from another
      manufacturer, gets two messages instead: the image, and the URL as a link. Without an image, the first
      message is missing, unless the extension's code draws an image. Without a URL, people cannot do anything
      with the message, and clicking it on a Mac opens nothing.
      """,
    advice: """
      Set `image` to an image and `base-url` to a web page that reads the state from its query and shows it.
      If your extension draws the image, as the `interactive-message` template does, omit `image` and turn
      this rule off once `base-url` is set.
      """,
    references: [.appleMessageURL, .appleMessageLayout], roles: [],
    examples: [
      .passes("an image and a URL", .withURLImageAndLabel),
      .passes(
        "a video instead of an image",
        .accessibilityLabelOnly.withBaseURL("https://example.com/vote").withMedia("vote.mp4")),
      .fires(
        "no image", .accessibilityLabelOnly.withBaseURL("https://example.com/vote"), at: "message.yml",
        message: """
          no image: unless the extension draws one, devices without interactive messages show only a link
          """),
      .fires(
        "no URL", .accessibilityLabelOnly.withImage("vote.png"), at: "message.yml",
        message: "no base-url, so devices without interactive messages show an image without a link"),
    ],
    check: .message(evaluate))
}

private func evaluate(_ message: InteractiveMessageFile, _ options: OptionValues) -> [Evidence] {
  switch (message.files.isEmpty, message.unvalidatedStateBaseURL == nil) {
  case (false, false): []
  case (true, false):
    [
      Evidence(
        "no image: unless the extension draws one, devices without interactive messages show only a link")
    ]
  case (false, true):
    [Evidence("no base-url, so devices without interactive messages show an image without a link")]
  case (true, true):
    [Evidence("no image and no base-url, so devices without interactive messages show nothing")]
  }
}
