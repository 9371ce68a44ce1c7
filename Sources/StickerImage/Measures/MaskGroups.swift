/// A bit for each pixel of a canvas.
struct PixelMask: Hashable, Sendable {
  let size: PixelSize
  /// How many words a row takes.
  let stride: Int
  /// The bits, row by row.
  var words: [UInt64]

  /// A mask in which no bit is set.
  init(_ size: PixelSize) {
    self.size = size
    stride = (size.width + 63) / 64
    words = [UInt64](repeating: 0, count: stride * size.height)
  }

  /// - Parameter words: as many as a mask of the size has.
  init(_ size: PixelSize, words: [UInt64]) {
    self.size = size
    stride = (size.width + 63) / 64
    self.words = words
  }

  /// The bits of 64 pixels of a row; 0 beyond the canvas.
  func word(_ word: Int, row: Int) -> UInt64 {
    guard row >= 0, row < size.height, word >= 0, word < stride else { return 0 }
    return words[row * stride + word]
  }

  /// The bits of 64 columns of a row, that of `column` in bit 31; 0 beyond the canvas.
  func bits(around column: Int, row: Int) -> UInt64 {
    let first = column - 31
    let (word, shift) = (first >> 6, UInt64(first & 63))  // rounded down, also left of the canvas
    let low = self.word(word, row: row)
    return shift == 0 ? low : low &>> shift | self.word(word + 1, row: row) &<< (64 - shift)
  }
}

/// What is set in masks, and around it.
extension PixelMask {
  /// How many bits are set.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether no bit is set.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The bits that another mask of the same size has too.
  func intersection(_ other: PixelMask) -> PixelMask { merged(other) { $0 & $1 } }

  /// The bits that another mask of the same size does not have.
  func subtracting(_ other: PixelMask) -> PixelMask { merged(other) { $0 & ~$1 } }

  private func merged(_ other: PixelMask, _ merge: (UInt64, UInt64) -> UInt64) -> PixelMask {
    var merged = self
    for at in words.indices { merged.words[at] = merge(words[at], other.words[at]) }
    return merged
  }

  /// Sets the bits of a run.
  mutating func set(_ run: MaskRun) {
    for (word, bits) in Self.bits(of: run.columns) { words[run.row * stride + word] |= bits }
  }

  /// How many bits of a run are set.
  func count(in run: MaskRun) -> Int {
    Self.bits(of: run.columns).reduce(0) { $0 + (words[run.row * stride + $1.0] & $1.1).nonzeroBitCount }
  }

  /// The words of a row that columns lie in, and their bits of them.
  private static func bits(of columns: Range<Int>) -> some Sequence<(Int, UInt64)> {
    (columns.lowerBound / 64...(columns.upperBound - 1) / 64).lazy.map { word in
      let part = columns.clamped(to: word * 64..<word * 64 + 64)
      return (word, (UInt64.max >> UInt64(64 - part.count)) << UInt64(part.lowerBound - word * 64))
    }
  }

  /// Visits the runs of a row, from the left.
  func visitRuns(ofRow row: Int, _ visit: (Range<Int>) -> Void) {
    var open: Int?
    for word in 0..<stride {
      let bits = words[row * stride + word]
      // Bits that differ from the one before them: a run begins there, or is over.
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

  /// The bits that are set, and those around them, corners too.
  ///
  /// - Parameter reach: how far around, below 64.
  func grown(by reach: Int) -> PixelMask { spread(by: reach) { $0 | $1 } }

  /// The bits that have none around them that are not set; beyond the canvas none is.
  ///
  /// - Parameter reach: how far around, below 64.
  func shrunk(by reach: Int) -> PixelMask { spread(by: reach) { $0 & $1 } }

  /// Merges each bit with those around it, first along rows, then along columns.
  @inline(__always)
  private func spread(by reach: Int, _ merge: (UInt64, UInt64) -> UInt64) -> PixelMask {
    guard stride > 0 else { return self }
    let (last, shifts) = (UInt64.max >> UInt64(stride * 64 - size.width), UInt64(reach))
    var (wide, all) = (self, self)
    unsafe words.withUnsafeBufferPointer { words in
      unsafe wide.words.withUnsafeMutableBufferPointer { wide in
        for first in Swift.stride(from: 0, to: words.count, by: stride) {
          for column in 0..<stride {
            let own = unsafe words[first &+ column]
            let before = column > 0 ? unsafe words[first &+ column &- 1] : 0
            let after = column &+ 1 < stride ? unsafe words[first &+ column &+ 1] : 0
            var merged = own
            var shift: UInt64 = 1
            while shift <= shifts {
              merged = merge(merged, own &<< shift | before &>> (64 &- shift))
              merged = merge(merged, own &>> shift | after &<< (64 &- shift))
              shift &+= 1
            }
            unsafe wide[first &+ column] = column &+ 1 == stride ? merged & last : merged
          }
        }
      }
    }
    unsafe wide.words.withUnsafeBufferPointer { wide in
      unsafe all.words.withUnsafeMutableBufferPointer { all in
        for at in wide.indices {
          var merged = unsafe wide[at]
          var step = stride
          while step <= reach &* stride {
            merged = merge(merged, at >= step ? unsafe wide[at &- step] : 0)
            merged = merge(merged, at &+ step < wide.count ? unsafe wide[at &+ step] : 0)
            step &+= stride
          }
          unsafe all[at] = merged
        }
      }
    }
    return all
  }
}

/// Bits of a mask that are set side by side in a row.
struct MaskRun: Hashable, Sendable {
  let row: Int
  /// The first column, and the one behind the last.
  let columns: Range<Int>

  /// The rectangle that it covers.
  var box: PixelRect { PixelRect(x: columns.lowerBound, y: row, width: columns.count, height: 1) }
}

/// What hangs together over its sides in a mask, told apart by its runs: art has few of them.
struct MaskGroups {
  /// Row by row, from the left.
  private(set) var runs: [MaskRun] = []
  /// The group of each run; the first is 0.
  private(set) var groups: [Int] = []
  /// How many bits each group has.
  private(set) var sizes: [Int] = []

  init(_ mask: PixelMask) {
    var joined = JoinedNumbers()
    runs.reserveCapacity(mask.size.height * 4)
    joined.reserveCapacity(mask.size.height * 4)
    var above = 0..<0
    for row in 0..<mask.size.height {
      let first = runs.count
      mask.visitRuns(ofRow: row) {
        runs.append(MaskRun(row: row, columns: $0))
        joined.append()
      }
      join(first..<runs.count, above, in: &joined)
      above = first..<runs.count
    }
    groups = joined.numbered()
    sizes = [Int](repeating: 0, count: (groups.max() ?? -1) + 1)
    for at in runs.indices { sizes[groups[at]] += runs[at].columns.count }
  }

  /// Joins the runs of a row with those of the row above that they touch.
  private func join(_ row: Range<Int>, _ above: Range<Int>, in joined: inout JoinedNumbers) {
    var upper = above.lowerBound
    for at in row {
      while upper < above.upperBound, runs[upper].columns.upperBound <= runs[at].columns.lowerBound {
        upper += 1
      }
      var touching = upper
      while touching < above.upperBound, runs[touching].columns.lowerBound < runs[at].columns.upperBound {
        joined.join(at, touching)
        touching += 1
      }
    }
  }
}

/// Numbers from 0 on, of which some are joined with others.
struct JoinedNumbers {
  private var parents: [Int] = []

  /// As many numbers, each for itself.
  init(count: Int = 0) { parents = Array(0..<count) }

  mutating func reserveCapacity(_ count: Int) { parents.reserveCapacity(count) }

  /// Adds the next number.
  mutating func append() { parents.append(parents.count) }

  /// Who stands for a number and all that are joined with it.
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

  /// For each number that of its group; groups are numbered in the order of their first members.
  mutating func numbered() -> [Int] {
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
