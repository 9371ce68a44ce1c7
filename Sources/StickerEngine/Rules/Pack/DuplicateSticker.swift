import StickerImage

extension Rule {
  /// No picture is in a pack twice.
  static let duplicateSticker = Rule(
    id: "duplicate-sticker",
    severity: .warning,
    summary: "No sticker is in a pack twice.",
    reason: """
      Two files with the same pixels and the same timing are one sticker, whatever their names and bytes: a
      copy that was left over, or an export that overwrote another sticker.
      """,
    advice: "Take one of the two out, or export the sticker that it was meant to be.",
    view: .whole, needs: .digests,
    examples: [
      .passes(
        "two pictures", .disc(300, 300).named("moon.png"), .disc(300, 300, .peach).named("sun.png")),
      .passes(
        "the same pictures at another pace", .bouncing(milliseconds: [100]).named("calm.png"),
        .bouncing(milliseconds: [50]).named("wild.png")),
      .fires(
        "a copy that was left over", .disc(300, 300).named("moon copy.png"),
        .disc(300, 300).named("moon.png"),
        message: "the same picture as moon copy.png: not one pixel differs"),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  var first: [PixelDigest: Path] = [:]
  return pack.stickers.compactMap { sticker in
    guard let digest = sticker.pixelHash else { return nil }
    guard let earlier = first[digest] else {
      first[digest] = sticker.path
      return nil
    }
    let name = shown(earlier, beside: sticker.path)
    return PackEvidence(
      "the same picture as \(name): not one pixel differs", on: sticker.path)
  }
}
