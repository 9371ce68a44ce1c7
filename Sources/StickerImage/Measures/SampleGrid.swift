/// Points spread evenly over the canvas, one in each of 64 × 64 cells: what is measured on colors is measured
/// there, since walking over every pixel would cost as much as decoding it.
///
/// Within its cell a point lies at another eighth from row to row, so that stripes and tiles do not fall into
/// step with the grid.
struct SampleGrid {
  /// How many cells there are in each direction.
  static let side = 64
  /// One pixel for each cell, row by row: alpha is the top byte, red the lowest.
  private(set) var points = [UInt32](repeating: 0, count: side * side)

  /// Looks at the points of a frame; where the canvas has fewer pixels than cells, some are looked at twice.
  mutating func read(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe points.withUnsafeMutableBufferPointer { points in
        for row in 0..<Self.side {
          let start = (((row * 2 + 1) * height) >> 7) * width
          let phase = Self.phases[row & 7]
          for column in 0..<Self.side {
            let x = ((column &* 16 &+ phase) &* width) &>> 10  // 64 cells, 16 places in each
            let at = (start &+ x) &* 4
            unsafe points[row &* Self.side &+ column] = UInt32(
              littleEndian: pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
          }
        }
      }
    }
  }

  /// Where in its cell a row's points lie, in sixteenths: far from those of the rows above.
  private static let phases = [1, 9, 5, 13, 3, 11, 7, 15]
}

/// A point's samples.
extension UInt32 {
  @inline(__always) var sampledRed: UInt8 { UInt8(truncatingIfNeeded: self) }
  @inline(__always) var sampledGreen: UInt8 { UInt8(truncatingIfNeeded: self &>> 8) }
  @inline(__always) var sampledBlue: UInt8 { UInt8(truncatingIfNeeded: self &>> 16) }
  @inline(__always) var sampledAlpha: UInt8 { UInt8(truncatingIfNeeded: self &>> 24) }
  /// Whether its alpha is at least 128.
  @inline(__always) var isSolid: Bool { self >= 128 << 24 }
}
