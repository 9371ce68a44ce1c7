/// The rectangle of everything visible (alpha of at least 5) in any of the frames; nil where nothing is.
///
/// - Parameter frames: all of one size.
public func visibleBounds(_ frames: [Bitmap]) -> PixelRect? {
  var (masks, bounds) = (AlphaMasks(), Bounds())
  for frame in frames {
    masks.read(frame)
    bounds.take(masks)
  }
  return bounds.visible
}

/// What lies in a rectangle; where it sticks out of the bitmap there is transparent black.
///
/// - Parameter place: each side at least 1 px; its origin may be negative.
/// - Complexity: O(pixels of `place`).
public func cropped(_ bitmap: Bitmap, to place: PixelRect) -> Bitmap {
  guard place != PixelRect(bitmap.size) else { return bitmap }
  var out = Bitmap(transparent: place.size)
  let inside = place.intersection(PixelRect(bitmap.size))
  guard !inside.isEmpty else { return out }
  for row in inside.y..<inside.y + inside.height {
    let from = (row * bitmap.width + inside.x) * 4
    let to = ((row - place.y) * place.width + inside.x - place.x) * 4
    let count = inside.width * 4
    out.pixels.replaceSubrange(to..<to + count, with: bitmap.pixels[from..<from + count])
  }
  return out
}

/// Cuts every frame to what is visible in any of them, so that nothing moves against the other frames.
///
/// - Parameter frames: all of one size.
/// - Parameter margin: transparent pixels to leave on each side; they are added where the canvas has fewer.
/// - Returns: all of one size; nil where nothing is visible.
public func trimmed(_ frames: [Bitmap], margin: Int = 0) -> [Bitmap]? {
  guard let art = visibleBounds(frames) else { return nil }
  let place = PixelRect(
    x: art.x - margin, y: art.y - margin, width: art.width + 2 * margin, height: art.height + 2 * margin)
  return frames.map { cropped($0, to: place) }
}

/// The bitmap in the middle of a larger canvas; transparent pixels around it, the odd one on the right and at
/// the bottom.
///
/// - Parameter size: no side shorter than the bitmap's (a precondition: plans are checked before).
public func padded(_ bitmap: Bitmap, to size: PixelSize) -> Bitmap {
  precondition(size.width >= bitmap.width && size.height >= bitmap.height)
  let (left, top) = ((size.width - bitmap.width) / 2, (size.height - bitmap.height) / 2)
  return cropped(bitmap, to: PixelRect(x: -left, y: -top, width: size.width, height: size.height))
}

extension PixelSize {
  /// The next size whose sides are whole points: multiples of 3 px.
  ///
  /// - Source: Apple shows 3 px of sticker art as one point.
  public var inWholePoints: PixelSize {
    func next(_ side: Int) -> Int { (side + 2) / 3 * 3 }
    return PixelSize(next(width), next(height))
  }

  /// The smallest square that holds it.
  public var squared: PixelSize { PixelSize(longerSide, longerSide) }
}
