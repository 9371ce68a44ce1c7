/// The ring of the outermost pixels of all frames: how much of it is solid (alpha of at least 250), in which
/// color.
public struct Border: Hashable, Sendable {
  /// Pixels of the ring, over all frames.
  public private(set) var pixels = 0
  /// Solid ones among them.
  public private(set) var solidPixels = 0
  private var colors: [UInt32: ColorSum] = [:]
  private let ring: [Int]

  /// The ring of a canvas; each of its pixels once, also where the canvas is one pixel wide.
  init(_ canvas: PixelSize) {
    let (width, height) = (canvas.width, canvas.height)
    var ring: [Int] = []
    for x in 0..<width {
      ring.append(x)
      if height > 1 { ring.append((height - 1) * width + x) }
    }
    for y in stride(from: 1, to: max(1, height - 1), by: 1) {
      ring.append(y * width)
      if width > 1 { ring.append(y * width + width - 1) }
    }
    self.ring = ring
  }

  mutating func take(_ bitmap: Bitmap) {
    let samples = bitmap.pixels
    pixels += ring.count
    for pixel in ring where samples[pixel * 4 + 3] >= 250 {
      solidPixels += 1
      // Coarse colors, 4 bits a sample, so that a gradient or noise does not grow the table.
      let (red, green, blue) = (samples[pixel * 4], samples[pixel * 4 + 1], samples[pixel * 4 + 2])
      let key = UInt32(red & 0xF0) << 16 | UInt32(green & 0xF0) << 8 | UInt32(blue & 0xF0)
      colors[key, default: ColorSum()].add(red, green, blue)
    }
  }

  /// The share of the ring that is solid, 0...1.
  public var solidShare: Double { pixels == 0 ? 0 : Double(solidPixels) / Double(pixels) }

  /// The most frequent color of the solid pixels (0xRRGGBB): the mean of those that share its high 4 bits a
  /// sample; nil where nothing is solid.
  public var dominantColor: UInt32? {
    // The smaller key wins a tie, so that the answer does not hang on the dictionary's order.
    colors.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value.mean
  }
}

/// The sum of colors that are nearly the same.
private struct ColorSum: Hashable {
  private(set) var count = 0
  private var sums = SIMD3<Int>()

  mutating func add(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    count += 1
    sums &+= SIMD3(Int(red), Int(green), Int(blue))
  }

  /// 0xRRGGBB, rounded.
  var mean: UInt32 {
    let mean = (sums &+ count / 2) / count
    return UInt32(mean.x) << 16 | UInt32(mean.y) << 8 | UInt32(mean.z)
  }
}
