import StickerImage

extension Rule {
  static let whiteHalo = Rule(
    id: "white-halo",
    severity: .hint,
    summary: "Hard outlines have no remnants of a white background.",
    reason: """
      A magic wand selects white pixels and leaves the pixels at the edge that are a mixture of white and art.
      The result is a ragged, pale rim that shows on every bubble except a white one.

      The rule follows the art inward from each pixel of a hard outline. If the outermost pixels are mixed
      with white to varying degrees, they are remnants of a background. A rim of one color, such as the white
      border of a die-cut sticker or the outline of pixel art, was drawn. `matte-fringe` checks soft edges.
      """,
    advice: """
      Export the layered original with a transparent background, or shrink the selection by 2 px and give it \
      a soft edge before you clear it.
      """,
    options: [maxShare, minEdge],
    roles: .sentImages,
    exampleView: .outline, subject: .appearance, needs: [.whiteRim, .outlineSteps],
    examples: [
      .passes("a soft edge", .disc(300, 300)),
      .passes("a white border of even width", .bordered()),
      .passes("a hard edge without remnants", .jagged()),
      .fires(
        "art cut out of a white background with the magic wand tool", .magicWandCutout(),
        message: "the outline has a ragged white rim: 65.9% of it is mixed with white (limit: 30%)"),
    ],
    check: .asset(evaluate),
    marks: { asset, options in
      guard let rim = asset.measurements?.whiteRim, !evaluate(asset, options).isEmpty else { return [] }
      return [.points(rim.positions, frame: rim.frame)]
    })
}

private let maxShare = RuleOption(
  "max-share", 30, .percent, in: 0...100, source: .ownMeasurements,
  "maximum share of a hard outline that may be mixed with white")
private let minEdge = RuleOption(
  "min-edge", 40, .pixels, in: 1...100_000, source: .ownMeasurements,
  "minimum number of pixels in a hard outline for the rule to check it")

/// A rim with less variation in its mixture or its color was drawn.
private let (minUnevenness, minColorSpread) = (0.08, 16.0)

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let measurements = asset.measurements, let rim = measurements.whiteRim,
    rim.edgePixels >= options[minEdge],
    rim.whiteShareDeviation >= minUnevenness, rim.colorDeviation >= minColorSpread
  else { return [] }
  // Pixel art.
  if let steps = measurements.outlineSteps, steps.hasBinaryAlpha, steps.gridSide > 1 { return [] }
  let limit = options[maxShare]
  guard rim.rimPixels * 100 > rim.edgePixels * limit else { return [] }
  let share = percent(rim.rimPixels, of: rim.edgePixels, rounding: .up)
  return [
    Evidence(
      """
      the outline has a ragged white rim: \(decimalText(share))% of it is mixed with white (limit: \(limit)%)
      """, MeasuredValue(share, limit: Double(limit), unit: .percent), at: .canvas)
  ]
}
