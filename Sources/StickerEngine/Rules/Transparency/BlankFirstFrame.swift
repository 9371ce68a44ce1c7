import StickerImage

extension Rule {
  /// The first frame stands for the sticker.
  static let blankFirstFrame = Rule(
    id: "blank-first-frame",
    severity: .warning,
    summary: "The first frame of an animation shows the sticker.",
    reason: """
      The drawer, the recent stickers and everybody who has turned motion off show the first frame. An
      animation that fades or pops in begins with next to nothing there.
      """,
    advice: "Start the loop at a full frame: move the frames before it to the end.",
    parameters: [minShare],
    view: .whole, subject: .sight, needs: .coverage,
    examples: [
      .passes("full from the start", .bouncing()),
      .passes("a still, however small", .disc(300, 300)),
      .fires(
        "it pops in from nothing", .growing([0, 50, 100]),
        message: "the first frame shows 0% of what frame 3 shows; at least 10% should be there"),
      .fires(
        "it grows from a dot", .growing([20, 60, 100, 60]),
        message: "the first frame shows 4.1% of what frame 3 shows; at least 10% should be there"),
    ],
    check: .asset(evaluate))
}

private let minShare = Parameter(
  "min-share", 10, .percent, in: 0...100, source: .measured,
  "how much the first frame must show of what the fullest frame shows")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let coverage = asset.measurements?.coverage, coverage.visiblePixels.count > 1, coverage.fullest > 0,
    let first = coverage.visiblePixels.first,
    let fullest = coverage.visiblePixels.firstIndex(of: coverage.fullest)
  else { return [] }
  let limit = settings[minShare]
  guard first * 100 < coverage.fullest * limit else { return [] }
  let share = percent(first, of: coverage.fullest)
  let shows = "the first frame shows \(tenths(share))% of what frame \(fullest + 1) shows"
  return [
    Evidence(
      "\(shows); at least \(limit)% should be there",
      MeasuredValue(share, limit: Double(limit), unit: .percent),
      at: .frame(0))
  ]
}
