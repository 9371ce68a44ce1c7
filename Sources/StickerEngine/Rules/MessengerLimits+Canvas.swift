package import StickerImage

// MARK: - Number of plays

extension MessengerLimits {
  /// The largest number of plays that the limits allow for an animation of this duration; nil if no number
  /// fits.
  func largestFittingPlayCount(for duration: ExactSeconds?) -> Int? {
    let least = max(minPlays, 1)
    // A profile may set a minimum above its maximum.
    guard let duration, let maxPlays, least <= maxPlays else { return nil }
    return (least...maxPlays).last { plays in
      guard let all = duration.multiplied(by: plays) else { return false }
      if let maxTotalPlayMilliseconds, all.exceeds(milliseconds: maxTotalPlayMilliseconds) { return false }
      return !requiresWholeTotalPlaySeconds || all.reduced.denominator == 1
    }
  }
}

// MARK: - Whole seconds

extension MessengerLimits {
  /// The number of plays and their total duration in whole seconds for which the speed changes least. In a
  /// tie, more plays win. Nil if whole seconds are not required, if the speed would change by more than 10%,
  /// or if the limit is below a second.
  func nearestWholeTotalSecondsTiming(for duration: ExactSeconds?) -> (plays: Int, seconds: Int)? {
    let least = max(minPlays, 1)
    guard let duration, requiresWholeTotalPlaySeconds, let maxPlays, least <= maxPlays else { return nil }
    let limit = maxTotalPlayMilliseconds.map { $0 / 1000 } ?? maxSearchedSeconds
    guard limit > 0 else { return nil }
    var best: (plays: Int, seconds: Int, change: ExactSeconds)?
    for plays in (least...maxPlays).reversed() {
      guard let all = duration.multiplied(by: plays) else { continue }
      let whole = min(all.numerator / all.denominator, limit)
      for seconds in [whole, whole + 1] where 1...limit ~= seconds && all.isWithinTenPercent(of: seconds) {
        let (whole, isWide) = all.denominator.multipliedReportingOverflow(by: seconds)
        if isWide { continue }
        let change = ExactSeconds(abs(all.numerator - whole), whole)
        if best.map({ change.isShorter(than: $0.change) }) ?? true { best = (plays, seconds, change) }
      }
    }
    return best.map { ($0.plays, $0.seconds) }
  }
}

/// The upper bound of the search, longer than any animation.
private let maxSearchedSeconds = 86_400

extension ExactSeconds {
  /// Whether this time is within 10% of a number of seconds. The comparison is exact.
  fileprivate func isWithinTenPercent(of seconds: Int) -> Bool {
    !isShorter(than: ExactSeconds(9 * seconds, 10)) && !ExactSeconds(11 * seconds, 10).isShorter(than: self)
  }

  /// This time multiplied by `count`; nil on overflow.
  func multiplied(by count: Int) -> ExactSeconds? {
    let (product, isWide) = numerator.multipliedReportingOverflow(by: count)
    return isWide ? nil : ExactSeconds(product, denominator)
  }

  /// Whether this time is longer than `milliseconds`. The comparison is exact.
  func exceeds(milliseconds: Int) -> Bool {
    let (left, isWide) = numerator.multipliedReportingOverflow(by: 1000)
    let (right, isFar) = denominator.multipliedReportingOverflow(by: milliseconds)
    return isWide || !isFar && left > right
  }

  /// The time in milliseconds, rounded up so that a time above a limit is never shown as the limit.
  var millisecondsRoundedUp: Int {
    let (product, isWide) = numerator.multipliedReportingOverflow(by: 1000)
    return isWide ? .max : (product - 1 + denominator) / denominator
  }
}

// MARK: - Canvas

extension MessengerLimits {
  private func sidePixels(isAnimated: Bool) -> ClosedRange<Int> {
    guard isAnimated else { return sidePixels }
    let least = minAnimatedSidePixelsOverride ?? sidePixels.lowerBound
    let most = maxAnimatedSidePixelsOverride ?? sidePixels.upperBound
    return least...max(least, most)
  }

  /// The maximum width and height of a canvas.
  package func maxWidthAndHeight(isAnimated: Bool) -> PixelSize {
    let most = sidePixels(isAnimated: isAnimated).upperBound
    let side = min(most, exactLongerSide ?? most)
    return PixelSize(min(side, maxWidth ?? side), min(side, maxHeight ?? side))
  }

  /// The maximum area of a canvas in pixels.
  private func maxArea(isGIF: Bool) -> Int? { isGIF ? maxGIFAreaOverride ?? maxArea : maxArea }

  func allowsCanvas(_ canvas: PixelSize, isAnimated: Bool, isGIF: Bool = false) -> Bool {
    let (least, most) = (
      sidePixels(isAnimated: isAnimated).lowerBound, maxWidthAndHeight(isAnimated: isAnimated)
    )
    guard canvas.shorterSide >= least, canvas.width <= most.width, canvas.height <= most.height else {
      return false
    }
    if let exactLongerSide, canvas.longerSide != exactLongerSide { return false }
    if let minLongerSide, canvas.longerSide < minLongerSide { return false }
    if requiresSquare, canvas.width != canvas.height { return false }
    if requiresEvenSides, canvas.width % 2 + canvas.height % 2 > 0 { return false }
    if let maxArea = maxArea(isGIF: isGIF), canvas.area > maxArea { return false }
    return true
  }

  /// The requirements for a canvas, phrased to follow "must": `measure 512 × 512 px`.
  func canvasRequirementText(isAnimated: Bool, isGIF: Bool = false) -> String {
    let (range, most) = (sidePixels(isAnimated: isAnimated), maxWidthAndHeight(isAnimated: isAnimated))
    if range.lowerBound == range.upperBound { return "measure \(most)" }
    if let exactLongerSide {
      return "have a longer side of exactly \(numberText(exactLongerSide)) px"
    }
    var words: [String] = []
    if maxWidth != nil || maxHeight != nil {
      words.append("measure at most \(most)")
    } else {
      words.append("have sides of \(numberText(range.lowerBound)) to \(numberText(range.upperBound)) px")
    }
    if let minLongerSide { words.append("have a longer side of at least \(minLongerSide) px") }
    if requiresSquare { words.append("be square") }
    if requiresEvenSides { words.append("have even sides") }
    if let maxArea = maxArea(isGIF: isGIF) { words.append("have at most \(numberText(maxArea)) px in total") }
    return listText(words)
  }

  /// Whether the limits allow exactly one canvas size for stills and one for animations.
  var hasFixedCanvas: Bool {
    [false, true].allSatisfy {
      sidePixels(isAnimated: $0).lowerBound == sidePixels(isAnimated: $0).upperBound
    }
  }

  /// The canvas requirements for stills and animations, phrased to follow "must": `measure 512 × 512 px`.
  var combinedCanvasRequirementText: String {
    let (still, animated) = (
      canvasRequirementText(isAnimated: false), canvasRequirementText(isAnimated: true)
    )
    return still == animated ? still : "\(still) or, for an animation, \(animated)"
  }

  /// The size of the art and the canvas to center it on; nil if no canvas fits. The art is scaled down if it
  /// is too large, but never up.
  func artAndCanvasWithoutUpscaling(
    for art: PixelSize, isAnimated: Bool, isGIF: Bool = false
  ) -> (art: PixelSize, canvas: PixelSize)? {
    let (least, most) = (
      sidePixels(isAnimated: isAnimated).lowerBound, maxWidthAndHeight(isAnimated: isAnimated)
    )
    var size = art.scaledDown(toFit: most)
    if let maxArea = maxArea(isGIF: isGIF), size.area > maxArea {
      let share = (Double(maxArea) / Double(size.area)).squareRoot()
      size = PixelSize(max(Int(Double(size.width) * share), 1), max(Int(Double(size.height) * share), 1))
    }
    var canvas = PixelSize(max(size.width, least), max(size.height, least))
    let longer = max(exactLongerSide ?? 0, minLongerSide ?? 0)
    if canvas.longerSide < longer {
      let isWide = canvas.width >= canvas.height && most.width >= longer || most.height < longer
      canvas = isWide ? PixelSize(longer, canvas.height) : PixelSize(canvas.width, longer)
    }
    if requiresSquare { canvas = PixelSize(canvas.longerSide, canvas.longerSide) }
    if requiresEvenSides {
      canvas = PixelSize(canvas.width + canvas.width % 2, canvas.height + canvas.height % 2)
    }
    return allowsCanvas(canvas, isAnimated: isAnimated, isGIF: isGIF) ? (size, canvas) : nil
  }

  /// The canvas for art that is scaled up to a required length of the longer side; nil if no length is
  /// required, if the art is not smaller, or if no such canvas is allowed.
  func canvasUpscaledToRequiredSide(for art: PixelSize, isAnimated: Bool, isGIF: Bool = false) -> PixelSize? {
    let longer = max(exactLongerSide ?? 0, minLongerSide ?? 0)
    guard art.longerSide < longer else { return nil }
    let scaled = art.scaled(toFit: PixelSize(longer, longer))
    let canvas = artAndCanvasWithoutUpscaling(for: scaled, isAnimated: isAnimated, isGIF: isGIF)?.canvas
    return canvas?.longerSide == longer ? canvas : nil
  }

  /// The canvases for art that is too small. `enlarged` is for art that is scaled up, and its longer side is
  /// a grid size if one is large enough. `padded` is the smallest canvas for unscaled art, rounded up to
  /// whole points if the limits allow it.
  ///
  /// - Parameter grid: the grid size of the pack, or nil for the nearest one.
  func enlargedAndPaddedCanvases(
    forSmall art: PixelSize, grid: GridSize?
  ) -> (enlarged: PixelSize, padded: PixelSize) {
    func atLeast(_ size: PixelSize) -> PixelSize {
      PixelSize(max(size.width, sidePixels.lowerBound), max(size.height, sidePixels.lowerBound))
    }
    let shorter = max(art.shorterSide, 1)
    let needed = max(art.longerSide, (art.longerSide * sidePixels.lowerBound + shorter - 1) / shorter)
    let fitting = self.gridSides.descending.filter { $0 >= art.longerSide && sidePixels.contains($0) }
    let own = grid.map { self.gridSides[$0] }.flatMap { fitting.contains($0) ? $0 : nil }
    let side =
      own ?? fitting.min { abs($0 - needed) < abs($1 - needed) } ?? min(needed, sidePixels.upperBound)
    let padded = atLeast(art)
    return (
      enlarged: atLeast(art.scaled(toFit: PixelSize(side, side))),
      padded: allowsSides(of: padded.roundedUpToWholePoints) ? padded.roundedUpToWholePoints : padded
    )
  }
}

/// A canvas with an empty margin on each side of the art.
struct CanvasWithMargin: Hashable, Sendable {
  /// The canvas, which is within the limits.
  let canvas: PixelSize
  /// Whether the art has to be scaled down to fit.
  let scalesArtDown: Bool
}

extension MessengerLimits {
  /// The narrowest margin around art: on its own canvas or, if the limits reject that canvas, on the canvas
  /// that `artAndCanvasWithoutUpscaling` returns.
  func narrowestMarginAfterFitting(of art: PixelRect, on canvas: PixelSize, isAnimated: Bool) -> Int {
    let own = min(
      min(art.x, art.y), min(canvas.width - art.x - art.width, canvas.height - art.y - art.height))
    guard !allowsCanvas(canvas, isAnimated: isAnimated),
      let fit = artAndCanvasWithoutUpscaling(for: canvas, isAnimated: isAnimated)
    else {
      return own
    }
    // The narrower margin along one axis, after the old canvas is scaled and centered on the new one.
    func marginAfterFitting(
      start: Int, length: Int, canvas whole: Int, scaledTo drawn: Int, centeredIn room: Int
    ) -> Int {
      let (before, after) = ((room - drawn) / 2, room - drawn - (room - drawn) / 2)
      return min(
        before + start * drawn / max(whole, 1), after + (whole - start - length) * drawn / max(whole, 1))
    }
    return min(
      marginAfterFitting(
        start: art.x, length: art.width, canvas: canvas.width, scaledTo: fit.art.width,
        centeredIn: fit.canvas.width),
      marginAfterFitting(
        start: art.y, length: art.height, canvas: canvas.height, scaledTo: fit.art.height,
        centeredIn: fit.canvas.height))
  }

  /// A canvas with a margin around the art: the same canvas or a larger one if the limits allow it, otherwise
  /// a canvas for art that is scaled down.
  ///
  /// - Parameter art: the size of the visible art.
  /// - Parameter margin: the number of pixels that stay empty on each side.
  /// - Parameter canvas: the current canvas.
  /// - Returns: nil if no canvas within the limits fits.
  func canvasWithMargin(for art: PixelSize, margin: Int, on canvas: PixelSize, isAnimated: Bool)
    -> CanvasWithMargin?
  {
    let isTaken = allowsCanvas(canvas, isAnimated: isAnimated)
    guard
      let base = isTaken ? canvas : artAndCanvasWithoutUpscaling(for: canvas, isAnimated: isAnimated)?.canvas
    else {
      return nil
    }
    func around(_ size: PixelSize) -> PixelSize {
      PixelSize(size.width + 2 * margin, size.height + 2 * margin)
    }
    let grown = base.union(with: around(art), evenSides: requiresEvenSides)
    if allowsCanvas(grown, isAnimated: isAnimated) {
      return CanvasWithMargin(canvas: grown, scalesArtDown: false)
    }
    let most = maxWidthAndHeight(isAnimated: isAnimated)
    let room = PixelSize(most.width - 2 * margin, most.height - 2 * margin)
    guard room.shorterSide > 0,
      let least = artAndCanvasWithoutUpscaling(
        for: around(art.scaledDown(toFit: room)), isAnimated: isAnimated)
    else {
      return nil
    }
    let same = base.union(with: least.canvas, evenSides: requiresEvenSides)
    return CanvasWithMargin(
      canvas: allowsCanvas(same, isAnimated: isAnimated) ? same : least.canvas, scalesArtDown: true)
  }
}

extension PixelSize {
  /// The smallest size that contains this size and `other`, with even sides if required.
  fileprivate func union(with other: PixelSize, evenSides: Bool) -> PixelSize {
    let (width, height) = (max(width, other.width), max(height, other.height))
    return evenSides ? PixelSize(width + width % 2, height + height % 2) : PixelSize(width, height)
  }
}
