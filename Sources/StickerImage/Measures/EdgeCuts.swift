/// A side of the canvas and the lines of pixels parallel to it.
struct CanvasSideReader {
  /// The length of the side in pixels.
  let length: Int
  private let rgbaBytes: [UInt8]
  private let firstPixelIndex: Int
  private let pixelIndexStepAlongSide: Int
  private let pixelIndexStepInward: Int
  private let lineCount: Int

  /// The distance in pixels from the border to the line that a run is compared with.
  static let comparedRunDepth = 3
  /// The maximum difference between the samples of two colors that count as the same.
  private static let maxColorDifference = 24
  /// The maximum thickness of outlines in pixels.
  private static let maxOutlineThickness = 24

  init(_ bitmap: Bitmap, _ side: EdgeCuts.Side) {
    let (width, height) = (bitmap.width, bitmap.height)
    rgbaBytes = bitmap.pixels
    switch side {
    case .top:
      (length, firstPixelIndex, pixelIndexStepAlongSide, pixelIndexStepInward, lineCount) = (
        width, 0, 1, width, height
      )
    case .bottom:
      (length, firstPixelIndex, pixelIndexStepAlongSide, pixelIndexStepInward, lineCount) = (
        width, (height - 1) * width, 1, -width, height
      )
    case .left:
      (length, firstPixelIndex, pixelIndexStepAlongSide, pixelIndexStepInward, lineCount) = (
        height, 0, width, 1, width
      )
    case .right:
      (length, firstPixelIndex, pixelIndexStepAlongSide, pixelIndexStepInward, lineCount) = (
        height, width - 1, width, -1, width
      )
    }
  }

  private func byteOffset(_ place: Int, _ depth: Int) -> Int {
    (firstPixelIndex + place * pixelIndexStepAlongSide + depth * pixelIndexStepInward) * 4
  }

  private func isCovered(_ place: Int, _ depth: Int) -> Bool {
    rgbaBytes[byteOffset(place, depth) + 3] >= 128
  }

  /// The runs of pixels with an alpha of at least 128, `depth` pixels from the border.
  func coveredRuns(depth: Int) -> [Range<Int>] {
    var (runs, start): ([Range<Int>], Int?) = ([], nil)
    for place in 0..<length {
      if isCovered(place, depth) {
        start = start ?? place
      } else if let from = start {
        runs.append(from..<place)
        start = nil
      }
    }
    if let start { runs.append(start..<length) }
    return runs
  }

  /// The longest run at a depth that overlaps a run at the border, or an empty range if there is none.
  func longestRun(overlapping run: Range<Int>, depth: Int) -> Range<Int> {
    guard depth < lineCount else { return 0..<0 }
    return coveredRuns(depth: depth).reduce(0..<0) { $1.overlaps(run) && $1.count > $0.count ? $1 : $0 }
  }

  /// Whether a run at the border looks cut off: it is solid, and no outline is drawn along it.
  func isMostlyOpaqueWithoutOutline(_ run: Range<Int>) -> Bool {
    let solid = run.count { rgbaBytes[byteOffset($0, 0) + 3] >= 250 }
    return solid * 2 >= run.count && !hasOutlineAlong(run)
  }

  private func hasOutlineAlong(_ run: Range<Int>) -> Bool {
    let color = byteOffset((run.lowerBound + run.upperBound) / 2, 0)
    let same = run.count { haveSameColor(color, byteOffset($0, 0)) }
    guard same * 100 >= run.count * 95 else { return false }
    var depths: [Int] = []
    for share in [20, 35, 50, 65, 80] {
      let place = run.lowerBound + run.count * share / 100
      let most = min(lineCount, Self.maxOutlineThickness + 1)
      let depth = (0..<most).first { !isCovered(place, $0) || !haveSameColor(color, byteOffset(place, $0)) }
      guard let depth else { return false }
      depths.append(depth)
    }
    return (depths.max() ?? 0) - (depths.min() ?? 0) <= 1
  }

  private func haveSameColor(_ one: Int, _ other: Int) -> Bool {
    (0..<3).allSatisfy {
      abs(Int(rgbaBytes[one + $0]) - Int(rgbaBytes[other + $0])) <= Self.maxColorDifference
    }
  }
}

/// Detects art that runs straight along a side of the canvas as if it were cut off there.
///
/// A shape that is cut off crosses the border, so its run of pixels with an alpha of at least 128 at the
/// border is nearly as long as the run 3 px farther in. A curve that only touches the border has a much
/// shorter run. Two kinds of straight runs belong to complete shapes and don't count: runs with an edge that
/// is softened along the border (fewer than half of the run's pixels are solid), and runs with an outline
/// drawn along them (one color at the border that changes at the same depth all along the run).
///
/// Trimmed art doesn't count either. It is a rectangle or a rounded shape, and has equal runs on two opposite
/// sides. A shape that is cut off widens as fast deep inside as at the border, whereas a rounded shape widens
/// more and more slowly. In pixel art with squares larger than 3 px, a run is compared with the run one
/// square farther in.
public struct EdgeCuts: Hashable, Sendable {
  /// A side of the canvas.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The first row.
    case top
    /// The last column.
    case right
    /// The last row.
    case bottom
    /// The first column.
    case left
  }

  /// A straight run at the border.
  public struct Cut: Hashable, Sendable {
    /// The side of the canvas that the run is on.
    public let side: Side
    /// The length of that side in pixels.
    public let sideLength: Int
    /// The distance in pixels from the left or top end of the side to the run.
    public let start: Int
    /// The length of the run in pixels, at least a hundredth of the side.
    public let length: Int
    /// The length in pixels of the longest overlapping run 3 px farther in, or one square farther in for
    /// pixel art.
    public let innerLength: Int
    /// The length of the longest overlapping run at four times the depth of `innerLength`, or nil if that
    /// depth is beyond the middle of the canvas.
    fileprivate let deepLength: Int?
    /// The offset of that run's center from this run's center in half pixels, or nil if `deepLength` is nil.
    fileprivate let deepCenterOffsetHalfPixels: Int?
    /// The index of the frame, starting at 0.
    public let frame: Int

    /// Whether the art is no wider inside than at the border and extends straight inward, like an object
    /// standing on the border. A section of a round shape widens, and a shape that leans or reaches in from
    /// outside is offset.
    public var standsOnSide: Bool {
      guard let deepLength, let deepCenterOffsetHalfPixels else { return false }
      return innerLength <= length + 2 && deepLength <= length + length / 50
        && deepCenterOffsetHalfPixels <= 2
    }

    /// The length of the run as a percentage of `innerLength`, 50...100.
    public var straightnessPercent: Int { innerLength > length ? length * 100 / innerLength : 100 }
  }

  /// The relevant cuts across all frames. Each is longer or straighter than every other cut on its side, so
  /// there are at most 51 per side.
  public private(set) var longestCutsByStraightness: [Cut] = []
  /// The cuts at distinct positions, each from the frame in which it is straightest. At most 128.
  public private(set) var distinctCuts: [Cut] = []
  private static let maxDistinctCuts = 128

  init() {}

  /// - Parameter visibleBox: The bounding box of the visible pixels. Sides that it doesn't touch are skipped.
  /// - Parameter squareSide: The size in pixels of the squares of pixel art, or 0 or 1 for other art.
  /// - Parameter frame: The index of the frame, starting at 0.
  mutating func addFrame(
    _ bitmap: Bitmap, visibleBox: PixelRect?, pixelArtSquareSide squareSide: Int, frame: Int
  ) {
    // A plain rectangle also follows a grid, which can be as large as the rectangle itself.
    let inset =
      squareSide * 8 > bitmap.size.shorterSide
      ? CanvasSideReader.comparedRunDepth : max(CanvasSideReader.comparedRunDepth, squareSide)
    guard let visibleBox, bitmap.size.shorterSide > inset * 2 else { return }
    let isDeep = bitmap.size.shorterSide > inset * 8
    var frameCuts: [Cut] = []
    for side in Side.allCases where visibleBox.reaches(side, of: bitmap.size) {
      let line = CanvasSideReader(bitmap, side)
      for run in line.coveredRuns(depth: 0)
      where run.count * 100 >= line.length && line.isMostlyOpaqueWithoutOutline(run) {
        let inner = line.longestRun(overlapping: run, depth: inset).count
        guard run.count * 2 >= inner else { continue }
        let deep = isDeep ? line.longestRun(overlapping: run, depth: inset * 4) : nil
        frameCuts.append(
          Cut(
            side: side, sideLength: line.length, start: run.lowerBound, length: run.count, innerLength: inner,
            deepLength: deep?.count,
            deepCenterOffsetHalfPixels: deep.map {
              abs($0.lowerBound + $0.upperBound - run.lowerBound - run.upperBound)
            },
            frame: frame))
      }
    }
    for cut in frameCuts where !frameCuts.contains(where: { $0.endsSameShape(as: cut, visibleBox) }) {
      addCut(cut)
    }
  }

  private mutating func addCut(_ cut: Cut) {
    if let known = distinctCuts.firstIndex(where: { $0.hasSamePosition(as: cut) }) {
      if cut.straightnessPercent > distinctCuts[known].straightnessPercent { distinctCuts[known] = cut }
    } else if distinctCuts.count < Self.maxDistinctCuts {
      distinctCuts.append(cut)
    }
    let isLess = longestCutsByStraightness.contains {
      $0.side == cut.side && $0.length >= cut.length && $0.straightnessPercent >= cut.straightnessPercent
    }
    if isLess { return }
    longestCutsByStraightness.removeAll {
      $0.side == cut.side && $0.length <= cut.length && $0.straightnessPercent <= cut.straightnessPercent
    }
    longestCutsByStraightness.append(cut)
  }
}

extension EdgeCuts.Cut {
  fileprivate func hasSamePosition(as other: Self) -> Bool {
    (side, start, length) == (other.side, other.start, other.length)
  }

  /// Whether both runs are the ends of one complete shape.
  fileprivate func endsSameShape(as other: Self, _ box: PixelRect) -> Bool {
    let isSame = abs(start - other.start) <= 1 && abs(length - other.length) <= 1
    return isSame && side == other.side.opposite && isEndOfCompleteShape(box)
      && other.isEndOfCompleteShape(box)
  }

  private func isEndOfCompleteShape(_ box: PixelRect) -> Bool {
    guard let deepLength else { return false }
    let (near, deep) = (innerLength - length, deepLength - length)
    let isRectangle = length == (side == .top || side == .bottom ? box.width : box.height)
    // The ratio is 2.4 for a circle that only touches the border (measured at pixel centers), and 2.7 for one
    // that is cut off by 1 px.
    return near > 0 ? deep * 10 <= near * 26 : isRectangle
  }
}

extension EdgeCuts.Side {
  fileprivate var opposite: Self {
    switch self {
    case .top: .bottom
    case .right: .left
    case .bottom: .top
    case .left: .right
    }
  }
}

extension PixelRect {
  fileprivate func reaches(_ side: EdgeCuts.Side, of canvas: PixelSize) -> Bool {
    switch side {
    case .top: y == 0
    case .right: x + width == canvas.width
    case .bottom: y + height == canvas.height
    case .left: x == 0
    }
  }
}

/// The ring of outermost pixels of the canvas, or of a rectangle, in all frames: how much of it is solid (alpha
/// of at least 250), and its color.
public struct BorderRing: Hashable, Sendable {
  /// The number of pixels in the ring, over all frames.
  public private(set) var ringPixels = 0
  /// The number of solid pixels in the ring, over all frames.
  public private(set) var solidPixels = 0
  /// The solid pixels, grouped by the high 4 bits of each sample so that gradients and noise don't enlarge the
  /// list. In the order in which the groups first occur.
  private var colorGroups: [ColorGroup] = []
  /// For each key, one more than the index of its group. Keys without a group have 0. Empty until the first
  /// solid pixel is read.
  private var groupNumbersByKey: [UInt16] = []

  private struct ColorGroup: Hashable {
    /// The high 4 bits of red, green and blue.
    let key: Int
    /// The sums of red, green and blue, and the number of pixels.
    var sums: SIMD4<UInt64>
  }

  init() {}

  /// Compares the results. The order of the pixels doesn't matter.
  public static func == (a: BorderRing, b: BorderRing) -> Bool {
    (a.ringPixels, a.solidPixels, a.isRoundedTile) == (b.ringPixels, b.solidPixels, b.isRoundedTile)
      && a.colorGroupsSortedByKey == b.colorGroupsSortedByKey
  }

  /// Hashes the results.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ringPixels)
    hasher.combine(colorGroupsSortedByKey)
  }

  private var colorGroupsSortedByKey: [ColorGroup] { colorGroups.sorted { $0.key < $1.key } }

  /// Reads the ring of a frame.
  init(of bitmap: Bitmap) { self.init(of: bitmap, around: PixelRect(bitmap.size)) }

  /// Reads the ring of a rectangle on the canvas. Counts each pixel once, even if the rectangle is one pixel
  /// wide.
  init(of bitmap: Bitmap, around box: PixelRect) {
    let (width, height, samples) = (box.width, box.height, bitmap.pixels)
    let (first, stride) = (box.y * bitmap.width + box.x, bitmap.width)
    let bottom = first + (height - 1) * stride
    let corners = [first, first + width - 1, bottom, bottom + width - 1]
    if corners.contains(where: { samples[$0 * 4 + 3] >= 5 }) { isEveryFrameRoundedTile = false }
    let top = addPixels(samples, from: first, count: width, step: 1)
    if top * 2 <= width { isEveryFrameRoundedTile = false }
    guard height > 1 else { return }
    let left = addPixels(samples, from: first + stride, count: height - 2, step: stride)
    let right =
      width > 1
      ? addPixels(samples, from: first + stride + width - 1, count: height - 2, step: stride) : 0
    let last = addPixels(samples, from: bottom, count: width, step: 1)
    if last * 2 <= width || min(left, right) * 2 <= height { isEveryFrameRoundedTile = false }
  }

  /// Whether every frame's ring looks like a tile with rounded corners: nothing is visible in the four
  /// corners, and more than half of each side is solid.
  public var isRoundedTile: Bool { ringPixels > 0 && isEveryFrameRoundedTile }
  private var isEveryFrameRoundedTile = true

  /// Adds the ring of another frame.
  mutating func add(_ other: BorderRing) {
    if ringPixels == 0 {
      self = other
      return
    }
    ringPixels += other.ringPixels
    solidPixels += other.solidPixels
    isEveryFrameRoundedTile = isEveryFrameRoundedTile && other.isEveryFrameRoundedTile
    for group in other.colorGroups { colorGroups[indexOfGroup(group.key)].sums &+= group.sums }
  }

  /// Adds pixels at equal distances.
  ///
  /// - Returns: The number of solid pixels.
  private mutating func addPixels(_ samples: [UInt8], from first: Int, count: Int, step: Int) -> Int {
    var (solid, latestKey, index) = (0, -1, 0)
    for number in 0..<count {
      let at = (first + number * step) * 4
      guard samples[at + 3] >= 250 else { continue }
      solid += 1
      let (red, green, blue) = (samples[at], samples[at + 1], samples[at + 2])
      let key = Int(red >> 4) << 8 | Int(green & 0xF0) | Int(blue >> 4)
      if key != latestKey { (latestKey, index) = (key, indexOfGroup(key)) }
      colorGroups[index].sums &+= SIMD4(UInt64(red), UInt64(green), UInt64(blue), 1)
    }
    ringPixels += count
    solidPixels += solid
    return solid
  }

  /// Returns the index of a key's group, which is added if it doesn't exist.
  private mutating func indexOfGroup(_ key: Int) -> Int {
    if groupNumbersByKey.isEmpty { groupNumbersByKey = [UInt16](repeating: 0, count: 4096) }
    if groupNumbersByKey[key] == 0 {
      colorGroups.append(ColorGroup(key: key, sums: .zero))
      groupNumbersByKey[key] = UInt16(colorGroups.count)
    }
    return Int(groupNumbersByKey[key]) - 1
  }

  /// Whether most solid pixels of the ring have about the same color. If not, the image fills its canvas
  /// instead of having a flat background (`FlatBackground`).
  public var isMostlyOneColor: Bool {
    guard let color = mostFrequentSolidColor else { return false }
    let middle = SIMD4<Int64>(Int64(color >> 16), Int64(color >> 8 & 255), Int64(color & 255), 0)
    var near: UInt64 = 0
    for sum in colorGroups.lazy.map(\.sums) {
      let mean = SIMD4<Int64>(truncatingIfNeeded: sum / SIMD4(repeating: sum.w))
      var apart = mean &- middle
      apart.w = 0
      let distance = max(abs(apart.x), abs(apart.y), abs(apart.z))
      if distance <= Self.maxFlatSampleDifference { near += sum.w }
    }
    return near * 100 >= UInt64(solidPixels) * UInt64(FlatBackground.minRingSharePercent)
  }

  /// The maximum difference between samples in a flat background, plus half the width of a group of samples
  /// that share their high 4 bits.
  private static let maxFlatSampleDifference: Int64 = 16

  /// The most frequent color of the solid pixels (0xRRGGBB): the mean of the pixels that share the high 4
  /// bits of each sample. Nil if nothing is solid.
  public var mostFrequentSolidColor: UInt32? {
    // On a tie, the darkest red, then green, then blue.
    let largest = colorGroups.max { ($0.sums.w, $1.key) < ($1.sums.w, $0.key) }
    guard let most = largest?.sums else { return nil }
    let (half, count) = (most.w / 2, most.w)
    return UInt32((most.x + half) / count) << 16 | UInt32((most.y + half) / count) << 8
      | UInt32((most.z + half) / count)
  }
}
