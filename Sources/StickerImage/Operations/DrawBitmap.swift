extension Bitmap {
  /// An opaque bitmap of one color.
  ///
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

  /// Lays another bitmap over this one. What sticks out is cut off.
  ///
  /// - Parameter x: pixels from the left edge to that of the other bitmap; may be negative, as `y` may.
  /// - Source: PNG specification, third edition, section 13.16: samples are mixed as they are stored, as
  ///   browsers and drawing programs do.
  public mutating func draw(_ above: Bitmap, x: Int, y: Int) {
    let visible = PixelRect(x: x, y: y, width: above.width, height: above.height)
      .intersection(PixelRect(size))
    guard !visible.isEmpty else { return }
    let (below, width, left, top) = (size.width, above.width, visible.x - x, visible.y - y)
    unsafe pixels.withUnsafeMutableBufferPointer { target in
      unsafe above.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<visible.height {
          unsafe drawOver(
            target + ((visible.y + row) * below + visible.x) * 4,
            source + ((top + row) * width + left) * 4, visible.width)
        }
      }
    }
  }

  /// How many pixels are not wholly opaque.
  public var translucentPixels: Int {
    var count = 0
    for at in stride(from: 3, to: pixels.count, by: 4) where pixels[at] < 255 { count += 1 }
    return count
  }

  /// The sum of all alpha samples: how much of the bitmap is covered, in 255ths of a pixel.
  public var alphaSum: Int {
    var sum = 0
    for at in stride(from: 3, to: pixels.count, by: 4) { sum += Int(pixels[at]) }
    return sum
  }
}
