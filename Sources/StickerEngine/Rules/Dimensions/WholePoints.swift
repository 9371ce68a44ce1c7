import StickerImage

extension Rule {
  /// Both sides are whole points.
  static let wholePoints = Rule(
    id: RuleID.wholePoints,
    severity: .hint,
    summary: "A sticker of no grid's size has sides of whole points, which are multiples of 3 px.",
    reason: """
      Screens are measured in points, and 3 px of a sticker are one point. A side that is no multiple of 3 and
      none that a grid shows pixel by pixel leaves a fraction of a point: each size that the system makes of
      it is a little softer than it could be. Few people will ever see that.
      """,
    advice: """
      Export the art on a canvas of the size that the grid shows, for iMessage 300, 408 or 618 px, with \
      transparent space around it.
      """,
    fixes: [.padToPoints, .downscaleToGrid],
    roles: .sent, subject: .sight,
    grouping: Rule.Grouping(always: true, splitsByDirection: false, words: words),
    examples: [
      .passes("405 px are 135 points", .disc(405, 405)),
      .passes("as long as a grid's cell", .disc(408, 400)),
      .passes("a pack that says its grid size: `grid-size` speaks", .disc(400, 400)).declared(small),
      .fires("a slip of the exporter", .disc(407, 407), message: "407 × 407 px: one pixel short of 408"),
      .fires(
        "a round number but no multiple of 3", .disc(500, 500),
        message: "500 × 500 px: scale it to 408 × 408"),
      .fires(
        "neither square nor whole", .disc(415, 506),
        message: "415 × 506 px: scale it to fit 408 × 408 and center it"),
    ],
    check: .asset(evaluate))
}

private let small: PackDeclaration = {
  var declaration = PackDeclaration(.catalog)
  declaration.metadata.gridSize = .small
  return declaration
}()

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let limits = settings.limits
  guard let canvas = asset.measurableCanvas, asset.context.declaration?.metadata.gridSize == nil,
    canvas != canvas.inWholePoints, !limits.grid.descending.contains(canvas.longerSide)
  else { return [] }
  let advice = GridAdvice(canvas, nil, limits)
  // Art outside of the limits needs another size altogether, which `pixel-dimensions` says and cures.
  let fix = limits.allow(canvas) ? advice.fix : nil
  return [Evidence("\(canvas): \(advice.words)", advice.figure, at: .canvas, fix: fix)]
}

private func words(_ shared: SharedFinding, _ settings: Settings) -> String {
  let largest = shared.extreme(largest: true)
  return "have no size of a grid, the largest \(largest): export them to fit \(shared.side(settings.limits))"
}
