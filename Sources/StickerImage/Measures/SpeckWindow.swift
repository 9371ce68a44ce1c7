/// The surroundings of one pixel in a mask: 64 columns, the pixel in bit 31, and as many rows to either side
/// as a speck and its distance take.
struct SpeckWindow {
  private let mask: PixelMask
  private let column: Int
  private let row: Int
  /// Rows that a speck can reach to either side.
  private static let reach = Specks.mostPixels - 1

  init(_ mask: PixelMask, column: Int, row: Int) {
    (self.mask, self.column, self.row) = (mask, column, row)
  }

  /// The group of visible pixels around the window's pixel; nil where it is too large, or too near to others.
  func speck(frame: Int) -> Specks.Speck? {
    guard let group = group() else { return nil }
    let (rows, top, bottom) = (group.rows, group.extent.lowerBound, group.extent.upperBound)
    let distance = distance(around: rows, group.extent)
    guard distance >= Specks.leastDistance else { return nil }
    let columns = group.extent.reduce(0) { $0 | rows[$1] }
    let (left, right) = (columns.trailingZeroBitCount, 63 - columns.leadingZeroBitCount)
    let place = PixelRect(
      x: column - 31 + left, y: row - Self.reach + top, width: right - left + 1, height: bottom - top + 1)
    return Specks.Speck(place: place, frame: frame, pixels: group.pixels, distance: distance)
  }

  /// The bits of a row, counted from that of the pixel.
  private func bits(_ offset: Int) -> UInt64 { mask.bits(around: column, row: row + offset) }

  /// What hangs together with the window's pixel, by rows from `-reach`; nil once it is too large.
  private func group() -> (rows: SIMD32<UInt64>, extent: ClosedRange<Int>, pixels: Int)? {
    var rows = SIMD32<UInt64>.zero  // on the stack: most tips of art come here
    rows[Self.reach] = 1 &<< 31
    var (top, bottom, pixels) = (Self.reach, Self.reach, 1)
    while true {
      var grown = 0
      for at in max(0, top - 1)...min(2 * Self.reach, bottom + 1) {
        let near = rows[at] | (at > 0 ? rows[at - 1] : 0) | rows[at + 1]
        if near == 0 { continue }
        rows[at] = (near | near &<< 1 | near &>> 1) & bits(at - Self.reach)
        grown += rows[at].nonzeroBitCount
        if rows[at] != 0 { (top, bottom) = (min(top, at), max(bottom, at)) }
      }
      if grown > Specks.mostPixels { return nil }
      if grown == pixels { return (rows, top...bottom, pixels) }
      pixels = grown
    }
  }

  /// Pixels to the nearest that does not belong to the group, at most `Specks.mostDistance`.
  private func distance(around group: SIMD32<UInt64>, _ extent: ClosedRange<Int>) -> Int {
    let margin = Specks.mostDistance
    let rows = extent.count + 2 * margin
    // Most art has something near: what lies further out is asked for as the group grows.
    return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: rows) { grown in
      unsafe grown.initialize(repeating: 0)
      for at in extent { unsafe grown[at - extent.lowerBound + margin] = group[at] }
      for distance in 1..<margin {
        // The group grows in all directions at once until it meets another pixel.
        var above: UInt64 = 0
        for at in extent.lowerBound - distance...extent.upperBound + distance {
          let place = at - extent.lowerBound + margin
          let (own, below) = unsafe (grown[place], grown[place + 1])
          let near = above | own | below
          above = own
          let wide = near | near &<< 1 | near &>> 1
          unsafe grown[place] = wide
          let known = extent.contains(at) ? group[at] : 0
          if wide & bits(at - Self.reach) & ~known != 0 { return distance }
        }
      }
      return margin
    }
  }
}
