import CImageCodecs

/// Traces of JPEG: it stores pictures in blocks of 8 × 8 pixels, and what it leaves of noise around an edge
/// ends where the block does.
///
/// So along rows and columns of solid pixels steps of tone are counted, of 3...32 of 255, that have even
/// pixels on one side and uneven ones on the other, by their place of eight. In drawn art an eighth of them
/// lies at each place; after JPEG most lie at one. Squares of pixel art are even on both sides, and a pattern
/// that is repeated has as many steps down as up, beside each other.
public struct BlockGrid: Hashable, Sendable {
  /// The share of such steps at one place of eight, 0...1, in the direction in which it is less; nil where
  /// there are few steps, or a pattern. Of the frame where it is most.
  public private(set) var share: Double?

  private var passes = 0
  /// Frames that are looked at as a whole.
  private static let maxPasses = 4
  /// Rows that say whether the others are looked at.
  private static let fewRows = 16

  init() {}

  mutating func take(_ bitmap: Bitmap) {
    guard passes < Self.maxPasses else { return }
    let (width, height) = (bitmap.width, bitmap.height)
    guard width >= 16, height >= 16 else { return }
    var few = BlockSteps()
    // Each fourth of them first: most drawn art has next to no such steps at all.
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

/// Steps of tone beside even pixels, along rows or columns of a picture, by their place of eight.
struct BlockSteps {
  private var counts = sl_step_counts()

  /// Of a thousand places so many have to be steps: with less, nobody sees the blocks.
  private static let minPermille = 5
  private static let fewest = 128

  /// Adds the steps along rows, of at least 16 pixels.
  ///
  /// - Parameter asAnywhere: whether they are counted as any processor does it, for tests.
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
  /// - Parameter asAnywhere: whether they are counted as any processor does it, for tests.
  mutating func scanColumns(_ bitmap: Bitmap, asAnywhere: Bool = false) {
    let count = unsafe asAnywhere ? sl_count_steps_down_anywhere : sl_count_steps_down
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      unsafe count(first, bitmap.width, bitmap.height, &counts)
    }
  }

  /// Steps by their place of eight.
  private var places: [Int] {
    let all = counts.by_place
    return [all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7].map { Int($0) }
  }
  private var all: Int { places.reduce(0, +) }
  /// Places that were asked, with solid pixels all around.
  private var asked: Int { Int(counts.asked) }

  /// Whether some lines leave it open that a few more have enough steps.
  var mayHaveSteps: Bool { all * 1000 >= asked }

  /// Whether a few lines leave it open that there are blocks.
  var mayBeBlocks: Bool { all >= 12 && all * 1000 >= asked * 3 && (places.max() ?? 0) * 4 >= all }

  /// The share of steps at one place of eight, 0...1; nil where there are few, or a pattern.
  var share: Double? {
    guard all >= Self.fewest, all * 1000 >= asked * Self.minPermille else { return nil }
    let sorted = places.sorted()
    guard sorted[6] * 5 <= sorted[7] * 3 else { return nil }
    return Double(sorted[7]) / Double(all)
  }
}

/// How jagged the outline of art without translucent pixels is: where it turns from one pixel to the next.
public struct Steps: Hashable, Sendable {
  /// Whether every pixel of every frame is wholly opaque or wholly transparent.
  public private(set) var isBinary = true
  /// Turns of the outline in the frame that has most of them: a rectangle has 4, a circle some for each row
  /// and column. Counted while `isBinary`.
  public private(set) var turns = 0
  /// The size of the squares that the whole outline keeps to: 1 for curves, more for pixel art that was
  /// enlarged; 0 where there is no outline.
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
      for row in 0...height {  // one beyond: the outline's lower side
        let (above, own) = ((row &- 1) &* stride, row &* stride)
        var before: UInt64 = 0
        for word in 0...stride {
          var here: UInt64 = 0
          if word < stride {
            here = unsafe (row < height ? words[own &+ word] : 0) ^ (row > 0 ? words[above &+ word] : 0)
          }
          // A corner of four pixels is a turn where one or three of them are visible.
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

  /// Whether the same was found.
  public static func == (a: Steps, b: Steps) -> Bool {
    (a.isBinary, a.turns, a.grid) == (b.isBinary, b.turns, b.grid)
  }

  /// Hashes what was found.
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
