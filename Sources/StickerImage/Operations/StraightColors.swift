/// Turns premultiplied numbers into straight samples that leave the range of no pixel nearby.
@safe struct StraightColors: ~Copyable {
  private let source: UnsafeRawPointer
  private let width: Int  // pixels
  /// The least and the most of each channel in each column of the rows that were looked at.
  private let least: UnsafeMutablePointer<SIMD4<UInt8>>
  private let most: UnsafeMutablePointer<SIMD4<UInt8>>

  /// - Parameter source: straight RGBA that outlives this.
  init(_ source: UnsafeRawPointer, width: Int) {
    unsafe self.source = source
    self.width = width
    unsafe least = .allocate(capacity: width)
    unsafe most = .allocate(capacity: width)
    unsafe least.initialize(repeating: .zero, count: width)
    unsafe most.initialize(repeating: .zero, count: width)
  }

  deinit {
    unsafe least.deallocate()
    unsafe most.deallocate()
  }

  /// Takes it that some columns have no color.
  func forget(_ columns: Range<Int>) {
    for x in columns { unsafe (least[x], most[x]) = (SIMD4(repeating: 255), .zero) }
  }

  /// Looks which colors some columns of some rows have; what is all transparent has none.
  func look(at columns: Range<Int>, of rows: Range<Int>) {
    var x = columns.lowerBound
    while x &+ 4 <= columns.upperBound {
      var (low, high) = (SIMD16<UInt8>(repeating: 255), SIMD16<UInt8>.zero)
      var y = rows.lowerBound
      while y < rows.upperBound {
        let at = (y &* width &+ x) &* 4
        let pixels = unsafe source.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
        let words = unsafe unsafeBitCast(pixels, to: SIMD4<UInt32>.self)
        let isClear = words .< 0x0100_0000
        let lows = unsafe unsafeBitCast(words.replacing(with: .max, where: isClear), to: SIMD16<UInt8>.self)
        let highs = unsafe unsafeBitCast(words.replacing(with: 0, where: isClear), to: SIMD16<UInt8>.self)
        (low, high) = (pointwiseMin(low, lows), pointwiseMax(high, highs))
        y &+= 1
      }
      unsafe UnsafeMutableRawPointer(least + x).storeBytes(of: low, as: SIMD16<UInt8>.self)
      unsafe UnsafeMutableRawPointer(most + x).storeBytes(of: high, as: SIMD16<UInt8>.self)
      x &+= 4
    }
    while x < columns.upperBound {
      var (low, high) = (SIMD4<UInt8>(repeating: 255), SIMD4<UInt8>.zero)
      for y in rows {
        let pixel = unsafe source.load(fromByteOffset: (y &* width &+ x) &* 4, as: SIMD4<UInt8>.self)
        if pixel.w > 0 { (low, high) = (pointwiseMin(low, pixel), pointwiseMax(high, pixel)) }
      }
      unsafe (least[x], most[x]) = (low, high)
      x &+= 1
    }
  }

  /// The pixel of premultiplied numbers, 0...65025, among opaque ones.
  @inline(__always)
  static func opaque(_ numbers: SIMD4<Float>) -> UInt32 { word(numbers * (1 / 255)) }

  /// The pixel of premultiplied numbers, 0...65025.
  ///
  /// Color is divided by the alpha that is stored, so that what is seen, their product, is as near as can be;
  /// then it is held to the range of the colors nearby: channels and alpha were limited apart, and a
  /// translucent edge could leave it.
  ///
  /// - Parameter columns: of the rows that were looked at, under the pixel and beside those.
  @inline(__always)
  func translucent(_ numbers: SIMD4<Float>, _ columns: Range<Int>) -> UInt32 {
    let alpha = (numbers.w * (1 / 255) + 0x1p23) - 0x1p23  // rounded
    guard alpha >= 1 else { return 0 }
    var (low, high) = (SIMD4<UInt8>(repeating: 255), SIMD4<UInt8>.zero)
    var x = columns.lowerBound
    while x < columns.upperBound {
      unsafe (low, high) = (pointwiseMin(low, least[x]), pointwiseMax(high, most[x]))
      x &+= 1
    }
    var color = numbers / alpha
    let (floor, ceiling) = (floats(low), floats(high))
    color.replace(with: floor, where: color .< floor)
    color.replace(with: ceiling, where: color .> ceiling)
    color.w = alpha
    return Self.word(color)
  }

  @inline(__always)
  private func floats(_ bytes: SIMD4<UInt8>) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
  }

  /// Four samples, rounded, as the bytes of a pixel.
  @inline(__always)
  private static func word(_ samples: SIMD4<Float>) -> UInt32 {
    // From 2^23 on, a float's last bit counts ones: the sum is rounded, and its low bits are the number.
    let steps = unsafe unsafeBitCast(samples + 0x1p23, to: SIMD4<UInt32>.self)
    return unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: steps), to: UInt32.self)
  }
}
