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
    for row in 0...mask.size.height {  // one beyond: the outline's lower side
      for word in 0...mask.stride {
        let here = mask.word(word, row: row) ^ mask.word(word, row: row - 1)
        let before = mask.word(word - 1, row: row) ^ mask.word(word - 1, row: row - 1)
        // A corner of four pixels is a turn where one or three of them are visible.
        let corners = here ^ (here &<< 1 | before &>> 63)
        if corners == 0 { continue }
        count += corners.nonzeroBitCount
        if grid != 1 { meet(corners, x: word * 64, y: row) }
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
