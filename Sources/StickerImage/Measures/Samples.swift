/// Colors of visible pixels (alpha of at least 5 of 255) and where on the canvas they lie: up to 4 096 of
/// each frame, evenly spread, and evenly thinned out where an animation has many.
public struct Samples: Hashable, Sendable {
  /// Red is the lowest byte, alpha the top one.
  private(set) var colors: [UInt32] = []
  /// The cell of the grid that each lies in.
  private(set) var cells: [UInt16] = []
  private var frame = 0
  /// One of so many cells is kept; a power of two.
  private var thinning = 1
  private static let most = 32_768

  init() {}

  /// How many samples there are.
  public var count: Int { colors.count }

  mutating func take(_ points: [UInt32]) {
    colors.reserveCapacity(colors.count + points.count / thinning)
    cells.reserveCapacity(cells.count + points.count / thinning)
    for cell in points.indices where points[cell] >= 5 << 24 && isKept(cell) {
      colors.append(points[cell])
      cells.append(UInt16(truncatingIfNeeded: cell))
    }
    frame += 1
    while colors.count > Self.most { thin() }
  }

  /// Another part of the cells in each frame.
  @inline(__always)
  private func isKept(_ cell: Int) -> Bool {
    (cell &+ 5 &* (cell / SampleGrid.side) &+ frame) & (thinning &- 1) == 0
  }

  private mutating func thin() {
    thinning *= 2
    colors = stride(from: 0, to: colors.count, by: 2).map { colors[$0] }
    cells = stride(from: 0, to: cells.count, by: 2).map { cells[$0] }
  }
}
