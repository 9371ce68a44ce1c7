import StickerImage

extension Rule {
  /// Reports message images in a format that Messages does not show.
  static let layoutMediaFormat = Rule(
    id: "layout-media-format",
    severity: .error,
    summary: "The image of an interactive message is a PNG, JPEG, GIF or video.",
    reason: """
      An interactive message is a bubble that an iMessage app sends, with an image or a video at the top. This
      rule checks images that a `message.yml` refers to, and images with `role: message-image` in the
      configuration.

      The bubble can show a PNG, a JPEG, a GIF or a video that iPhones can play (MP4 or QuickTime). Any other
      format leaves an empty space in the bubble.
      """,
    advice: "Save an image as PNG or JPEG. Save a video as MP4.",
    references: [.appleMessageLayout],
    roles: [.messageImage],
    checkedAspect: .storage,
    examples: [
      .passes("a PNG", .disc(900, 900)),
      .passes("a JPEG", .jpeg(900, 900)),
      .passes("a video", .mp4FileStart()),
      .fires(
        "a WebP", .webP(), message: "this is a WebP (a message's image must be PNG, JPEG, GIF or a video)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let format = asset.formatUnsupportedByMessages,
    !videoFormatsPlayableInMessages.contains(format.name ?? "")
  else {
    return []
  }
  let found = format.nameWithArticle ?? "not a known image format"
  return [Evidence("this is \(found) (a message's image must be PNG, JPEG, GIF or a video)")]
}

/// The video formats that iPhones can play, by their names in `ForeignFormat`.
private let videoFormatsPlayableInMessages: Set<String> = ["MP4", "QuickTime"]
