import StickerImage

extension Rule {
  /// Nothing flashes so that it can hurt.
  static let flashing = Rule(
    id: RuleID.flashing,
    severity: .warning,
    summary: "No large part of an animation flashes more than three times in a second.",
    reason: """
      Flashing light can trigger seizures. The web's accessibility guidelines (WCAG 2.3.1) allow three flashes
      in any second. A flash is a clear change of brightness and back again, or one to a saturated red and
      back. WCAG ignores small flashes, measured by how large they appear to the eye; a sticker can be
      enlarged and can be on the screen many times, so here a quarter of the canvas counts as large. Blinking
      in and out is a flash as well: the animation is judged on white and on black, and from its last frame to
      its first.
      """,
    advice: """
      Show each of the two states for at least 150 ms, make the difference between them smaller, or let only \
      a small part of the art flash.
      """,
    parameters: [maxArea],
    references: [.wcagFlashing],
    roles: [.sticker],
    view: .whole, subject: .sight, needs: .flashes,
    examples: [
      .passes(
        "white and black, three flashes a second: each frame stays 167 ms",
        .flashing([.white, .black], milliseconds: 167)),
      .passes(
        "a faint change: white and a pale gray, 50 ms each",
        .flashing([.white, .paleGray], milliseconds: 50)),
      .passes(
        "a small light: ten flashes a second on less than a quarter of the canvas",
        .flashing([.white, .black], milliseconds: 50, scale: 0.5)),
      .fires(
        "white and black, ten flashes a second: each frame stays 50 ms",
        .flashing([.white, .black], milliseconds: 50),
        message: """
          58.3% of the canvas flashes 10 times a second (frames 1-8); at most 25% may flash more than \
          three times
          """),
      .fires(
        "saturated red and an equally bright gray, five flashes a second: 100 ms each",
        .flashing([.pureRed, .middleGray], milliseconds: 100),
        message: """
          58% of the canvas flashes red 5 times a second (frames 1-8); at most 25% may flash more than \
          three times
          """),
    ],
    check: .asset(evaluate),
    marks: { asset, _ in (asset.measurements?.flashes?.worst?.frames).map { [.frames($0)] } ?? [] })
}

private let maxArea = Parameter(
  "max-area", 25, .percent, in: 0...100, source: .wcagFlashing,
  "how much of the canvas may flash more than three times in a second")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let worst = asset.measurements?.flashes?.worst, let first = worst.frames.first else { return [] }
  let limit = settings[maxArea]
  let share = (worst.area * 1000).rounded(.down) / 10
  guard worst.area * 100 > Double(limit) else { return [] }
  let flashes = worst.kind == .red ? "flashes red" : "flashes"
  let rate = tenths((worst.perSecond * 10).rounded() / 10)
  return [
    Evidence(
      "\(tenths(share))% of the canvas \(flashes) \(rate) times a second (\(named(frames: worst.frames))); "
        + "at most \(limit)% may flash more than three times",
      MeasuredValue(share, limit: Double(limit), unit: .percent), at: .frame(first))
  ]
}
