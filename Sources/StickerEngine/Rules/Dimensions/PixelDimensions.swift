import StickerImage

extension Rule {
  static let pixelDimensions = Rule(
    id: RuleID.pixelDimensions,
    severity: .error,
    summary: "The width and the height of a sticker are each 300 to 618 px.",
    reason: """
      Apple requires 100 to 206 points per side. A point is Apple's unit of length on screens. A sticker is
      always drawn for the sharpest screens (@3x), where a point is 3 px, so the range is 300 to 618 px.

      Messages enlarges smaller art, which then looks blurred next to its neighbors. Some published packs
      contain larger art, but only the documented limits are reliable.
      """,
    advice: """
      Export the art on a square canvas (300, 408 or 618 px for iMessage), with transparent space around it.
      """,
    messengerAdvice: adviceForMessengerLimits,
    fixes: [.downscale, .scaleDownToCanvas, .padToCanvas, .enlargeOrPad],
    options: RuleOption.canvasOptions,
    references: [.appleStickerSizes],
    roles: .stickerAndFrameRoles,
    exampleView: .whole, checkedAspect: .appearance,
    groupingOverride: Rule.Grouping(message: groupMessageWithoutSubject),
    examples: [
      .passes("the large grid size", .disc(618, 618)),
      .passes("exactly the minimum size", .disc(300, 300)),
      .fires(
        "one side is a pixel too short", .disc(617, 299),
        message: "617 × 299 px: too small, so Messages enlarges and blurs it (minimum: 300 px per side)"),
      .fires(
        "exported at @4x", .disc(824, 824),
        message: "824 × 824 px: too large (limit: 618 px per side)"),
      .fires(
        "a banner", .disc(900, 150),
        message: "900 × 150 px: too large and too narrow (allowed: 300 to 618 px per side)"),
      .fires(
        "a messenger that accepts only one canvas size", .disc(408, 408),
        message: "408 × 408 px: the canvas must measure 512 × 512 px"
      ).withOptions([.minSidePixels: .whole(512), .maxSidePixels: .whole(512)]),
      .fires(
        "art larger than the only canvas size that is accepted", .disc(824, 824),
        message: "824 × 824 px: the canvas must measure 512 × 512 px"
      ).withOptions([.minSidePixels: .whole(512), .maxSidePixels: .whole(512)]),
      .fires(
        "a messenger that requires even sides", .disc(369, 300),
        message: "369 × 300 px: the canvas must measure at most 370 × 320 px and have even sides"
      ).withOptions([
        .minSidePixels: .whole(1), .maxWidth: .whole(370), .maxHeight: .whole(320),
        .requiresEvenSides: .word("yes"),
      ]),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let canvas = asset.canvasWithinResourceLimits else { return [] }
  let limits = options.messengerLimits
  if limits.restrictsCanvasBeyondSideRange { return canvasRequirementEvidence(canvas, asset, limits) }
  let (least, most) = (limits.minSidePixels, limits.maxSidePixels)
  let (isLong, isShort) = (canvas.longerSide > most, canvas.shorterSide < least)
  let message: String
  switch (isLong, isShort) {
  case (false, false): return []
  case (true, false): message = "too large (limit: \(most) px per side)"
  case (false, true):
    message = "too small, so Messages enlarges and blurs it (minimum: \(least) px per side)"
  case (true, true):
    message = "too large and too narrow (allowed: \(least) to \(most) px per side)"
  }
  let figure =
    isLong
    ? MeasuredValueAndLimit(canvas.longerSide, limit: most, unit: .pixels)
    : MeasuredValueAndLimit(canvas.shorterSide, limit: least, unit: .pixels)
  let grid = asset.context.packDeclaration?.metadata.gridSize
  let fix = isLong ? limits.fixForLargeArt(canvas, asset) : limits.fixForSmallArt(canvas, grid)
  return [Evidence("\(canvas): \(message)", figure, at: .canvas, fix: fix)]
}

extension MessengerLimits {
  /// A fix that scales the art down and, if it is too narrow afterward, centers it on an accepted canvas.
  fileprivate func fixForLargeArt(_ canvas: PixelSize, _ asset: Asset) -> Fix? {
    artAndCanvasWithoutUpscaling(for: canvas, isAnimated: asset.isAnimated).map { fit in
      fit.art == fit.canvas
        ? Fix(.downscale, sidePixels.upperBound) : Fix(.scaleDownToCanvas, canvas: fit.canvas)
    }
  }

  fileprivate func fixForSmallArt(_ art: PixelSize, _ grid: GridSize?) -> Fix {
    let (enlarged, padded) = enlargedAndPaddedCanvases(forSmall: art, grid: grid)
    return Fix(.enlargeOrPad, enlarged.width, enlarged.height, padded.width, padded.height)
  }
}

extension Fix {
  /// - Parameter canvas: the canvas for art that is not enlarged.
  /// - Parameter enlargedCanvas: the canvas for enlarged art, if it differs.
  fileprivate init(_ kind: Kind, canvas: PixelSize, canvasIfEnlarged enlargedCanvas: PixelSize? = nil) {
    let enlarged = enlargedCanvas ?? canvas
    self.init(kind, canvas.width, canvas.height, enlarged.width, enlarged.height)
  }
}

/// The evidence for messengers whose canvas requirements go beyond a minimum and a maximum for each side.
private func canvasRequirementEvidence(_ canvas: PixelSize, _ asset: Asset, _ limits: MessengerLimits)
  -> [Evidence]
{
  let isGIF = asset.container?.format == .gif
  guard !limits.allowsCanvas(canvas, isAnimated: asset.isAnimated, isGIF: isGIF) else { return [] }
  let most = limits.maxWidthAndHeight(isAnimated: asset.isAnimated)
  let isLong = canvas.width > most.width || canvas.height > most.height
  let isShort = canvas.shorterSide < limits.sidePixels.lowerBound
  // Other faults, such as a canvas that is not square or has an odd side, have no figure.
  let figure =
    isLong
    ? MeasuredValueAndLimit(canvas.longerSide, limit: most.longerSide, unit: .pixels)
    : isShort
      ? MeasuredValueAndLimit(canvas.shorterSide, limit: limits.sidePixels.lowerBound, unit: .pixels) : nil
  let fit = limits.artAndCanvasWithoutUpscaling(for: canvas, isAnimated: asset.isAnimated, isGIF: isGIF)
  let enlarged = limits.canvasUpscaledToRequiredSide(for: canvas, isAnimated: asset.isAnimated, isGIF: isGIF)
  let fix = fit.map {
    Fix($0.art == canvas ? .padToCanvas : .scaleDownToCanvas, canvas: $0.canvas, canvasIfEnlarged: enlarged)
  }
  let words = limits.canvasRequirementText(isAnimated: asset.isAnimated, isGIF: isGIF)
  return [Evidence("\(canvas): the canvas must \(words)", figure, at: .canvas, fix: fix)]
}

private func adviceForMessengerLimits(_ options: OptionValues) -> String? {
  let limits = options.messengerLimits
  if limits.hasFixedCanvas {
    return """
      Scale the art to fit, and export it with transparent space around it. The canvas must \
      \(limits.combinedCanvasRequirementText).
      """
  }
  if limits.restrictsCanvasBeyondSideRange {
    let requirement = limits.combinedCanvasRequirementText
    return "Export the art on a canvas that the messenger accepts. The canvas must \(requirement)."
  }
  guard limits.sidePixels != MessengerLimits.apple.sidePixels else { return nil }
  let (least, most) = (numberText(limits.sidePixels.lowerBound), numberText(limits.sidePixels.upperBound))
  return "Export the art on a square canvas of \(least) to \(most) px, with transparent space around it."
}

private func groupMessageWithoutSubject(_ shared: SharedFinding, _ options: OptionValues) -> String {
  let (limits, largest) = (options.messengerLimits, shared.canvasSizeWithoutUnit(largest: true))
  if limits.restrictsCanvasBeyondSideRange {
    let verdict = shared.isBelowLimit ? "are too small" : "do not fit"
    return
      "\(verdict) (the largest is \(largest) px); each canvas must \(limits.combinedCanvasRequirementText)"
  }
  // `grid-size` reports the size that fits the pack's grid.
  return shared.isBelowLimit
    ? "are too small: the largest is \(largest) px (minimum: \(limits.sidePixels.lowerBound) px per side)"
    : "are too large: the largest is \(largest) px (limit: \(limits.sidePixels.upperBound) px per side)"
}
