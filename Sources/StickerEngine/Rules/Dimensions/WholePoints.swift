import StickerImage

extension Rule {
  static let wholePoints = Rule(
    id: RuleID.wholePoints,
    severity: .hint,
    summary: "A sticker matches a grid size, or its sides are multiples of 3 px (whole points).",
    reason: """
      On Apple devices, screens are measured in points, and 3 px of a sticker make one point. If a side is
      neither a grid size nor a multiple of 3 px, a fraction of a point is left over, and each size that the
      system makes from the sticker is a little softer than it could be. Few people will notice.
      """,
    advice: """
      Export the art on a canvas that matches a grid size (300, 408 or 618 px for iMessage), with \
      transparent space around it.
      """,
    fixes: [.padToWholePoints, .downscaleToGridSize],
    roles: .stickerAndFrameRoles, checkedAspect: .appearance,
    groupingOverride: Rule.Grouping(pairs: true, splitsAtLimit: false, message: groupMessageWithoutSubject),
    examples: [
      .passes("405 px, which is 135 points", .disc(405, 405)),
      .passes("a longer side that matches a grid", .disc(408, 400)),
      .passes("a pack with a grid size, which `grid-size` checks", .disc(400, 400)).withPackDeclaration(
        smallGridPackDeclaration),
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

private let smallGridPackDeclaration: PackDeclaration = {
  var listing = PackDeclaration(.catalog)
  listing.metadata.gridSize = .small
  return listing
}()

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let limits = options.messengerLimits
  guard let canvas = asset.canvasWithinResourceLimits,
    asset.context.packDeclaration?.metadata.gridSize == nil,
    canvas != canvas.roundedUpToWholePoints, !limits.gridSides.descending.contains(canvas.longerSide)
  else { return [] }
  let fit = GridFit(canvas, nil, limits)
  // Art outside the limits needs another size, which `pixel-dimensions` reports and fixes.
  let fix = limits.allowsSides(of: canvas) ? fit.padOrDownscaleFix : nil
  return [Evidence("\(canvas): \(fit.problemAndAdviceText())", fit.measuredLongerSide, at: .canvas, fix: fix)]
}

private func groupMessageWithoutSubject(_ shared: SharedFinding, _ options: OptionValues) -> String {
  let largest = shared.canvasSizeWithoutUnit(largest: true)
  let side = shared.nearestGridSizeWithoutUnit(options.messengerLimits)
  return "match no grid size (the largest is \(largest) px); export them to fit \(side) px"
}
