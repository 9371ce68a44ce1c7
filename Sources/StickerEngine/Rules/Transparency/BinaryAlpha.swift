import StickerImage

extension Rule {
  static let binaryAlpha = Rule(
    id: "binary-alpha",
    severity: .hint,
    summary: "Curved outlines have soft edges.",
    reason: """
      A smooth curve needs semitransparent pixels along its edge. If every pixel is either solid or clear,
      the curve becomes a staircase that is visible on every bubble, even more so when it is enlarged. This is
      typical of GIFs, which have no semitransparent pixels.

      Straight sides do not need soft edges. Pixel art whose whole outline consists of squares of 2 px or more
      is jagged on purpose and passes.
      """,
    advice: """
      Export the original as PNG or APNG with antialiasing (smooth edges). Smooth edges cannot be added to \
      an image that was saved without them.
      """,
    messengerAdvice: messengerAdvice,
    options: [maxSteps],
    roles: .sentImages,
    exampleView: .outline, subject: .appearance, needs: .outlineSteps,
    examples: [
      .passes("a disc with a soft edge", .disc(300, 300)),
      .passes("a rectangle", .rectangle()),
      .passes("pixel art in squares of 10 px", .jagged(square: 10)),
      .fires(
        "a disc without antialiasing", .jagged(),
        message: "the edge is jagged (not antialiased)"),
    ],
    check: .asset(evaluate))
}

private func messengerAdvice(_ options: OptionValues) -> String? {
  let limits = options.messengerLimits
  guard !(limits.takes("PNG") && limits.takes("APNG")),
    let format = limits.bestStillFormat ?? limits.bestAnimationFormat
  else { return nil }
  return """
    Export the original as \(format) with antialiasing (smooth edges). Smooth edges cannot be added \
    to an image that was saved without them.
    """
}

private let maxSteps = RuleOption(
  "max-steps", 40, .unitless, in: 4...1_000_000, source: .ownMeasurements,
  "maximum number of steps in an outline that counts as straight")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let steps = asset.measurements?.outlineSteps, steps.hasBinaryAlpha, steps.gridSide == 1 else {
    return []
  }
  // If the messenger accepts only GIF for animations, soft edges are not possible.
  if asset.isAnimated, options.messengerLimits.bestAnimationFormat == "GIF" { return [] }
  let limit = options[maxSteps]
  guard steps.outlineTurns > limit else { return [] }
  return [
    Evidence(
      "the edge is jagged (not antialiased)",
      MeasuredValue(steps.outlineTurns, limit: limit, unit: .unitless),
      at: .canvas)
  ]
}
