import StickerImage
public import StickerModel

extension Rule {
  /// Nothing flashes so that it can hurt.
  public static let flashing = Rule(
    id: "flashing",
    severity: .warning,
    summary: "No large part of an animation flashes more than three times in a second.",
    reason: """
      Flashing light can trigger seizures. WCAG 2.3.1 draws the line at three flashes in any second: a flash
      is a change of brightness there and back, or one to and from a saturated red. Its area there is a
      quarter of ten degrees of the visual field; here it is a quarter of the canvas, since people enlarge
      stickers and put many on one screen. Blinking in and out is a flash as well: the animation is watched
      over white and over black, and over the seam where it starts again.
      """,
    advice: """
      Let the change take at least 150 ms in each direction, make it fainter, or keep it to a small part of \
      the art.
      """,
    parameters: [maxArea],
    references: [.wcagFlashing],
    roles: [.sticker],
    view: .whole, needs: .flashes,
    examples: [
      .passes("three flashes a second", .flashing([.white, .black], milliseconds: 167)),
      .passes("a faint change", .flashing([.white, .paleGray], milliseconds: 50)),
      .passes("a small light", .flashing([.white, .black], milliseconds: 50, scale: 0.5)),
      .fires(
        "white and black in turn", .flashing([.white, .black], milliseconds: 50),
        message: """
          58.3 % of the canvas flashes 10 times a second (frames 1-8); at most 25 % may flash more than \
          three times
          """),
      .fires(
        "saturated red in turn with a gray that is as bright",
        .flashing([.pureRed, .middleGray], milliseconds: 100),
        message: """
          58 % of the canvas flashes red 5 times a second (frames 1-8); at most 25 % may flash more than \
          three times
          """),
    ],
    check: .asset(judge))
}

private let maxArea = Parameter(
  "max-area", 25, .percent, in: 0...100, source: .wcagFlashing,
  "how much of the canvas may flash more than three times in a second")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let worst = asset.survey?.flashes?.worst, let first = worst.frames.first else { return [] }
  let limit = settings[maxArea]
  let share = (worst.area * 1000).rounded(.down) / 10
  guard worst.area * 100 > Double(limit) else { return [] }
  let flashes = worst.kind == .red ? "flashes red" : "flashes"
  let rate = tenths((worst.perSecond * 10).rounded() / 10)
  return [
    Evidence(
      "\(tenths(share)) % of the canvas \(flashes) \(rate) times a second (\(named(frames: worst.frames))); "
        + "at most \(limit) % may flash more than three times",
      Figure(share, limit: Double(limit), unit: .percent), at: .frame(first))
  ]
}
