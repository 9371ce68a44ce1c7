/// Grows and shrinks masks by discs and crosses, and measures distances.
extension PixelMask {
  /// For each pixel of a word, whether its left neighbor is set, and whether its right neighbor is set.
  @inline(__always)
  private func sidewaysNeighbors(_ word: Int, row: Int) -> (left: UInt64, right: UInt64) {
    let at = row &* wordsPerRow &+ word
    let (own, before) = (words[at], word > 0 ? words[at &- 1] : 0)
    let after = word &+ 1 < wordsPerRow ? words[at &+ 1] : 0
    return (own &<< 1 | before &>> 63, own &>> 1 | after &<< 63)
  }

  /// The bits of a word's pixels that have a set neighbor above, below, to the left or to the right.
  func crossNeighbors(_ word: Int, row: Int) -> UInt64 {
    let (left, right) = sidewaysNeighbors(word, row: row)
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
      let old = mask
      for row in 0..<size.height {
        for word in 0..<wordsPerRow {
          let at = row &* wordsPerRow &+ word
          mask.words[at] |= old.crossNeighbors(word, row: row) & (allowed?.words[at] ?? .max)
        }
      }
      if mask == old { break }
    }
    return mask
  }

  /// The bits whose neighbors above, below, to the left and to the right are set.
  var erodedByCross: PixelMask {
    var mask = self
    for row in 0..<size.height {
      for word in 0..<wordsPerRow {
        let (left, right) = sidewaysNeighbors(word, row: row)
        let across = left & right
        mask.words[row &* wordsPerRow &+ word] &=
          across & self.word(word, row: row - 1) & self.word(word, row: row + 1)
      }
    }
    return mask
  }

  /// Grows the set areas by a disc.
  ///
  /// - Parameter squaredRadius: The square of the disc's radius, below 16.
  func dilated(byDiscOfSquaredRadius squaredRadius: Int) -> PixelMask {
    // Each row of the disc is a run. Dilate the mask sideways by the length of each run.
    var wide = [self]
    while wide.count * wide.count <= squaredRadius {
      var next = wide[wide.count - 1]
      for row in 0..<size.height {
        for word in 0..<wordsPerRow {
          let (left, right) = wide[wide.count - 1].sidewaysNeighbors(word, row: row)
          next.words[row &* wordsPerRow &+ word] |= (left | right) & canvasBits(word)
        }
      }
      wide.append(next)
    }
    var mask = wide[wide.count - 1]
    var down = 1
    while down * down <= squaredRadius {
      var across = 0
      while (across + 1) * (across + 1) + down * down <= squaredRadius { across += 1 }
      let source = wide[across]
      let shift = down * wordsPerRow
      for at in mask.words.indices {
        if at >= shift { mask.words[at] |= source.words[at &- shift] }
        if at &+ shift < mask.words.count { mask.words[at] |= source.words[at &+ shift] }
      }
      down += 1
    }
    return mask
  }

  /// The bits that aren't set.
  var inverted: PixelMask {
    var mask = self
    for row in 0..<size.height {
      for word in 0..<wordsPerRow {
        mask.words[row &* wordsPerRow &+ word] = ~mask.words[row &* wordsPerRow &+ word] & canvasBits(word)
      }
    }
    return mask
  }

  /// The bits of the 4-connected group that a position belongs to.
  func connected(to position: (column: Int, row: Int)) -> PixelMask {
    var mask = PixelMask(size)
    let groups = MaskGroups(self)
    let start = MaskRun(row: position.row, columns: position.column..<position.column + 1)
    guard let group = groups.group(at: start) else { return mask }
    for (run, own) in zip(groups.runs, groups.groupIndices) where own == group { mask.set(run) }
    return mask
  }

  /// Calls a function with the column of each set bit in a run.
  func visitBits(in run: MaskRun, _ visit: (Int) -> Void) {
    for (word, allowed) in Self.bits(of: run.columns) {
      var bits = words[run.row * wordsPerRow + word] & allowed
      while bits != 0 {
        visit(word * 64 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }

  mutating func clear(_ run: MaskRun) {
    for (word, bits) in Self.bits(of: run.columns) { words[run.row * wordsPerRow + word] &= ~bits }
  }
}

extension MaskGroups {
  /// The group of the run that contains the first pixel of another run, or nil.
  func group(at run: MaskRun) -> Int? {
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
    return groupIndices[low]
  }
}

/// The Euclidean distance of pixels to the nearest set bit of a mask.
///
/// - Source: Meijster, Roerdink and Hesselink, "A general algorithm for computing distance transforms in
///   linear time" (2000).
struct DistanceMap {
  /// The distance if no bit is set.
  static let unreachableDistance: Float = 999
  private let width: Int
  private var distances: [Float]

  /// - Parameter places: The pixels whose distances are needed.
  init(to mask: PixelMask, in places: PixelMask) {
    let (width, height) = (mask.size.width, mask.size.height)
    self.width = width
    distances = [Float](repeating: Self.unreachableDistance, count: width * height)
    guard !mask.isEmpty else { return }
    var down = [Int32](repeating: 0, count: width * height)
    var scratch = [Int](repeating: 0, count: 2 * width)
    unsafe down.withUnsafeMutableBufferPointer { down in
      unsafe Self.fillVerticalDistances(down, mask)
      unsafe distances.withUnsafeMutableBufferPointer { distances in
        unsafe scratch.withUnsafeMutableBufferPointer { scratch in
          for row in 0..<height
          where (0..<places.wordsPerRow).contains(where: {
            places.words[row &* places.wordsPerRow &+ $0] != 0
          }) {
            let columns = row &* width..<(row &+ 1) &* width
            unsafe Self.fillRow(
              UnsafeMutableBufferPointer(rebasing: distances[columns]),
              UnsafeMutableBufferPointer(rebasing: down[columns]), scratch)
          }
        }
      }
    }
  }

  private static func fillVerticalDistances(_ down: UnsafeMutableBufferPointer<Int32>, _ mask: PixelMask) {
    let (width, height) = (mask.size.width, mask.size.height)
    let far = Int32(clamping: width &+ height)
    for row in 0..<height {
      for column in 0..<width {
        let at = row &* width &+ column
        let isSet = mask.words[row &* mask.wordsPerRow &+ column >> 6] & (1 &<< UInt64(column & 63)) != 0
        unsafe down[at] = isSet ? 0 : row > 0 ? min(far, down[at &- width] &+ 1) : far
      }
    }
    for row in (0..<max(height - 1, 0)).reversed() {
      for at in row &* width..<(row &+ 1) &* width {
        unsafe down[at] = min(down[at], down[at &+ width] &+ 1)
      }
    }
  }

  /// Computes the distances of a row from its vertical distances: the lower envelope of parabolas.
  ///
  /// - Parameter scratch: Room for two numbers per column.
  private static func fillRow(
    _ distances: UnsafeMutableBufferPointer<Float>, _ down: UnsafeMutableBufferPointer<Int32>,
    _ scratch: UnsafeMutableBufferPointer<Int>
  ) {
    let width = distances.count
    let columns = unsafe UnsafeMutableBufferPointer(rebasing: scratch[..<width])
    let starts = unsafe UnsafeMutableBufferPointer(rebasing: scratch[width...])
    func square(_ x: Int, _ column: Int) -> Int {
      let high = unsafe Int(down[column])
      return (x &- column) &* (x &- column) &+ high &* high
    }
    var last = 0
    unsafe columns[0] = 0
    unsafe starts[0] = 0
    for x in 1..<max(width, 1) {
      while last >= 0, unsafe square(starts[last], columns[last]) > square(starts[last], x) {
        last &-= 1
      }
      guard last >= 0 else {
        last = 0
        unsafe columns[0] = x
        unsafe starts[0] = 0
        continue
      }
      let other = unsafe columns[last]
      let (own, its) = unsafe (Int(down[x]), Int(down[other]))
      let next = 1 &+ (x &* x &- other &* other &+ own &* own &- its &* its) / (2 &* (x &- other))
      guard next < width else { continue }
      last &+= 1
      unsafe columns[last] = x
      unsafe starts[last] = next
    }
    for x in (0..<width).reversed() {
      unsafe distances[x] = Float(square(x, columns[last])).squareRoot()
      if unsafe x == starts[last] { last &-= 1 }
      if last < 0 { break }
    }
  }

  subscript(column: Int, row: Int) -> Float { distances[row &* width &+ column] }
}
