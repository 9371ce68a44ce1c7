/// Grows and shrinks masks by discs and crosses, and measures distances.
extension PixelMask {
  /// The bits of a word's pixels that have a set neighbor above, below, to the left or to the right.
  func crossNeighborsOfSetBits(_ word: Int, row: Int) -> UInt64 {
    let own = self.word(word, row: row)
    let left = own &<< 1 | self.word(word - 1, row: row) &>> 63
    let right = own &>> 1 | self.word(word + 1, row: row) &<< 63
    return (left | right | self.word(word, row: row - 1) | self.word(word, row: row + 1)) & canvasBits(word)
  }

  /// The bits of a word that are on the canvas.
  @inline(__always)
  private func canvasBits(_ word: Int) -> UInt64 {
    let left = size.width &- word &* 64
    return left >= 64 ? .max : UInt64.max &>> UInt64(64 &- left)
  }

  /// Grows the set areas by one pixel up, down, left and right, `steps` times.
  ///
  /// - Parameter allowed: The mask that limits the result, or nil for no limit.
  func dilatedByCross(_ steps: Int = 1, within allowed: PixelMask? = nil) -> PixelMask {
    var mask = self
    for _ in 0..<steps {
      var grown = mask.mergedWithNeighbors { $0 | $1 | $2 | $3 | $4 }
      if let allowed { grown = mask.union(grown.intersection(allowed)) }
      if grown == mask { break }
      mask = grown
    }
    return mask
  }

  /// The bits whose neighbors above, below, to the left and to the right are set.
  var erodedByCross: PixelMask { mergedWithNeighbors { $0 & $1 & $2 & $3 & $4 } }

  /// Grows the set areas by a disc.
  ///
  /// - Parameter squaredRadius: The square of the disc's radius, below 16.
  func dilated(byDiscOfSquaredRadius squaredRadius: Int) -> PixelMask {
    // Each row of the disc is a run. Dilate the mask sideways by the length of each run.
    var wide = [self]
    while wide.count * wide.count <= squaredRadius {
      wide.append(wide[wide.count - 1].mergedWithNeighbors { own, left, right, _, _ in own | left | right })
    }
    var mask = wide[wide.count - 1]
    var down = 1
    while down * down <= squaredRadius {
      var across = 0
      while (across + 1) * (across + 1) + down * down <= squaredRadius { across += 1 }
      mask.addShiftedUpAndDown(wide[across], rowsApart: down)
      down += 1
    }
    return mask
  }

  /// Adds the bits of another mask twice: shifted down and shifted up by a number of rows.
  private mutating func addShiftedUpAndDown(_ other: PixelMask, rowsApart: Int) {
    let shift = rowsApart * wordsPerRow
    guard shift < words.count else { return }
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe other.words.withUnsafeBufferPointer { others in
        for at in shift..<words.count { unsafe words[at] |= others[at &- shift] }
        for at in 0..<words.count &- shift { unsafe words[at] |= others[at &+ shift] }
      }
    }
  }

  /// Merges each word with the bits to the left, to the right, above and below, in this order. Bits outside
  /// the canvas are 0.
  @inline(__always)
  private func mergedWithNeighbors(
    _ merge: (UInt64, UInt64, UInt64, UInt64, UInt64) -> UInt64
  ) -> PixelMask {
    guard wordsPerRow > 0 else { return self }
    var merged = self
    let (count, last) = (words.count, canvasBits(wordsPerRow - 1))
    unsafe words.withUnsafeBufferPointer { words in
      unsafe merged.words.withUnsafeMutableBufferPointer { merged in
        for first in Swift.stride(from: 0, to: count, by: wordsPerRow) {
          var before: UInt64 = 0
          var own = unsafe words[first]
          for at in first..<first &+ wordsPerRow {
            let after = at &+ 1 < first &+ wordsPerRow ? unsafe words[at &+ 1] : 0
            let above = first > 0 ? unsafe words[at &- wordsPerRow] : 0
            let below = at &+ wordsPerRow < count ? unsafe words[at &+ wordsPerRow] : 0
            unsafe merged[at] = merge(own, own &<< 1 | before &>> 63, own &>> 1 | after &<< 63, above, below)
            (before, own) = (own, after)
          }
          unsafe merged[first &+ wordsPerRow &- 1] &= last
        }
      }
    }
    return merged
  }

  /// The bits that aren't set.
  var inverted: PixelMask { mergedWithNeighbors { own, _, _, _, _ in ~own } }

  /// The bits of the 4-connected group that a position belongs to.
  func connected(to position: (column: Int, row: Int)) -> PixelMask {
    var mask = PixelMask(size)
    let groups = ConnectedPixelGroups(self)
    let start = MaskRun(row: position.row, columns: position.column..<position.column + 1)
    guard let group = groups.groupIndex(ofFirstPixelIn: start) else { return mask }
    for (run, own) in zip(groups.runs, groups.groupIndicesByRun) where own == group { mask.set(run) }
    return mask
  }

  /// Calls a function with the column of each set bit in a run.
  func visitBits(in run: MaskRun, _ visit: (Int) -> Void) {
    for (word, allowed) in Self.wordMasks(of: run.columns) {
      var bits = words[run.row * wordsPerRow + word] & allowed
      while bits != 0 {
        visit(word * 64 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }

  /// The columns from the first to the last set bit in a run, or nil if none is set.
  func columnsOfSetBits(in run: MaskRun) -> Range<Int>? {
    var (first, end): (Int?, Int) = (nil, 0)
    for (word, allowed) in Self.wordMasks(of: run.columns) {
      let bits = words[run.row * wordsPerRow + word] & allowed
      if bits == 0 { continue }
      first = first ?? word * 64 + bits.trailingZeroBitCount
      end = word * 64 + 64 - bits.leadingZeroBitCount
    }
    return first.map { $0..<end }
  }

  mutating func clear(_ run: MaskRun) {
    for (word, bits) in Self.wordMasks(of: run.columns) { words[run.row * wordsPerRow + word] &= ~bits }
  }
}

extension ConnectedPixelGroups {
  /// The group of the run that contains the first pixel of another run, or nil.
  func groupIndex(ofFirstPixelIn run: MaskRun) -> Int? {
    let column = run.columns.lowerBound
    // Find the first run that ends after the pixel.
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      let other = runs[middle]
      if (other.row, other.columns.upperBound) <= (run.row, column) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < runs.count, runs[low].row == run.row, runs[low].columns.contains(column) else { return nil }
    return groupIndicesByRun[low]
  }
}

/// The Euclidean distance of pixels to the nearest set bit of a mask.
///
/// - Source: Saito and Toriwaki, "New algorithms for Euclidean distance transformation of an n-dimensional
///   digitized picture with applications" (1994): distances along columns first, and then the nearest column.
struct DistanceMap {
  /// The distance if no bit is set.
  static let unreachableDistance: Float = 999
  private let width: Int
  /// The distance of each pixel to the nearest set bit of its column, or a number above every distance on the
  /// canvas if no bit of the column is set. Empty if the mask has no set bits.
  private var verticalDistances: [Int32] = []

  init(to mask: PixelMask) {
    let (width, height) = (mask.size.width, mask.size.height)
    self.width = width
    guard !mask.isEmpty else { return }
    let far = Int32(clamping: width &+ height)
    verticalDistances = [Int32](repeating: far, count: width * height)
    unsafe verticalDistances.withUnsafeMutableBufferPointer { down in
      for row in 0..<height {
        if row > 0 {
          for at in row &* width..<(row &+ 1) &* width {
            unsafe down[at] = min(far, down[at &- width] &+ 1)
          }
        }
        mask.visitRuns(ofRow: row) { columns in
          for column in columns { unsafe down[row &* width &+ column] = 0 }
        }
      }
      for row in (0..<height &- 1).reversed() {
        for at in row &* width..<(row &+ 1) &* width {
          unsafe down[at] = min(down[at], down[at &+ width] &+ 1)
        }
      }
    }
  }

  /// - Complexity: O(distance).
  subscript(column: Int, row: Int) -> Float {
    guard !verticalDistances.isEmpty else { return Self.unreachableDistance }
    return unsafe verticalDistances.withUnsafeBufferPointer { down in
      func square(_ apart: Int, _ column: Int) -> Int {
        let high = unsafe Int(down[row &* width &+ column])
        return apart &* apart &+ high &* high
      }
      var (nearest, apart) = (square(0, column), 1)
      while apart &* apart < nearest, apart < width {
        if column >= apart { nearest = min(nearest, square(apart, column &- apart)) }
        if column &+ apart < width { nearest = min(nearest, square(apart, column &+ apart)) }
        apart &+= 1
      }
      return Float(nearest).squareRoot()
    }
  }
}
