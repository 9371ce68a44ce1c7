import StickerImage

extension Rule {
  static let flashing = Rule(
    id: RuleID.flashing,
    severity: .warning,
    summary: "No large part of an animation flashes more than three times per second.",
    reason: """
      Flashing light can trigger seizures. The Web Content Accessibility Guidelines (WCAG 2.3.1) allow at most
      three flashes per second. A flash is a clear change in brightness and back, or a change to a saturated
      red and back.

      WCAG ignores flashes that fill only a small part of the field of view (less than 21,824 square points on
      a screen that is close to the eye). Even a whole sticker of 136 × 136 points is smaller than that. This
      rule is stricter on purpose, because a sticker can be enlarged and can appear on the screen many times.
      It checks flashes on more than a quarter of the canvas.

      Motion alone does not count as flashing: the mean brightness of the canvas must also flash at least four
      times per second. Art that blinks in and out also flashes, so the rule checks the animation on white and
      on black. It includes the change from the last frame to the first.
      """,
    advice: """
      Show each of the two states for at least 150 ms, make the difference between them smaller, or let only \
      a small part of the art flash.
      """,
    options: [maxFlashingAreaPercent],
    references: [.wcagFlashing],
    roles: [.sticker],
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: .flashes,
    examples: [
      .passes(
        "white and black, three flashes per second: each frame lasts 167 ms",
        .flashingDisc([.white, .black], milliseconds: 167)),
      .passes(
        "a faint change: white and a pale gray, 50 ms each",
        .flashingDisc([.white, .paleGray], milliseconds: 50)),
      .passes(
        "a small area: ten flashes per second on less than a quarter of the canvas",
        .flashingDisc([.white, .black], milliseconds: 50, scale: 0.5)),
      .fires(
        "white and black, ten flashes per second: each frame lasts 50 ms",
        .flashingDisc([.white, .black], milliseconds: 50),
        message: """
          58.3% of the canvas (frames 1-8) flashes 10 times per second (limit: 3 times, for areas above 25%)
          """),
      .fires(
        "saturated red and an equally bright gray, five flashes per second: 100 ms each",
        .flashingDisc([.pureRed, .middleGray], milliseconds: 100),
        message: """
          58% of the canvas (frames 1-8) flashes red 5 times per second (limit: 3 times, for areas above 25%)
          """),
    ],
    check: .asset(evaluate),
    markedAreasOverride: { asset, _ in
      (asset.measurements?.flashes?.worst?.frames).map { [.frames($0)] } ?? []
    })
}

private let maxFlashingAreaPercent = RuleOption(
  "max-area", 25, .percent, in: 0...100, source: .wcagFlashing,
  "maximum share of the canvas that may flash more than three times per second")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let worst = asset.measurements?.flashes?.worst, let first = worst.frames.first else { return [] }
  let limit = options[maxFlashingAreaPercent]
  let share = (worst.areaShare * 1000).rounded(.down) / 10
  guard worst.areaShare * 100 > Double(limit) else { return [] }
  let flashes = worst.kind == .red ? "flashes red" : "flashes"
  let rate = wholeOrDecimalText((worst.fastestPointFlashesPerSecond * 10).rounded() / 10)
  return [
    Evidence(
      "\(wholeOrDecimalText(share))% of the canvas (\(frameNumbersText(forIndices: worst.frames))) \(flashes) \(rate) times per second "
        + "(limit: 3 times, for areas above \(limit)%)",
      MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent), at: .frame(first))
  ]
}
