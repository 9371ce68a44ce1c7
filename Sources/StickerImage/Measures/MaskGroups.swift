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
