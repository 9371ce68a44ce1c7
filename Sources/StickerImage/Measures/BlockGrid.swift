import CImageCodecs

/// Detects traces of JPEG compression: JPEG stores images in blocks of 8 × 8 pixels, and its noise around
/// edges ends at block boundaries.
///
/// Along rows and columns of solid pixels, this counts tone steps of 3...32 (of 255) that have even pixels on
/// one side and uneven ones on the other, by their position modulo 8. In drawn art, each position has an
/// eighth of them. After JPEG, one position has most. Squares of pixel art are even on both sides, and
/// repeating patterns have as many steps at an adjacent position.
public struct BlockGrid: Hashable, Sendable {
  /// The share of the steps at the most frequent position modulo 8 (0...1), in the direction in which it is
  /// smaller, in the frame in which it is largest. Nil if there are few steps, or a pattern.
  public private(set) var share: Double?

  private var passes = 0
  /// The maximum number of frames that are scanned completely.
  private static let maxPasses = 4
  /// The number of rows that are scanned to decide about the rest.
  private static let fewRows = 16

  init() {}

  mutating func take(_ bitmap: Bitmap) {
    guard passes < Self.maxPasses else { return }
    let (width, height) = (bitmap.width, bitmap.height)
    guard width >= 16, height >= 16 else { return }
    var few = BlockSteps()
    // Starts with every fourth of them: most drawn art has next to no such steps.
    for part in [1, 3, 0, 2] {
      let rows = stride(from: part, to: Self.fewRows, by: 4)
      few.scanRows(bitmap, rows: rows.lazy.map { (2 * $0 + 1) * height / (2 * Self.fewRows) })
      guard few.mayHaveSteps else { return }
    }
    guard few.mayBeBlocks else { return }
    passes += 1
    var (across, down) = (BlockSteps(), BlockSteps())
    across.scanRows(bitmap, rows: 0..<height)
    guard let one = across.share else { return }
    down.scanColumns(bitmap)
    guard let other = down.share else { return }
    share = max(share ?? 0, min(one, other))
  }
}

/// Counts tone steps next to even pixels along rows or columns, by position modulo 8.
struct BlockSteps {
  private var counts = sl_step_counts()

  /// The minimum steps per thousand positions. With fewer, the blocks aren't visible.
  private static let minPermille = 5
  private static let fewest = 128

  /// Adds the steps along rows of at least 16 pixels.
  ///
  /// - Parameter asAnywhere: Whether to use the portable kernel, for tests.
  mutating func scanRows(_ bitmap: Bitmap, rows: some Sequence<Int>, asAnywhere: Bool = false) {
    let count = unsafe asAnywhere ? sl_count_steps_across_anywhere : sl_count_steps_across
    var room = [UInt8](repeating: 0, count: bitmap.width * 3 + 64)
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      for row in rows { unsafe count(first + row * bitmap.width * 4, bitmap.width, &room, &counts) }
    }
  }

  /// Adds the steps along all columns, of at least 16 pixels.
  ///
  /// - Parameter asAnywhere: Whether to use the portable kernel, for tests.
  mutating func scanColumns(_ bitmap: Bitmap, asAnywhere: Bool = false) {
    let count = unsafe asAnywhere ? sl_count_steps_down_anywhere : sl_count_steps_down
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      unsafe count(first, bitmap.width, bitmap.height, &counts)
    }
  }

  /// The number of steps at each position modulo 8.
  private var places: [Int] {
    let all = counts.by_place
    return [all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7].map { Int($0) }
  }
  private var all: Int { places.reduce(0, +) }
  /// The number of positions with solid pixels all around.
  private var asked: Int { Int(counts.asked) }

  /// Whether more rows could have enough steps.
  var mayHaveSteps: Bool { all * 1000 >= asked }

  /// Whether blocks are possible, judged by a few rows.
  var mayBeBlocks: Bool { all >= 12 && all * 1000 >= asked * 3 && (places.max() ?? 0) * 4 >= all }

  /// The share of the steps at the most frequent position modulo 8 (0...1), or nil if there are few steps or
  /// a pattern.
  var share: Double? {
    guard all >= Self.fewest, all * 1000 >= asked * Self.minPermille else { return nil }
    let sorted = places.sorted()
    guard sorted[6] * 5 <= sorted[7] * 3 else { return nil }
    return Double(sorted[7]) / Double(all)
  }
}

/// How jagged the outline of art without translucent pixels is, measured by the turns of the outline.
public struct Steps: Hashable, Sendable {
  /// Whether every pixel of every frame is fully opaque or fully transparent.
  public private(set) var isBinary = true
  /// The number of turns of the outline in the frame that has the most. A rectangle has 4, a circle some for
  /// each row and column. Only counted while `isBinary`.
  public private(set) var turns = 0
  /// The size in pixels of the grid that the whole outline follows: 1 for curves, more for enlarged pixel
  /// art, and 0 without an outline.
  public private(set) var grid = 0
  private var first: (x: Int, y: Int)?

  init() {}

  mutating func take(_ masks: AlphaMasks) {
    let mask = masks.visible
    guard isBinary else { return }
    if masks.totals.isPartial {
      isBinary = false
      return
    }
    var count = 0
    unsafe mask.words.withUnsafeBufferPointer { words in
      let (stride, height) = (mask.stride, mask.size.height)
      for row in 0...height {  // one more, for the lower side of the outline
        let (above, own) = ((row &- 1) &* stride, row &* stride)
        var before: UInt64 = 0
        for word in 0...stride {
          var here: UInt64 = 0
          if word < stride {
            here = unsafe (row < height ? words[own &+ word] : 0) ^ (row > 0 ? words[above &+ word] : 0)
          }
          // A corner of four pixels is a turn if one or three of them are visible.
          let corners = here ^ (here &<< 1 | before &>> 63)
          before = here
          if corners == 0 { continue }
          count &+= corners.nonzeroBitCount
          if grid != 1 { meet(corners, x: word * 64, y: row) }
        }
      }
    }
    turns = max(turns, count)
  }

  private mutating func meet(_ corners: UInt64, x: Int, y: Int) {
    var rest = corners
    while rest != 0 {
      let corner = x + rest.trailingZeroBitCount
      rest &= rest &- 1
      guard let first else {
        first = (corner, y)
        continue
      }
      grid = greatestCommonDivisor(grid, (corner - first.x).magnitude, (y - first.y).magnitude)
      if grid == 1 { return }
    }
  }

  /// Compares the results.
  public static func == (a: Steps, b: Steps) -> Bool {
    (a.isBinary, a.turns, a.grid) == (b.isBinary, b.turns, b.grid)
  }

  /// Hashes the results.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isBinary)
    hasher.combine(turns)
    hasher.combine(grid)
  }
}

private func greatestCommonDivisor(_ numbers: Int, _ x: UInt, _ y: UInt) -> Int {
  var result = numbers
  for number in [Int(x), Int(y)] {
    var (larger, smaller) = (result, number)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    result = larger
  }
  return result
}
