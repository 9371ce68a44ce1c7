import StickerImage

extension Rule {
  /// A message shows pictures and videos that phones play.
  static let layoutMediaFormat = Rule(
    id: "layout-media-format",
    severity: .error,
    summary: "The picture of an interactive message is a PNG, JPEG, GIF or video.",
    reason: """
      An interactive message is a bubble that an iMessage app sends, with a picture or a video at its top. A
      file is checked as such a picture where a `message.yml` names it, or where the configuration gives it
      `role: message-image`.

      It shows a PNG, a JPEG, a GIF or a video that the phone plays (MP4 or QuickTime). Anything else leaves
      an empty space in the bubble.
      """,
    advice: "Save the picture as PNG or JPEG, the video as MP4.",
    references: [.appleMessageLayout],
    roles: [.messageImage],
    subject: .storage,
    examples: [
      .passes("a PNG", .disc(900, 900)),
      .passes("a JPEG", .jpeg(900, 900)),
      .passes("a video", .video()),
      .fires(
        "a WebP", .webP(), message: "this is a WebP: a message's picture must be PNG, JPEG, GIF or a video"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let format = asset.unshownFormat, !played.contains(format.name ?? "") else { return [] }
  let found = format.named ?? "not a picture that is known"
  return [Evidence("this is \(found): a message's picture must be PNG, JPEG, GIF or a video")]
}

/// What the phone's player opens, as `Sniffed` names it.
private let played: Set<String> = ["MP4", "QuickTime"]
