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
  // Vectors on both sides: with a number on one side the compiler leaves a loop over the lanes.
  let (leastVisible, leastOpaque) = (SIMD16<UInt8>(repeating: 5), SIMD16<UInt8>(repeating: 255))
  var (visible, opaque, at) = (0, 0, 0)
  while at + 16 <= count {
    let end = min(count & ~15, at + 16 * 255)  // lanes count in 8 bits
    var (seen, solid) = (SIMD16<UInt8>.zero, SIMD16<UInt8>.zero)
    while at < end {
      let alpha = unsafe sixteenAlphas(raw, at &* 4)
      seen.replace(with: seen &+ 1, where: alpha .>= leastVisible)
      solid.replace(with: solid &+ 1, where: alpha .== leastOpaque)
      at &+= 16
    }
    for lane in 0..<16 {
      visible += Int(seen[lane])
      opaque += Int(solid[lane])
    }
  }
  while at < count {
    let alpha = unsafe pixels[at * 4 + 3]
    visible += alpha >= 5 ? 1 : 0
    opaque += alpha == 255 ? 1 : 0
    at += 1
  }
  return (visible, opaque)
}

/// The alphas of sixteen pixels, in no particular order: little endian, alpha is the top byte of each.
@inline(__always)
private func sixteenAlphas(_ raw: UnsafeRawBufferPointer, _ at: Int) -> SIMD16<UInt8> {
  let first = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt32>.self)
  let second = unsafe raw.loadUnaligned(fromByteOffset: at &+ 16, as: SIMD4<UInt32>.self)
  let third = unsafe raw.loadUnaligned(fromByteOffset: at &+ 32, as: SIMD4<UInt32>.self)
  let fourth = unsafe raw.loadUnaligned(fromByteOffset: at &+ 48, as: SIMD4<UInt32>.self)
  let upper = (first & 0xFF00_0000) | (second &>> 8 & 0xFF_0000)
  return unsafe unsafeBitCast(upper | (third &>> 16 & 0xFF00) | (fourth &>> 24), to: SIMD16<UInt8>.self)
}
