import CImageCodecs

extension Bitmap {
  /// The side in pixels of the squares of enlarged pixel art (at most 24), or 1 for other art. At least 90% of
  /// all color changes are on lines that are this far apart.
  var pixelArtSquareSide: Int {
    guard width > 2, height > 2 else { return 1 }
    // A few rows rule out most art.
    let few = max(height / 32, 1)
    if few > 1, largestPeriod(of: columnChangeCounts(everyRows: few), minShare: 0.8, minCount: 0) == 1 {
      return 1
    }
    let columns = columnChangeCounts(everyRows: 1)
    guard largestPeriod(of: columns, minShare: 0.9, minCount: 50) > 1 else { return 1 }
    let rows = rowChangeCounts
    guard rows.reduce(0, +) >= 50 else { return 1 }
    return (2...24).last { side in
      Self.bestOffsetShare(of: columns, period: side) >= 0.9
        && Self.bestOffsetShare(of: rows, period: side) >= 0.9
    } ?? 1
  }

  /// Reduces enlarged pixel art to one pixel per square.
  func onePixelPerSquare(squareSide: Int) -> Bitmap {
    func places(_ changes: [UInt32], _ length: Int) -> [Int] {
      let first = (Self.bestOffset(in: changes, period: squareSide) + 1) % squareSide
      var places = Array(stride(from: first + squareSide / 2, to: length, by: squareSide))
      if first > squareSide / 2 { places.insert(first / 2, at: 0) }
      return places
    }
    let (xs, ys) = (places(columnChangeCounts(everyRows: 1), width), places(rowChangeCounts, height))
    var thin = Bitmap(transparent: PixelSize(xs.count, ys.count))
    var at = 0
    for y in ys {
      for x in xs {
        for sample in 0..<4 { thin.pixels[at + sample] = pixels[(y * width + x) * 4 + sample] }
        at += 4
      }
    }
    return thin
  }

  private func columnChangeCounts(everyRows step: Int) -> [UInt32] {
    var changes = [UInt32](repeating: 0, count: max(width - 1, 0))
    unsafe changes.withUnsafeMutableBufferPointer {
      unsafe sl_count_changes_across(pixels, width, height, step, $0.baseAddress)
    }
    return changes
  }

  private var rowChangeCounts: [UInt32] {
    var changes = [UInt32](repeating: 0, count: max(height - 1, 0))
    unsafe changes.withUnsafeMutableBufferPointer {
      unsafe sl_count_changes_down(pixels, width, height, $0.baseAddress)
    }
    return changes
  }

  /// The largest period for which enough changes are at its multiples, plus a constant offset. 1 if no period
  /// fits.
  private func largestPeriod(of changes: [UInt32], minShare: Double, minCount: Int) -> Int {
    guard changes.reduce(0, { $0 + Int($1) }) >= minCount else { return 1 }
    return (2...24).last { Self.bestOffsetShare(of: changes, period: $0) >= minShare } ?? 1
  }

  private static func bestOffsetShare(of changes: [UInt32], period: Int) -> Double {
    let sums = changeCountsByOffset(of: changes, period: period)
    return Double(sums.max() ?? 0) / Double(max(sums.reduce(0, +), 1))
  }

  private static func bestOffset(in changes: [UInt32], period: Int) -> Int {
    let sums = changeCountsByOffset(of: changes, period: period)
    return sums.firstIndex(of: sums.max() ?? 0) ?? 0
  }

  /// For each offset, the number of changes at positions with that remainder modulo the period.
  private static func changeCountsByOffset(of changes: [UInt32], period: Int) -> [Int] {
    var sums = [Int](repeating: 0, count: period)
    for offset in 0..<period {
      for at in stride(from: offset, to: changes.count, by: period) { sums[offset] &+= Int(changes[at]) }
    }
    return sums
  }
}

extension Bitmap {
  /// The number of colors that cover 95% of the solid pixels (alpha of at least 128), at 5 bits per sample.
  package var mainColorCount: Int {
    var counts = [Int](repeating: 0, count: 1 << 15)
    var all = 0
    for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] >= 128 {
      let red = Int(pixels[at] >> 3) << 10
      counts[red | Int(pixels[at + 1] >> 3) << 5 | Int(pixels[at + 2] >> 3)] += 1
      all += 1
    }
    var (covered, number) = (0, 0)
    for count in counts.filter({ $0 > 0 }).sorted(by: >) {
      if covered * 20 >= all * 19 { break }
      covered += count
      number += 1
    }
    return number
  }

  /// Whether the image is pixel art, which has a jagged outline on purpose: at most 64 px per side with at most
  /// 16 main colors, or at most 96 main colors with at least 90% of all steps at least 3 px long.
  ///
  /// A step is a straight boundary between two colors. Enlarged pixel art has only long steps.
  var isPixelArt: Bool {
    let colors = mainColorCount
    if size.longerSide <= 64, colors <= 16 { return true }
    guard colors <= 96 else { return false }
    var (steps, short) = (0, 0)
    func countSteps(_ lines: Int, _ length: Int, _ atByte: (_ line: Int, _ at: Int) -> Int) {
      for line in 1..<max(lines, 1) {
        var stepLength = 0
        for at in 0...length {
          if at < length, pixelsDifferNoticeably(atByte: atByte(line - 1, at), andByte: atByte(line, at)) {
            stepLength += 1
          } else if stepLength > 0 {
            steps += 1
            if stepLength < 3 { short += 1 }
            stepLength = 0
          }
        }
      }
    }
    countSteps(height, width) { ($0 * width + $1) * 4 }
    countSteps(width, height) { ($1 * width + $0) * 4 }
    return short * 10 <= steps
  }

  /// Whether two pixels, given by the positions of their bytes, differ by more than 8 in a sample.
  private func pixelsDifferNoticeably(atByte one: Int, andByte other: Int) -> Bool {
    if pixels[one + 3] == 0, pixels[other + 3] == 0 { return false }
    for sample in 0..<4 {
      let a = pixels[one + 3] == 0 ? 0 : Int(pixels[one + sample])
      let b = pixels[other + 3] == 0 ? 0 : Int(pixels[other + sample])
      if abs(a - b) > 8 { return true }
    }
    return false
  }
}
