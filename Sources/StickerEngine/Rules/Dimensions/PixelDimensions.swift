import StickerImage

extension Rule {
  /// Both sides lie within Apple's limits.
  static let pixelDimensions = Rule(
    id: RuleID.pixelDimensions,
    severity: .error,
    summary: "Both sides of a sticker lie between 300 and 618 px.",
    reason: """
      Apple asks for 100 to 206 points a side. A point is Apple's unit of size on the screen: 3 px of a
      sticker, which is always drawn for the sharpest screens (@3x), so that is 300 to 618 px. Messages
      enlarges smaller art, which then looks blurred beside its neighbors. Larger art has been seen in packs
      that shipped, but what is documented is what can be relied on.
      """,
    advice: """
      Export the art on a square canvas, for iMessage of 300, 408 or 618 px, with transparent space around it. \
      The fix command scales large art down, and enlarges or pads small art.
      """,
    messengerAdvice: messengerAdvice,
    fixes: [.downscale, .scaleToCanvas, .padToCanvas, .enlargeOrPad],
    parameters: Parameter.canvas,
    references: [.appleStickerSizes],
    roles: .sent,
    view: .whole, subject: .sight, grouping: Rule.Grouping(words: words),
    examples: [
      .passes("the large grid size", .disc(618, 618)),
      .passes("exactly the smallest size", .disc(300, 300)),
      .fires(
        "one side is a pixel too short", .disc(617, 299),
        message: "617 × 299 px: will look blurred, as Messages enlarges it: each side needs at least 300 px"),
      .fires(
        "exported at @4x", .disc(824, 824),
        message: "824 × 824 px: larger than documented: each side may have at most 618 px"),
      .fires(
        "a banner", .disc(900, 150),
        message: "900 × 150 px: larger than documented and too narrow: each side needs 300 to 618 px"),
      .fires(
        "where a messenger takes one canvas only", .disc(408, 408),
        message: "408 × 408 px: it must measure 512 × 512 px"
      ).under([.minPixels: .whole(512), .maxPixels: .whole(512)]),
      .fires(
        "where art is larger than that", .disc(824, 824),
        message: "824 × 824 px: it must measure 512 × 512 px"
      ).under([.minPixels: .whole(512), .maxPixels: .whole(512)]),
      .fires(
        "where both sides must be even", .disc(369, 300),
        message: "369 × 300 px: it must measure at most 370 × 320 px and have even sides"
      ).under([
        .minPixels: .whole(1), .maxWidth: .whole(370), .maxHeight: .whole(320),
        .requiresEvenSides: .word("yes"),
      ]),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.measurableCanvas else { return [] }
  let limits = settings.limits
  if limits.shapesCanvas { return onCanvas(canvas, asset, limits) }
  let (least, most) = (limits.minPixels, limits.maxPixels)
  let (isLong, isShort) = (canvas.longerSide > most, canvas.shorterSide < least)
  let message: String
  switch (isLong, isShort) {
  case (false, false): return []
  case (true, false): message = "larger than documented: each side may have at most \(most) px"
  case (false, true):
    message = "will look blurred, as Messages enlarges it: each side needs at least \(least) px"
  case (true, true):
    message = "larger than documented and too narrow: each side needs \(least) to \(most) px"
  }
  let figure =
    isLong
    ? MeasuredValue(canvas.longerSide, limit: most, unit: .pixels)
    : MeasuredValue(canvas.shorterSide, limit: least, unit: .pixels)
  let grid = asset.context.declaration?.metadata.gridSize
  let fix = isLong ? limits.fixForLargeArt(canvas, asset) : limits.fixForSmallArt(canvas, grid)
  return [Evidence("\(canvas): \(message)", figure, at: .canvas, fix: fix)]
}

extension MessengerLimits {
  /// Scales down. Art that is too narrow afterward is centered on an accepted canvas.
  fileprivate func fixForLargeArt(_ canvas: PixelSize, _ asset: Asset) -> Fix? {
    fit(canvas, isAnimated: asset.isAnimated).map { fit in
      fit.art == fit.canvas
        ? Fix(.downscale, sides.upperBound) : Fix(.scaleToCanvas, fit.canvas.width, fit.canvas.height)
    }
  }

  fileprivate func fixForSmallArt(_ art: PixelSize, _ grid: GridSize?) -> Fix {
    let (enlarged, padded) = canvases(forSmall: art, grid: grid)
    return Fix(.enlargeOrPad, enlarged.width, enlarged.height, padded.width, padded.height)
  }
}

/// Of a messenger that asks for more than sides between two figures.
private func onCanvas(_ canvas: PixelSize, _ asset: Asset, _ limits: MessengerLimits) -> [Evidence] {
  let isGIF = asset.container?.format == .gif
  guard !limits.allow(canvas, isAnimated: asset.isAnimated, isGIF: isGIF) else { return [] }
  let most = limits.most(isAnimated: asset.isAnimated)
  let isLong = canvas.width > most.width || canvas.height > most.height
  let isShort = canvas.shorterSide < limits.sides.lowerBound
  // What is neither is not square, or has an odd side, which no figure says.
  let figure =
    isLong
    ? MeasuredValue(canvas.longerSide, limit: most.longerSide, unit: .pixels)
    : isShort ? MeasuredValue(canvas.shorterSide, limit: limits.sides.lowerBound, unit: .pixels) : nil
  let fit = limits.fit(canvas, isAnimated: asset.isAnimated, isGIF: isGIF)
  let fix = fit.map {
    Fix($0.art == canvas ? .padToCanvas : .scaleToCanvas, $0.canvas.width, $0.canvas.height)
  }
  let words = limits.canvasInWords(isAnimated: asset.isAnimated, isGIF: isGIF)
  return [Evidence("\(canvas): it must \(words)", figure, at: .canvas, fix: fix)]
}

private func messengerAdvice(_ settings: Settings) -> String? {
  let limits = settings.limits
  if limits.hasFixedCanvas {
    return """
      Scale the art to fit, and export it with transparent space around it: its canvas must \
      \(limits.canvasInWords).
      """
  }
  if limits.shapesCanvas {
    return "Export the art on a canvas that is taken: it must \(limits.canvasInWords)."
  }
  guard limits.sides != MessengerLimits.apple.sides else { return nil }
  let (least, most) = (numberText(limits.sides.lowerBound), numberText(limits.sides.upperBound))
  return "Export the art on a square canvas of \(least) to \(most) px, with transparent space around it."
}

private func words(_ shared: SharedFinding, _ settings: Settings) -> String {
  let (limits, largest) = (settings.limits, shared.extreme(largest: true))
  if limits.shapesCanvas {
    let verdict = shared.isTooLittle ? "are too small" : "do not fit"
    return "\(verdict), the largest \(largest): each must \(limits.canvasInWords)"
  }
  // `grid-size` reports the size that fits the grid of the pack.
  return shared.isTooLittle
    ? "are too small, the largest \(largest) (minimum: \(limits.sides.lowerBound) px per side)"
    : "are too large, the largest \(largest) (limit: \(limits.sides.upperBound) px per side)"
}
