import CImageCodecs

/// Scales bitmaps of one size to another as their artist would have exported them: docs/decisions/0007.
///
/// Each pixel is the mean over its cell, in the picture's own encoded values, premultiplied. A cell that only
/// lies partly under an output cell gives its part of a parabola through the means around it. Sums are kept,
/// and no sample leaves the range of the pixels under its cell and beside those.
///
/// What belongs to the sizes is made once, so one resampler serves all frames of an animation. The result is
/// the same on every machine: only IEEE sums, products and quotients are used, in a fixed order.
public struct Resampler: Sendable {
  /// The size that bitmaps must have.
  public let from: PixelSize
  /// The size they get.
  public let to: PixelSize
  private let across: AxisCuts
  private let down: AxisCuts
  var kernels = RowKernels.here

  /// A resampler between two sizes.
  ///
  /// - Parameter from: pixels, each side at least 1.
  /// - Parameter to: pixels, each side at least 1; larger or smaller than `from`.
  public init(from: PixelSize, to: PixelSize) {
    precondition(from.shorterSide >= 1 && to.shorterSide >= 1)
    self.from = from
    self.to = to
    across = AxisCuts(cells: from.width, count: to.width)
    down = AxisCuts(cells: from.height, count: to.height)
  }

  /// Scales one bitmap.
  ///
  /// - Parameter bitmap: straight RGBA of the size `from` (a precondition).
  /// - Returns: straight RGBA of the size `to`, rounded; what has alpha 0 is transparent black.
  /// - Complexity: O(pixels of both bitmaps). Transparent margins cost next to nothing.
  public func resample(_ bitmap: Bitmap) -> Bitmap {
    precondition(bitmap.size == from)
    if from == to { return clearingColorUnderTransparency(bitmap) ?? bitmap }
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: to.area * 4) { output, count in
      unsafe bitmap.pixels.withUnsafeBytes { input in
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        var pass = unsafe Pass(source, across, down, kernels.table)
        for y in 0..<to.height { unsafe pass.write(y, UnsafeMutableRawPointer(target) + y * to.width * 4) }
      }
      count = to.area * 4
    }
    return Bitmap(to, pixels: pixels)
  }
}

extension Bitmap {
  /// The bitmap in another size: what one `Resampler` for these two sizes makes of it.
  ///
  /// - Parameter size: pixels, each side at least 1, as of the bitmap itself.
  public func scaled(to size: PixelSize) -> Bitmap { Resampler(from: self.size, to: size).resample(self) }
}

/// One bitmap on its way, from top to bottom: input rows are shortened once, into a ring of as many rows as
/// an output row looks at, and these make the output rows.
@safe private struct Pass: ~Copyable {
  private let source: UnsafeRawPointer
  private let across: AxisCuts
  private let down: AxisCuts
  private let colors: StraightColors
  private let input: PremultipliedRows
  private let ring: PremultipliedRows
  /// What of the cells lies before the edge above an output row, and before the one below it.
  private let cuts: PremultipliedRows
  private let sums: PremultipliedRows
  private var loaded = 0

  init(_ source: UnsafeRawPointer, _ across: AxisCuts, _ down: AxisCuts, _ kernels: sl_row_kernels) {
    unsafe self.source = source
    (self.across, self.down) = (across, down)
    unsafe colors = StraightColors(source, rows: down.reach, across, kernels)
    input = PremultipliedRows(width: across.cells, count: 1, kernels)
    ring = PremultipliedRows(width: across.count, count: down.reach, kernels)
    cuts = PremultipliedRows(width: across.count, count: 2, kernels)
    sums = PremultipliedRows(width: across.count, count: 1, kernels)
  }

  /// Makes output row `y`.
  mutating func write(_ y: Int, _ output: UnsafeMutableRawPointer) {
    let (first, last) = (down.cuts[y], down.cuts[y + 1])
    load(until: min(last.cell + (last.share > 0 ? 3 : 0), down.cells))
    // The edge below is the next row's edge above.
    cut(last, into: (y + 1) & 1)
    let (above, below) = (cuts.visible(y & 1), cuts.visible((y + 1) & 1))
    let range = (first.cell..<last.cell).reduce(union(above, below)) {
      union($0, ring.visible($1 % ring.count))
    }
    let under = (first.cell..<last.cell).map { $0 % ring.count }
    sums.sum(ring, under, between: cuts, y & 1, (y + 1) & 1, into: 0, range)
    unsafe store(down.neighborhoods[y], output, range)
  }

  /// Writes the sums as straight samples.
  ///
  /// - Parameter rows: of the input, under the output row and beside those.
  private func store(_ rows: Range<Int>, _ output: UnsafeMutableRawPointer, _ range: Range<Int>) {
    unsafe output.initializeMemory(as: UInt8.self, repeating: 0, count: across.count * 4)
    guard !range.isEmpty else { return }
    colors.look(at: rows)
    let scale = Float(Double(across.count * down.count) / Double(across.cells * down.cells))
    unsafe colors.write(sums.row(0), range, across.columns, scale: scale, to: output)
  }

  /// Shortens input rows until `end` of them are in the ring or were.
  private mutating func load(until end: Int) {
    while loaded < end {
      let place = loaded % ring.count
      unsafe input.load(source + loaded * across.cells * 4, into: 0, colors.opacity(place))
      unsafe ring.shorten(input.row(0), into: place, across.reached(from: input.visible(0)), across)
      loaded += 1
    }
  }

  /// Fills a row of `cuts` with what lies above an edge in the cells that it cuts.
  private func cut(_ cut: AxisCuts.Cut, into index: Int) {
    guard cut.share > 0 else { return cuts.clear(index, outside: 0..<0) }
    let places = (-2...2).map { min(max(cut.cell + $0, 0), down.cells - 1) % ring.count }
    // What is nowhere in the cell and beside it has no part in it.
    let range = places[1...3].reduce(0..<0) { union($0, ring.visible($1)) }
    cuts.cut(ring, places, into: index, range, cut)
  }
}

private func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
  if a.isEmpty { return b }
  if b.isEmpty { return a }
  return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
}
