extension [Bitmap] {
  /// The rectangle of everything visible (alpha of at least 5) in any of the frames; nil where nothing is.
  ///
  /// - Precondition: all frames have one size.
  public func visibleBounds() -> PixelRect? {
    var (masks, bounds) = (AlphaMasks(), Bounds())
    for frame in self {
      masks.read(frame)
      bounds.take(masks)
    }
    return bounds.visible
  }
}

extension Bitmap {
  /// What lies in a rectangle; where it sticks out of the bitmap there is transparent black.
  ///
  /// - Parameter place: each side at least 1 px; its origin may be negative.
  /// - Complexity: O(pixels of `place`).
  public func cropped(to place: PixelRect) -> Bitmap {
    guard place != PixelRect(size) else { return self }
    let inside = place.intersection(PixelRect(size))
    guard inside != place else { return part(place) }
    var out = Bitmap(transparent: place.size)
    guard !inside.isEmpty else { return out }
    for row in inside.y..<inside.y + inside.height {
      let from = (row * width + inside.x) * 4
      let to = ((row - place.y) * place.width + inside.x - place.x) * 4
      let count = inside.width * 4
      out.pixels.replaceSubrange(to..<to + count, with: pixels[from..<from + count])
    }
    return out
  }

  /// The pixels of a rectangle that lies inside.
  private func part(_ place: PixelRect) -> Bitmap {
    var kept: [UInt8] = []
    kept.reserveCapacity(place.size.area * 4)
    for row in place.y..<place.y + place.height {
      let start = (row * width + place.x) * 4
      kept += pixels[start..<start + place.width * 4]
    }
    return Bitmap(place.size, pixels: kept)
  }

  /// The bitmap in the middle of a larger canvas; transparent pixels around it, the odd one on the right and
  /// at the bottom.
  ///
  /// - Parameter size: no side shorter than the bitmap's (a precondition: plans are checked before).
  public func padded(to size: PixelSize) -> Bitmap {
    precondition(size.width >= width && size.height >= height)
    let (left, top) = ((size.width - width) / 2, (size.height - height) / 2)
    return cropped(to: PixelRect(x: -left, y: -top, width: size.width, height: size.height))
  }
}

extension PixelSize {
  /// The next side, in pixels, that is a whole number of points.
  ///
  /// - Source: Apple shows 3 px of sticker art as one point.
  public static func wholePoints(from side: Int) -> Int { (side + 2) / 3 * 3 }

  /// The next size whose sides are whole points.
  public var inWholePoints: PixelSize {
    PixelSize(Self.wholePoints(from: width), Self.wholePoints(from: height))
  }

  /// The smallest square that holds it.
  public var squared: PixelSize { PixelSize(longerSide, longerSide) }
}
