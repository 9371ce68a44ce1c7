import StickerImage

extension Rule {
  /// Reports stickers with identical pixels and timing.
  static let duplicateSticker = Rule(
    id: RuleID.duplicateSticker,
    severity: .warning,
    summary: "No two stickers in a pack are identical.",
    reason: """
      Two files with the same pixels and timing are the same sticker, even if their names and bytes differ.
      Usually one is a leftover copy, or an export overwrote another sticker.
      """,
    advice: "Remove one of the two, or export the sticker that should be in its place.",
    exampleView: .whole, requiredMeasurements: .digests,
    examples: [
      .passes(
        "two different stickers", .disc(300, 300).renamed("moon.png"),
        .disc(300, 300, .peach).renamed("sun.png")),
      .passes(
        "the same frames with different delays", .bouncingBall(milliseconds: [100]).renamed("calm.png"),
        .bouncingBall(milliseconds: [50]).renamed("wild.png")),
      .fires(
        "a leftover copy", .disc(300, 300).renamed("moon copy.png"),
        .disc(300, 300).renamed("moon.png"),
        message: "identical to moon copy.png"),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  var first: [XXH3Digest: Path] = [:]
  return pack.assetsRuleAppliesTo.compactMap { sticker in
    guard let digest = sticker.duplicateDetectionHash else { return nil }
    guard let earlier = first[digest] else {
      first[digest] = sticker.path
      return nil
    }
    let name = distinguishingPathText(earlier, from: sticker.path)
    return PackEvidence("identical to \(name)", on: sticker.path)
  }
}
