/// Measures the width of the sharpest edges of the art. If art was enlarged with smoothing, even those edges
/// aren't sharp. Also detects squares of uneven size, which result from enlarging without smoothing.
///
/// An edge is a run of pixels along a row or column over which alpha or tone (premultiplied) rises or falls
/// by at least 64. Its width is that difference divided by the largest step in the run: 1 for a hard edge,
/// about 1.5 for a soft one, and s times as much if the art was enlarged s times.
public struct Sharpness: Hashable, Sendable {
  /// The width in pixels that one-twentieth of the edges don't exceed, from the frame in which that width is
  /// smallest. Nil if edges are sharp, if a quick scan finds only noisy colors, or if there are too few edges
  /// to judge.
  public private(set) var sharpestEdgeWidth: Double?
  /// The range of side lengths in pixels of the squares that the art consists of, if they differ, such as
  /// `3...4`.
  public private(set) var unevenSquareSides: ClosedRange<Int>?
  /// Whether the colors are flat enough for drawn art: at least a quarter of the pairs of adjacent pixels are
  /// equal.
  public private(set) var hasFlatColors = false

  /// Whether any frame has sharp edges, so that the art wasn't enlarged with smoothing.
  private var hasSharpEdges = false
  private var hasMeasuredSquareSides = false

  /// The number of lines scanned in each direction: at first, and if the first scan is inconclusive.
  private static let (quickScanLines, fullScanLines) = (8, 48)
  /// Edges that are at most this many pixels wide are sharp. In enlarged art, four-fifths of the edges are
  /// wider.
  private static let maxSharpWidth = 2.0
  private static let (minQuickScanEdges, minFullScanEdges) = (16, 48)

  init() {}

  mutating func addFrame(_ bitmap: Bitmap, _ masks: AlphaMasks) {
    guard masks.countsAndBounds.visiblePixelCount > 0, let art = masks.countsAndBounds.nonzeroAlphaBox else {
      return
    }
    if !hasMeasuredSquareSides, let box = masks.countsAndBounds.visibleBox {
      unevenSquareSides = UnevenSquares(bitmap, box).sides
      hasMeasuredSquareSides = true
    }
    guard !hasSharpEdges else { return }
    switch Self.quickScan(bitmap, art) {
    case .sharp:
      (hasSharpEdges, sharpestEdgeWidth) = (true, nil)
      return
    case .noiseOrPhoto: return
    case .inconclusive: break
    }
    var scan = EdgeScan(bitmap, art)
    scan.scan(alongRows: Self.fullScanLines)
    scan.scan(alongColumns: Self.fullScanLines)
    guard scan.edgeWidths.count >= Self.minFullScanEdges else { return }
    let widths = scan.edgeWidths.sorted()
    let own = Double(widths[widths.count / 20])
    if own < sharpestEdgeWidth ?? .infinity {
      (sharpestEdgeWidth, hasFlatColors) = (own, scan.hasFlatColors)
    }
  }

  /// The result of scanning a few lines: sharp edges, noise or a photo (in which edges prove nothing), or
  /// inconclusive.
  private enum QuickResult { case sharp, noiseOrPhoto, inconclusive }

  /// Scans rows first, because they are contiguous in memory. If their edges are sharp, columns aren't
  /// needed.
  private static func quickScan(_ bitmap: Bitmap, _ art: PixelRect) -> QuickResult {
    var rows = EdgeScan(bitmap, art)
    rows.scan(alongRows: quickScanLines)
    if hasEnoughSharpEdges(rows.edgeWidths) { return .sharp }
    var columns = EdgeScan(bitmap, art)
    columns.scan(alongColumns: quickScanLines)
    if hasEnoughSharpEdges(columns.edgeWidths) || hasEnoughSharpEdges(rows.edgeWidths + columns.edgeWidths) {
      return .sharp
    }
    return rows.isNoiseOrPhoto && columns.isNoiseOrPhoto ? .noiseOrPhoto : .inconclusive
  }

  private static func hasEnoughSharpEdges(_ widths: [Double]) -> Bool {
    widths.count >= minQuickScanEdges && widths.count { $0 <= maxSharpWidth } * 5 >= widths.count
  }
}

/// The edges along some rows and columns of a frame.
private struct EdgeScan {
  private let bitmap: Bitmap
  /// The rows and columns of the art's bounding box, plus one more on each side. There are no edges
  /// elsewhere.
  private let (rows, columns): (Range<Int>, Range<Int>)
  private(set) var edgeWidths: [Double] = []
  /// The number of pairs of adjacent solid pixels, and how many of those pairs are equal.
  private var (solidPairs, equalPairs) = (0, 0)
  private static let minEdgeContrast: Int32 = 64
  /// A smaller step from pixel to pixel doesn't count as a rise or fall.
  private static let minStepPerPixel: Int32 = 3

  /// - Parameter art: The bounding box of all pixels with an alpha of at least 1.
  init(_ bitmap: Bitmap, _ art: PixelRect) {
    self.bitmap = bitmap
    rows = max(0, art.y - 1)..<min(bitmap.height, art.y + art.height + 1)
    columns = max(0, art.x - 1)..<min(bitmap.width, art.x + art.width + 1)
  }

  var hasFlatColors: Bool { equalPairs * 4 >= solidPairs }

  /// Whether too few adjacent pixels are equal for this to be drawn art. Scanning more lines wouldn't help.
  var isNoiseOrPhoto: Bool { solidPairs >= 256 && equalPairs * 16 < solidPairs }

  /// Scans evenly spaced rows, placed symmetrically.
  mutating func scan(alongRows lines: Int) {
    for row in Self.evenlySpacedLines(lines, over: bitmap.height) where rows.contains(row) {
      scan(fromPixel: row * bitmap.width + columns.lowerBound, by: 1, columns.count)
    }
  }

  mutating func scan(alongColumns lines: Int) {
    for column in Self.evenlySpacedLines(lines, over: bitmap.width) where columns.contains(column) {
      scan(fromPixel: rows.lowerBound * bitmap.width + column, by: bitmap.width, rows.count)
    }
  }

  private static func evenlySpacedLines(_ lines: Int, over length: Int) -> [Int] {
    if length <= lines { return Array(0..<length) }
    let half = (0..<lines / 2).map { (2 * $0 + 1) * length / (2 * lines) }
    return half + half.map { length - 1 - $0 }
  }

  private mutating func scan(fromPixel start: Int, by step: Int, _ length: Int) {
    // Local copies, so that the counts stay in registers during the loop.
    var (pairs, alike, widths) = (solidPairs, equalPairs, [Double]())
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      @inline(__always)
      func pixel(_ place: Int) -> UInt32 {
        let at = (start &+ place &* step) &* 4
        return UInt32(littleEndian: unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
      }
      var before = pixel(0)
      var (alpha, tone) = (MonotonicRun(from: before.opacity), MonotonicRun(from: before.brightnessOverBlack))
      var next = 1
      while next < length {
        let own = pixel(next)
        next &+= 1
        let isPair = own.isAtLeastHalfOpaque && before.isAtLeastHalfOpaque
        if isPair { pairs &+= 1 }
        guard own == before else {
          if own.opacity == before.opacity {
            alpha.finish(into: &widths)
          } else {
            alpha.add(own.opacity, into: &widths)
          }
          tone.add(own.brightnessOverBlack, into: &widths)
          before = own
          continue
        }
        if isPair { alike &+= 1 }
        alpha.finish(into: &widths)
        tone.finish(into: &widths)
        if step != 1 { continue }
        let more = unsafe Self.leadingEqualPixelCountInFours(
          pixels, start &+ next..<start &+ length, of: before)
        next &+= more
        if isPair { (pairs, alike) = (pairs &+ more, alike &+ more) }
      }
      alpha.finish(into: &widths)
      tone.finish(into: &widths)
    }
    self.solidPairs = pairs
    self.equalPairs = alike
    self.edgeWidths += widths
  }

  /// The number of consecutive pixels of a color, starting at a position and counted in fours.
  @inline(__always)
  private static func leadingEqualPixelCountInFours(
    _ pixels: UnsafeRawBufferPointer, _ places: Range<Int>, of color: UInt32
  ) -> Int {
    var next = places.lowerBound
    while next &+ 4 <= places.upperBound,
      unsafe pixels.loadUnaligned(fromByteOffset: next &* 4, as: SIMD4<UInt32>.self)
        .areAllEqual(to: UInt32(littleEndian: color))
    {
      next &+= 4
    }
    return next &- places.lowerBound
  }

  /// A run over which a value rises or falls.
  private struct MonotonicRun {
    private var latestValue: Int32
    private var (sign, sum, largest) = (Int32(0), Int32(0), Int32(0))

    init(from value: Int32) { self.latestValue = value }

    @inline(__always)
    mutating func add(_ next: Int32, into widths: inout [Double]) {
      let step = next &- latestValue
      latestValue = next
      // Branch prediction fails on noise, so only the end of a long rise branches.
      let sign = Int32(step >= minStepPerPixel ? 1 : 0) &- Int32(step <= -minStepPerPixel ? 1 : 0)
      if sum >= minEdgeContrast, sign != self.sign { finish(into: &widths) }
      let known: Int32 = sign == self.sign ? -1 : 0
      sum = sum & known &+ step &* sign
      largest = max(largest & known, step &* sign)
      self.sign = sign
    }

    @inline(__always)
    mutating func finish(into widths: inout [Double]) {
      if sum >= minEdgeContrast { widths.append(Double(sum) / Double(largest)) }
      (sign, sum, largest) = (0, 0, 0)
    }
  }
}

extension UInt32 {
  fileprivate var opacity: Int32 { Int32(sampledAlpha) }

  /// The brightness of a pixel over black, 0...255.
  fileprivate var brightnessOverBlack: Int32 {
    let light = 2 &* Int32(sampledRed) &+ 5 &* Int32(sampledGreen) &+ Int32(sampledBlue)
    return light &* opacity / (8 * 255)
  }
}

/// The squares of an image that was enlarged without smoothing by a factor that isn't an integer. They follow
/// a regular grid, and some are a pixel wider than others.
private struct UnevenSquares {
  /// The range of side lengths of the squares, or nil if there are none or all are equal.
  private(set) var sides: ClosedRange<Int>?
  private static let minBoundaries = 12

  init(_ bitmap: Bitmap, _ box: PixelRect) {
    // In art with soft or curved edges, the first row that isn't empty shows that there are no squares.
    guard
      let columns = Self.nonadjacentBoundaries(
        box.height, box.width, place: { bitmap.pixelIndex(box, $1, $0) }, bitmap),
      let across = Self.sidesInRegularGrid(columns),
      let rows = Self.nonadjacentBoundaries(
        box.width, box.height, place: { bitmap.pixelIndex(box, $0, $1) }, bitmap),
      let down = Self.sidesInRegularGrid(rows)
    else { return }
    sides = min(across.lowerBound, down.lowerBound)...max(across.upperBound, down.upperBound)
    let isWhole = Self.haveCommonDivisor(columns) && Self.haveCommonDivisor(rows)
    if isWhole { sides = nil }
  }

  /// The ascending positions at which adjacent pixels in any line differ, or nil if two such positions are
  /// adjacent.
  private static func nonadjacentBoundaries(
    _ lines: Int, _ length: Int, place: (_ line: Int, _ place: Int) -> Int, _ bitmap: Bitmap
  ) -> [Int]? {
    var isBoundary = [Bool](repeating: false, count: length + 1)
    for line in 0..<lines {
      var before: UInt32 = 0
      for at in 0..<length {
        let pixel = bitmap.displayedPixel(place(line, at))
        if pixel != before {
          if isBoundary[at + 1] || at > 0 && isBoundary[at - 1] { return nil }
          isBoundary[at] = true
        }
        before = pixel
      }
      if before != 0 {
        if isBoundary[length - 1] { return nil }
        isBoundary[length] = true
      }
    }
    return isBoundary.indices.filter { isBoundary[$0] }
  }

  /// The two spacings of a regular grid that contains all boundaries, or nil if there is no such grid or
  /// there are too few boundaries.
  private static func sidesInRegularGrid(_ boundaries: [Int]) -> ClosedRange<Int>? {
    guard boundaries.count >= minBoundaries else { return nil }
    let gaps = zip(boundaries.dropFirst(), boundaries).map { $0 - $1 }
    guard let least = gaps.min() else { return nil }
    // Gaps that contain one square. Other gaps contain several.
    let single = gaps.filter { $0 <= least + 1 }
    guard single.count * 2 >= gaps.count else { return nil }
    var side = Double(single.reduce(0, +)) / Double(single.count)
    for (number, boundary) in boundaries.enumerated().dropFirst() {
      let reach = Double(boundary - boundaries[0])
      let squares = (reach / side).rounded()
      guard abs(reach - squares * side) <= 1.25 else { return nil }
      // Larger distances give a more precise estimate.
      if number >= 4 { side = reach / squares }
    }
    return least...max(least, single.max() ?? least)
  }

  private static func haveCommonDivisor(_ boundaries: [Int]) -> Bool {
    var divisor = 0
    for boundary in boundaries {
      var (larger, smaller) = (divisor, boundary - boundaries[0])
      while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
      divisor = larger
    }
    return divisor > 1
  }
}

extension Bitmap {
  fileprivate func pixelIndex(_ box: PixelRect, _ x: Int, _ y: Int) -> Int { (box.y + y) * width + box.x + x }

  /// A pixel as displayed: transparent pixels have no color.
  fileprivate func displayedPixel(_ place: Int) -> UInt32 {
    let at = place * 4
    if pixels[at + 3] == 0 { return 0 }
    return UInt32(pixels[at]) | UInt32(pixels[at + 1]) << 8 | UInt32(pixels[at + 2]) << 16
      | UInt32(pixels[at + 3]) << 24
  }
}
