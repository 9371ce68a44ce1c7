import StickerImage

extension Rule {
  /// Reports a sticker that is too small for the pack's cover image.
  static let coverPicture = Rule(
    id: RuleID.coverPicture,
    severity: .hint,
    summary: "The cover sticker, or the first sticker, is at least as large as the pack's cover image.",
    reason: """
      Messengers represent a pack with a cover image. It is made from the sticker that `cover` specifies, or
      from the first sticker. Art is never scaled up, so a sticker that is smaller than the cover image is
      centered with space around it. Messages represents a pack with its icon instead.
      """,
    advice: "Export the sticker at a larger size, or set `cover` in stickerpack.yml to a larger sticker.",
    options: RuleOption.coverAndTabImageOptions,
    examples: [
      .passes("no cover image", .disc(40, 40)),
      .passes("as large as the cover image", .disc(240, 240))
        .withOptions([.coverWidth: .whole(240), .coverHeight: .whole(240)]),
      .fires(
        "smaller than the cover image", .disc(200, 200),
        message: "200 × 200 px is smaller than the cover image (240 × 240 px)"
      ).withOptions([.coverWidth: .whole(240), .coverHeight: .whole(240)]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  guard let cover = options.messengerLimits.coverSize else { return [] }
  let paths = pack.packDeclaration?.stickers.map(\.imagePath) ?? []
  let first =
    paths.first.flatMap { path in pack.assetsRuleAppliesTo.first { $0.path == path } }
    ?? pack.assetsRuleAppliesTo.first
  guard let first, let canvas = first.facts.canvas, canvas.width < cover.width, canvas.height < cover.height
  else { return [] }
  return [
    PackEvidence(
      "\(canvas) is smaller than the cover image (\(cover))",
      MeasuredValueAndLimit(canvas.longerSide, limit: cover.longerSide, unit: .pixels), on: first.path)
  ]
}
