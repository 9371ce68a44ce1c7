import StickerImage

extension Rule {
  /// No rests of a white background.
  static let whiteHalo = Rule(
    id: "white-halo",
    severity: .hint,
    summary: "A hard outline carries no rests of a white background.",
    reason: """
      A magic wand takes what is white, and leaves the pixels at the edge that are a mixture of white and art:
      a ragged pale rim, which shows on every bubble but a white one.

      To tell that, the art is followed inward from each pixel of a hard outline. Where the outermost pixels
      are mixed with white, some more and some less, that is a rest. A rim of one color was drawn: the white
      border of a die-cut sticker, the outline of pixel art. Soft edges are for `matte-fringe`.
      """,
    advice: """
      Export from the layered original with a transparent background, or shrink the selection by 2 px before \
      you clear it, with a soft edge.
      """,
    parameters: [maxShare, minEdge],
    roles: .sent,
    view: .outline, subject: .sight, needs: [.whiteRim, .steps],
    examples: [
      .passes("a soft edge", .disc(300, 300)),
      .passes("a white border of one width", .bordered()),
      .passes("a hard edge without rests", .jagged()),
      .fires(
        "cut out of white by a magic wand", .wanded(),
        message: """
          the outline is ragged with white: 65.9% of it carries rests of a white background; at most 30% may
          """),
    ],
    check: .asset(evaluate),
    marks: { asset, settings in
      guard let rim = asset.measurements?.whiteRim, !evaluate(asset, settings).isEmpty else { return [] }
      return [.points(rim.places, frame: rim.frame)]
    })
}

private let maxShare = Parameter(
  "max-share", 30, .percent, in: 0...100, source: .measured,
  "how much of a hard outline may be mixed with white")
private let minEdge = Parameter(
  "min-edge", 40, .pixels, in: 1...100_000, source: .measured,
  "how many pixels of a hard outline there must be to be judged")

/// A rim that differs less from place to place, in its mixture or in its color, was drawn.
private let (minUnevenness, minColorSpread) = (0.08, 16.0)

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let measurements = asset.measurements, let rim = measurements.whiteRim,
    rim.edgePixels >= settings[minEdge],
    rim.unevenness >= minUnevenness, rim.colorSpread >= minColorSpread
  else { return [] }
  if let steps = measurements.steps, steps.isBinary, steps.grid > 1 { return [] }  // pixel art
  let limit = settings[maxShare]
  guard rim.rimPixels * 100 > rim.edgePixels * limit else { return [] }
  let share = percent(rim.rimPixels, of: rim.edgePixels, rounding: .up)
  return [
    Evidence(
      """
      the outline is ragged with white: \(tenths(share))% of it carries rests of a white background; at \
      most \(limit)% may
      """, MeasuredValue(share, limit: Double(limit), unit: .percent), at: .canvas)
  ]
}
