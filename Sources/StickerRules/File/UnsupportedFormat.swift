import StickerImage
public import StickerModel

extension Rule {
  /// The content is a picture in one of the four formats.
  public static let unsupportedFormat = Rule(
    id: "unsupported-format",
    severity: .error,
    summary: "Every file is a PNG, APNG, GIF or JPEG.",
    reason: """
      Messages takes PNG, APNG, GIF and JPEG and nothing else. What counts is the content: a WebP that is
      named .png stays a WebP.
      """,
    advice: "Export the sticker as PNG, or as APNG if it moves.",
    roles: .everyAsset,
    examples: [
      .passes("a PNG", .disc(300, 300)),
      .passes("a GIF, which another rule advises against", .gif()),
      .fires("a WebP", .webP(), message: "WebP: a sticker must be PNG, APNG, GIF or JPEG"),
      .fires(
        "a web page saved under a picture's name", .text("<html>", named: "sticker.png"),
        message: "no picture format that is known: a sticker must be PNG, APNG, GIF or JPEG"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  // An empty file has no format: `unreadable-file` speaks.
  guard case .other(let format) = asset.content, asset.byteCount != 0 else { return [] }
  let name = format.name ?? "no picture format that is known"
  return [Evidence("\(name): a sticker must be PNG, APNG, GIF or JPEG")]
}
