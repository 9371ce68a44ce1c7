import CImageCodecs

/// Where pixels of input rows are opaque, where translucent and where transparent, in blocks of columns.
@safe struct Opacity: ~Copyable {
  /// Columns of a block.
  static let columns = Int(SL_OPACITY_COLUMNS)
  /// A block has a pixel that is not transparent.
  static let notClear: UInt8 = 2

  private let ofBlocks: UnsafeMutablePointer<UInt8>
  /// What the rows that were looked at have together.
  let together: UnsafeMutablePointer<UInt8>
  /// How many blocks away a block may be asked for together with another.
  let reach: Int
  private let blocks: Int
  private let rows: Int

  /// - Parameter rows: that are held, one after the other in a ring.
  /// - Parameter columns: the most that are ever asked for together.
  init(width: Int, rows: Int, columns: Int) {
    self.rows = rows
    reach = (columns + Self.columns - 2) / Self.columns
    blocks = (width + Self.columns - 1) / Self.columns
    unsafe ofBlocks = .allocate(capacity: blocks * rows)
    unsafe ofBlocks.initialize(repeating: 0, count: blocks * rows)
    unsafe together = .allocate(capacity: blocks)
    unsafe together.initialize(repeating: 0, count: blocks)
  }

  deinit {
    unsafe ofBlocks.deallocate()
    unsafe together.deallocate()
  }

  /// The blocks of a row, to be filled.
  func row(_ place: Int) -> UnsafeMutablePointer<UInt8> { unsafe ofBlocks + place * blocks }

  /// Looks at what some rows have together, by their numbers.
  func look(at rows: Range<Int>) {
    for block in 0..<blocks { unsafe together[block] = 0 }
    for row in rows {
      let row = unsafe self.row(row % self.rows)
      for block in 0..<blocks { unsafe together[block] |= row[block] }
    }
  }
}
