import CImageCodecs

/// A frame in 128 × 128 points that are evenly spread over the canvas: where it is solid, and of what colors.
/// It is kept as runs of equal points, for art has few colors and large areas of each.
struct ArtShape: Hashable, Sendable {
  /// Equal points side by side, all in one word of the mask.
  struct ColorRun: Hashable, Sendable {
    /// The pixel: alpha is the top byte, red the lowest.
    let point: UInt32
    /// The number of its word.
    let word: Int32
    /// The run's points in that word.
    let bits: UInt64
  }

  /// Points in each direction.
  static let side = 128
  private static let wordsOfRow = side / 64

  /// Points with alpha of at least 128.
  let solid: PixelMask
  /// Their colors, row by row.
  let runs: [ColorRun]
  /// How many points are solid.
  let count: Int

  /// - Parameter bitmap: of at least one pixel.
  init(_ bitmap: Bitmap) {
    let columns = (0..<Self.side).map { Int32((2 * $0 + 1) * bitmap.width / (2 * Self.side)) }
    var (solid, runs) = (PixelMask(PixelSize(Self.side, Self.side)), [ColorRun]())
    runs.reserveCapacity(Self.side * Self.side)  // grain has as many, and copying them takes longer
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe columns.withUnsafeBufferPointer { columns in
        for word in solid.words.indices {
          let row = (2 * (word / Self.wordsOfRow) + 1) * bitmap.height / (2 * Self.side)
          let (start, first) = (row * bitmap.width, word % Self.wordsOfRow * 64)
          // A bitmap with pixels has an address, and so have the columns.
          let looked = unsafe sl_look_at_points(
            pixels.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self) + start &* 4,
            columns.baseAddress.unsafelyUnwrapped + first)
          let starts = looked.starts
          solid.words[word] = looked.solid
          var rest = starts & looked.solid
          while rest != 0 {
            let at = UInt64(rest.trailingZeroBitCount)
            let behind = starts & ~((2 &<< at) &- 1)
            let end = UInt64(behind == 0 ? 64 : behind.trailingZeroBitCount)
            let bits = (UInt64.max &>> (64 &- (end &- at))) &<< at
            let point = unsafe Self.point(pixels, start, columns, first &+ Int(at))
            runs.append(ColorRun(point: point, word: Int32(word), bits: bits))
            rest &= rest &- 1
          }
        }
      }
    }
    (self.solid, self.runs, count) = (solid, runs, solid.count)
  }

  @inline(__always)
  private static func point(
    _ pixels: UnsafeRawBufferPointer, _ start: Int, _ columns: UnsafeBufferPointer<Int32>, _ number: Int
  ) -> UInt32 {
    let at = unsafe (start &+ Int(columns[number])) &* 4
    return UInt32(littleEndian: unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }
}
