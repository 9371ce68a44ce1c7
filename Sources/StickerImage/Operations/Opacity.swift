/// Where pixels of input rows are opaque, where translucent and where transparent, in blocks of columns.
@safe struct Opacity: ~Copyable {
  /// A block has a pixel that is not opaque, or one that is not transparent.
  static let notOpaque: UInt8 = 1
  static let notClear: UInt8 = 2

  private let ofBlocks: UnsafeMutablePointer<UInt8>
  /// What the rows that were looked at have together.
  private let together: UnsafeMutablePointer<UInt8>
  private let width: Int
  private let blocks: Int
  private let rows: Int
  private let reach: Int

  /// - Parameter rows: that are held, one after the other in a ring.
  /// - Parameter columns: the most that are ever asked for together.
  init(width: Int, rows: Int, columns: Int) {
    (self.width, self.rows) = (width, rows)
    reach = (columns + PremultipliedRows.pixelsInBlock - 2) / PremultipliedRows.pixelsInBlock
    blocks = (width + PremultipliedRows.pixelsInBlock - 1) / PremultipliedRows.pixelsInBlock
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

  /// Asks of some rows, by their numbers.
  ///
  /// - Parameter body: called with the columns of each block that is not opaque or has such a one nearby, and
  ///   whether nothing at all is in it.
  func look(at rows: Range<Int>, forEachEdge body: (Range<Int>, _ isClear: Bool) -> Void) {
    for block in 0..<blocks { unsafe together[block] = 0 }
    for row in rows {
      let row = unsafe self.row(row % self.rows)
      for block in 0..<blocks { unsafe together[block] |= row[block] }
    }
    let size = PremultipliedRows.pixelsInBlock
    for block in 0..<blocks {
      let near = max(block - reach, 0)...min(block + reach, blocks - 1)
      guard near.contains(where: { unsafe together[$0] & Self.notOpaque != 0 }) else { continue }
      let isClear = unsafe together[block] & Self.notClear == 0
      body(block * size..<min(block * size + size, width), isClear)
    }
  }

  /// Whether all pixels of some columns are opaque, and what shares a block with them.
  @inline(__always)
  func isOpaque(_ columns: Range<Int>) -> Bool {
    let size = PremultipliedRows.pixelsInBlock
    var (block, last) = (columns.lowerBound / size, (columns.upperBound &- 1) / size)
    while block <= last {
      if unsafe together[block] & Self.notOpaque != 0 { return false }
      block &+= 1
    }
    return true
  }
}
