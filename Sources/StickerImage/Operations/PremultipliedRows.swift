import CImageCodecs

/// A few rows of premultiplied samples: four numbers a pixel, red, green, blue and alpha, each times alpha,
/// 0...65025. Such products are whole numbers; sums of them are of single precision.
///
/// Each row knows which of its columns hold anything, so that transparent margins are passed over.
@safe struct PremultipliedRows: ~Copyable {
  typealias Pixel = SIMD4<Float>

  private static let margin = 2
  private let pixels: UnsafeMutablePointer<Pixel>
  private let ranges: UnsafeMutablePointer<Range<Int>>
  private let stride: Int
  private let kernels: sl_row_kernels
  /// The width of a row in pixels.
  let width: Int
  let count: Int

  /// `count` rows of `width` pixels, all transparent.
  init(width: Int, count: Int, _ kernels: sl_row_kernels) {
    self.width = width
    self.kernels = kernels
    self.count = count
    stride = width + 2 * Self.margin
    unsafe pixels = .allocate(capacity: stride * count)
    unsafe ranges = .allocate(capacity: count)
    unsafe pixels.initialize(repeating: .zero, count: stride * count)
    unsafe ranges.initialize(repeating: 0..<0, count: count)
  }

  deinit {
    unsafe pixels.deallocate()
    unsafe ranges.deallocate()
  }

  /// The pixels of row `index`; two more at either end are there to be set.
  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<Pixel> { unsafe pixels + (index &* stride &+ Self.margin) }

  /// The columns of row `index` outside of which everything is transparent.
  @inline(__always)
  func visible(_ index: Int) -> Range<Int> { unsafe ranges[index] }

  /// Makes a row transparent outside of the columns that will be filled.
  func clear(_ index: Int, outside columns: Range<Int>) {
    let (row, old) = unsafe (row(index), visible(index))
    for x in old where !columns.contains(x) { unsafe row[x] = .zero }
    unsafe ranges[index] = columns
  }

  /// Fills a row from samples, and repeats its outermost pixels beyond its ends.
  ///
  /// - Parameter source: straight RGBA, as many pixels as a row has.
  /// - Parameter opacity: set to that of each block of columns.
  func load(_ source: UnsafeRawPointer, into index: Int, _ opacity: UnsafeMutablePointer<UInt8>) {
    let row = unsafe row(index)
    unsafe kernels.premultiply(source.assumingMemoryBound(to: UInt8.self), width, row, opacity)
    unsafe ranges[index] = visible(opacity)
    for x in 1...Self.margin {
      unsafe row[-x] = row[0]
      unsafe row[width - 1 + x] = row[width - 1]
    }
  }

  /// The columns of all blocks in which something shows, and of those between them.
  private func visible(_ opacity: UnsafeMutablePointer<UInt8>) -> Range<Int> {
    let blocks = (width + Opacity.columns - 1) / Opacity.columns
    var (first, end) = (0, blocks)
    while first < end, unsafe opacity[first] & Opacity.notClear == 0 { first += 1 }
    while end > first, unsafe opacity[end - 1] & Opacity.notClear == 0 { end -= 1 }
    return first == end ? 0..<0 : first * Opacity.columns..<min(end * Opacity.columns, width)
  }

  /// Sets columns of a row to what lies under each of them in a row of `axis.cells` pixels: their sum.
  func shorten(
    _ source: UnsafeMutablePointer<Pixel>, into index: Int, _ columns: Range<Int>, _ axis: AxisCuts
  ) {
    clear(index, outside: columns)
    guard !columns.isEmpty else { return }
    let row = unsafe row(index)
    unsafe axis.cuts.withUnsafeBufferPointer { cuts in
      if axis.isThreeToTwo {
        // Two come of three: of those at the ends one may lie outside of the columns, where all there is is
        // transparent.
        unsafe kernels.three_to_two(source, cuts[1].shape, columns.lowerBound, columns.upperBound, row)
      } else if axis.isThreeToOne {
        for x in columns { unsafe row[x] = source[3 &* x] + source[3 &* x &+ 1] + source[3 &* x &+ 2] }
      } else {
        unsafe shorten(source, row, columns, cuts)
      }
    }
  }

  private func shorten(
    _ source: UnsafeMutablePointer<Pixel>, _ row: UnsafeMutablePointer<Pixel>, _ columns: Range<Int>,
    _ cuts: UnsafeBufferPointer<AxisCuts.Cut>
  ) {
    var first = unsafe cuts[columns.lowerBound]
    var before = unsafe integral(source, first)
    for x in columns {
      let last = unsafe cuts[x + 1]
      let behind = unsafe integral(source, last)
      var sum = behind - before
      for cell in first.cell..<last.cell { unsafe sum += source[cell] }
      unsafe row[x] = sum
      (first, before) = (last, behind)
    }
  }

  @inline(__always)
  private func integral(_ row: UnsafeMutablePointer<Pixel>, _ cut: AxisCuts.Cut) -> Pixel {
    guard cut.share > 0 else { return .zero }
    let cell = unsafe row + cut.cell
    return unsafe AxisCuts.integral(cell[-2], cell[-1], cell[0], cell[1], cell[2], cut)
  }

  /// Sets columns of a row to what of a cell lies before a cut, five rows of another being the cell and its
  /// neighbors.
  func cut(
    _ rows: borrowing PremultipliedRows, _ places: [Int], into index: Int, _ columns: Range<Int>,
    _ cut: AxisCuts.Cut
  ) {
    clear(index, outside: columns)
    unsafe kernels.cut(
      rows.row(0), rows.stride, places, cut.shape, columns.lowerBound, columns.upperBound, row(index))
  }

  /// Sets columns of a row to the difference of two rows of `ends`, and the sum of other rows.
  func sum(
    _ rows: borrowing PremultipliedRows, _ places: [Int], between ends: borrowing PremultipliedRows,
    _ before: Int, _ behind: Int, into index: Int, _ columns: Range<Int>
  ) {
    let row = unsafe row(index)
    let (above, below) = unsafe (ends.row(before), ends.row(behind))
    // Where the picture gets larger, an output row may lie within one input row.
    let first = unsafe rows.row(places.first ?? 0)
    for x in columns {
      let ends = unsafe below[x] - above[x]
      unsafe row[x] = places.isEmpty ? ends : ends + first[x]
    }
    for place in places.dropFirst() {
      let other = unsafe rows.row(place)
      for x in columns { unsafe row[x] += other[x] }
    }
  }
}

/// Turns premultiplied numbers into straight samples that leave the range of no pixel nearby.
///
/// Color is divided by the alpha that is stored, so that what is seen, their product, is as near as can be;
/// then it is held to the range of the colors nearby: channels and alpha were limited apart, and a
/// translucent edge could leave it.
@safe struct StraightColors: ~Copyable {
  private let source: UnsafePointer<UInt8>
  private let width: Int  // pixels
  private let opacity: Opacity
  /// The least and the most of each channel in each column of the rows that were looked at.
  private let least: UnsafeMutablePointer<UInt8>
  private let most: UnsafeMutablePointer<UInt8>
  private let kernels: sl_row_kernels

  /// - Parameter source: straight RGBA that outlives this.
  /// - Parameter rows: whose opacity is held, one after the other in a ring.
  /// - Parameter across: the columns that are asked for.
  init(_ source: UnsafeRawPointer, rows: Int, _ across: AxisCuts, _ kernels: sl_row_kernels) {
    unsafe self.source = source.assumingMemoryBound(to: UInt8.self)
    self.kernels = kernels
    width = across.cells
    let together = Int(SL_PIXELS_TOGETHER)
    opacity = Opacity(
      width: width, rows: rows, columns: (together * across.cells - 1) / across.count + 4)
    unsafe least = .allocate(capacity: width * 4)
    unsafe most = .allocate(capacity: width * 4)
    unsafe least.initialize(repeating: 0, count: width * 4)
    unsafe most.initialize(repeating: 0, count: width * 4)
  }

  deinit {
    unsafe least.deallocate()
    unsafe most.deallocate()
  }

  /// The opacity of a row in the ring, to be filled.
  func opacity(_ place: Int) -> UnsafeMutablePointer<UInt8> { unsafe opacity.row(place) }

  /// Looks which colors some rows have where they are not opaque; what is all transparent has none.
  func look(at rows: Range<Int>) {
    opacity.look(at: rows)
    var pixels = unsafe sl_pixels(
      source: source, width: width, first_row: rows.lowerBound, end_row: rows.upperBound)
    var colors = unsafe colors
    unsafe kernels.look(&pixels, opacity.reach, &colors)
  }

  /// Writes sums of premultiplied numbers as pixels.
  ///
  /// - Parameter columns: for each sum those of the rows that were looked at, under the pixel and beside it.
  /// - Parameter scale: what makes 0...65025 of sums.
  func write(
    _ sums: UnsafeMutablePointer<SIMD4<Float>>, _ range: Range<Int>, _ columns: [sl_columns], scale: Float,
    to output: UnsafeMutableRawPointer
  ) {
    var colors = unsafe colors
    unsafe kernels.write(
      sums, scale, columns, range.lowerBound, range.upperBound, &colors,
      output.assumingMemoryBound(to: UInt8.self))
  }

  private var colors: sl_colors {
    unsafe sl_colors(opacity: opacity.together, least: least, most: most)
  }
}

/// What rows are worked on by.
enum RowKernels: Sendable {
  /// What this processor is quickest by.
  case here
  /// What every processor can run: what comes of both is the same, and held to be.
  case anywhere

  var table: sl_row_kernels {
    switch self {
    case .here: unsafe sl_row_kernels_here().pointee
    case .anywhere: unsafe sl_row_kernels_anywhere().pointee
    }
  }
}
