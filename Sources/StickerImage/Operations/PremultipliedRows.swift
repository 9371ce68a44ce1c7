import CImageCodecs

/// A few rows of premultiplied pixels. A pixel has four numbers: red, green, blue and 255, each multiplied by
/// alpha (0...65025). The products are integers. Their sums have single precision.
///
/// Each row records which of its columns aren't transparent, so that transparent margins can be skipped.
@safe struct PremultipliedRows: ~Copyable {
  typealias Pixel = SIMD4<Float>

  private static let repeatedEdgePixelCount = 2
  private let pixels: UnsafeMutablePointer<Pixel>
  private let visibleRanges: UnsafeMutablePointer<Range<Int>>
  private let rowStrideInPixels: Int
  private let kernels: sl_row_kernels
  /// The width of a row in pixels.
  let width: Int
  let rowCount: Int

  /// Creates `count` transparent rows of `width` pixels.
  init(width: Int, rowCount: Int, _ kernels: sl_row_kernels) {
    self.width = width
    self.kernels = kernels
    self.rowCount = rowCount
    rowStrideInPixels = width + 2 * Self.repeatedEdgePixelCount
    unsafe pixels = .allocate(capacity: rowStrideInPixels * rowCount)
    unsafe visibleRanges = .allocate(capacity: rowCount)
    unsafe pixels.initialize(repeating: .zero, count: rowStrideInPixels * rowCount)
    unsafe visibleRanges.initialize(repeating: 0..<0, count: rowCount)
  }

  deinit {
    unsafe pixels.deallocate()
    unsafe visibleRanges.deallocate()
  }

  /// The pixels of row `index`, with two writable pixels of padding at either end.
  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<Pixel> {
    unsafe pixels + (index &* rowStrideInPixels &+ Self.repeatedEdgePixelCount)
  }

  /// The columns of row `index` that may be visible. All other columns are transparent.
  @inline(__always)
  func visibleColumns(_ index: Int) -> Range<Int> { unsafe visibleRanges[index] }

  /// Clears a row outside the columns that will be filled.
  func clearAndRecordVisibleColumns(_ index: Int, outside columns: Range<Int>) {
    let (row, old) = unsafe (row(index), visibleColumns(index))
    for x in old where !columns.contains(x) { unsafe row[x] = .zero }
    unsafe visibleRanges[index] = columns
  }

  /// Fills a row from samples, and repeats its outermost pixels in the padding.
  ///
  /// - Parameter source: Straight RGBA, with as many pixels as a row has.
  /// - Parameter opacity: Receives the opacity of each block of columns.
  func load(_ source: UnsafeRawPointer, into index: Int, _ opacity: UnsafeMutablePointer<UInt8>) {
    let row = unsafe row(index)
    unsafe kernels.premultiply(source.assumingMemoryBound(to: UInt8.self), width, row, opacity)
    unsafe visibleRanges[index] = columnsOfVisibleBlocks(opacity)
    for x in 1...Self.repeatedEdgePixelCount {
      unsafe row[-x] = row[0]
      unsafe row[width - 1 + x] = row[width - 1]
    }
  }

  /// The range of columns from the first to the last block that isn't transparent.
  private func columnsOfVisibleBlocks(_ opacity: UnsafeMutablePointer<UInt8>) -> Range<Int> {
    let blocks = (width + BlockOpacity.columnsPerBlock - 1) / BlockOpacity.columnsPerBlock
    var (first, end) = (0, blocks)
    while first < end, unsafe opacity[first] & BlockOpacity.nonTransparentFlag == 0 { first += 1 }
    while end > first, unsafe opacity[end - 1] & BlockOpacity.nonTransparentFlag == 0 { end -= 1 }
    return first == end
      ? 0..<0 : first * BlockOpacity.columnsPerBlock..<min(end * BlockOpacity.columnsPerBlock, width)
  }

  /// Sets columns of a row to the sums of the cells that they cover in a row of `axis.inputCount` pixels.
  func sumCellsHorizontally(
    _ source: UnsafeMutablePointer<Pixel>, into index: Int, _ columns: Range<Int>, _ axis: ResamplingAxis
  ) {
    clearAndRecordVisibleColumns(index, outside: columns)
    guard !columns.isEmpty else { return }
    let row = unsafe row(index)
    unsafe axis.outputCellEdges.withUnsafeBufferPointer { cuts in
      if axis.isThreeToTwo {
        // Three pixels become two. At the ends, one of the two may be outside the columns, where everything
        // is transparent.
        unsafe kernels.three_to_two(
          source, cuts[1].shareAndWeightsForKernels, columns.lowerBound, columns.upperBound, row)
      } else if axis.isThreeToOne {
        for x in columns { unsafe row[x] = source[3 &* x] + source[3 &* x &+ 1] + source[3 &* x &+ 2] }
      } else {
        unsafe sumCellsHorizontally(source, row, columns, cuts)
      }
    }
  }

  private func sumCellsHorizontally(
    _ source: UnsafeMutablePointer<Pixel>, _ row: UnsafeMutablePointer<Pixel>, _ columns: Range<Int>,
    _ cuts: UnsafeBufferPointer<ResamplingAxis.OutputEdge>
  ) {
    var first = unsafe cuts[columns.lowerBound]
    var before = unsafe cellPartBeforeOutputEdge(source, first)
    for x in columns {
      let last = unsafe cuts[x + 1]
      let behind = unsafe cellPartBeforeOutputEdge(source, last)
      var sum = behind - before
      for cell in first.inputCellIndex..<last.inputCellIndex { unsafe sum += source[cell] }
      unsafe row[x] = sum
      (first, before) = (last, behind)
    }
  }

  @inline(__always)
  private func cellPartBeforeOutputEdge(_ row: UnsafeMutablePointer<Pixel>, _ cut: ResamplingAxis.OutputEdge)
    -> Pixel
  {
    guard cut.shareBefore > 0 else { return .zero }
    let cell = unsafe row + cut.inputCellIndex
    return unsafe ResamplingAxis.cellPartBeforeOutputEdge(cell[-2], cell[-1], cell[0], cell[1], cell[2], cut)
  }

  /// Sets columns of a row to the part of a cell before an output edge. The cell and its neighbors are five
  /// rows of `rows`.
  func setCellPartsBeforeOutputEdge(
    _ rows: borrowing PremultipliedRows, _ places: [Int], into index: Int, _ columns: Range<Int>,
    _ cut: ResamplingAxis.OutputEdge
  ) {
    clearAndRecordVisibleColumns(index, outside: columns)
    unsafe kernels.cut(
      rows.row(0), rows.rowStrideInPixels, places, cut.shareAndWeightsForKernels, columns.lowerBound,
      columns.upperBound, row(index)
    )
  }

  /// Sets columns of a row to the difference between two rows of `edgeRows`, plus the sum of some rows of
  /// `ringRows`.
  ///
  /// - Parameter ringIndices: The indices of the rows of `ringRows` to add.
  /// - Parameter edgeAbove: The index of the row of `edgeRows` to subtract.
  /// - Parameter edgeBelow: The index of the row of `edgeRows` to subtract from.
  func setOutputCellSums(
    of ringRows: borrowing PremultipliedRows, at ringIndices: [Int], edgeRows: borrowing PremultipliedRows,
    edgeAbove: Int, edgeBelow: Int, into index: Int, columns: Range<Int>
  ) {
    let row = unsafe row(index)
    let (above, below) = unsafe (edgeRows.row(edgeAbove), edgeRows.row(edgeBelow))
    // When enlarging, an output row may lie within a single input row.
    let first = unsafe ringRows.row(ringIndices.first ?? 0)
    for x in columns {
      let difference = unsafe below[x] - above[x]
      unsafe row[x] = ringIndices.isEmpty ? difference : difference + first[x]
    }
    for ringIndex in ringIndices.dropFirst() {
      let other = unsafe ringRows.row(ringIndex)
      for x in columns { unsafe row[x] += other[x] }
    }
  }
}

/// Whether the pixels of input rows are opaque, translucent or transparent, in blocks of columns.
@safe struct BlockOpacity: ~Copyable {
  /// The number of columns in a block.
  static let columnsPerBlock = Int(SL_OPACITY_COLUMNS)
  /// The flag of a block in which at least one pixel isn't transparent.
  static let nonTransparentFlag: UInt8 = 2

  private let blockFlags: UnsafeMutablePointer<UInt8>
  /// The combined opacity of the rows passed to `combineFlags(rows:)`.
  let blockFlagsOfCombinedRows: UnsafeMutablePointer<UInt8>
  /// The maximum distance in blocks between blocks that are read together.
  let maxBlockDistanceReadTogether: Int
  private let blocksPerRow: Int
  private let ringRowCount: Int

  /// - Parameter rows: The number of rows in the ring buffer.
  /// - Parameter columns: The maximum number of columns that are read together.
  init(width: Int, rows: Int, columns: Int) {
    self.ringRowCount = rows
    maxBlockDistanceReadTogether = (columns + Self.columnsPerBlock - 2) / Self.columnsPerBlock
    blocksPerRow = (width + Self.columnsPerBlock - 1) / Self.columnsPerBlock
    unsafe blockFlags = .allocate(capacity: blocksPerRow * rows)
    unsafe blockFlags.initialize(repeating: 0, count: blocksPerRow * rows)
    unsafe blockFlagsOfCombinedRows = .allocate(capacity: blocksPerRow)
    unsafe blockFlagsOfCombinedRows.initialize(repeating: 0, count: blocksPerRow)
  }

  deinit {
    unsafe blockFlags.deallocate()
    unsafe blockFlagsOfCombinedRows.deallocate()
  }

  /// The buffer for the blocks of a row.
  func row(_ place: Int) -> UnsafeMutablePointer<UInt8> { unsafe blockFlags + place * blocksPerRow }

  /// Combines the opacity of the given input rows.
  func combineFlags(rows: Range<Int>) {
    for block in 0..<blocksPerRow { unsafe blockFlagsOfCombinedRows[block] = 0 }
    for row in rows {
      let row = unsafe self.row(row % self.ringRowCount)
      for block in 0..<blocksPerRow { unsafe blockFlagsOfCombinedRows[block] |= row[block] }
    }
  }
}

/// Converts premultiplied numbers to straight samples within the range of nearby pixels.
///
/// Color is divided by the stored (rounded) alpha, so that their product is as accurate as possible. Then it
/// is clamped to the range of nearby colors, because color and alpha were clamped separately, so a
/// translucent edge could exceed that range.
@safe struct UnpremultiplyingPixelWriter: ~Copyable {
  private let straightSource: UnsafePointer<UInt8>
  private let sourceWidth: Int  // in pixels
  private let opacity: BlockOpacity
  /// The lowest and highest value of each channel in each column of the rows passed to
  /// `recordColorRanges(ofRows:)`.
  private let recordedMinSamplesByColumn: UnsafeMutablePointer<UInt8>
  private let recordedMaxSamplesByColumn: UnsafeMutablePointer<UInt8>
  private let kernels: sl_row_kernels

  /// - Parameter source: Straight RGBA that outlives this value.
  /// - Parameter rows: The number of rows in the opacity ring buffer.
  /// - Parameter across: The edges of the output columns.
  init(_ source: UnsafeRawPointer, rows: Int, _ across: ResamplingAxis, _ kernels: sl_row_kernels) {
    unsafe self.straightSource = source.assumingMemoryBound(to: UInt8.self)
    self.kernels = kernels
    sourceWidth = across.inputCount
    let together = Int(SL_PIXELS_TOGETHER)
    opacity = BlockOpacity(
      width: sourceWidth, rows: rows, columns: (together * across.inputCount - 1) / across.outputCount + 4)
    unsafe recordedMinSamplesByColumn = .allocate(capacity: sourceWidth * 4)
    unsafe recordedMaxSamplesByColumn = .allocate(capacity: sourceWidth * 4)
    unsafe recordedMinSamplesByColumn.initialize(repeating: 0, count: sourceWidth * 4)
    unsafe recordedMaxSamplesByColumn.initialize(repeating: 0, count: sourceWidth * 4)
  }

  deinit {
    unsafe recordedMinSamplesByColumn.deallocate()
    unsafe recordedMaxSamplesByColumn.deallocate()
  }

  /// The buffer for the opacity of a row in the ring.
  func opacityRow(_ place: Int) -> UnsafeMutablePointer<UInt8> { unsafe opacity.row(place) }

  /// Records the range of colors in each part of the given rows that isn't opaque. Transparent pixels have no
  /// color.
  func recordColorRanges(ofRows rows: Range<Int>) {
    opacity.combineFlags(rows: rows)
    var pixels = unsafe sl_pixels(
      source: straightSource, width: sourceWidth, first_row: rows.lowerBound, end_row: rows.upperBound)
    var colors = unsafe colorRanges
    unsafe kernels.record_colors(&pixels, opacity.maxBlockDistanceReadTogether, &colors)
  }

  /// Writes sums of premultiplied numbers as pixels.
  ///
  /// - Parameter columns: For each sum, the source columns that it covers and the columns next to those, in
  ///   the rows passed to `recordColorRanges(ofRows:)`.
  /// - Parameter scale: The factor that scales sums to 0...65025.
  func write(
    _ sums: UnsafeMutablePointer<SIMD4<Float>>, _ range: Range<Int>, _ columns: [sl_columns], scale: Float,
    to output: UnsafeMutableRawPointer
  ) {
    var colors = unsafe colorRanges
    unsafe kernels.write(
      sums, scale, columns, range.lowerBound, range.upperBound, &colors,
      output.assumingMemoryBound(to: UInt8.self))
  }

  private var colorRanges: sl_colors {
    unsafe sl_colors(
      opacity: opacity.blockFlagsOfCombinedRows, least: recordedMinSamplesByColumn,
      most: recordedMaxSamplesByColumn)
  }
}

/// The kernels that process rows. Tests verify that both kinds give the same results.
enum RowKernels: Sendable {
  /// The fastest kernels for this processor.
  case native
  /// The portable kernels.
  case portable

  var functions: sl_row_kernels {
    switch self {
    case .native: unsafe sl_row_kernels_for_cpu().pointee
    case .portable: unsafe sl_row_kernels_portable().pointee
    }
  }
}
