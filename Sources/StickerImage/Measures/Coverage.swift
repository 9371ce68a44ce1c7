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
  guard let base = pixels.baseAddress else { return (0, 0) }
  let raw = unsafe UnsafeRawPointer(base)
  let count = pixels.count / 4
  // Little endian: alpha is the top byte, so that comparing whole pixels compares alpha.
  let (leastVisible, leastOpaque) = (SIMD8<UInt32>(repeating: 5 << 24), SIMD8<UInt32>(repeating: 255 << 24))
  var (visible, opaque) = (0, 0)
  var at = 0
  while at + 8 <= count {
    let end = min(count & ~7, at + 8 * 4096)  // lanes count in 32 bits
    var (seen, solid) = (SIMD8<UInt32>.zero, SIMD8<UInt32>.zero)
    while at < end {
      let eight = unsafe raw.loadUnaligned(fromByteOffset: at * 4, as: SIMD8<UInt32>.self)
      seen.replace(with: seen &+ 1, where: eight .>= leastVisible)
      solid.replace(with: solid &+ 1, where: eight .>= leastOpaque)
      at += 8
    }
    visible += Int(seen.wrappedSum())
    opaque += Int(solid.wrappedSum())
  }
  while at < count {
    let alpha = unsafe pixels[at * 4 + 3]
    visible += alpha >= 5 ? 1 : 0
    opaque += alpha == 255 ? 1 : 0
    at += 1
  }
  return (visible, opaque)
}
