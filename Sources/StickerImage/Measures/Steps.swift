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
