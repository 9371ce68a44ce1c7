import CImageCodecs

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
