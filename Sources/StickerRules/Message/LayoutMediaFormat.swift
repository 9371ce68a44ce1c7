import StickerImage
public import StickerModel

extension Rule {
  /// A message shows pictures and films that phones play.
  public static let layoutMediaFormat = Rule(
    id: "layout-media-format",
    severity: .error,
    summary: "The picture of a message is a PNG, JPEG, GIF or a video.",
    reason: """
      An interactive message shows a PNG, a JPEG, a GIF or a video that the phone plays (MP4 or QuickTime).
      Anything else leaves an empty space in the bubble.
      """,
    advice: "Save the picture as PNG or JPEG, the film as MP4.",
    references: [.appleMessageLayout],
    roles: [.messageImage],
    examples: [
      .passes("a PNG", .disc(900, 900)),
      .passes("a JPEG", .jpeg(900, 900)),
      .passes("a film", .video()),
      .fires(
        "a WebP", .webP(), message: "this is a WebP: a message's picture must be PNG, JPEG, GIF or a video"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard case .other(let format) = asset.content, !played.contains(format.name ?? "") else { return [] }
  let found = format.named ?? "not a picture that is known"
  return [Evidence("this is \(found): a message's picture must be PNG, JPEG, GIF or a video")]
}

/// What the phone's player opens, as `sniff` names it.
private let played: Set<String> = ["MP4", "QuickTime"]
