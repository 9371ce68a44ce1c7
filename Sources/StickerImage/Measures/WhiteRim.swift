/// Rests of a white background around a hard outline, as a magic wand leaves them: it takes what is nearly
/// white, and stops at pixels that are a mixture of white and art.
///
/// From every solid pixel (alpha of at least 250) beside which nothing is, in each of four directions, the
/// art is followed inward. Five pixels further in is the color F of the art, which has to be even there and
/// to differ from white. The outermost pixel is C = F + t (white - F); t of a quarter and more, over at most
/// 3 px, is a rim. A rim that was drawn has one color; in rests of a background t and C differ from place to
/// place.
public struct WhiteRim: Hashable, Sendable {
  /// The outline's pixels in the frame that has most of a rim, each once for each direction in which nothing
  /// is beside it, as far as the art there is even and differs from white; 0 where no frame has one.
  public private(set) var edgePixels = 0
  /// Those of them that are a rim.
  public private(set) var rimPixels = 0
  /// How much t differs over the rim: its standard deviation, 0...1.
  public private(set) var unevenness = 0.0
  /// How much the color of the rim differs: the standard deviation of its samples, 0...255.
  public private(set) var colorSpread = 0.0
  /// Some pixels of the rim, at most 128, evenly spread.
  public private(set) var places: [PixelPoint] = []
  /// The frame that has most of a rim; the first of all is 0.
  public private(set) var frame = 0

  private static let maxSamples = 64

  init() {}

  /// - Parameter frame: its number, the first is 0.
  mutating func take(_ bitmap: Bitmap, _ masks: AlphaMasks, frame: Int) {
    guard bitmap.size.shorterSide > RimWalk.depth else { return }
    let outline = Outline(masks.visible)
    guard outline.isHard(in: bitmap, asking: Self.maxSamples) else { return }
    // Of most art some pixels of the outline, evenly spread, say that it has no rim.
    guard RimWalk(bitmap, along: outline, asking: Self.maxSamples).rimPixels > 0 else { return }
    let walk = RimWalk(bitmap, along: outline)
    guard walk.rimPixels > rimPixels else { return }
    (edgePixels, rimPixels, self.frame) = (walk.edgePixels, walk.rimPixels, frame)
    (unevenness, colorSpread, places) = (walk.unevenness, walk.colorSpread, walk.places)
  }
}

/// Pixels of a mask beside which nothing is set.
private struct Outline {
  /// Where art is, seen from such a pixel; nothing is on the other side.
  static let directions: [(right: Int, down: Int)] = [(1, 0), (-1, 0), (0, 1), (0, -1)]

  private let mask: PixelMask
  /// Numbers of the words that have such pixels.
  private var words: [Int] = []

  init(_ mask: PixelMask) {
    self.mask = mask
    words.reserveCapacity(mask.size.height * 2)
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
            if own & ~(left & right & above & below) != 0 { words.append(at) }
          }
          at &+= 1
        }
      }
    }
  }

  /// The pixels of a word that have nothing behind them.
  @inline(__always)
  private func bits(_ word: Int, _ row: Int, _ direction: (right: Int, down: Int)) -> UInt64 {
    let bits = mask.words[row &* mask.stride &+ word]
    switch (direction.right, direction.down) {
    case (1, _): return bits & ~(bits &<< 1 | mask.word(word &- 1, row: row) &>> 63)
    case (-1, _): return bits & ~(bits &>> 1 | mask.word(word &+ 1, row: row) &<< 63)
    case (_, let down): return bits & ~mask.word(word, row: row &- down)
    }
  }

  /// Whether half of some pixels, evenly spread, are solid: soft art has none there but on straight sides.
  func isHard(in bitmap: Bitmap, asking most: Int) -> Bool {
    let step = max(1, (words.count + most - 1) / most)
    var (asked, solid) = (0, 0)
    for at in stride(from: step / 2, to: words.count, by: step) {
      let (row, word) = (words[at] / mask.stride, words[at] % mask.stride)
      let edge = Self.directions.reduce(0 as UInt64) { $0 | bits(word, row, $1) }
      let x = word * 64 + edge.trailingZeroBitCount
      asked += 1
      if bitmap.pixels[(row * bitmap.width + x) * 4 + 3] >= 250 { solid += 1 }
    }
    return solid > 0 && solid * 2 >= asked
  }

  /// - Parameter most: of so many words, evenly spread, the pixels are visited.
  func visit(_ direction: (right: Int, down: Int), asking most: Int, _ visit: (PixelPoint) -> Void) {
    let step = max(1, words.count / most)
    for at in stride(from: step / 2, to: words.count, by: step) {
      let (row, word) = (words[at] / mask.stride, words[at] % mask.stride)
      var rest = bits(word, row, direction)
      while rest != 0 {
        visit(PixelPoint(x: word * 64 + rest.trailingZeroBitCount, y: row))
        rest &= rest &- 1
      }
    }
  }
}

/// Follows the art inward and adds up what it finds.
private struct RimWalk {
  /// Pixels from the outline to the last that is looked at.
  static let depth = 6
  /// So many times the share of white in a rim is all.
  private static let rimShareDivisor = 4
  /// Further in than the rim, the art has less of white than this.
  private static let minWidthShare: Float = 0.15
  private static let maxWidth = 3

  private let bitmap: Bitmap
  private(set) var edgePixels = 0
  private(set) var rimPixels = 0
  private(set) var places: [PixelPoint] = []
  /// One of so many places is kept; a power of two.
  private var step = 1
  private var (shares, squaredShares) = (0.0, 0.0)
  private var (colors, squaredColors) = (SIMD4<Double>.zero, SIMD4<Double>.zero)

  /// Walks along an outline, or along so many parts of it, evenly spread.
  init(_ bitmap: Bitmap, along outline: Outline, asking most: Int = .max) {
    self.bitmap = bitmap
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      for direction in Outline.directions {
        outline.visit(direction, asking: most) { unsafe follow(pixels, from: $0, direction) }
      }
    }
  }

  /// Follows the art inward from a pixel of the outline.
  ///
  /// - Parameter pixels: of the bitmap, straight RGBA.
  private mutating func follow(
    _ pixels: UnsafeRawBufferPointer, from place: PixelPoint, _ direction: (right: Int, down: Int)
  ) {
    let end = (place.x + direction.right * Self.depth, place.y + direction.down * Self.depth)
    guard 0..<bitmap.width ~= end.0, 0..<bitmap.height ~= end.1 else { return }
    let start = place.y * bitmap.width + place.x
    let along = direction.down * bitmap.width + direction.right
    func pixel(_ number: Int) -> UInt32 {
      unsafe UInt32(
        littleEndian: pixels.loadUnaligned(
          fromByteOffset: (start &+ number &* along) &* 4, as: UInt32.self))
    }
    for number in 0...Self.depth where pixel(number) &>> 24 < 250 { return }
    let inside = RimColor(pixel(5))
    let (line, shift) = (RimColor.white &- inside, RimColor(pixel(4)) &- inside)
    let length = line.dot(line)
    guard length >= 3 * 64 * 64, shift.largest <= 24 else { return }
    edgePixels += 1
    /// How much of white a pixel has; `length` is all.
    func white(_ number: Int) -> Int { (RimColor(pixel(number)) &- inside).dot(line) }
    let own = white(0)
    guard own * Self.rimShareDivisor >= length else { return }  // so it is with most
    let (outermost, share) = (RimColor(pixel(0)), Float(own) / Float(length))
    let aside = (outermost &- inside).floats - line.floats * share
    guard (aside * aside).sum() <= 3 * 20 * 20,
      Float(white(Self.maxWidth)) / Float(length) < Self.minWidthShare
    else { return }
    add(outermost.floats, Double(share), place)
  }

  private mutating func add(_ color: SIMD4<Float>, _ share: Double, _ place: PixelPoint) {
    let samples = SIMD4<Double>(color)
    (shares, squaredShares) = (shares + share, squaredShares + share * share)
    (colors, squaredColors) = (colors + samples, squaredColors + samples * samples)
    if rimPixels.isMultiple(of: step) { places.append(place) }
    rimPixels += 1
    if places.count > 128 {
      places = stride(from: 0, to: places.count, by: 2).map { places[$0] }
      step *= 2
    }
  }

  var unevenness: Double {
    let count = Double(max(1, rimPixels))
    return max(0, squaredShares / count - (shares / count) * (shares / count)).squareRoot()
  }

  var colorSpread: Double {
    let count = Double(max(1, rimPixels))
    let variance = squaredColors / count - (colors / count) * (colors / count)
    return (max(0, variance.sum()) / 3).squareRoot()
  }
}

/// Red, green and blue, or how much they differ.
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

  /// The largest of the three, whatever its sign.
  var largest: Int { max(abs(red), abs(green), abs(blue)) }

  var floats: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 0) }
}
