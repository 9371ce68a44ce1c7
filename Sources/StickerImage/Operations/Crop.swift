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

/// The bitmap in the middle of a larger canvas; transparent pixels around it, the odd one on the right and at
/// the bottom.
///
/// - Parameter size: no side shorter than the bitmap's (a precondition: plans are checked before).
public func padded(_ bitmap: Bitmap, to size: PixelSize) -> Bitmap {
  precondition(size.width >= bitmap.width && size.height >= bitmap.height)
  let (left, top) = ((size.width - bitmap.width) / 2, (size.height - bitmap.height) / 2)
  return cropped(bitmap, to: PixelRect(x: -left, y: -top, width: size.width, height: size.height))
}

/// The next side, in pixels, that is a whole number of points.
///
/// - Source: Apple shows 3 px of sticker art as one point.
public func wholePoints(from side: Int) -> Int { (side + 2) / 3 * 3 }

extension PixelSize {
  /// The next size whose sides are whole points.
  public var inWholePoints: PixelSize { PixelSize(wholePoints(from: width), wholePoints(from: height)) }

  /// The smallest square that holds it.
  public var squared: PixelSize { PixelSize(longerSide, longerSide) }
}
