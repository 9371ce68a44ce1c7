/// How many pixels of each frame are visible: alpha of at least 5 of 255, below which nobody sees them.
public struct Coverage: Hashable, Sendable {
  /// Visible pixels, frame by frame.
  public private(set) var visiblePixels: [Int] = []
  /// Whether any pixel of any frame is not wholly opaque.
  public private(set) var hasTransparency = false

  /// Nothing seen yet.
  init() {}

  mutating func take(_ bitmap: Bitmap) {
    let (visible, opaque) = unsafe bitmap.pixels.withUnsafeBufferPointer { unsafe countAlpha($0) }
    visiblePixels.append(visible)
    if opaque < bitmap.size.area { hasTransparency = true }
  }

  /// Visible pixels of the fullest frame.
  public var fullest: Int { visiblePixels.max() ?? 0 }
}

/// Pixels with alpha of at least 5, and with alpha 255.
private func countAlpha(_ pixels: UnsafeBufferPointer<UInt8>) -> (visible: Int, opaque: Int) {
  let (raw, count) = (UnsafeRawBufferPointer(pixels), pixels.count / 4)
  var (visible, opaque, at) = (0, 0, 0)
  while at + 16 <= count {
    let end = min(count & ~15, at + 16 * 255)  // lanes count in 8 bits
    var (seen, solid) = (SIMD16<UInt8>.zero, SIMD16<UInt8>.zero)
    while at < end {
      let sixteen = unsafe raw.loadUnaligned(fromByteOffset: at &* 4, as: SIMD16<UInt32>.self)
      let alpha = SIMD16<UInt8>(truncatingIfNeeded: sixteen &>> 24)  // little endian: the top byte
      seen.replace(with: seen &+ 1, where: alpha .>= 5)
      solid.replace(with: solid &+ 1, where: alpha .== 255)
      at &+= 16
    }
    visible += Int(SIMD16<UInt16>(truncatingIfNeeded: seen).wrappedSum())
    opaque += Int(SIMD16<UInt16>(truncatingIfNeeded: solid).wrappedSum())
  }
  while at < count {
    let alpha = unsafe pixels[at * 4 + 3]
    visible += alpha >= 5 ? 1 : 0
    opaque += alpha == 255 ? 1 : 0
    at += 1
  }
  return (visible, opaque)
}
