import StickerImage

extension Rule {
  static let binaryAlpha = Rule(
    id: "binary-alpha",
    severity: .hint,
    summary: "Curved outlines have soft edges.",
    reason: """
      A smooth curve needs semitransparent pixels along its edge. If every pixel is either opaque or
      transparent, the curve becomes a staircase that is visible on every bubble. This is typical of GIFs,
      which have no semitransparent pixels.

      The rule checks the slanted and curved parts of the outline, and counts the pixels with a
      semitransparent neighbor. Straight sides do not need such pixels. Pixel art is jagged on purpose and
      passes, and so does art whose pixels are too small to see. If a pixel is at least 1.5 device pixels
      wide, the finding is a warning.
      """,
    advice: """
      Export the original as PNG or APNG with antialiasing (smooth edges). Smooth edges cannot be added to \
      an image that was saved without them.
      """,
    messengerAdvice: adviceForMessengerLimits,
    options: [minAntialiasedPercent],
    roles: .stickerAndFrameRoles,
    exampleView: .enlargedOutline, checkedAspect: .appearance, requiredMeasurements: .jaggedOutline,
    examples: [
      .passes("a disc with a soft edge", .disc(300, 300)),
      .passes("a rectangle", .rectangle()),
      .passes("pixel art made of 10 px squares", .jaggedDisc(squareSide: 10)),
      .fires(
        "a disc without antialiasing", .jaggedDisc(),
        message: "the outline is jagged: 0% of its curves are antialiased (minimum: 35%)"),
    ],
    check: .asset(evaluate),
    markedAreasOverride: { asset, options in
      guard let outline = asset.measurements?.jaggedOutline, !evaluate(asset, options).isEmpty else {
        return []
      }
      return [.pixels(outline.hardPixelPositions, frame: outline.mostJaggedFrameIndex)]
    })
}

private func adviceForMessengerLimits(_ options: OptionValues) -> String? {
  let limits = options.messengerLimits
  guard !(limits.accepts("PNG") && limits.accepts("APNG")),
    let format = limits.bestStillFormat ?? limits.bestAnimationFormat
  else { return nil }
  return """
    Export the original as \(format) with antialiasing (smooth edges). Smooth edges cannot be added \
    to an image that was saved without them.
    """
}

private let minAntialiasedPercent = RuleOption(
  "min-soft", 35, .percent, in: 0...50, source: .ownMeasurements,
  "minimum share of slanted outline pixels that are next to a semitransparent pixel")

/// An outline with fewer slanted pixels, or with a smaller share of them, looks straight.
private let (minSlantedPixels, minSlantedShare) = (24, 0.3)
/// The pixel sizes, in device pixels, above which steps are visible and above which they are obvious, if the
/// image is shown 408 device pixels wide.
private let (minVisiblePixelSize, minObviousPixelSize) = (0.75, 1.5)

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let outline = asset.measurements?.jaggedOutline, outline.slantedPixels >= minSlantedPixels,
    outline.slantedShare >= minSlantedShare, let canvas = asset.canvas
  else { return [] }
  // If the messenger accepts only GIF for animations, soft edges are not possible.
  if asset.isAnimated, options.messengerLimits.bestAnimationFormat == "GIF" { return [] }
  let (limit, soft) = (options[minAntialiasedPercent], outline.slantedPixels - outline.hardPixels)
  let pixel = 408 / Double(canvas.longerSide)
  guard soft * 100 < outline.slantedPixels * limit, pixel >= minVisiblePixelSize else { return [] }
  let share = percentageRoundedToTenths(soft, of: outline.slantedPixels, rounding: .down)
  return [
    Evidence(
      """
      the outline is jagged: \(wholeOrDecimalText(share))% of its curves are antialiased (minimum: \(limit)%)
      """, MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent), at: .canvas,
      severity: pixel >= minObviousPixelSize ? .warning : nil)
  ]
}
