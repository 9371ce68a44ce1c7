import StickerImage

extension Rule {
  static let wholePoints = Rule(
    id: RuleID.wholePoints,
    severity: .hint,
    summary: "A sticker has a grid size, or sides that are multiples of 3 px (whole points).",
    reason: """
      Screens are measured in points, and 3 px of a sticker are one point. If a side is neither a grid size
      nor a multiple of 3 px, a fraction of a point is left over, and each size that the system makes from the
      sticker is a little softer than it could be. Few people will notice.
      """,
    advice: """
      Export the art on a canvas of a grid size (300, 408 or 618 px for iMessage), with transparent space \
      around it.
      """,
    fixes: [.padToPoints, .downscaleToGrid],
    roles: .sent, subject: .sight,
    grouping: Rule.Grouping(always: true, splitsByDirection: false, words: words),
    examples: [
      .passes("405 px are 135 points", .disc(405, 405)),
      .passes("a longer side that matches a grid", .disc(408, 400)),
      .passes("a pack with a grid size, which `grid-size` checks", .disc(400, 400)).declared(small),
      .fires("art that is 1 px too small", .disc(407, 407), message: "407 × 407 px: 1 px short of 408 px"),
      .fires(
        "a round number that is not a multiple of 3", .disc(500, 500),
        message: "500 × 500 px: matches no grid size; scale it to 408 × 408 px"),
      .fires(
        "neither square nor a multiple of 3", .disc(415, 506),
        message: "415 × 506 px: matches no grid size; scale it to fit 408 × 408 px and center it"),
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
  // Art outside the limits needs another size, which `pixel-dimensions` reports and fixes.
  let fix = limits.allow(canvas) ? advice.fix : nil
  return [Evidence("\(canvas): \(advice.words())", advice.figure, at: .canvas, fix: fix)]
}

private func words(_ shared: SharedFinding, _ settings: Settings) -> String {
  let largest = shared.extreme(largest: true)
  let side = shared.side(settings.limits)
  return "match no grid size (the largest is \(largest) px); export them to fit \(side) px"
}
