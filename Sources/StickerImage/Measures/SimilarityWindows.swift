/// Compares two pictures in windows of 8 × 8 pixels that begin every 4: each is made of four cells of 4 × 4,
/// so that a pixel is looked at once. Where the pictures are equal, nothing is computed.
struct SimilarityWindows {
  private let one: PixelView
  private let other: PixelView
  private let columns: Cells
  private let rows: Cells
  /// For each cell whether the pictures differ in it; each row has a cell more, and there is a row more.
  private var differs: [Bool] = []

  /// - Precondition: both pictures have the same size, and pixels.
  init(_ one: PixelView, _ other: PixelView) {
    (self.one, self.other) = (one, other)
    columns = Cells(one.size.width)
    rows = Cells(one.size.height)
    differs = [Bool](repeating: false, count: (columns.places.count + 1) * (rows.places.count + 1))
    for (row, y) in rows.places.enumerated() {
      for (column, x) in columns.places.enumerated() {
        differs[row * (columns.places.count + 1) + column] = isDifferent(x, y)
      }
    }
  }

  /// The similarity over white and over black: means over all windows.
  func mean() -> (white: Double, black: Double) {
    var (white, black) = (0.0, 0.0)
    let stride = columns.places.count + 1
    var above = [CellSums](repeating: CellSums(), count: stride)
    var below = above
    var number = -1
    for (top, bottom) in rows.windows {
      if number == top { swap(&above, &below) } else { fill(&above, top) }
      fill(&below, bottom)
      number = bottom
      for column in above.indices { above[column].add(below[column]) }
      let height = rows.length(top) + rows.length(bottom)
      for (left, right) in columns.windows {
        guard
          differs[top * stride + left] || differs[top * stride + right]
            || differs[bottom * stride + left] || differs[bottom * stride + right]
        else {
          white += 1
          black += 1
          continue
        }
        let pixels = Double((columns.length(left) + columns.length(right)) * height)
        var sums = above[left]
        sums.add(above[right])
        let shown = sums.white.similarity(pixels)
        white += shown
        black += sums.isOpaque ? shown : sums.black.similarity(pixels)
      }
    }
    let count = Double(rows.windows.count * columns.windows.count)
    return (white / count, black / count)
  }

  /// The sums of a row of cells, where a window may ask for them; of no row, none.
  private func fill(_ sums: inout [CellSums], _ row: Int) {
    let stride = columns.places.count + 1
    for column in columns.places.indices {
      sums[column] = CellSums()
      guard row < rows.places.count, isNeeded(column, row, stride) else { continue }
      sums[column] = cell(columns.places[column], rows.places[row])
    }
  }

  /// Whether a cell or one around it differs.
  private func isNeeded(_ column: Int, _ row: Int, _ stride: Int) -> Bool {
    for y in max(row - 1, 0)...row + 1 {
      for x in max(column - 1, 0)...column + 1 where differs[y * stride + x] { return true }
    }
    return false
  }

  private func isDifferent(_ x: Range<Int>, _ y: Range<Int>) -> Bool {
    var difference: UInt32 = 0
    for y in y {
      for x in x { difference |= one[x, y].word ^ other[x, y].word }
    }
    return difference != 0
  }

  private func cell(_ x: Range<Int>, _ y: Range<Int>) -> CellSums {
    var solid: UInt32 = 0xFF00_0000
    for y in y {
      for x in x { solid &= one[x, y].word & other[x, y].word }
    }
    var sums = CellSums()
    sums.isOpaque = solid >> 24 == 255
    sums.white = self.sums(x, y, over: 255)
    // Of opaque pictures nothing of the ground is seen.
    sums.black = sums.isOpaque ? sums.white : self.sums(x, y, over: 0)
    return sums
  }

  @inline(__always)
  private func sums(_ x: Range<Int>, _ y: Range<Int>, over ground: Float) -> PlaneSums {
    var sums = (PlaneLanes(), PlaneLanes(), PlaneLanes())
    for y in y {
      let (first, second): (SIMD4<UInt32>, SIMD4<UInt32>)
      if x.count == cellSide {
        (first, second) = (one.four(x.lowerBound, y), other.four(x.lowerBound, y))
      } else {
        (first, second) = (one.upToFour(x, y), other.upToFour(x, y))
      }
      let (a, b) = (planes(first, over: ground), planes(second, over: ground))
      sums.0.add(a.luma, b.luma)
      sums.1.add(a.blue, b.blue)
      sums.2.add(a.red, b.red)
    }
    let count = x.count
    return PlaneSums(luma: sums.0.total(count), blue: sums.1.total(count), red: sums.2.total(count))
  }
}

private let window = 8
private let cellSide = 4

/// Where cells begin along a side, and which of them make a window.
private struct Cells {
  let places: [Range<Int>]
  /// Cells of each window. Where the side is no longer than a cell, the second is the one behind the last.
  let windows: [(first: Int, second: Int)]

  init(_ side: Int) {
    guard side > window else {
      places = [0..<min(side, cellSide)] + (side > cellSide ? [cellSide..<side] : [])
      windows = [(0, 1)]
      return
    }
    var starts = Array(stride(from: 0, through: side - cellSide, by: cellSide))
    // The last windows begin at the far edge.
    if side % cellSide != 0 { starts += [side - window, side - cellSide] }
    places = starts.map { $0..<$0 + cellSide }
    windows = starts.indices.dropLast().filter { starts[$0 + 1] == starts[$0] + cellSide }.map {
      ($0, $0 + 1)
    }
  }

  func length(_ cell: Int) -> Int { cell < places.count ? places[cell].count : 0 }
}
