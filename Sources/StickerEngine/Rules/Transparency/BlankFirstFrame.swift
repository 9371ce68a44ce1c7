import StickerImage

extension Rule {
  static let blankFirstFrame = Rule(
    id: "blank-first-frame",
    severity: .warning,
    summary: "The first frame of an animation shows the sticker.",
    reason: """
      The drawer and the recent stickers show only the first frame, and so does every device on which Reduce
      Motion is turned on. An animation that fades or pops in shows almost nothing there.
      """,
    advice: "Start the loop with a full frame, and move the frames before it to the end.",
    options: [minFirstFrameCoveragePercent],
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: .coverage,
    examples: [
      .passes("an animation that is complete from the start", .bouncingBall()),
      .passes("a still", .disc(300, 300)),
      .fires(
        "an animation that pops in", .resizingDisc([0, 50, 100]),
        message: "the first frame shows 0% of what frame 3 shows (minimum: 10%)"),
      .fires(
        "an animation that grows from a dot", .resizingDisc([20, 60, 100, 60]),
        message: "the first frame shows 4.1% of what frame 3 shows (minimum: 10%)"),
    ],
    check: .asset(evaluate))
}

private let minFirstFrameCoveragePercent = RuleOption(
  "min-share", 10, .percent, in: 0...100, source: .ownMeasurements,
  "minimum visible art in the first frame, as a percentage of the fullest frame")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let coverage = asset.measurements?.coverage, coverage.visiblePixelsByFrame.count > 1,
    coverage.maxVisiblePixels > 0,
    let first = coverage.visiblePixelsByFrame.first,
    let fullest = coverage.visiblePixelsByFrame.firstIndex(of: coverage.maxVisiblePixels)
  else { return [] }
  let limit = options[minFirstFrameCoveragePercent]
  guard first * 100 < coverage.maxVisiblePixels * limit else { return [] }
  let share = percentageRoundedToTenths(first, of: coverage.maxVisiblePixels)
  let shows = "the first frame shows \(wholeOrDecimalText(share))% of what frame \(fullest + 1) shows"
  return [
    Evidence(
      "\(shows) (minimum: \(limit)%)",
      MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent),
      at: .frame(0))
  ]
}
