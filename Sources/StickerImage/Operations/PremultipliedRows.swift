import CImageCodecs

/// A few rows of premultiplied pixels. A pixel has four numbers: red, green, blue and 255, each multiplied by
/// alpha (0...65025). The products are integers. Sums of them have single precision.
///
/// Each row records which of its columns aren't transparent, so that transparent margins can be skipped.
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

  /// Creates `count` transparent rows of `width` pixels.
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

  /// The pixels of row `index`, with two writable pixels of padding at either end.
  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<Pixel> { unsafe pixels + (index &* stride &+ Self.margin) }

  /// The columns of row `index` outside of which everything is transparent.
  @inline(__always)
  func visible(_ index: Int) -> Range<Int> { unsafe ranges[index] }

  /// Clears a row outside the columns that will be filled.
  func clear(_ index: Int, outside columns: Range<Int>) {
    let (row, old) = unsafe (row(index), visible(index))
    for x in old where !columns.contains(x) { unsafe row[x] = .zero }
    unsafe ranges[index] = columns
  }

  /// Fills a row from samples, and repeats its outermost pixels in the padding.
  ///
  /// - Parameter source: Straight RGBA, as many pixels as a row has.
  /// - Parameter opacity: Receives the opacity of each block of columns.
  func load(_ source: UnsafeRawPointer, into index: Int, _ opacity: UnsafeMutablePointer<UInt8>) {
    let row = unsafe row(index)
    unsafe kernels.premultiply(source.assumingMemoryBound(to: UInt8.self), width, row, opacity)
    unsafe ranges[index] = visible(opacity)
    for x in 1...Self.margin {
      unsafe row[-x] = row[0]
      unsafe row[width - 1 + x] = row[width - 1]
    }
  }

  /// The range of columns from the first to the last block that isn't transparent.
  private func visible(_ opacity: UnsafeMutablePointer<UInt8>) -> Range<Int> {
    let blocks = (width + Opacity.columns - 1) / Opacity.columns
    var (first, end) = (0, blocks)
    while first < end, unsafe opacity[first] & Opacity.notClear == 0 { first += 1 }
    while end > first, unsafe opacity[end - 1] & Opacity.notClear == 0 { end -= 1 }
    return first == end ? 0..<0 : first * Opacity.columns..<min(end * Opacity.columns, width)
  }

  /// Sets columns of a row to the sums of the cells below them in a row of `axis.cells` pixels.
  func shorten(
    _ source: UnsafeMutablePointer<Pixel>, into index: Int, _ columns: Range<Int>, _ axis: AxisCuts
  ) {
    clear(index, outside: columns)
    guard !columns.isEmpty else { return }
    let row = unsafe row(index)
    unsafe axis.cuts.withUnsafeBufferPointer { cuts in
      if axis.isThreeToTwo {
        // Three pixels become two. At the ends, one of the two may be outside the columns, where everything
        // is transparent.
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

  /// Sets columns of a row to the part of a cell before a cut. Five rows of `rows` are the cell and its
  /// neighbors.
  func cut(
    _ rows: borrowing PremultipliedRows, _ places: [Int], into index: Int, _ columns: Range<Int>,
    _ cut: AxisCuts.Cut
  ) {
    clear(index, outside: columns)
    unsafe kernels.cut(
      rows.row(0), rows.stride, places, cut.shape, columns.lowerBound, columns.upperBound, row(index))
  }

  /// Sets columns of a row to the difference of two rows of `ends` plus the sum of other rows.
  func sum(
    _ rows: borrowing PremultipliedRows, _ places: [Int], between ends: borrowing PremultipliedRows,
    _ before: Int, _ behind: Int, into index: Int, _ columns: Range<Int>
  ) {
    let row = unsafe row(index)
    let (above, below) = unsafe (ends.row(before), ends.row(behind))
    // When enlarging, an output row may be within one input row.
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

/// Converts premultiplied numbers to straight samples within the range of the pixels nearby.
///
/// Color is divided by the stored (rounded) alpha, so that their product is as accurate as possible. Then it
/// is clamped to the range of the colors nearby, because channels and alpha were limited separately, and a
/// translucent edge could leave that range.
@safe struct StraightColors: ~Copyable {
  private let source: UnsafePointer<UInt8>
  private let width: Int  // in pixels
  private let opacity: Opacity
  /// The lowest and highest value of each channel in each column of the rows passed to `look(at:)`.
  private let least: UnsafeMutablePointer<UInt8>
  private let most: UnsafeMutablePointer<UInt8>
  private let kernels: sl_row_kernels

  /// - Parameter source: Straight RGBA that outlives this value.
  /// - Parameter rows: The number of rows in the opacity ring buffer.
  /// - Parameter across: The cuts of the columns.
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

  /// The buffer for the opacity of a row in the ring.
  func opacity(_ place: Int) -> UnsafeMutablePointer<UInt8> { unsafe opacity.row(place) }

  /// Records the colors of some rows where they aren't opaque. Transparent pixels have none.
  func look(at rows: Range<Int>) {
    opacity.look(at: rows)
    var pixels = unsafe sl_pixels(
      source: source, width: width, first_row: rows.lowerBound, end_row: rows.upperBound)
    var colors = unsafe colors
    unsafe kernels.look(&pixels, opacity.reach, &colors)
  }

  /// Writes sums of premultiplied numbers as pixels.
  ///
  /// - Parameter columns: For each sum, the source columns below it and next to it, in the rows passed to
  ///   `look(at:)`.
  /// - Parameter scale: The factor that scales sums to 0...65025.
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

/// The kernels that process rows. Both kinds give the same results, which tests verify.
enum RowKernels: Sendable {
  /// The fastest kernels for this processor.
  case here
  /// The portable kernels.
  case anywhere

  var table: sl_row_kernels {
    switch self {
    case .here: unsafe sl_row_kernels_here().pointee
    case .anywhere: unsafe sl_row_kernels_anywhere().pointee
    }
  }
}
