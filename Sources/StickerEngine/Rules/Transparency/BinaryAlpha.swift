import StickerImage

extension Rule {
  /// Curves have soft edges.
  static let binaryAlpha = Rule(
    id: "binary-alpha",
    severity: .hint,
    summary: "A curved outline has soft edges.",
    reason: """
      A smooth curve needs half-transparent pixels along its edge. Where every pixel is either solid or clear,
      the curve becomes a staircase that shows on every bubble, and more so when it is enlarged. That is
      typical of GIF, which has no half-transparent pixels.

      Straight sides need none. Pixel art, whose whole outline is made of squares of 2 px or more, is jagged
      on purpose and passes.
      """,
    advice: """
      Export from the original as PNG or APNG with antialiasing (smooth edges); they cannot be added to a \
      picture that was saved without.
      """,
    messengerAdvice: messengerAdvice,
    parameters: [maxSteps],
    roles: .sent,
    view: .outline, subject: .sight, needs: .steps,
    examples: [
      .passes("a disc with a soft edge", .disc(300, 300)),
      .passes("a rectangle", .sheet()),
      .passes("pixel art in squares of 10 px", .jagged(square: 10)),
      .fires(
        "a disc without antialiasing", .jagged(),
        message: "the edge is jagged: it has no soft pixels"),
    ],
    check: .asset(evaluate))
}

private func messengerAdvice(_ settings: Settings) -> String? {
  let limits = settings.limits
  guard !(limits.takes("PNG") && limits.takes("APNG")),
    let format = limits.bestStill ?? limits.bestAnimation
  else { return nil }
  return """
    Export from the original as \(format) with antialiasing (smooth edges); they cannot be added \
    to a picture that was saved without.
    """
}

private let maxSteps = Parameter(
  "max-steps", 40, .number, in: 4...1_000_000, source: .measured,
  "how many steps an outline may have and still count as straight")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let steps = asset.measurements?.steps, steps.isBinary, steps.grid == 1 else { return [] }
  // Nobody can help it where nothing but a GIF may move.
  if asset.isAnimated, settings.limits.bestAnimation == "GIF" { return [] }
  let limit = settings[maxSteps]
  guard steps.turns > limit else { return [] }
  return [
    Evidence(
      "the edge is jagged: it has no soft pixels", MeasuredValue(steps.turns, limit: limit, unit: .number),
      at: .canvas)
  ]
}
