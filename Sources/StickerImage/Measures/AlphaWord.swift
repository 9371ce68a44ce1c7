/// The alpha of up to 64 pixels side by side, a bit for each; the first pixel is the lowest bit.
struct AlphaWord {
  /// Alpha of at least 1.
  var any: UInt64 = 0
  /// Alpha of at least 5.
  var visible: UInt64 = 0
  /// Alpha of at least 9: what is visible, but not distinct, is faint.
  var distinct: UInt64 = 0
  /// Alpha of 16...235.
  var translucent: UInt64 = 0
  /// Every pixel has alpha 255.
  var isOpaque = true
  /// Some pixel has an alpha between 0 and 255.
  var isPartial = false

  /// No pixel.
  init() {}

  /// Reads up to 64 pixels of a row.
  ///
  /// - Parameter pixels: RGBA, 8 bits a sample, rows of `width` pixels.
  /// - Parameter word: the first pixel is `64 * word`.
  @inline(__always)
  init(_ pixels: UnsafeRawBufferPointer, row: Int, word: Int, width: Int) {
    let (first, end) = (word &* 64, min(width, word &* 64 &+ 64))
    let start = row &* width
    var x = first
    while x &+ 16 <= end {
      unsafe take(SixteenPixels(pixels, start &+ x), skipping: 0, to: x &- first)
      x &+= 16
    }
    guard x < end else { return }
    if end >= 16 {  // the row's last sixteen, without those that have been seen
      unsafe take(SixteenPixels(pixels, start &+ end &- 16), skipping: x &+ 16 &- end, to: x &- first)
    } else {
      while x < end {
        unsafe take(alpha: pixels[(start &+ x) &* 4 &+ 3], to: x &- first)
        x &+= 1
      }
    }
  }

  @inline(__always)
  private mutating func take(_ block: SixteenPixels, skipping skipped: Int, to place: Int) {
    if block.isEmpty {
      isOpaque = false
    } else if block.isOpaque {
      let bits: UInt64 = 0xFFFF &>> UInt64(skipped) &<< UInt64(place)
      any |= bits
      visible |= bits
      distinct |= bits
    } else {
      take(mixed: block.alphas, skipped, place)
    }
  }

  private mutating func take(mixed alphas: SIMD16<UInt8>, _ skipped: Int, _ place: Int) {
    let (skip, shift) = (UInt64(skipped), UInt64(place))
    let bits = sixteenBits(alphas, atLeast: 1) &>> skip
    any |= bits &<< shift
    visible |= sixteenBits(alphas, atLeast: 5) &>> skip &<< shift
    distinct |= sixteenBits(alphas, atLeast: 9) &>> skip &<< shift
    let some = sixteenBits(alphas, atLeast: 16)
    translucent |= (some & ~sixteenBits(alphas, atLeast: 236)) &>> skip &<< shift
    let opaque = sixteenBits(alphas, atLeast: 255) &>> skip
    if opaque != bits { isPartial = true }
    if opaque != 0xFFFF &>> skip { isOpaque = false }
  }

  private mutating func take(alpha: UInt8, to place: Int) {
    let bit: UInt64 = 1 &<< UInt64(place)
    if alpha >= 1 { any |= bit }
    if alpha >= 5 { visible |= bit }
    if alpha >= 9 { distinct |= bit }
    if 16...235 ~= alpha { translucent |= bit }
    if alpha < 255 { isOpaque = false }
    if 1...254 ~= alpha { isPartial = true }
  }
}

/// Sixteen pixels in four vectors; little endian, alpha is the top byte of each lane.
private struct SixteenPixels {
  private let (first, second, third, fourth):
    (
      SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>
    )

  /// - Parameter pixel: index of the first.
  @inline(__always)
  init(_ raw: UnsafeRawBufferPointer, _ pixel: Int) {
    let at = pixel &* 4
    first = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt32>.self)
    second = unsafe raw.loadUnaligned(fromByteOffset: at &+ 16, as: SIMD4<UInt32>.self)
    third = unsafe raw.loadUnaligned(fromByteOffset: at &+ 32, as: SIMD4<UInt32>.self)
    fourth = unsafe raw.loadUnaligned(fromByteOffset: at &+ 48, as: SIMD4<UInt32>.self)
  }

  /// All alphas are 0.
  @inline(__always)
  var isEmpty: Bool {
    let all = unsafe unsafeBitCast(first | second | third | fourth, to: SIMD2<UInt64>.self)
    return (all.x | all.y) & alphaBits == 0
  }

  /// All alphas are 255.
  @inline(__always)
  var isOpaque: Bool {
    let all = unsafe unsafeBitCast(first & second & third & fourth, to: SIMD2<UInt64>.self)
    return all.x & all.y & alphaBits == alphaBits
  }

  /// Pixel 12, 8, 4, 0, then 13, 9, 5, 1 and so on.
  @inline(__always)
  var alphas: SIMD16<UInt8> {
    let upper = (first & 0xFF00_0000) | (second &>> 8 & 0xFF_0000)
    return unsafe unsafeBitCast(upper | (third &>> 16 & 0xFF00) | (fourth &>> 24), to: SIMD16<UInt8>.self)
  }
}

private let alphaBits: UInt64 = 0xFF00_0000_FF00_0000

/// A bit for each of sixteen pixels, the first the lowest, where alpha reaches a limit.
///
/// Each lane is weighted by its bit and the lanes are summed: baseline vectors have no other way to a mask that
/// the compiler finds.
@inline(__always)
private func sixteenBits(_ alphas: SIMD16<UInt8>, atLeast least: UInt8) -> UInt64 {
  var weighted = SIMD16<UInt8>.zero
  weighted.replace(with: weights, where: alphas .>= SIMD16(repeating: least))
  let halves = unsafe unsafeBitCast(weighted, to: SIMD2<UInt64>.self)
  let both = halves.x | halves.y
  // Bytes from the lowest: pixels 12...15, 8...11, 4...7, 0...3; no two of them share a bit of their half.
  let bytes = both | both &>> 32
  return (bytes &>> 24 | bytes &>> 16) & 0xFF | (bytes &<< 8 | bytes) & 0xFF00
}

/// In the order of `SixteenPixels.alphas`, by the place within the byte that the pixels of one byte share.
private let weights = SIMD16<UInt8>(
  0x10, 0x01, 0x10, 0x01, 0x20, 0x02, 0x20, 0x02, 0x40, 0x04, 0x40, 0x04, 0x80, 0x08, 0x80, 0x08)
