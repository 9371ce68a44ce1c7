/// A mask with one bit per pixel of a canvas.
struct PixelMask: Hashable, Sendable {
  let size: PixelSize
  /// The number of words in a row.
  let wordsPerRow: Int
  /// The bits, row by row.
  var words: [UInt64]

  /// Creates a mask with no bits set.
  init(_ size: PixelSize) {
    self.size = size
    wordsPerRow = (size.width + 63) / 64
    words = [UInt64](repeating: 0, count: wordsPerRow * size.height)
  }

  /// Creates a mask with all bits set. The size must not be empty.
  init(filled size: PixelSize) {
    let wordsPerRow = (size.width + 63) / 64
    self.init(size, words: [UInt64](repeating: .max, count: wordsPerRow * size.height))
    let lastWordBits = UInt64.max &>> UInt64(wordsPerRow * 64 - size.width)
    for last in stride(from: wordsPerRow - 1, to: words.count, by: wordsPerRow) {
      words[last] = lastWordBits
    }
  }

  /// - Parameter words: The bits, row by row. The number of words must match the size.
  init(_ size: PixelSize, words: [UInt64]) {
    self.size = size
    wordsPerRow = (size.width + 63) / 64
    self.words = words
  }

  /// The bits of 64 pixels of a row. Bits outside the canvas are 0.
  func word(_ word: Int, row: Int) -> UInt64 {
    guard row >= 0, row < size.height, word >= 0, word < wordsPerRow else { return 0 }
    return words[row * wordsPerRow + word]
  }

  /// The bits of 64 columns of a row, with `column` in bit 31. Bits outside the canvas are 0.
  func rowBits(around column: Int, row: Int) -> UInt64 {
    let first = column - 31
    let (word, shift) = (first >> 6, UInt64(first & 63))  // rounded down, even left of the canvas
    let low = self.word(word, row: row)
    return shift == 0 ? low : low &>> shift | self.word(word + 1, row: row) &<< (64 - shift)
  }
}

/// Operations on the bits of masks.
extension PixelMask {
  /// The number of set bits.
  var setBitCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The bits that are set in both masks, which have the same size.
  func intersection(_ other: PixelMask) -> PixelMask { merged(other) { $0 & $1 } }

  /// The bits that aren't set in another mask of the same size.
  func subtracting(_ other: PixelMask) -> PixelMask { merged(other) { $0 & ~$1 } }

  /// The bits that are set in either of two masks of the same size.
  func union(_ other: PixelMask) -> PixelMask { merged(other) { $0 | $1 } }

  @inline(__always)
  private func merged(_ other: PixelMask, _ merge: (UInt64, UInt64) -> UInt64) -> PixelMask {
    PixelMask(size, words: zip(words, other.words).map(merge))
  }

  mutating func set(_ run: MaskRun) {
    for (word, bits) in Self.wordMasks(of: run.columns) { words[run.row * wordsPerRow + word] |= bits }
  }

  /// The number of set bits in a run.
  func setBitCount(in run: MaskRun) -> Int {
    Self.wordMasks(of: run.columns).reduce(0) {
      $0 + (words[run.row * wordsPerRow + $1.0] & $1.1).nonzeroBitCount
    }
  }

  /// The words of a row that contain any of the columns, each with the bits of those columns.
  static func wordMasks(of columns: Range<Int>) -> some Sequence<(Int, UInt64)> {
    (columns.lowerBound / 64...(columns.upperBound - 1) / 64).lazy.map { word in
      let part = columns.clamped(to: word * 64..<word * 64 + 64)
      return (word, (UInt64.max >> UInt64(64 - part.count)) << UInt64(part.lowerBound - word * 64))
    }
  }

  /// Visits the runs of a row, from left to right.
  func visitRuns(ofRow row: Int, _ visit: (Range<Int>) -> Void) {
    var open: Int?
    for word in 0..<wordsPerRow {
      let bits = words[row * wordsPerRow + word]
      // A run begins or ends at each bit that differs from its predecessor.
      var edges = bits ^ (bits << 1 | (open == nil ? 0 : 1))
      while edges != 0 {
        let column = word * 64 + edges.trailingZeroBitCount
        edges &= edges - 1
        if let start = open { visit(start..<column) }
        open = open == nil ? column : nil
      }
    }
    if let start = open { visit(start..<size.width) }
  }

  /// Grows the set areas in all directions, including diagonals.
  ///
  /// - Parameter reach: The distance, below 64.
  func dilated(by reach: Int) -> PixelMask { mergingNeighbors(by: reach) { $0 | $1 } }

  /// Shrinks the set areas from all directions, including diagonals. Pixels outside the canvas count as not
  /// set.
  ///
  /// - Parameter reach: The distance, below 64.
  func eroded(by reach: Int) -> PixelMask { mergingNeighbors(by: reach) { $0 & $1 } }

  /// Merges each bit with its neighbors, first along rows, then along columns.
  @inline(__always)
  private func mergingNeighbors(by reach: Int, _ merge: (UInt64, UInt64) -> UInt64) -> PixelMask {
    guard wordsPerRow > 0 else { return self }
    let (last, shifts) = (UInt64.max >> UInt64(wordsPerRow * 64 - size.width), UInt64(reach))
    var (wide, all) = (self, self)
    unsafe words.withUnsafeBufferPointer { words in
      unsafe wide.words.withUnsafeMutableBufferPointer { wide in
        for first in Swift.stride(from: 0, to: words.count, by: wordsPerRow) {
          for column in 0..<wordsPerRow {
            let own = unsafe words[first &+ column]
            let before = column > 0 ? unsafe words[first &+ column &- 1] : 0
            let after = column &+ 1 < wordsPerRow ? unsafe words[first &+ column &+ 1] : 0
            var merged = own
            var shift: UInt64 = 1
            while shift <= shifts {
              merged = merge(merged, own &<< shift | before &>> (64 &- shift))
              merged = merge(merged, own &>> shift | after &<< (64 &- shift))
              shift &+= 1
            }
            unsafe wide[first &+ column] = column &+ 1 == wordsPerRow ? merged & last : merged
          }
        }
      }
    }
    unsafe wide.words.withUnsafeBufferPointer { wide in
      unsafe all.words.withUnsafeMutableBufferPointer { all in
        for at in wide.indices {
          var merged = unsafe wide[at]
          var step = wordsPerRow
          while step <= reach &* wordsPerRow {
            merged = merge(merged, at >= step ? unsafe wide[at &- step] : 0)
            merged = merge(merged, at &+ step < wide.count ? unsafe wide[at &+ step] : 0)
            step &+= wordsPerRow
          }
          unsafe all[at] = merged
        }
      }
    }
    return all
  }
}

/// Adjacent set bits in a row of a mask.
struct MaskRun: Hashable, Sendable {
  let row: Int
  /// The columns that the run covers.
  let columns: Range<Int>

  var box: PixelRect { PixelRect(x: columns.lowerBound, y: row, width: columns.count, height: 1) }
}

/// The connected groups of a mask, computed from runs instead of pixels, because art has few runs.
struct ConnectedPixelGroups {
  /// The runs row by row, from left to right.
  private(set) var runs: [MaskRun] = []
  /// The group number of each run, starting at 0.
  private(set) var groupIndicesByRun: [Int] = []
  /// The number of bits in each group.
  private(set) var groupSizes: [Int] = []

  /// - Parameter joinsDiagonals: Whether pixels that touch only at a corner are connected.
  init(_ mask: PixelMask, joinsDiagonals: Bool = false) {
    var joined = DisjointSets()
    runs.reserveCapacity(mask.size.height * 4)
    joined.reserveCapacity(mask.size.height * 4)
    var above = 0..<0
    for row in 0..<mask.size.height {
      let first = runs.count
      mask.visitRuns(ofRow: row) {
        runs.append(MaskRun(row: row, columns: $0))
        joined.append()
      }
      join(first..<runs.count, above, reach: joinsDiagonals ? 1 : 0, in: &joined)
      above = first..<runs.count
    }
    groupIndicesByRun = joined.memberSetIndices()
    groupSizes = [Int](repeating: 0, count: (groupIndicesByRun.max() ?? -1) + 1)
    for at in runs.indices { groupSizes[groupIndicesByRun[at]] += runs[at].columns.count }
  }

  /// Joins the runs of a row with the runs that they touch in the row above.
  ///
  /// - Parameter reach: 1 if runs touch at corners, otherwise 0.
  private func join(_ row: Range<Int>, _ above: Range<Int>, reach: Int, in joined: inout DisjointSets) {
    var upper = above.lowerBound
    for at in row {
      while upper < above.upperBound, runs[upper].columns.upperBound + reach <= runs[at].columns.lowerBound {
        upper += 1
      }
      var touching = upper
      while touching < above.upperBound,
        runs[touching].columns.lowerBound < runs[at].columns.upperBound + reach
      {
        joined.join(at, touching)
        touching += 1
      }
    }
  }
}

/// A disjoint-set structure of consecutive numbers.
struct DisjointSets {
  private var parents: [Int] = []

  /// Creates `count` numbers, each in its own set.
  init(count: Int = 0) { parents = Array(0..<count) }

  mutating func reserveCapacity(_ count: Int) { parents.reserveCapacity(count) }

  /// Adds the next number in its own set.
  mutating func append() { parents.append(parents.count) }

  /// The representative of a number's set.
  mutating func root(of number: Int) -> Int {
    var at = number
    while parents[at] != at {
      parents[at] = parents[parents[at]]
      at = parents[at]
    }
    return at
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (first, second) = (root(of: one), root(of: other))
    parents[max(first, second)] = min(first, second)
  }

  /// For each number, the index of its set. Sets are ordered by their first members.
  mutating func memberSetIndices() -> [Int] {
    var (numbers, count) = ([Int](repeating: 0, count: parents.count), 0)
    for at in parents.indices {
      let root = root(of: at)
      if root == at {
        numbers[at] = count
        count += 1
      } else {
        numbers[at] = numbers[root]
      }
    }
    return numbers
  }
}
