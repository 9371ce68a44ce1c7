/// How alike two pictures of one size look, by their structure: 1 for the same, 0 for unrelated.
///
/// - Source: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to structural
///   similarity" (2004), with its K1 = 0.01, K2 = 0.03 and L = 255, in evenly weighted windows of 8 × 8
///   pixels that begin every 4 pixels, the last ones at the far edges. The figure of a picture is the mean
///   over its windows; of luma, Cb and Cr (JFIF, whole numbers) it is 8, 1 and 1 tenths.
public struct StructuralSimilarity: Hashable, Sendable {
  /// Both drawn over white.
  public let overWhite: Double
  /// Both drawn over black.
  public let overBlack: Double

  /// Similarities that are known.
  public init(overWhite: Double, overBlack: Double) {
    self.overWhite = overWhite
    self.overBlack = overBlack
  }

  /// Compares two pictures.
  ///
  /// - Precondition: they have the same size.
  public init(_ one: Bitmap, _ other: Bitmap) {
    precondition(one.size == other.size)
    let isSame = one.size.area == 0 || one.pixels == other.pixels
    overWhite = isSame ? 1 : similarity(one, other, ground: 255)
    // Of opaque pictures nothing of the ground is seen.
    overBlack = isSame || isOpaque(one) && isOpaque(other) ? overWhite : similarity(one, other, ground: 0)
  }

  /// The mean of both.
  public var mean: Double { (overWhite + overBlack) / 2 }
}

/// How alike two lists of frames look.
public struct FrameSimilarity: Hashable, Sendable {
  /// Of all frames.
  public let mean: StructuralSimilarity
  /// The least of any frame, over white and over black each.
  public let worst: StructuralSimilarity

  /// Compares frames in pairs; without any, both are 1.
  ///
  /// - Precondition: there are as many on both sides, of the same sizes.
  public init(_ frames: [Bitmap], _ others: [Bitmap]) {
    precondition(frames.count == others.count)
    let each = zip(frames, others).map { StructuralSimilarity($0, $1) }
    let (white, black) = (each.map(\.overWhite), each.map(\.overBlack))
    func mean(_ figures: [Double]) -> Double {
      figures.isEmpty ? 1 : figures.reduce(0, +) / Double(figures.count)
    }
    self.mean = StructuralSimilarity(overWhite: mean(white), overBlack: mean(black))
    worst = StructuralSimilarity(overWhite: white.min() ?? 1, overBlack: black.min() ?? 1)
  }
}

private func isOpaque(_ bitmap: Bitmap) -> Bool {
  stride(from: 3, to: bitmap.pixels.count, by: 4).allSatisfy { bitmap.pixels[$0] == 255 }
}

private let window = 8
private let step = 4

private func similarity(_ one: Bitmap, _ other: Bitmap, ground: Int32) -> Double {
  let (first, second) = (Planes(one, over: ground), Planes(other, over: ground))
  let luma = similarity(first.luma, second.luma, one.size)
  let blue = similarity(first.blue, second.blue, one.size)
  let red = similarity(first.red, second.red, one.size)
  return (8 * luma + blue + red) / 10
}

/// Luma and color differences of a picture over a ground, each 0...255.
private struct Planes {
  let luma: [Int32]
  let blue: [Int32]
  let red: [Int32]

  init(_ bitmap: Bitmap, over ground: Int32) {
    let area = bitmap.size.area
    var (luma, blue, red) = ([Int32](), [Int32](), [Int32]())
    luma.reserveCapacity(area)
    blue.reserveCapacity(area)
    red.reserveCapacity(area)
    bitmap.withView { view in
      var (last, lanes) = (view[0, 0], planeSamples(view[0, 0], over: ground))
      for y in 0..<view.size.height {
        for x in 0..<view.size.width {
          let pixel = view[x, y]
          if pixel != last { (last, lanes) = (pixel, planeSamples(pixel, over: ground)) }
          luma.append(lanes.x)
          blue.append(lanes.y)
          red.append(lanes.z)
        }
      }
    }
    (self.luma, self.blue, self.red) = (luma, blue, red)
  }
}

@inline(__always)
private func planeSamples(_ pixel: Pixel, over ground: Int32) -> SIMD4<Int32> {
  let alpha = Int32(pixel.alpha)
  let behind = ground &* (255 &- alpha) &+ 127
  let r = (Int32(pixel.red) &* alpha &+ behind) / 255
  let g = (Int32(pixel.green) &* alpha &+ behind) / 255
  let b = (Int32(pixel.blue) &* alpha &+ behind) / 255
  // JFIF's weights of five digits in 65 536ths. Their sums are 1 and 0: white stays 255, gray stays 128.
  return SIMD4(
    (19_595 &* r &+ 38_470 &* g &+ 7471 &* b &+ 32_768) >> 16,
    min((32_768 &* b &- 11_059 &* r &- 21_709 &* g &+ 8_421_376) >> 16, 255),
    min((32_768 &* r &- 27_439 &* g &- 5329 &* b &+ 8_421_376) >> 16, 255), 0)
}

/// Where windows begin along a side: every 4 pixels, and the last one at the far edge.
private func windowStarts(_ side: Int) -> [Int] {
  guard side > window else { return [0] }
  let starts = Array(stride(from: 0, through: side - window, by: step))
  return starts.last == side - window ? starts : starts + [side - window]
}

/// The mean over all windows of one plane.
private func similarity(_ one: [Int32], _ other: [Int32], _ size: PixelSize) -> Double {
  let (rows, columns) = (windowStarts(size.height), windowStarts(size.width))
  let (height, width) = (min(window, size.height), min(window, size.width))
  var sums = ColumnSums(width: size.width)
  var total = 0.0
  for top in rows {
    sums.take(one, other, rows: top..<top + height)
    for left in columns { total += sums.similarity(left..<left + width, pixels: height * width) }
  }
  return total / Double(rows.count * columns.count)
}

/// Sums over the rows of a band, a column each. Whole numbers: 64 squares of 255 fit 32 bits.
private struct ColumnSums {
  private var one: [Int32]
  private var other: [Int32]
  private var squares: [Int32]
  private var products: [Int32]

  init(width: Int) {
    one = [Int32](repeating: 0, count: width)
    (other, squares, products) = (one, one, one)
  }

  mutating func take(_ first: [Int32], _ second: [Int32], rows: Range<Int>) {
    let width = one.count
    for column in 0..<width {
      (one[column], other[column], squares[column], products[column]) = (0, 0, 0, 0)
    }
    for row in rows {
      let start = row &* width
      for column in 0..<width {
        let (a, b) = (first[start &+ column], second[start &+ column])
        one[column] &+= a
        other[column] &+= b
        squares[column] &+= a &* a &+ b &* b
        products[column] &+= a &* b
      }
    }
  }

  func similarity(_ columns: Range<Int>, pixels: Int) -> Double {
    var (a, b, squares, products): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    for column in columns {
      a &+= one[column]
      b &+= other[column]
      squares &+= self.squares[column]
      products &+= self.products[column]
    }
    let count = Int64(pixels)
    let (means, unequal) = (Int64(a) * Int64(b), Int64(a) * Int64(a) + Int64(b) * Int64(b))
    // Both fractions are taken `count` squared times as large.
    let covariance = count * Int64(products) - means
    let variances = count * Int64(squares) - unequal
    let scale = Double(count * count)
    let (c1, c2) = (scale * 6.5025, scale * 58.5225)  // (K · L)²
    return (2 * Double(means) + c1) * (2 * Double(covariance) + c2)
      / ((Double(unequal) + c1) * (Double(variances) + c2))
  }
}
