extension Rule {
  /// Reports messages with both an image and a media file.
  static let layoutMediaAmbiguous = Rule(
    id: "layout-media-ambiguous",
    severity: .warning,
    summary: "An interactive message has an image or a media file, not both.",
    reason: """
      The layout of an interactive message has either an image (`image`) or a media file, which is an image or
      a video (`media`). If both are set, Messages shows `image` and never shows `media`.
      """,
    advice: "Remove `image` to show the video, or remove `media` to show the image.",
    references: [.appleMessageLayout], roles: [],
    examples: [
      .passes("an image", .withURLImageAndLabel),
      .passes("a video", .accessibilityLabelOnly.withMedia("vote.mp4")),
      .fires(
        "both", .withURLImageAndLabel.withMedia("vote.mp4"), at: "message.yml:4:8",
        message: "both image and media are set, so Messages shows vote.png and never vote.mp4"),
    ],
    check: .message(evaluate))
}

private func evaluate(_ message: InteractiveMessageFile, _ options: OptionValues) -> [Evidence] {
  guard let image = message.image, let media = message.mediaIfNoImage else { return [] }
  let (shown, hidden) = (image.value.name.displayText, media.value.name.displayText)
  return [
    Evidence(
      "both image and media are set, so Messages shows \(shown) and never \(hidden)",
      at: .text(media.location)
    )
  ]
}
