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
    runs.reserveCapacity(1024)
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe columns.withUnsafeBufferPointer { columns in
        for word in solid.words.indices {
          let row = (2 * (word / Self.wordsOfRow) + 1) * bitmap.height / (2 * Self.side)
          let (start, first) = (row * bitmap.width, word % Self.wordsOfRow * 64)
          let (starts, opaque) = unsafe Self.edges(pixels, start, columns, first)
          solid.words[word] = opaque
          var rest = starts & opaque
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

  /// A bit for each of 64 points that differs from the one before, the first among them, and for each solid
  /// one. Without a branch: in shaded art nobody can guess which points differ.
  @inline(__always)
  private static func edges(
    _ pixels: UnsafeRawBufferPointer, _ start: Int, _ columns: UnsafeBufferPointer<Int32>, _ first: Int
  ) -> (starts: UInt64, solid: UInt64) {
    var (starts, solid): (UInt64, UInt64) = (0, 0)
    var before = unsafe ~point(pixels, start, columns, first)
    for place in 0..<64 {
      let point = unsafe point(pixels, start, columns, first &+ place)
      starts |= (point == before ? 0 : 1) &<< UInt64(place)
      solid |= UInt64(point &>> 31) &<< UInt64(place)
      before = point
    }
    return (starts, solid)
  }
}
