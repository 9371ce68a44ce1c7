/// The colors of a frame as whole pixels, by color number; made again only where the palette is another.
struct GIFColors {
  /// 256 pixels, R, G, B, A in memory: opaque, or 0 where the number is the transparent one's or beyond the
  /// palette.
  private(set) var pixels = [UInt32](repeating: 0, count: 256)
  /// Colors in the palette.
  private(set) var count = 0
  private var made: (palette: Range<Int>, transparent: UInt8?)?

  /// Takes the palette of a frame that has one.
  mutating func take(_ palette: Range<Int>, transparent: UInt8?, of bytes: [UInt8]) {
    if let made, made == (palette, transparent) { return }
    made = (palette, transparent)
    count = palette.count / 3
    for number in 0..<256 {
      guard number < count, number != transparent.map(Int.init) else {
        pixels[number] = 0
        continue
      }
      let at = palette.lowerBound + number * 3
      let color = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
      pixels[number] = UInt32(littleEndian: color | 255 << 24)
    }
  }

  /// The largest color number that is neither in the palette nor the transparent one; nil where there is
  /// none.
  ///
  /// - Parameter codeSize: the data's minimum code size: no number has more bits.
  func numberBeyond(_ indices: UnsafeBufferPointer<UInt8>, codeSize: UInt8) -> UInt8? {
    if count >= 1 << Int(codeSize) { return nil }
    let most = unsafe largestByte(indices, without: made?.transparent)
    return Int(most) >= count ? most : nil
  }
}

/// The largest of some bytes but for one value; 0 of none.
private func largestByte(_ bytes: UnsafeBufferPointer<UInt8>, without skipped: UInt8?) -> UInt8 {
  let raw = UnsafeRawBufferPointer(bytes)
  let (zero, skip) = (SIMD16<UInt8>.zero, SIMD16<UInt8>(repeating: skipped ?? 0))
  var (largest, at) = (zero, 0)
  while at &+ 16 <= raw.count {
    let sixteen = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
    largest = pointwiseMax(largest, sixteen.replacing(with: zero, where: sixteen .== skip))
    at &+= 16
  }
  var most = largest.max()
  while at < raw.count {
    let byte = unsafe raw[at]
    if byte != skipped { most = max(most, byte) }
    at &+= 1
  }
  return most
}
