import CImageCodecs

/// Detects traces of JPEG compression. JPEG stores images in blocks of 8 × 8 pixels, and its noise around
/// edges ends at block boundaries.
///
/// Along rows and columns of solid pixels, this counts tone steps of 3...32 (of 255) that have uniform pixels
/// on one side and varying ones on the other, grouped by their position modulo 8. In drawn art, each position
/// has an eighth of the steps. After JPEG compression, one position has most of them. Squares of pixel art
/// are uniform on both sides, and repeating patterns have many steps at a second position. Resampling
/// artifacts next to a straight edge are confined to a few columns or rows, whereas JPEG block boundaries are
/// spread over the art.
public struct JPEGBlockTraces: Hashable, Sendable {
  /// The share of the steps at the most frequent position modulo 8 (0...1): the smaller of the shares along
  /// rows and along columns, from the frame in which it is largest. Nil if there are too few steps or if they
  /// form a pattern.
  public private(set) var mostFrequentPositionShare: Double?

  private var fullyScannedFrameCount = 0
  /// The maximum number of frames that are scanned completely.
  private static let maxFullyScannedFrames = 4
  /// The number of rows that are scanned to decide whether to scan the rest.
  private static let probeRowCount = 16

  init() {}

  mutating func addFrame(_ bitmap: Bitmap) {
    guard fullyScannedFrameCount < Self.maxFullyScannedFrames else { return }
    let (width, height) = (bitmap.width, bitmap.height)
    guard width >= 16, height >= 16 else { return }
    var few = BlockStepCounts()
    // Start with every fourth of these rows, because most drawn art has almost no such steps.
    for part in [1, 3, 0, 2] {
      let rows = stride(from: part, to: Self.probeRowCount, by: 4)
      few.addStepsAlongRows(bitmap, rows: rows.lazy.map { (2 * $0 + 1) * height / (2 * Self.probeRowCount) })
      guard few.mayHaveEnoughSteps else { return }
    }
    guard few.mayHaveBlocks else { return }
    fullyScannedFrameCount += 1
    var (across, down) = (BlockStepCounts(), BlockStepCounts())
    across.addStepsAlongRows(bitmap, rows: 0..<height)
    guard let one = across.mostFrequentPositionShare else { return }
    down.addStepsAlongColumns(bitmap)
    guard let other = down.mostFrequentPositionShare, Self.areStepsSpread(bitmap, across, down) else {
      return
    }
    mostFrequentPositionShare = max(mostFrequentPositionShare ?? 0, min(one, other))
  }
}

extension JPEGBlockTraces {
  /// The canvas is divided into at most this many strips.
  private static let maxStrips = 8
  /// The minimum width of a strip in pixels, a multiple of 8.
  private static let minStripWidth = 40

  /// Whether the steps at the most frequent positions are in at least half of the strips of the canvas, both
  /// across and down.
  private static func areStepsSpread(_ bitmap: Bitmap, _ across: BlockStepCounts, _ down: BlockStepCounts)
    -> Bool
  {
    let columns = strips(of: bitmap.width).map { strip in
      var counts = BlockStepCounts()
      counts.addStepsAlongRows(bitmap, rows: 0..<bitmap.height, columns: strip)
      return counts.steps(at: across.mostFrequentPosition)
    }
    guard areSpreadOverStrips(columns) else { return false }
    let rows = strips(of: bitmap.height).map { strip in
      var counts = BlockStepCounts()
      counts.addStepsAlongColumns(bitmap, rows: strip)
      return counts.steps(at: down.mostFrequentPosition)
    }
    return areSpreadOverStrips(rows)
  }

  /// Whether at least half of the strips each contain at least a twentieth of the steps.
  private static func areSpreadOverStrips(_ steps: [Int]) -> Bool {
    let total = steps.reduce(0, +)
    return steps.count { $0 * 20 >= total } * 2 >= steps.count
  }

  /// Divides a length into strips that start at multiples of 8. The last one may be longer.
  private static func strips(of length: Int) -> [Range<Int>] {
    let width = max(minStripWidth, (length / maxStrips + 7) / 8 * 8)
    let count = max(1, length / width)
    return (0..<count).map { $0 * width..<($0 == count - 1 ? length : ($0 + 1) * width) }
  }
}

/// Counts tone steps along rows or columns that have uniform pixels on one side, by position modulo 8.
struct BlockStepCounts {
  private var cCounts = sl_step_counts()

  /// The minimum number of steps per thousand positions. With fewer, the blocks aren't visible.
  private static let minStepsPerThousandPositions = 5
  private static let minSteps = 128

  /// Adds the steps along rows of at least 16 pixels.
  ///
  /// - Parameter usesPortableKernel: Whether to use the portable kernel, for tests.
  /// - Parameter columns: The columns to scan, or nil for all. At least 16, starting at a multiple of 8.
  mutating func addStepsAlongRows(
    _ bitmap: Bitmap, rows: some Sequence<Int>, columns: Range<Int>? = nil, usesPortableKernel: Bool = false
  ) {
    let count = unsafe usesPortableKernel ? sl_count_steps_across_portable : sl_count_steps_across
    let columns = columns ?? 0..<bitmap.width
    var room = [UInt8](repeating: 0, count: columns.count * 3 + 64)
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      for row in rows {
        unsafe count(
          first + (row * bitmap.width + columns.lowerBound) * 4, columns.count, &room, &cCounts)
      }
    }
  }

  /// Adds the steps along all columns, which are at least 16 pixels long.
  ///
  /// - Parameter usesPortableKernel: Whether to use the portable kernel, for tests.
  /// - Parameter rows: The rows to scan, or nil for all. At least 16, starting at a multiple of 8.
  mutating func addStepsAlongColumns(
    _ bitmap: Bitmap, rows: Range<Int>? = nil, usesPortableKernel: Bool = false
  ) {
    let count = unsafe usesPortableKernel ? sl_count_steps_down_portable : sl_count_steps_down
    let rows = rows ?? 0..<bitmap.height
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      unsafe count(first + rows.lowerBound * bitmap.width * 4, bitmap.width, rows.count, &cCounts)
    }
  }

  /// The number of steps at each position modulo 8.
  private var countsByPosition: [Int] {
    let all = cCounts.by_position
    return [all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7].map { Int($0) }
  }
  /// The position modulo 8 with the most steps.
  var mostFrequentPosition: Int {
    let counts = countsByPosition
    return counts.indices.max { counts[$0] < counts[$1] } ?? 0
  }
  /// The number of steps at a position modulo 8.
  func steps(at position: Int) -> Int { countsByPosition[position] }
  private var stepCount: Int { countsByPosition.reduce(0, +) }
  /// The number of positions that are surrounded by solid pixels.
  private var checkedSolidPositionCount: Int { Int(cCounts.checked) }

  /// Whether scanning more rows could still find enough steps.
  var mayHaveEnoughSteps: Bool { stepCount * 1000 >= checkedSolidPositionCount }

  /// Whether a few rows suggest that there may be blocks.
  var mayHaveBlocks: Bool {
    stepCount >= 12 && stepCount * 1000 >= checkedSolidPositionCount * 3
      && (countsByPosition.max() ?? 0) * 4 >= stepCount
  }

  /// The share of the steps at the most frequent position modulo 8 (0...1), or nil if there are too few steps
  /// or if they form a pattern.
  var mostFrequentPositionShare: Double? {
    guard stepCount >= Self.minSteps,
      stepCount * 1000 >= checkedSolidPositionCount * Self.minStepsPerThousandPositions
    else {
      return nil
    }
    let sorted = countsByPosition.sorted()
    guard sorted[6] * 5 <= sorted[7] * 3 else { return nil }
    return Double(sorted[7]) / Double(stepCount)
  }
}
