/// The alpha of up to 64 pixels side by side, a bit for each; the first pixel is the lowest bit.
struct AlphaWord {
  /// Pixels with alpha of at least 1.
  var any: UInt64 = 0
  /// Pixels with alpha of at least 5.
  var visible: UInt64 = 0
  /// Alpha of 3 or 4: of what nobody sees, the stronger half.
  var nearlyVisible: UInt64 = 0
  /// Alpha of at least 9: what is visible, but not distinct, is faint.
  var distinct: UInt64 = 0
  /// Pixels with alpha of at least 128.
  var solid: UInt64 = 0
  /// Pixels with alpha of 64...191.
  var translucent: UInt64 = 0
  /// Whether every pixel has alpha 255.
  var isOpaque = true
  /// Whether some pixel has an alpha between 0 and 255.
  var isPartial = false

  /// A word without pixels.
  init() {}

  /// Reads up to 64 pixels of a row.
  ///
  /// - Parameter pixels: RGBA, 8 bits a sample, rows of `width` pixels.
  /// - Parameter word: the first pixel is `64 * word`.
  @inline(__always)
  init(_ pixels: UnsafeRawBufferPointer, row: Int, word: Int, width: Int) {
    let (first, end) = (word &* 64, min(width, word &* 64 &+ 64))
    let start = row &* width
    if end &- first == 64, unsafe take(even: pixels, start &+ first) { return }
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

  /// Takes 64 pixels if all are transparent or all are opaque, as most are.
  @inline(__always)
  private mutating func take(even pixels: UnsafeRawBufferPointer, _ pixel: Int) -> Bool {
    var (some, every) = (SIMD4<UInt32>.zero, SIMD4<UInt32>(repeating: .max))
    for at in stride(from: 0, to: 256, by: 16) {
      let four = unsafe pixels.loadUnaligned(fromByteOffset: pixel &* 4 &+ at, as: SIMD4<UInt32>.self)
      some |= four
      every &= four
    }
    if hasNoAlpha(some) {
      isOpaque = false
      return true
    }
    guard hasFullAlpha(every) else { return false }
    (any, visible, distinct, solid) = (.max, .max, .max, .max)
    return true
  }

  @inline(__always)
  private mutating func take(_ block: SixteenPixels, skipping skipped: Int, to place: Int) {
    if block.isEmpty {
      isOpaque = false
    } else if block.isOpaque {
      let bits: UInt64 = (0xFFFF &>> UInt64(skipped)) &<< UInt64(place)
      any |= bits
      visible |= bits
      distinct |= bits
      solid |= bits
    } else {
      take(mixed: block.alphas, skipped, place)
    }
  }

  @inline(__always)
  private mutating func take(mixed alphas: SIMD2<UInt64>, _ skipped: Int, _ place: Int) {
    let (skip, shift) = (UInt64(truncatingIfNeeded: skipped), UInt64(truncatingIfNeeded: place))
    let some = sixteenBits(atLeast(alphas, 1)) &>> skip
    let opaque = sixteenBits(atLeast(alphas, 255)) &>> skip
    any |= some &<< shift
    if opaque != 0xFFFF &>> skip { isOpaque = false }
    if opaque == some {
      visible |= some &<< shift
      distinct |= some &<< shift
      solid |= some &<< shift
      return
    }
    isPartial = true
    let seen = sixteenBits(atLeast(alphas, 5)) &>> skip
    visible |= seen &<< shift
    if seen != some { nearlyVisible |= ((sixteenBits(atLeast(alphas, 3)) &>> skip) & ~seen) &<< shift }
    distinct |= (sixteenBits(atLeast(alphas, 9)) &>> skip) &<< shift
    solid |= (sixteenBits(atLeast(alphas, 128)) &>> skip) &<< shift
    let soft = atLeast(alphas, 64) & ~atLeast(alphas, 192)
    translucent |= (sixteenBits(soft) &>> skip) &<< shift
  }

  private mutating func take(alpha: UInt8, to place: Int) {
    let bit: UInt64 = 1 &<< UInt64(place)
    if alpha >= 1 { any |= bit }
    if alpha >= 5 { visible |= bit }
    if 3...4 ~= alpha { nearlyVisible |= bit }
    if alpha >= 9 { distinct |= bit }
    if alpha >= 128 { solid |= bit }
    if 64...191 ~= alpha { translucent |= bit }
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

  /// - Parameter pixel: the number of the first pixel.
  @inline(__always)
  init(_ raw: UnsafeRawBufferPointer, _ pixel: Int) {
    let at = pixel &* 4
    first = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt32>.self)
    second = unsafe raw.loadUnaligned(fromByteOffset: at &+ 16, as: SIMD4<UInt32>.self)
    third = unsafe raw.loadUnaligned(fromByteOffset: at &+ 32, as: SIMD4<UInt32>.self)
    fourth = unsafe raw.loadUnaligned(fromByteOffset: at &+ 48, as: SIMD4<UInt32>.self)
  }

  /// Whether all alphas are 0.
  @inline(__always)
  var isEmpty: Bool { hasNoAlpha(first | second | third | fourth) }

  /// Whether all alphas are 255.
  @inline(__always)
  var isOpaque: Bool { hasFullAlpha(first & second & third & fourth) }

  /// Alpha of pixel 12, 8, 4, 0, then 13, 9, 5, 1 and so on, a byte each.
  @inline(__always)
  var alphas: SIMD2<UInt64> {
    let upper = (first & 0xFF00_0000) | (second &>> 8 & 0xFF_0000)
    return unsafe unsafeBitCast(upper | (third &>> 16 & 0xFF00) | (fourth &>> 24), to: SIMD2<UInt64>.self)
  }
}

private let alphaBits: UInt64 = 0xFF00_0000_FF00_0000

@inline(__always)
private func hasNoAlpha(_ pixels: SIMD4<UInt32>) -> Bool {
  let all = unsafe unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
  return (all.x | all.y) & alphaBits == 0
}

@inline(__always)
private func hasFullAlpha(_ pixels: SIMD4<UInt32>) -> Bool {
  let all = unsafe unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
  return all.x & all.y & alphaBits == alphaBits
}

private let topBits: UInt64 = 0x8080_8080_8080_8080

/// The top bit of each byte that reaches a limit, all within whole words: comparing vectors of bytes makes
/// a mask from which the compiler finds no way back to bits.
@inline(__always)
private func atLeast(_ bytes: SIMD2<UInt64>, _ least: UInt8) -> SIMD2<UInt64> {
  let ones: UInt64 = 0x0101_0101_0101_0101
  // The lower seven bits and what is missing to the limit carry into the top bit, never beyond.
  let missing = UInt64(least <= 128 ? 128 - least : UInt8(truncatingIfNeeded: 256 - Int(least))) &* ones
  let carried = (bytes & ~topBits) &+ SIMD2(repeating: missing)
  return (least <= 128 ? carried | bytes : carried & bytes) & topBits
}

/// A bit for each of sixteen pixels, the first the lowest, from the top bits in the order of
/// `SixteenPixels.alphas`.
@inline(__always)
private func sixteenBits(_ tops: SIMD2<UInt64>) -> UInt64 {
  let pairs = tops.x &>> 7 | tops.y &>> 5
  // Each byte now holds four pixels in its low half: the lowest byte 12...15, then 8...11, 4...7, 0...3.
  let fours = pairs | pairs &>> 31
  return fours &>> 24 & 0xF | fours &>> 12 & 0xF0 | fours & 0xF00 | fours &<< 12 & 0xF000
}
