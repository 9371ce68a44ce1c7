/// The ring of the outermost pixels of all frames: how much of it is solid (alpha of at least 250), in which
/// color.
public struct Border: Hashable, Sendable {
  /// Pixels of the ring, over all frames.
  public private(set) var pixels = 0
  /// Solid pixels of the ring, over all frames.
  public private(set) var solidPixels = 0
  /// Red, green, blue and how many, by the high 4 bits of each sample, so that a gradient or noise does not
  /// grow the table; empty until something solid is seen.
  private var sums: [SIMD4<UInt64>] = []

  init() {}

  /// Takes in a frame; each pixel of its ring once, also where the canvas is one pixel wide.
  mutating func take(_ bitmap: Bitmap) {
    let (width, height, samples) = (bitmap.width, bitmap.height, bitmap.pixels)
    for x in 0..<width { take(samples, x) }
    guard height > 1 else { return }
    for y in 1..<height - 1 {
      take(samples, y * width)
      if width > 1 { take(samples, y * width + width - 1) }
    }
    for x in 0..<width { take(samples, (height - 1) * width + x) }
  }

  @inline(__always)
  private mutating func take(_ samples: [UInt8], _ pixel: Int) {
    pixels += 1
    guard samples[pixel * 4 + 3] >= 250 else { return }
    solidPixels += 1
    if sums.isEmpty { sums = [SIMD4<UInt64>](repeating: .zero, count: 4096) }
    let (red, green, blue) = (samples[pixel * 4], samples[pixel * 4 + 1], samples[pixel * 4 + 2])
    let key = Int(red >> 4) << 8 | Int(green & 0xF0) | Int(blue >> 4)
    sums[key] &+= SIMD4(UInt64(red), UInt64(green), UInt64(blue), 1)
  }

  /// The most frequent color of the solid pixels (0xRRGGBB): the mean of those that share its high 4 bits a
  /// sample; nil where nothing is solid.
  public var dominantColor: UInt32? {
    var most = SIMD4<UInt64>.zero  // the first of those that are equally frequent
    for sum in sums where sum.w > most.w { most = sum }
    guard most.w > 0 else { return nil }
    let (half, count) = (most.w / 2, most.w)
    return UInt32((most.x + half) / count) << 16 | UInt32((most.y + half) / count) << 8
      | UInt32((most.z + half) / count)
  }
}
