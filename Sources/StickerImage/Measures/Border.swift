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

  /// Whether the ring of every frame is that of a tile whose corners are rounded off: nothing is visible in
  /// the four corners, and more than half of each side is solid.
  public var isOfTile: Bool { pixels > 0 && !isOfOther }
  /// Whether the ring of any frame is of something else than such a tile.
  private var isOfOther = false

  /// Takes in a frame; each pixel of its ring once, also where the canvas is one pixel wide.
  mutating func take(_ bitmap: Bitmap) {
    let (width, height, samples) = (bitmap.width, bitmap.height, bitmap.pixels)
    let corners = [0, width - 1, (height - 1) * width, height * width - 1]
    if corners.contains(where: { samples[$0 * 4 + 3] >= 5 }) { isOfOther = true }
    var (rows, left, right) = (0, 0, 0)
    for x in 0..<width { rows += take(samples, x) }
    if rows * 2 <= width { isOfOther = true }
    guard height > 1 else { return }
    for y in 1..<height - 1 {
      left += take(samples, y * width)
      if width > 1 { right += take(samples, y * width + width - 1) }
    }
    rows = 0
    for x in 0..<width { rows += take(samples, (height - 1) * width + x) }
    if rows * 2 <= width || min(left, right) * 2 <= height { isOfOther = true }
  }

  /// - Returns: 1 for a solid pixel, 0 for another.
  @inline(__always)
  private mutating func take(_ samples: [UInt8], _ pixel: Int) -> Int {
    pixels += 1
    guard samples[pixel * 4 + 3] >= 250 else { return 0 }
    solidPixels += 1
    if sums.isEmpty { sums = [SIMD4<UInt64>](repeating: .zero, count: 4096) }
    let (red, green, blue) = (samples[pixel * 4], samples[pixel * 4 + 1], samples[pixel * 4 + 2])
    let key = Int(red >> 4) << 8 | Int(green & 0xF0) | Int(blue >> 4)
    sums[key] &+= SIMD4(UInt64(red), UInt64(green), UInt64(blue), 1)
    return 1
  }

  /// Whether most of what is solid has the color of the rest, as far as can be told without a second look:
  /// where it does not, there is no flat background (`FlatBackground`), but a picture that fills its canvas.
  public var isFlat: Bool {
    guard let color = dominantColor else { return false }
    let middle = SIMD4<Int64>(Int64(color >> 16), Int64(color >> 8 & 255), Int64(color & 255), 0)
    var near: UInt64 = 0
    for sum in sums where sum.w > 0 {
      let mean = SIMD4<Int64>(truncatingIfNeeded: sum / SIMD4(repeating: sum.w))
      var apart = mean &- middle
      apart.w = 0
      let distance = max(abs(apart.x), abs(apart.y), abs(apart.z))
      if distance <= Self.near { near += sum.w }
    }
    return near * 100 >= UInt64(solidPixels) * UInt64(FlatBackground.leastShare)
  }

  /// As far as the samples of a flat background lie apart, and the half of what shares its high 4 bits.
  private static let near: Int64 = 16

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
