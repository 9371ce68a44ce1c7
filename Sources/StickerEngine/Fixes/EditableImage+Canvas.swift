import StickerImage

extension EditableImage {
  /// Scales the art down to fit a canvas, or up if `enlarges` is true, and centers it on the canvas.
  ///
  /// - Parameter canvasDimensions: the width and height of the canvas, in pixels.
  /// - Parameter scalesDown: whether the art may be scaled down. If not, the fix fails if another fix has
  ///   rotated or enlarged the image so that it does not fit. The next round then uses the correct
  ///   dimensions.
  /// - Returns: a description of the change, with the old and new sizes.
  /// - Throws: a diagnostic if the art does not fit.
  mutating func fitToCanvas(_ canvasDimensions: [Int], enlarges: Bool, scalesDown: Bool) throws(Diagnostic)
    -> String
  {
    guard canvasDimensions.count == 2 else { throw Diagnostic("the canvas has no size") }
    let (canvas, old) = (PixelSize(canvasDimensions[0], canvasDimensions[1]), size)
    guard scalesDown || old.scaledDown(toFit: canvas) == old else {
      throw Diagnostic("the art (\(old)) does not fit on a canvas of \(canvas)")
    }
    let drawn = scaleToFit(canvas, enlarges: enlarges)
    self = mapAllBitmaps { $0.padded(to: canvas) }
    let verb = drawn.area > old.area ? "enlarge the art" : "scale the art down"
    let change = "\(verb) from \(old) to \(drawn)"
    if drawn == canvas { return change }
    let share = drawn.area * 100 / max(canvas.area, 1)
    let moved = drawn == old ? "center the art" : "\(change), and center it"
    let filled = share == 0 ? "less than 1" : "\(share)"
    return "\(moved) on a canvas of \(canvas) (it fills \(filled)%)"
  }

  /// - Returns: the new size of the art.
  private mutating func scaleToFit(_ canvas: PixelSize, enlarges: Bool) -> PixelSize {
    let fitted = size.scaledDown(toFit: canvas)
    guard enlarges, fitted == size else {
      if fitted != size { self = scaled(to: fitted) }
      return fitted
    }
    if isPixelArt {
      let factor = max(min(canvas.width / max(size.width, 1), canvas.height / max(size.height, 1)), 1)
      if factor > 1 { self = mapAllBitmaps { $0.repeatingPixels(columns: factor, rows: factor) } }
    } else {
      let filling = size.scaled(toFit: canvas)
      // Rounding may leave one empty pixel at the edge. Fill it.
      let isWhole = canvas.width - filling.width < 2 && canvas.height - filling.height < 2
      let drawn = isWhole ? canvas : filling
      if drawn != size { self = scaled(to: drawn) }
    }
    return size
  }

  /// Whether this is pixel art: at most 64 px per side with at most 16 colors, or at most 96 colors with at
  /// least 90% of the pixels in runs of 3 px or more.
  var isPixelArt: Bool {
    var visible = VisibleColorCounter()
    for (number, frame) in frames.enumerated() {
      visible.visit(frame, number: number)
      guard let colors = visible.count, colors <= 96 else { return false }
    }
    if size.longerSide <= 64, visible.count ?? .max <= 16 { return true }
    return frames.allSatisfy { $0.bitmap.visiblePixelShareInColorRuns >= 0.9 }
  }
}

extension Bitmap {
  /// Returns the four samples of a pixel as one number.
  fileprivate func color(atByteOffset offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(pixels[offset + $1]) }
  }

  /// The share of visible pixels in horizontal single-color runs of at least 3 px.
  fileprivate var visiblePixelShareInColorRuns: Double {
    var (visible, long) = (0, 0)
    for row in 0..<height {
      var column = 0
      while column < width {
        let color = color(atByteOffset: (row * width + column) * 4)
        let start = column
        repeat {
          column += 1
        } while column < width && self.color(atByteOffset: (row * width + column) * 4) == color
        guard color & 0xFF > 0 else { continue }
        visible += column - start
        if column - start >= 3 { long += column - start }
      }
    }
    return visible == 0 ? 0 : Double(long) / Double(visible)
  }
}

extension EditableImage {
  /// Centers the visible art on a canvas so that a margin stays empty on each side. `scaleDownToMargin` also
  /// scales down art that is too large for the canvas.
  ///
  /// - Parameter fix: `padToMargin` or `scaleDownToMargin`, whose arguments are the width and height of the
  ///   canvas, and the margin.
  mutating func padOrScaleDownToMargin(_ fix: Fix) throws(Diagnostic) -> String {
    guard fix.arguments.count == 3 else { throw Diagnostic("the canvas has no size") }
    guard let art = frames.map(\.bitmap).visibleBounds() else { throw Diagnostic("no pixel is visible") }
    let (canvas, margin, old) = (PixelSize(fix.arguments[0], fix.arguments[1]), fix.arguments[2], size)
    let room = PixelSize(canvas.width - 2 * margin, canvas.height - 2 * margin)
    guard room.shorterSide > 0 else {
      throw Diagnostic("a canvas of \(canvas) has no room for a margin of \(margin) px")
    }
    let drawn = art.size.scaledDown(toFit: room)
    guard drawn == art.size || fix.kind == .scaleDownToMargin else {
      throw Diagnostic(
        "the art (\(art.size)) with a margin of \(margin) px does not fit on a canvas of \(canvas)")
    }
    self = mapAllBitmaps { $0.cropped(to: art) }
    if drawn != art.size { self = scaled(to: drawn) }
    self = mapAllBitmaps { $0.padded(to: canvas) }
    let scaling = drawn == art.size ? "" : "scale the art from \(art.size) to \(drawn), "
    let change = old == canvas ? "\(canvas)" : "\(old) to \(canvas)"
    return "\(scaling)leave \(margin) px empty on each side (canvas: \(change))"
  }
}
