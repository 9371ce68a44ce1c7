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
    self.across = across
    self.down = down
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

/// Where the edges of the output's cells cut those of the input, along one axis: the weights of the kernel
/// that makes pictures smaller.
struct AxisCuts {
  /// One edge of an output cell.
  struct Cut {
    /// The input cell that it lies in, counted from 0; behind the last cell the number of cells.
    let cell: Int
    /// How much of that cell lies before it, 0..<1.
    let share: Float
    /// What the parabola's rise before and behind the cell's middle adds to that share: see `integral`.
    let before: Float
    let behind: Float

    /// The same, without where it is.
    var shape: sl_cut { sl_cut(share: share, before: before, behind: behind) }
  }

  /// The edge before each output cell, and the one behind the last.
  let cuts: [Cut]
  /// For each output cell the input cells that it covers, and their neighbors.
  let neighborhoods: [Range<Int>]
  /// The same, for kernels.
  let columns: [sl_columns]
  /// Input cells along the axis.
  let cells: Int
  /// The most input cells that one output cell looks at: those it covers, and three more at each end.
  let reach: Int

  /// Cuts for `cells` input cells under `count` output cells, both at least 1.
  init(cells: Int, count: Int) {
    let cuts = (0...count).map { number in
      let share = Double(number * cells % count) / Double(count)
      return Cut(
        cell: number * cells / count, share: Float(share), before: Float(share * (1 - share) * (1 - share)),
        behind: Float(share * share * (1 - share)))
    }
    neighborhoods = zip(cuts, cuts.dropFirst()).map { first, last in
      max(first.cell - 1, 0)..<min(last.cell + (last.share > 0 ? 2 : 1), cells)
    }
    columns = neighborhoods.map { sl_columns(first: Int32($0.lowerBound), end: Int32($0.upperBound)) }
    self.cuts = cuts
    self.cells = cells
    reach = (cells + count - 1) / count + 6
  }

  /// Whether two output cells lie over each three of the input, or one does: the sizes of stickers.
  var isThreeToTwo: Bool { 2 * cells == 3 * count }
  var isThreeToOne: Bool { cells == 3 * count }

  /// How many output cells there are.
  var count: Int { cuts.count - 1 }

  /// The output cells that something in a range of input cells shows in.
  func reached(from range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let first = max(range.lowerBound - 2, 0) * count / cells
    let end = (min(range.upperBound + 2, cells) * count + cells - 1) / cells
    return first..<end
  }

  /// What of a cell lies before a cut.
  ///
  /// Through the means of five neighbors goes a parabola that keeps the middle one's mean: its values at the
  /// cell's edges are those of fourth order, held between the two cells, and then to where the parabola has
  /// no extremum inside. With r and f, what it rises from its left edge to the mean and from there to its
  /// right edge, its integral to the share s is s·mean − r·s(1−s)² − f·s²(1−s).
  ///
  /// - Source: Colella and Woodward, "The piecewise parabolic method" (1984), equations 1.6 to 1.10.
  @inline(__always)
  static func integral(
    _ farLeft: SIMD4<Float>, _ left: SIMD4<Float>, _ mean: SIMD4<Float>, _ right: SIMD4<Float>,
    _ farRight: SIMD4<Float>, _ cut: Cut
  ) -> SIMD4<Float> {
    let (toLeft, toRight) = (mean - left, right - mean)
    let rise = ((mean * 5 - left * 7) + (farLeft + right)) * (1 / 12)
    let fall = ((right * 7 - mean * 5) - (left + farRight)) * (1 / 12)
    let heldRise = held(rise, to: toLeft)
    let heldFall = held(fall, to: toRight)
    return mean * cut.share - nearerToZero(heldRise, heldFall + heldFall) * cut.before
      - nearerToZero(heldFall, heldRise + heldRise) * cut.behind
  }

  /// A number held between 0 and a bound of either sign.
  @inline(__always)
  private static func held(_ number: SIMD4<Float>, to bound: SIMD4<Float>) -> SIMD4<Float> {
    lesser(greater(number, lesser(bound, .zero)), greater(bound, .zero))
  }

  /// The one of two numbers that is nearer to 0 where both have one sign; else 0.
  @inline(__always)
  private static func nearerToZero(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    greater(lesser(a, b), .zero) + lesser(greater(a, b), .zero)
  }

  @inline(__always)
  private static func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    b.replacing(with: a, where: a .< b)
  }

  @inline(__always)
  private static func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    b.replacing(with: a, where: a .> b)
  }
}
