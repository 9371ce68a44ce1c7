import StickerImage

extension Rule {
  static let notSquare = Rule(
    id: RuleID.notSquare,
    severity: .hint,
    summary: "A sticker is square.",
    reason: """
      The drawer shows stickers in squares. A sticker with a different shape is scaled to fit its square, so
      it looks smaller than its neighbors. This is a matter of taste: of 165 published stickers, 62 (37.6%)
      are not square.
      """,
    advice: """
      If the sticker looks too small in the drawer, center the art on a square canvas and enlarge it to fill \
      the canvas.
      """,
    fixes: [.padToSquare],
    exampleView: .whole, checkedAspect: .appearance,
    groupingOverride: Rule.Grouping(message: groupMessageWithoutSubject),
    examples: [
      .passes("a square", .disc(408, 408)),
      .fires(
        "landscape", .disc(408, 306),
        message: """
          408 × 306 px: not square, so it looks smaller in the drawer (408 × 408 px would fill its square)
          """),
      .fires(
        "portrait", .disc(306, 408),
        message: """
          306 × 408 px: not square, so it looks smaller in the drawer (408 × 408 px would fill its square)
          """),
      .fires(
        "a tall banner", .disc(300, 720),
        message: "300 × 720 px: not square, so it looks smaller in the drawer"),
      .fires(
        "a size that matches no grid", .disc(513, 450),
        message: "513 × 450 px: not square, so it looks smaller in the drawer"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let canvas = asset.canvasWithinResourceLimits, canvas.width != canvas.height else { return [] }
  let side = canvas.enclosingSquare.roundedUpToWholePoints.width
  // Suggests only grid sizes, never a size such as 513.
  let hint =
    options.messengerLimits.gridSides.descending.contains(side)
    ? " (\(PixelSize(side, side)) would fill its square)" : ""
  return [
    Evidence(
      "\(canvas): not square, so it looks smaller in the drawer\(hint)",
      MeasuredValueAndLimit(canvas.shorterSide, limit: side, unit: .pixels), at: .canvas,
      fix: options.messengerLimits.sidePixels.contains(side) ? Fix(.padToSquare, side) : nil)
  ]
}

private func groupMessageWithoutSubject(_ shared: SharedFinding, _ options: OptionValues) -> String {
  "are not square, so they look smaller in the drawer; center each on a square canvas"
}
