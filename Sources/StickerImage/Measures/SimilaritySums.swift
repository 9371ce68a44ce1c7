/// What is summed over the pixels of a cell, over both grounds.
struct CellSums {
  var white = PlaneSums()
  var black = PlaneSums()
  /// Whether every pixel of both pictures is opaque.
  var isOpaque = true

  @inline(__always)
  mutating func add(_ other: CellSums) {
    white.add(other.white)
    black.add(other.black)
    isOpaque = isOpaque && other.isOpaque
  }
}

/// For luma, Cb and Cr: sums of the one picture, of the other, of both their squares, of their products.
/// Whole numbers: those of a window of 64 pixels are below 2^24, so that no float rounds them.
struct PlaneSums {
  var luma = SIMD4<Float>.zero
  var blue = SIMD4<Float>.zero
  var red = SIMD4<Float>.zero

  @inline(__always)
  mutating func add(_ other: PlaneSums) {
    luma += other.luma
    blue += other.blue
    red += other.red
  }

  /// How alike the planes are; luma counts eight tenths, Cb and Cr one each.
  @inline(__always)
  func similarity(_ pixels: Double) -> Double {
    (8 * alike(luma, pixels) + alike(blue, pixels) + alike(red, pixels)) / 10
  }
}

/// Structural similarity of one plane; both fractions are taken `pixels` squared times as large.
@inline(__always)
private func alike(_ sums: SIMD4<Float>, _ pixels: Double) -> Double {
  let (a, b) = (Double(sums.x), Double(sums.y))
  let (means, unequal) = (a * b, a * a + b * b)
  let covariance = pixels * Double(sums.w) - means
  let variances = pixels * Double(sums.z) - unequal
  let scale = pixels * pixels
  let (c1, c2) = (scale * 6.5025, scale * 58.5225)  // (K · L)²
  return (2 * means + c1) * (2 * covariance + c2) / ((unequal + c1) * (variances + c2))
}

/// The sums of one plane while they grow, for each column of a cell.
struct PlaneLanes {
  private var one = SIMD4<Float>.zero
  private var other = SIMD4<Float>.zero
  private var squares = SIMD4<Float>.zero
  private var products = SIMD4<Float>.zero

  init() {}

  @inline(__always)
  mutating func add(_ first: SIMD4<Float>, _ second: SIMD4<Float>) {
    one += first
    other += second
    squares += first * first + second * second
    products += first * second
  }

  /// The sums over the first `count` columns.
  @inline(__always)
  func total(_ count: Int) -> SIMD4<Float> {
    if count == 4 {
      // Four sums at once: columns become rows.
      let low = SIMD4(one.x, other.x, squares.x, products.x) + SIMD4(one.y, other.y, squares.y, products.y)
      let high = SIMD4(one.z, other.z, squares.z, products.z) + SIMD4(one.w, other.w, squares.w, products.w)
      return low + high
    }
    var sums = SIMD4<Float>.zero
    for lane in 0..<count { sums += SIMD4(one[lane], other[lane], squares[lane], products[lane]) }
    return sums
  }
}

extension PixelView {
  /// Four pixels of a row as words.
  @inline(__always)
  func four(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let words = unsafe row(y).loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
    #if _endian(little)
      return words
    #else
      return SIMD4(words.x.byteSwapped, words.y.byteSwapped, words.z.byteSwapped, words.w.byteSwapped)
    #endif
  }

  /// The words of fewer pixels; the others are of no meaning.
  func upToFour(_ x: Range<Int>, _ y: Int) -> SIMD4<UInt32> {
    var words = SIMD4<UInt32>.zero
    for place in x { words[place - x.lowerBound] = self[place, y].word }
    return words
  }
}

/// Luma and color differences of four pixels over a ground, each a whole number of 0...255.
///
/// - Source: JFIF; its weights of five digits in 65 536ths. Their sums are 1 and 0: white stays 255, gray
///   stays 128.
@inline(__always)
func planes(
  _ words: SIMD4<UInt32>, over ground: Float
) -> (luma: SIMD4<Float>, blue: SIMD4<Float>, red: SIMD4<Float>) {
  let alpha = number(words &>> 24)
  let behind = (255 - alpha) * ground
  let r = rounded((number(words & 255) * alpha + behind) * (1 / 255))
  let g = rounded((number(words &>> 8 & 255) * alpha + behind) * (1 / 255))
  let b = rounded((number(words &>> 16 & 255) * alpha + behind) * (1 / 255))
  // Every product and sum is whole and below 2^24: nothing is rounded before the end.
  let luma = 19_595 * r + 38_470 * g + 7471 * b - 8_388_608
  let blue = 32_768 * b - 11_059 * r - 21_709 * g
  let red = 32_768 * r - 27_439 * g - 5329 * b
  return (sample(luma), belowTop(sample(blue)), belowTop(sample(red)))
}

/// 128 and so many 65 536ths, rounded; half goes up, as a half more of the smallest part sees to.
@inline(__always)
private func sample(_ parts: SIMD4<Float>) -> SIMD4<Float> {
  (((parts + 0.5) * 0x1p-16) + 0x1.8p23) - (0x1.8p23 - 128)
}

/// 255 for 256, which pure blue and pure red come to; all else stays.
@inline(__always)
private func belowTop(_ samples: SIMD4<Float>) -> SIMD4<Float> {
  samples - rounded(samples * 0x1p-8 - 0x1.FEp-2 + 1) + 1
}

/// Whole numbers of 0 to 2^23 as floats: they are the last bits of those from 2^23 on.
@inline(__always)
private func number(_ lanes: SIMD4<UInt32>) -> SIMD4<Float> {
  unsafe unsafeBitCast(lanes | 0x4B00_0000, to: SIMD4<Float>.self) - 0x1p23
}

/// The nearest whole number, from 0 to 2^22; half goes to the even one.
@inline(__always)
private func rounded(_ lanes: SIMD4<Float>) -> SIMD4<Float> { (lanes + 0x1p23) - 0x1p23 }
