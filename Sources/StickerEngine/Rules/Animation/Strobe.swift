import StickerImage

extension Rule {
  static let strobe = Rule(
    id: RuleID.strobe,
    severity: .hint,
    summary: "No large part of an animation changes color eight or more times per second.",
    reason: """
      Colors that jump between hues many times per second are hard to look at, even if their brightness stays the
      same. `flashing` reports changes in brightness.

      The rule compares the hue and saturation of each frame with those of the next one, and counts the jumps at
      each point of the canvas. It includes the change from the last frame to the first.
      """,
    advice: """
      Show each color for at least 150 ms, use colors that are closer to each other, or change the color of a \
      smaller part of the art.
      """,
    options: [minReportedStrobeAreaPercent],
    references: [.oklab],
    roles: [.sticker],
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: .flashes,
    examples: [
      .passes(
        "coral and teal, six changes per second: each frame lasts 167 ms",
        .flashingDisc([.coral, .teal], milliseconds: 167)),
      .passes(
        "a small area: twenty changes per second on less than a fifth of the canvas",
        .flashingDisc([.coral, .teal], milliseconds: 50, scale: 0.5)),
      .fires(
        "coral and teal, twenty changes per second: each frame lasts 50 ms",
        .flashingDisc([.coral, .teal], milliseconds: 50),
        message: """
          the colors of 58% of the canvas change 20 times per second (limit: fewer than 8 times, for areas of \
          at least 20%)
          """),
    ],
    check: .asset(evaluate),
    markedAreasOverride: { asset, _ in
      asset.container.map { [.frames(Array(0..<max(1, $0.frameCount)))] } ?? []
    })
}

private let minReportedStrobeAreaPercent = RuleOption(
  "max-area", 20, .percent, in: 0...100, source: .ownMeasurements,
  "smallest share of the canvas that is reported if it changes color eight or more times per second")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let strobe = asset.measurements?.flashes?.strobe else { return [] }
  let limit = options[minReportedStrobeAreaPercent]
  let share = (strobe.areaShare * 1000).rounded(.down) / 10
  guard strobe.areaShare * 100 >= Double(limit) else { return [] }
  let rate = wholeOrDecimalText((strobe.fastestPointJumpsPerSecond * 10).rounded() / 10)
  return [
    Evidence(
      "the colors of \(wholeOrDecimalText(share))% of the canvas change \(rate) times per second "
        + "(limit: fewer than 8 times, for areas of at least \(limit)%)",
      MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent), at: .frame(0))
  ]
}
