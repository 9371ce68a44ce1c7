import CImageCodecs

/// What the masks of one frame add up to.
struct AlphaTotals {
  /// Pixels with alpha of at least 5.
  private(set) var visiblePixels = 0
  /// Pixels with alpha of 1...4.
  private(set) var hazePixels = 0
  /// Pixels with alpha of 3 or 4.
  private(set) var nearlyVisiblePixels = 0
  /// Pixels with alpha of 5...8.
  private(set) var faintPixels = 0
  /// Whether every pixel has alpha 255.
  private(set) var isOpaque = true
  /// Whether some pixel has an alpha between 0 and 255.
  private(set) var isPartial = false
  private var (visible, occupied) = (Extent(), Extent())

  /// Adds a word of a row, by the numbers of both; words come row by row.
  ///
  /// - Parameter pixels: a bit for each pixel of the word.
  @inline(__always)
  mutating func add(_ bits: AlphaWord, of pixels: UInt64, _ word: Int, _ row: Int) {
    isOpaque = isOpaque && bits.opaque == pixels
    guard bits.any != 0 else { return }
    isPartial = isPartial || bits.isPartial
    occupied.include(bits.any, word, row)
    if bits.visible != 0 { visible.include(bits.visible, word, row) }
    // Counting bits takes a dozen instructions on a baseline machine, and most words need none.
    visiblePixels &+= bits.visible == .max ? 64 : bits.visible.nonzeroBitCount
    if bits.any != bits.visible {
      hazePixels &+= (bits.any & ~bits.visible).nonzeroBitCount
      nearlyVisiblePixels &+= bits.nearlyVisible.nonzeroBitCount
    }
    if bits.visible != bits.distinct { faintPixels &+= (bits.visible & ~bits.distinct).nonzeroBitCount }
  }

  /// The rectangle of all pixels with alpha of at least 5; nil where there is none.
  var visibleBox: PixelRect? { visible.box }
  /// The rectangle of all pixels with alpha of at least 1; nil where there is none.
  var occupiedBox: PixelRect? { occupied.box }
}

/// Rows and columns in which bits are set.
private struct Extent {
  private var (top, bottom) = (0, -1)
  private var (left, right) = (Int.max, -1)

  /// Rows come in ascending order; some bit is set.
  @inline(__always)
  mutating func include(_ bits: UInt64, _ word: Int, _ row: Int) {
    if bottom < 0 { top = row }
    bottom = row
    // Few words lie further out than all before them.
    let first = word &* 64
    if first < left { left = min(left, first &+ bits.trailingZeroBitCount) }
    if first &+ 63 > right { right = max(right, first &+ 63 &- bits.leadingZeroBitCount) }
  }

  var box: PixelRect? {
    guard bottom >= 0 else { return nil }
    return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
  }
}
