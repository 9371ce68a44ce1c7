extension Rule {
  /// One picture, and not two of which one is never seen.
  static let layoutMediaAmbiguous = Rule(
    id: "layout-media-ambiguous",
    severity: .warning,
    summary: "An interactive message has a picture or a media file, not both.",
    reason: """
      The layout of an interactive message takes a picture (`image`) or a file with a picture or a video
      (`media`). Where both are given, Messages shows the picture, and nobody ever sees the other.
      """,
    advice: "Take `image` out to show the video, or `media` to show the picture.",
    references: [.appleMessageLayout], roles: [],
    examples: [
      .passes("a picture", .base),
      .passes("a video", .labeled.media("vote.mp4")),
      .fires(
        "both", .base.media("vote.mp4"), at: "message.yml:4:8",
        message: "image and media are both given: vote.png wins, and vote.mp4 is never seen"),
    ],
    check: .message(evaluate))
}

private func evaluate(_ message: MessageDeclaration, _ settings: Settings) -> [Evidence] {
  guard let image = message.image, let media = message.media else { return [] }
  let (shown, hidden) = (image.value.name.displayText, media.value.name.displayText)
  return [
    Evidence(
      "image and media are both given: \(shown) wins, and \(hidden) is never seen", at: .text(media.location))
  ]
}
