/// Detects the remains of a white background around a hard outline, such as those left by a magic wand, which
/// selects nearly white pixels and stops at pixels that mix white and art.
///
/// From every solid pixel (alpha of at least 250) that has nothing next to it in one of four directions, the
/// scan follows the art inward. The color F of the art is five pixels farther in, where the art has to be
/// even and to differ from white. The outermost pixel is C = F + t (white - F). It is part of a rim if t is
/// at least a quarter and the rim is at most 3 px wide. An intended rim has one color. In the remains of a
/// background, t and C vary.
public struct WhiteRim: Hashable, Sendable {
  /// The number of outline pixels in the frame with the largest rim. A pixel counts once for each direction
  /// in which nothing is next to it, provided that the art there is even and differs from white. 0 if no
  /// frame has a rim.
  public private(set) var edgePixels = 0
  /// The number of these pixels that are part of a rim.
  public private(set) var rimPixels = 0
  /// The standard deviation of t over the rim, 0...1.
  public private(set) var whiteShareDeviation = 0.0
  /// The standard deviation of the rim's samples, 0...255.
  public private(set) var colorDeviation = 0.0
  /// Evenly spread positions of rim pixels, at most 128.
  public private(set) var positions: [PixelPoint] = []
  /// The index of the frame with the largest rim, starting at 0.
  public private(set) var frame = 0

  private static let maxSampledWords = 64

  init() {}

  /// - Parameter frame: The index of the frame, starting at 0.
  mutating func addFrame(_ bitmap: Bitmap, _ masks: AlphaMasks, frame: Int) {
    guard bitmap.size.shorterSide > RimScan.scanDepth else { return }
    let outline = Outline(masks.visible)
    guard outline.isHard(in: bitmap, maxWords: Self.maxSampledWords) else { return }
    // For most art, an evenly spread sample of the outline shows that there is no rim.
    guard RimScan(bitmap, along: outline, maxWords: Self.maxSampledWords).rimPixels > 0 else { return }
    let walk = RimScan(bitmap, along: outline)
    guard walk.rimPixels > rimPixels else { return }
    (edgePixels, rimPixels, self.frame) = (walk.edgePixels, walk.rimPixels, frame)
    (whiteShareDeviation, colorDeviation, positions) = (
      walk.whiteShareDeviation, walk.colorDeviation, walk.positions
    )
  }
}

/// The pixels of a mask that have an unset neighbor.
private struct Outline {
  /// The directions from such a pixel toward the art. There is nothing on the other side.
  static let directions: [(right: Int, down: Int)] = [(1, 0), (-1, 0), (0, 1), (0, -1)]

  private let mask: PixelMask
  /// The indices of the words that contain such pixels.
  private var wordIndices: [Int] = []

  init(_ mask: PixelMask) {
    self.mask = mask
    wordIndices.reserveCapacity(mask.size.height * 2)
    unsafe mask.words.withUnsafeBufferPointer { all in
      let (stride, last) = (mask.stride, mask.stride &- 1)
      var at = 0
      for _ in 0..<(stride > 0 ? mask.size.height : 0) {
        for word in 0..<stride {
          let own = unsafe all[at]
          if own != 0 {
            let left = own &<< 1 | (word > 0 ? unsafe all[at &- 1] &>> 63 : 0)
            let right = own &>> 1 | (word < last ? unsafe all[at &+ 1] &<< 63 : 0)
            let above = at >= stride ? unsafe all[at &- stride] : 0
            let below = at &+ stride < all.count ? unsafe all[at &+ stride] : 0
            if own & ~(left & right & above & below) != 0 { wordIndices.append(at) }
          }
          at &+= 1
        }
      }
    }
  }

  /// The pixels of a word that have nothing next to them on the side opposite the direction.
  @inline(__always)
  private func outlineBits(_ word: Int, _ row: Int, _ direction: (right: Int, down: Int)) -> UInt64 {
    let bits = mask.words[row &* mask.stride &+ word]
    switch (direction.right, direction.down) {
    case (1, _): return bits & ~(bits &<< 1 | mask.word(word &- 1, row: row) &>> 63)
    case (-1, _): return bits & ~(bits &>> 1 | mask.word(word &+ 1, row: row) &<< 63)
    case (_, let down): return bits & ~mask.word(word, row: row &- down)
    }
  }

  /// Whether at least half of an evenly spread sample of the outline is solid. In soft art, only straight
  /// sides have solid outline pixels.
  func isHard(in bitmap: Bitmap, maxWords most: Int) -> Bool {
    let step = max(1, (wordIndices.count + most - 1) / most)
    var (asked, solid) = (0, 0)
    for at in stride(from: step / 2, to: wordIndices.count, by: step) {
      let (row, word) = (wordIndices[at] / mask.stride, wordIndices[at] % mask.stride)
      let edge = Self.directions.reduce(0 as UInt64) { $0 | outlineBits(word, row, $1) }
      let x = word * 64 + edge.trailingZeroBitCount
      asked += 1
      if bitmap.pixels[(row * bitmap.width + x) * 4 + 3] >= 250 { solid += 1 }
    }
    return solid > 0 && solid * 2 >= asked
  }

  /// - Parameter most: The maximum number of words, evenly spread, whose pixels are visited.
  func visitPixels(_ direction: (right: Int, down: Int), maxWords most: Int, _ visit: (PixelPoint) -> Void) {
    let step = max(1, wordIndices.count / most)
    for at in stride(from: step / 2, to: wordIndices.count, by: step) {
      let (row, word) = (wordIndices[at] / mask.stride, wordIndices[at] % mask.stride)
      var rest = outlineBits(word, row, direction)
      while rest != 0 {
        visit(PixelPoint(x: word * 64 + rest.trailingZeroBitCount, y: row))
        rest &= rest &- 1
      }
    }
  }
}

/// Follows the art inward and accumulates the results.
private struct RimScan {
  /// The distance in pixels from the outline to the last pixel that is read.
  static let scanDepth = 6
  /// At least one part in this many of a rim's outermost pixel is white.
  private static let rimShareDivisor = 4
  /// Farther in than the rim, the share of white in the art is less than this.
  private static let maxInnerWhiteShare: Float = 0.15
  private static let maxRimWidth = 3

  private let bitmap: Bitmap
  private(set) var edgePixels = 0
  private(set) var rimPixels = 0
  private(set) var positions: [PixelPoint] = []
  /// One out of this many positions is kept. Always a power of two.
  private var positionStep = 1
  private var (whiteShareSum, squaredWhiteShareSum) = (0.0, 0.0)
  private var (colorSum, squaredColorSum) = (SIMD4<Double>.zero, SIMD4<Double>.zero)

  /// Follows an outline, or an evenly spread sample of it.
  init(_ bitmap: Bitmap, along outline: Outline, maxWords most: Int = .max) {
    self.bitmap = bitmap
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      for direction in Outline.directions {
        outline.visitPixels(direction, maxWords: most) { unsafe scanInward(pixels, from: $0, direction) }
      }
    }
  }

  /// Follows the art inward from a pixel of the outline.
  ///
  /// - Parameter pixels: The bitmap's pixels, straight RGBA.
  private mutating func scanInward(
    _ pixels: UnsafeRawBufferPointer, from place: PixelPoint, _ direction: (right: Int, down: Int)
  ) {
    let end = (place.x + direction.right * Self.scanDepth, place.y + direction.down * Self.scanDepth)
    guard 0..<bitmap.width ~= end.0, 0..<bitmap.height ~= end.1 else { return }
    let start = place.y * bitmap.width + place.x
    let along = direction.down * bitmap.width + direction.right
    func pixel(_ number: Int) -> UInt32 {
      unsafe UInt32(
        littleEndian: pixels.loadUnaligned(
          fromByteOffset: (start &+ number &* along) &* 4, as: UInt32.self))
    }
    for number in 0...Self.scanDepth where pixel(number) &>> 24 < 250 { return }
    let inside = RimColor(pixel(5))
    let (line, shift) = (RimColor.white &- inside, RimColor(pixel(4)) &- inside)
    let length = line.dot(line)
    guard length >= 3 * 64 * 64, shift.maxMagnitude <= 24 else { return }
    edgePixels += 1
    /// The amount of white in a pixel. A value of `length` means pure white.
    func white(_ number: Int) -> Int { (RimColor(pixel(number)) &- inside).dot(line) }
    let own = white(0)
    guard own * Self.rimShareDivisor >= length else { return }  // most pixels return here
    let (outermost, share) = (RimColor(pixel(0)), Float(own) / Float(length))
    let aside = (outermost &- inside).floats - line.floats * share
    guard (aside * aside).sum() <= 3 * 20 * 20,
      Float(white(Self.maxRimWidth)) / Float(length) < Self.maxInnerWhiteShare
    else { return }
    addRimPixel(outermost.floats, Double(share), place)
  }

  private mutating func addRimPixel(_ color: SIMD4<Float>, _ share: Double, _ place: PixelPoint) {
    let samples = SIMD4<Double>(color)
    (whiteShareSum, squaredWhiteShareSum) = (whiteShareSum + share, squaredWhiteShareSum + share * share)
    (colorSum, squaredColorSum) = (colorSum + samples, squaredColorSum + samples * samples)
    if rimPixels.isMultiple(of: positionStep) { positions.append(place) }
    rimPixels += 1
    if positions.count > 128 {
      positions = stride(from: 0, to: positions.count, by: 2).map { positions[$0] }
      positionStep *= 2
    }
  }

  var whiteShareDeviation: Double {
    let count = Double(max(1, rimPixels))
    return max(0, squaredWhiteShareSum / count - (whiteShareSum / count) * (whiteShareSum / count))
      .squareRoot()
  }

  var colorDeviation: Double {
    let count = Double(max(1, rimPixels))
    let variance = squaredColorSum / count - (colorSum / count) * (colorSum / count)
    return (max(0, variance.sum()) / 3).squareRoot()
  }
}

/// Red, green and blue, or differences between such values.
private struct RimColor {
  static var white: Self { Self(0xFFFF_FFFF) }

  private let red, green, blue: Int

  @inline(__always)
  init(_ pixel: UInt32) {
    (red, green, blue) = (Int(pixel & 0xFF), Int(pixel &>> 8 & 0xFF), Int(pixel &>> 16 & 0xFF))
  }

  private init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  @inline(__always)
  static func &- (one: Self, other: Self) -> Self {
    Self(one.red &- other.red, one.green &- other.green, one.blue &- other.blue)
  }

  @inline(__always)
  func dot(_ other: Self) -> Int { red &* other.red &+ green &* other.green &+ blue &* other.blue }

  /// The largest absolute value of the three.
  var maxMagnitude: Int { max(abs(red), abs(green), abs(blue)) }

  var floats: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 0) }
}
