import StickerImage

extension Rule {
  static let enlargedArt = Rule(
    id: "enlarged-art",
    severity: .hint,
    summary: "The art is not enlarged from a smaller size.",
    reason: """
      Enlarging adds pixels but no detail. Smooth art becomes soft, and pixel art gets squares of different
      sizes. Both look poor next to a sticker that was exported at its final size.

      In art that was drawn at its final size, some edges are one or two pixels wide, even if others are soft
      on purpose. Art that was enlarged by a factor of three has no edge narrower than three pixels. Pixel art
      whose squares are all the same size is intentional and passes. Photographs pass, too.
      """,
    advice: """
      Export the original at the size you need. Enlarge pixel art by integer factors, without smoothing \
      ("nearest neighbor").
      """,
    options: [maxSharpestEdgeWidthPixels],
    roles: .stickerAndFrameRoles,
    exampleView: .enlargedOutline, checkedAspect: .appearance, requiredMeasurements: [.sharpness, .border],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a sharp face", .face(smiling: true)),
      .passes("a soft glow around a sharp disc", .glowingDisc()),
      .passes("pixel art made of 10 px squares", .jaggedDisc(squareSide: 10)),
      .fires(
        "a soft face, enlarged from a quarter of the size", .faceSoftAsIfEnlarged(by: 4),
        message: "the art looks enlarged: its sharpest edges are 4 px wide (limit: 2.5 px)"),
      .fires(
        "pixel art enlarged to 340%", .unevenPixelArt(),
        message: "the art looks enlarged: its squares are 3 to 4 px wide (all should be the same size)"),
    ],
    check: .asset(evaluate))
}

private let maxSharpestEdgeWidthPixels = RuleOption(
  "max-edge", 2.5, .pixels, in: 2...16, source: .ownMeasurements,
  "maximum width of the sharpest 5% of all edges")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let measurements = asset.measurements, let sharpness = measurements.sharpness,
    !measurements.hasSolidBackground
  else {
    return []
  }
  if let squares = sharpness.unevenSquareSides {
    let sides =
      squares.count == 1 ? "\(squares.lowerBound)" : "\(squares.lowerBound) to \(squares.upperBound)"
    return [
      Evidence(
        "the art looks enlarged: its squares are \(sides) px wide (all should be the same size)",
        at: .canvas)
    ]
  }
  let limit = options.doubleValue(maxSharpestEdgeWidthPixels)
  guard let width = sharpness.sharpestEdgeWidth, sharpness.hasFlatColors, width > limit else {
    return []
  }
  let shown = (width * 10).rounded(.up) / 10
  return [
    Evidence(
      """
      the art looks enlarged: its sharpest edges are \(wholeOrDecimalText(shown)) px wide (limit: \(wholeOrDecimalText(limit)) px)
      """, MeasuredValueAndLimit(shown, limit: limit, unit: .pixels), at: .canvas)
  ]
}
