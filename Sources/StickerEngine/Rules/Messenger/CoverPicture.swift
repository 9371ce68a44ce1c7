import StickerImage

extension Rule {
  /// The first sticker is large enough for the picture of the pack.
  static let coverPicture = Rule(
    id: RuleID.coverPicture,
    severity: .hint,
    summary: "The first sticker is as large as the picture that stands for the pack.",
    reason: """
      Messengers show a pack by a picture of its own, which is made of the sticker that `cover` names or of
      the first. Art is never scaled up: what is smaller than that picture lies in its middle with space
      around it. Messages shows a pack by its icon.
      """,
    advice: "Export it larger, or name a larger one as cover in stickerpack.yml.",
    parameters: Parameter.pictures,
    examples: [
      .passes("nothing is asked for", .disc(40, 40)),
      .passes("as large as it", .disc(240, 240))
        .under([.coverWidth: .whole(240), .coverHeight: .whole(240)]),
      .fires(
        "smaller", .disc(200, 200),
        message: "200 × 200 px: the pack's picture measures 240 × 240 px, and it will lie in the middle"
      ).under([.coverWidth: .whole(240), .coverHeight: .whole(240)]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  guard let cover = settings.limits.coverSize else { return [] }
  let paths = pack.declaration?.stickers.map(\.path) ?? []
  let first = paths.first.flatMap { path in pack.stickers.first { $0.path == path } } ?? pack.stickers.first
  guard let first, let canvas = first.facts.canvas, canvas.width < cover.width, canvas.height < cover.height
  else { return [] }
  return [
    PackEvidence(
      "\(canvas): the pack's picture measures \(cover), and it will lie in the middle",
      MeasuredValue(canvas.longerSide, limit: cover.longerSide, unit: .pixels), on: first.path)
  ]
}
