import StickerImage

extension Rule {
  /// The canvas is a square.
  static let notSquare = Rule(
    id: RuleID.notSquare,
    severity: .hint,
    summary: "Width and height of a sticker are equal.",
    reason: """
      The drawer lays stickers out in squares. Another shape is fitted into its square, so that it looks
      smaller than its neighbors. That is a matter of taste: of 165 stickers that were shipped, 62 (37.6%)
      are not square.
      """,
    advice:
      "If it looks too small in the drawer, center the art on a square canvas and enlarge it to fill that.",
    fixes: [.padToSquare],
    view: .whole, subject: .sight, grouping: Rule.Grouping(words: words),
    examples: [
      .passes("a square", .disc(408, 408)),
      .fires(
        "landscape", .disc(408, 306),
        message: "408 × 306 px: the drawer shows squares, 408 × 408 px would fill one"),
      .fires(
        "portrait", .disc(306, 408),
        message: "306 × 408 px: the drawer shows squares, 408 × 408 px would fill one"),
      .fires(
        "a tall banner", .disc(300, 720),
        message: "300 × 720 px: the drawer shows squares and leaves bars beside it"),
      .fires(
        "of no grid's size", .disc(513, 450),
        message: "513 × 450 px: the drawer shows squares and leaves bars beside it"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.measurableCanvas, canvas.width != canvas.height else { return [] }
  let side = canvas.squared.inWholePoints.width
  // Nobody is sent to a side like 513, which no grid has.
  let hint =
    settings.limits.grid.descending.contains(side)
    ? ", \(PixelSize(side, side)) would fill one" : " and leaves bars beside it"
  return [
    Evidence(
      "\(canvas): the drawer shows squares\(hint)",
      MeasuredValue(canvas.shorterSide, limit: side, unit: .pixels), at: .canvas,
      fix: settings.limits.sides.contains(side) ? Fix(.padToSquare, side) : nil)
  ]
}

private func words(_ shared: SharedFinding, _ settings: Settings) -> String {
  "are not square, and the drawer shows squares: center each on a square canvas"
}
