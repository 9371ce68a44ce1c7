import StickerImage
public import StickerModel

extension Rule {
  /// Curves have soft edges.
  public static let binaryAlpha = Rule(
    id: "binary-alpha",
    severity: .hint,
    summary: "A curved outline has soft edges.",
    reason: """
      Where every pixel is either opaque or transparent, a curve is a staircase: jagged on every bubble,
      and more so enlarged. It is typical of GIF, which has no translucent pixels. Straight sides need
      none, and pixel art, whose whole outline keeps to squares of 2 px or more, wants none.
      """,
    advice:
      "Export as PNG or APNG with antialiasing from the original: soft edges cannot be made up afterwards.",
    parameters: [maxSteps],
    roles: .sent,
    view: .outline, needs: .steps,
    examples: [
      .passes("a soft edge", .disc(300, 300)),
      .passes("a rectangle", .sheet()),
      .passes("pixel art in squares of 10 px", .jagged(square: 10)),
      .fires(
        "a disc without antialiasing", .jagged(),
        message: """
          the outline has 604 steps and no translucent pixel: its curves are jagged; up to 40 steps pass as \
          straight
          """),
    ],
    check: .asset(judge))
}

private let maxSteps = Parameter(
  "max-steps", 40, .number, in: 4...1_000_000, source: .measured,
  "how many steps an outline of straight sides may have")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let steps = asset.survey?.steps, steps.isBinary, steps.grid == 1 else { return [] }
  let limit = settings[maxSteps]
  guard steps.turns > limit else { return [] }
  return [
    Evidence(
      """
      the outline has \(grouped(steps.turns)) steps and no translucent pixel: its curves are jagged; up to \
      \(limit) steps pass as straight
      """, Figure(steps.turns, limit: limit, unit: .number), at: .canvas)
  ]
}
