import StickerImage

extension Rule {
  /// The art was drawn at its size.
  static let enlargedArt = Rule(
    id: "enlarged-art",
    severity: .hint,
    summary: "The art was not blown up from a smaller size.",
    reason: """
      Enlarging adds pixels and no detail: smooth art turns soft, pixel art gets squares of different sizes.
      Beside a neighbor that was exported at its size both look poor.

      In art of its own size some edges are one or two pixels wide, however soft others are meant to be; art
      that was enlarged three times has none below three. Pixel art whose squares are all alike was made
      that way and passes; so do photographs.
      """,
    advice: """
      Export from the original at the size that is needed. Enlarge pixel art by whole numbers, without \
      smoothing ("nearest neighbor").
      """,
    parameters: [maxEdge],
    roles: .sent,
    view: .outline, subject: .sight, needs: [.sharpness, .border],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a sharp face", .face(smiling: true)),
      .passes("a soft glow around a sharp disc", .glowing()),
      .passes("pixel art in squares of 10 px", .jagged(square: 10)),
      .fires(
        "a soft face: from a quarter of the size", .blownUp(4),
        message: "the art looks blown up: its sharpest edges are 4 px wide; at most 2.5 px are sharp"),
      .fires(
        "pixel art enlarged to 340%", .unevenSquares(),
        message: "the art looks blown up: its squares are 3 to 4 px wide; in sharp pixel art all are alike"),
    ],
    check: .asset(evaluate))
}

private let maxEdge = Parameter(
  "max-edge", 2.5, .pixels, in: 2...16, source: .measured,
  "how wide the sharpest twentieth of all edges may be")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let measurements = asset.measurements, let sharpness = measurements.sharpness,
    !measurements.hasSolidBackground
  else {
    return []
  }
  if let squares = sharpness.squares {
    let sides =
      squares.count == 1 ? "\(squares.lowerBound)" : "\(squares.lowerBound) to \(squares.upperBound)"
    return [
      Evidence(
        "the art looks blown up: its squares are \(sides) px wide; in sharp pixel art all are alike",
        at: .canvas)
    ]
  }
  let limit = settings.real(maxEdge)
  guard let width = sharpness.sharpest, sharpness.isDrawn, width > limit else { return [] }
  let shown = (width * 10).rounded(.up) / 10
  return [
    Evidence(
      """
      the art looks blown up: its sharpest edges are \(tenths(shown)) px wide; at most \(tenths(limit)) px \
      are sharp
      """, MeasuredValue(shown, limit: limit, unit: .pixels), at: .canvas)
  ]
}
