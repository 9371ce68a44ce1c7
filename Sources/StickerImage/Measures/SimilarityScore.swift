/// The structural similarity of images that differ, in ten-thousandths, rounded down.
package struct SimilarityScore: Hashable, Sendable {
  package let tenThousandths: Int

  /// Creates a similarity of at most 9,999 ten-thousandths, because 10,000 would mean that nothing differs.
  package init(tenThousandths: Int) { self.tenThousandths = min(tenThousandths, 9_999) }

  /// - Parameter figure: The similarity, which is 1 for images that look the same.
  package init(_ figure: Double) { self.init(tenThousandths: Int((figure * 10_000).rounded(.down))) }

  /// The similarity as a decimal fraction, such as `0.9997`.
  package var decimalText: String {
    let digits = String(tenThousandths % 10_000)
    return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// The minimum similarity at which a variant with fewer colors may replace the original variant.
  ///
  /// - Source: `docs/decisions/0038`. No difference was visible at or above this value.
  package static let minTenThousandthsForFewerColors = 9_995
}

/// The structural similarity of two images of the same size: 1 for equal images, 0 for unrelated ones.
///
/// - Source: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to structural
///   similarity" (2004), with the paper's K1 = 0.01, K2 = 0.03 and L = 255, in evenly weighted windows of 8 ×
///   8 pixels that begin every 4 pixels. The last windows are at the far edges. The result for an image is
///   the mean over its windows. Luma, Cb and Cr (JFIF, integers) have weights of 8/10, 1/10 and 1/10.
public struct StructuralSimilarity: Hashable, Sendable {
  /// The similarity of the images composited over white.
  public let overWhite: Double
  /// The similarity of the images composited over black.
  public let overBlack: Double

  /// Creates a similarity from stored values.
  public init(overWhite: Double, overBlack: Double) {
    self.overWhite = overWhite
    self.overBlack = overBlack
  }

  /// Compares two images.
  ///
  /// - Precondition: The images have the same size.
  public init(_ one: Bitmap, _ other: Bitmap) {
    precondition(one.size == other.size)
    guard one.size.area > 0, one.pixels != other.pixels else {
      (overWhite, overBlack) = (1, 1)
      return
    }
    (overWhite, overBlack) = one.withView { one in
      other.withView { other in SimilarityWindows(one, other).mean() }
    }
  }

  /// The mean of the similarities over white and over black.
  public var mean: Double { (overWhite + overBlack) / 2 }
}

/// The similarity of two lists of frames.
public struct FrameSimilarity: Hashable, Sendable {
  /// The mean similarity over all frames.
  public let mean: StructuralSimilarity
  /// The lowest similarity of any frame, separately over white and over black.
  public let worst: StructuralSimilarity

  package init(mean: StructuralSimilarity, worst: StructuralSimilarity) {
    self.mean = mean
    self.worst = worst
  }

  /// Compares frames in pairs. Without frames, both similarities are 1.
  ///
  /// - Precondition: Both lists have the same number of frames, and the frames of a pair have the same size.
  public init(_ frames: [Bitmap], _ others: [Bitmap]) {
    precondition(frames.count == others.count)
    self.init(zip(frames, others).map { StructuralSimilarity($0, $1) })
  }

  /// Combines the similarities of frames. Without frames, both similarities are 1.
  init(_ each: [StructuralSimilarity]) {
    let (white, black) = (each.map(\.overWhite), each.map(\.overBlack))
    func mean(_ figures: [Double]) -> Double {
      figures.isEmpty ? 1 : figures.reduce(0, +) / Double(figures.count)
    }
    self.mean = StructuralSimilarity(overWhite: mean(white), overBlack: mean(black))
    worst = StructuralSimilarity(overWhite: white.min() ?? 1, overBlack: black.min() ?? 1)
  }
}

/// The sums over a cell's pixels, separately for each background.
struct SimilarityCellSums {
  var overWhite = SimilarityPlaneSums()
  var overBlack = SimilarityPlaneSums()
  /// Whether every pixel of both images is opaque.
  var isOpaque = true

  @inline(__always)
  mutating func add(_ other: SimilarityCellSums) {
    overWhite.add(other.overWhite)
    overBlack.add(other.overBlack)
    isOpaque = isOpaque && other.isOpaque
  }
}

/// Four sums each for luma, Cb and Cr: the samples of the first image, the samples of the second one, the
/// squares of both, and the products of the two. All sums are integers. In a window of 64 pixels, they are
/// below 2^24, so floats represent them exactly.
struct SimilarityPlaneSums {
  var luma = SIMD4<Float>.zero
  var cb = SIMD4<Float>.zero
  var cr = SIMD4<Float>.zero

  @inline(__always)
  mutating func add(_ other: SimilarityPlaneSums) {
    luma += other.luma
    cb += other.cb
    cr += other.cr
  }

  /// The similarity of the planes. Luma has a weight of 8/10, and Cb and Cr have weights of 1/10.
  @inline(__always)
  func weightedSimilarity(pixelCount pixels: Double) -> Double {
    (8 * planeSimilarity(luma, pixels) + planeSimilarity(cb, pixels) + planeSimilarity(cr, pixels)) / 10
  }
}

/// The structural similarity of one plane. The numerators and denominators of both fractions are scaled by
/// `pixels` squared.
@inline(__always)
private func planeSimilarity(_ sums: SIMD4<Float>, _ pixels: Double) -> Double {
  let (a, b) = (Double(sums.x), Double(sums.y))
  let (means, unequal) = (a * b, a * a + b * b)
  let covariance = pixels * Double(sums.w) - means
  let variances = pixels * Double(sums.z) - unequal
  let scale = pixels * pixels
  let (c1, c2) = (scale * 6.5025, scale * 58.5225)  // (K · L)²
  return (2 * means + c1) * (2 * covariance + c2) / ((unequal + c1) * (variances + c2))
}

/// The running sums of one plane, separately for each column of a cell.
struct SimilarityColumnSums {
  private var firstImageSums = SIMD4<Float>.zero
  private var secondImageSums = SIMD4<Float>.zero
  private var squareSums = SIMD4<Float>.zero
  private var productSums = SIMD4<Float>.zero

  init() {}

  @inline(__always)
  mutating func add(_ first: SIMD4<Float>, _ second: SIMD4<Float>) {
    firstImageSums += first
    secondImageSums += second
    squareSums += first * first + second * second
    productSums += first * second
  }

  /// The sums over the first `count` columns.
  @inline(__always)
  func total(columns count: Int) -> SIMD4<Float> {
    if count == 4 {
      // A transposed addition computes four sums at once.
      let low =
        SIMD4(firstImageSums.x, secondImageSums.x, squareSums.x, productSums.x)
        + SIMD4(firstImageSums.y, secondImageSums.y, squareSums.y, productSums.y)
      let high =
        SIMD4(firstImageSums.z, secondImageSums.z, squareSums.z, productSums.z)
        + SIMD4(firstImageSums.w, secondImageSums.w, squareSums.w, productSums.w)
      return low + high
    }
    var sums = SIMD4<Float>.zero
    for lane in 0..<count {
      sums += SIMD4(firstImageSums[lane], secondImageSums[lane], squareSums[lane], productSums[lane])
    }
    return sums
  }
}

extension PixelView {
  /// Four pixels of a row as words.
  @inline(__always)
  func fourPixels(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let words = unsafe row(y).loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
    #if _endian(little)
      return words
    #else
      return SIMD4(words.x.byteSwapped, words.y.byteSwapped, words.z.byteSwapped, words.w.byteSwapped)
    #endif
  }

  /// The words of fewer than four pixels. The other lanes are unspecified.
  func upToFourPixels(_ x: Range<Int>, _ y: Int) -> SIMD4<UInt32> {
    var words = SIMD4<UInt32>.zero
    for place in x { words[place - x.lowerBound] = self[place, y].abgr }
    return words
  }
}

/// The luma and chroma of four pixels over a background, each an integer in 0...255.
///
/// - Source: JFIF, with its five-digit weights expressed as multiples of 1/65,536. The luma weights add up to
///   1 and the chroma weights to 0, so white stays 255 and gray stays 128.
@inline(__always)
func lumaAndChroma(
  _ words: SIMD4<UInt32>, over ground: Float
) -> (luma: SIMD4<Float>, blue: SIMD4<Float>, red: SIMD4<Float>) {
  let alpha = exactFloats(words &>> 24)
  let behind = (255 - alpha) * ground
  let r = rounded((exactFloats(words & 255) * alpha + behind) * (1 / 255))
  let g = rounded((exactFloats(words &>> 8 & 255) * alpha + behind) * (1 / 255))
  let b = rounded((exactFloats(words &>> 16 & 255) * alpha + behind) * (1 / 255))
  // Every product and sum is an integer below 2^24, so nothing is rounded before the end.
  let luma = 19_595 * r + 38_470 * g + 7471 * b - 8_388_608
  let blue = 32_768 * b - 11_059 * r - 21_709 * g
  let red = 32_768 * r - 27_439 * g - 5329 * b
  return (
    sampleAround128From65536ths(luma), replacing256With255(sampleAround128From65536ths(blue)),
    replacing256With255(sampleAround128From65536ths(red))
  )
}

/// 128 plus `parts` divided by 65,536, rounded. The added half of the smallest unit rounds ties up.
@inline(__always)
private func sampleAround128From65536ths(_ parts: SIMD4<Float>) -> SIMD4<Float> {
  (((parts + 0.5) * 0x1p-16) + 0x1.8p23) - (0x1.8p23 - 128)
}

/// Turns 256, which pure blue and pure red produce, into 255. Other values stay unchanged.
@inline(__always)
private func replacing256With255(_ samples: SIMD4<Float>) -> SIMD4<Float> {
  samples - rounded(samples * 0x1p-8 - 0x1.FEp-2 + 1) + 1
}

/// Converts integers from 0 to 2^23 to floats. Such integers are the low bits of floats from 2^23 on.
@inline(__always)
private func exactFloats(_ lanes: SIMD4<UInt32>) -> SIMD4<Float> {
  unsafe unsafeBitCast(lanes | 0x4B00_0000, to: SIMD4<Float>.self) - 0x1p23
}

/// The nearest integer for values from 0 to 2^22. Ties round to even.
@inline(__always)
private func rounded(_ lanes: SIMD4<Float>) -> SIMD4<Float> { (lanes + 0x1p23) - 0x1p23 }

/// Compares two images in windows of 8 × 8 pixels that begin every 4 pixels. Each window consists of four
/// cells of 4 × 4 pixels, so each pixel is read only once. Windows in which the images are equal need no
/// computation.
struct SimilarityWindows {
  private let one: PixelView
  private let other: PixelView
  private let columns: SimilarityAxisCells
  private let rows: SimilarityAxisCells
  /// For each cell, whether the images differ in it. Padded by one column and one row.
  private var cellDiffers: [Bool] = []

  /// - Precondition: Both images have the same size and at least one pixel.
  init(_ one: PixelView, _ other: PixelView) {
    self.one = one
    self.other = other
    columns = SimilarityAxisCells(one.size.width)
    rows = SimilarityAxisCells(one.size.height)
    cellDiffers = [Bool](
      repeating: false, count: (columns.cellRanges.count + 1) * (rows.cellRanges.count + 1))
    for (row, y) in rows.cellRanges.enumerated() {
      for (column, x) in columns.cellRanges.enumerated() {
        cellDiffers[row * (columns.cellRanges.count + 1) + column] = isDifferent(x, y)
      }
    }
  }

  /// The mean similarity of all windows, over white and over black.
  func mean() -> (white: Double, black: Double) {
    var (white, black) = (0.0, 0.0)
    let stride = columns.cellRanges.count + 1
    var above = [SimilarityCellSums](repeating: SimilarityCellSums(), count: stride)
    var below = above
    var number = -1
    for (top, bottom) in rows.windowCells {
      if number == top { swap(&above, &below) } else { fillCellSums(&above, top) }
      fillCellSums(&below, bottom)
      number = bottom
      for column in above.indices { above[column].add(below[column]) }
      let height = rows.length(top) + rows.length(bottom)
      for (left, right) in columns.windowCells {
        guard
          cellDiffers[top * stride + left] || cellDiffers[top * stride + right]
            || cellDiffers[bottom * stride + left] || cellDiffers[bottom * stride + right]
        else {
          white += 1
          black += 1
          continue
        }
        let pixels = Double((columns.length(left) + columns.length(right)) * height)
        var sums = above[left]
        sums.add(above[right])
        let shown = sums.overWhite.weightedSimilarity(pixelCount: pixels)
        white += shown
        black += sums.isOpaque ? shown : sums.overBlack.weightedSimilarity(pixelCount: pixels)
      }
    }
    let count = Double(rows.windowCells.count * columns.windowCells.count)
    return (white / count, black / count)
  }

  /// Computes the sums of those cells in a row that a window may need. Past the last row, the sums are zero.
  private func fillCellSums(_ sums: inout [SimilarityCellSums], _ row: Int) {
    let stride = columns.cellRanges.count + 1
    for column in columns.cellRanges.indices {
      sums[column] = SimilarityCellSums()
      guard row < rows.cellRanges.count, isNextToDifference(column, row, stride) else { continue }
      sums[column] = cellSums(columns.cellRanges[column], rows.cellRanges[row])
    }
  }

  /// Whether a cell or one of its neighbors differs.
  private func isNextToDifference(_ column: Int, _ row: Int, _ stride: Int) -> Bool {
    for y in max(row - 1, 0)...row + 1 {
      for x in max(column - 1, 0)...column + 1 where cellDiffers[y * stride + x] { return true }
    }
    return false
  }

  private func isDifferent(_ x: Range<Int>, _ y: Range<Int>) -> Bool {
    var difference: UInt32 = 0
    for y in y {
      for x in x { difference |= one[x, y].abgr ^ other[x, y].abgr }
    }
    return difference != 0
  }

  private func cellSums(_ x: Range<Int>, _ y: Range<Int>) -> SimilarityCellSums {
    var solid: UInt32 = 0xFF00_0000
    for y in y {
      for x in x { solid &= one[x, y].abgr & other[x, y].abgr }
    }
    var sums = SimilarityCellSums()
    sums.isOpaque = solid >> 24 == 255
    sums.overWhite = self.planeSums(x, y, over: 255)
    // Opaque images hide the background.
    sums.overBlack = sums.isOpaque ? sums.overWhite : self.planeSums(x, y, over: 0)
    return sums
  }

  @inline(__always)
  private func planeSums(_ x: Range<Int>, _ y: Range<Int>, over ground: Float) -> SimilarityPlaneSums {
    var sums = (SimilarityColumnSums(), SimilarityColumnSums(), SimilarityColumnSums())
    for y in y {
      let (first, second): (SIMD4<UInt32>, SIMD4<UInt32>)
      if x.count == similarityCellSide {
        (first, second) = (one.fourPixels(x.lowerBound, y), other.fourPixels(x.lowerBound, y))
      } else {
        (first, second) = (one.upToFourPixels(x, y), other.upToFourPixels(x, y))
      }
      let (a, b) = (lumaAndChroma(first, over: ground), lumaAndChroma(second, over: ground))
      sums.0.add(a.luma, b.luma)
      sums.1.add(a.blue, b.blue)
      sums.2.add(a.red, b.red)
    }
    let count = x.count
    return SimilarityPlaneSums(
      luma: sums.0.total(columns: count), cb: sums.1.total(columns: count), cr: sums.2.total(columns: count))
  }
}

private let similarityWindowSide = 8
private let similarityCellSide = 4

/// The cells along one axis, and the pairs of cells that make up windows.
private struct SimilarityAxisCells {
  let cellRanges: [Range<Int>]
  /// The indices of the two cells of each window. If the axis is no longer than a cell, the second index is
  /// one past the last cell.
  let windowCells: [(first: Int, second: Int)]

  init(_ side: Int) {
    guard side > similarityWindowSide else {
      cellRanges =
        [0..<min(side, similarityCellSide)] + (side > similarityCellSide ? [similarityCellSide..<side] : [])
      windowCells = [(0, 1)]
      return
    }
    var starts = Array(stride(from: 0, through: side - similarityCellSide, by: similarityCellSide))
    // The last windows are at the far edge.
    if side % similarityCellSide != 0 { starts += [side - similarityWindowSide, side - similarityCellSide] }
    cellRanges = starts.map { $0..<$0 + similarityCellSide }
    windowCells = starts.indices.dropLast().filter { starts[$0 + 1] == starts[$0] + similarityCellSide }.map {
      ($0, $0 + 1)
    }
  }

  func length(_ cell: Int) -> Int { cell < cellRanges.count ? cellRanges[cell].count : 0 }
}
