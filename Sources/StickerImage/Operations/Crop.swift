extension [Bitmap] {
  /// The bounding box of all visible pixels (alpha of at least 5) in any of the frames, or nil if there are
  /// none.
  ///
  /// - Precondition: All frames have the same size.
  public func visibleBounds() -> PixelRect? {
    var (masks, bounds) = (AlphaMasks(), ArtBounds())
    for frame in self {
      masks.read(frame)
      bounds.addFrame(masks)
    }
    return bounds.visibleBox
  }
}

extension Bitmap {
  /// The pixels in a rectangle. Pixels outside the bitmap are transparent black.
  ///
  /// - Parameter place: The rectangle, at least 1 px per side. Its origin may be negative.
  /// - Complexity: O(pixels of `place`).
  public func cropped(to place: PixelRect) -> Bitmap {
    guard place != PixelRect(size) else { return self }
    let inside = place.intersection(PixelRect(size))
    guard inside != place else { return croppedInside(place) }
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

  /// The pixels of a rectangle that is inside the bitmap.
  private func croppedInside(_ place: PixelRect) -> Bitmap {
    var kept: [UInt8] = []
    kept.reserveCapacity(place.size.area * 4)
    for row in place.y..<place.y + place.height {
      let start = (row * width + place.x) * 4
      kept += pixels[start..<start + place.width * 4]
    }
    return Bitmap(place.size, pixels: kept)
  }

  /// The bitmap centered on a larger canvas with transparent pixels around it. If the padding is odd, the
  /// extra pixel goes to the right and bottom.
  ///
  /// - Parameter size: The dimensions of the canvas.
  /// - Precondition: No side of `size` is shorter than the bitmap's.
  public func padded(to size: PixelSize) -> Bitmap {
    precondition(size.width >= width && size.height >= height)
    let (left, top) = ((size.width - width) / 2, (size.height - height) / 2)
    return cropped(to: PixelRect(x: -left, y: -top, width: size.width, height: size.height))
  }
}

extension PixelSize {
  /// Rounds the length of a side in pixels up to a whole number of points.
  ///
  /// - Source: Apple displays 3 px of sticker art as one point.
  public static func roundedUpToWholePoints(side: Int) -> Int { (side + 2) / 3 * 3 }

  /// The dimensions, with each side rounded up to whole points.
  public var roundedUpToWholePoints: PixelSize {
    PixelSize(Self.roundedUpToWholePoints(side: width), Self.roundedUpToWholePoints(side: height))
  }

  /// The smallest square that contains these dimensions.
  public var enclosingSquare: PixelSize { PixelSize(longerSide, longerSide) }
}

extension Bitmap {
  /// Creates an opaque bitmap of one color.
  ///
  /// - Parameter size: The dimensions.
  /// - Parameter color: 0xRRGGBB.
  public init(_ size: PixelSize, color: UInt32) {
    let word = UInt32(0xFF) << 24 | (color & 0xFF) << 16 | color & 0xFF00 | (color >> 16 & 0xFF)
    let count = size.area
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, initialized in
      unsafe UnsafeMutableRawBufferPointer(buffer).withMemoryRebound(to: UInt32.self) { words in
        unsafe words.update(repeating: word.littleEndian)
      }
      initialized = count * 4
    }
    self.init(size, pixels: pixels)
  }

  /// Composites another bitmap over this one. Pixels outside this bitmap are ignored.
  ///
  /// - Parameter above: The other bitmap.
  /// - Parameter x: The position of the other bitmap's left edge in pixels. May be negative.
  /// - Parameter y: The position of the other bitmap's top edge in pixels. May be negative.
  /// - Source: PNG specification, third edition, section 13.16. Blends samples as stored, as browsers and
  ///   drawing programs do.
  public mutating func draw(_ above: Bitmap, x: Int, y: Int) {
    let visible = PixelRect(x: x, y: y, width: above.width, height: above.height)
      .intersection(PixelRect(size))
    guard !visible.isEmpty else { return }
    let (below, width, left, top) = (size.width, above.width, visible.x - x, visible.y - y)
    unsafe pixels.withUnsafeMutableBufferPointer { target in
      unsafe above.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<visible.height {
          unsafe compositeRow(
            target + ((visible.y + row) * below + visible.x) * 4,
            source + ((top + row) * width + left) * 4, pixelCount: visible.width)
        }
      }
    }
  }

  /// The number of pixels that aren't fully opaque.
  public var nonOpaquePixelCount: Int {
    var count = 0
    for at in stride(from: 3, to: pixels.count, by: 4) where pixels[at] < 255 { count += 1 }
    return count
  }

  /// The sum of all alpha samples, in 255ths of a pixel.
  public var alphaSum: Int {
    var sum = 0
    for at in stride(from: 3, to: pixels.count, by: 4) { sum += Int(pixels[at]) }
    return sum
  }
}
