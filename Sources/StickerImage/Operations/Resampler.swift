import CImageCodecs

/// Scales bitmaps from one size to another as their artist would have exported them. See docs/decisions/0007.
///
/// Each pixel is the mean of the image's encoded, premultiplied values over its cell. An input cell that an
/// output cell covers only partly contributes the corresponding part of a parabola through the means around
/// it. Sums are preserved, and no sample is outside the range of the pixels that its cell covers and their
/// neighbors.
///
/// The tables for the two sizes are computed once, so use one resampler for all frames of an animation. The
/// result is the same on every machine, because only IEEE sums, products and quotients are used, in a fixed
/// order.
public struct Resampler: Sendable {
  /// The size of the input bitmaps.
  public let sourceSize: PixelSize
  /// The size of the output bitmaps.
  public let targetSize: PixelSize
  private let horizontalAxis: ResamplingAxis
  private let verticalAxis: ResamplingAxis
  var kernels = RowKernels.native

  /// Creates a resampler between two sizes.
  ///
  /// - Precondition: All sides are at least 1 px.
  /// - Parameter from: The size of the input bitmaps in pixels.
  /// - Parameter to: The size of the output bitmaps in pixels. It may be larger or smaller than `from`.
  public init(from: PixelSize, to: PixelSize) {
    precondition(from.shorterSide >= 1 && to.shorterSide >= 1)
    self.sourceSize = from
    self.targetSize = to
    horizontalAxis = ResamplingAxis(inputCount: from.width, outputCount: to.width)
    verticalAxis = ResamplingAxis(inputCount: from.height, outputCount: to.height)
  }

  /// Scales one bitmap.
  ///
  /// - Precondition: The bitmap's size is `sourceSize`.
  /// - Parameter bitmap: Straight RGBA.
  /// - Returns: Straight RGBA of the size `targetSize`, rounded. Pixels with alpha 0 are transparent black.
  /// - Complexity: O(pixels of both bitmaps). Transparent margins cost almost nothing.
  public func resample(_ bitmap: Bitmap) -> Bitmap {
    precondition(bitmap.size == sourceSize)
    if sourceSize == targetSize { return clearingColorUnderTransparency(bitmap) ?? bitmap }
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: targetSize.area * 4) { output, count in
      unsafe bitmap.pixels.withUnsafeBytes { input in
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        var pass = unsafe ResamplingPass(source, horizontalAxis, verticalAxis, kernels.functions)
        for y in 0..<targetSize.height {
          unsafe pass.write(y, UnsafeMutableRawPointer(target) + y * targetSize.width * 4)
        }
      }
      count = targetSize.area * 4
    }
    return Bitmap(targetSize, pixels: pixels)
  }
}

extension Bitmap {
  /// Scales the bitmap with a `Resampler`. To scale several frames, create one resampler and reuse it.
  ///
  /// - Precondition: All sides of the bitmap and of `size` are at least 1 px.
  /// - Parameter size: The new dimensions in pixels.
  public func scaled(to size: PixelSize) -> Bitmap { Resampler(from: self.size, to: size).resample(self) }
}

/// The state of scaling one bitmap from top to bottom. Each input row is resampled horizontally once, into a
/// ring buffer from which the output rows are computed. The ring has as many rows as an output row needs.
@safe private struct ResamplingPass: ~Copyable {
  private let source: UnsafeRawPointer
  private let horizontalAxis: ResamplingAxis
  private let verticalAxis: ResamplingAxis
  private let colorWriter: UnpremultiplyingPixelWriter
  private let inputRow: PremultipliedRows
  private let ringRows: PremultipliedRows
  /// The parts of cells before the edge above an output row, and before the one below it.
  private let cellPartsBeforeOutputEdges: PremultipliedRows
  private let outputRowSums: PremultipliedRows
  private var loadedRowCount = 0

  init(
    _ source: UnsafeRawPointer, _ across: ResamplingAxis, _ down: ResamplingAxis, _ kernels: sl_row_kernels
  ) {
    unsafe self.source = source
    self.horizontalAxis = across
    self.verticalAxis = down
    unsafe colorWriter = UnpremultiplyingPixelWriter(
      source, rows: down.maxInputCellsNeededPerOutputCell, across, kernels)
    inputRow = PremultipliedRows(width: across.inputCount, rowCount: 1, kernels)
    ringRows = PremultipliedRows(
      width: across.outputCount, rowCount: down.maxInputCellsNeededPerOutputCell, kernels)
    cellPartsBeforeOutputEdges = PremultipliedRows(width: across.outputCount, rowCount: 2, kernels)
    outputRowSums = PremultipliedRows(width: across.outputCount, rowCount: 1, kernels)
  }

  /// Computes output row `y`.
  mutating func write(_ y: Int, _ output: UnsafeMutableRawPointer) {
    let (first, last) = (verticalAxis.outputCellEdges[y], verticalAxis.outputCellEdges[y + 1])
    resampleRowsHorizontally(
      until: min(last.inputCellIndex + (last.shareBefore > 0 ? 3 : 0), verticalAxis.inputCount))
    // The edge below this row is the edge above the next one.
    fillCellPartsBeforeOutputEdge(last, into: (y + 1) & 1)
    let (above, below) = (
      cellPartsBeforeOutputEdges.visibleColumns(y & 1), cellPartsBeforeOutputEdges.visibleColumns((y + 1) & 1)
    )
    let range = (first.inputCellIndex..<last.inputCellIndex).reduce(union(above, below)) {
      union($0, ringRows.visibleColumns($1 % ringRows.rowCount))
    }
    let covered = (first.inputCellIndex..<last.inputCellIndex).map { $0 % ringRows.rowCount }
    outputRowSums.setOutputCellSums(
      of: ringRows, at: covered, edgeRows: cellPartsBeforeOutputEdges, edgeAbove: y & 1,
      edgeBelow: (y + 1) & 1, into: 0, columns: range)
    unsafe writeSumsAsStraightSamples(verticalAxis.clampingInputs[y], output, range)
  }

  /// Writes the sums as straight samples.
  ///
  /// - Parameter rows: The input rows that the output row covers, and the rows next to them.
  private func writeSumsAsStraightSamples(
    _ rows: Range<Int>, _ output: UnsafeMutableRawPointer, _ range: Range<Int>
  ) {
    unsafe output.initializeMemory(as: UInt8.self, repeating: 0, count: horizontalAxis.outputCount * 4)
    guard !range.isEmpty else { return }
    colorWriter.recordColorRanges(ofRows: rows)
    let scale = Float(
      Double(horizontalAxis.outputCount * verticalAxis.outputCount)
        / Double(horizontalAxis.inputCount * verticalAxis.inputCount))
    unsafe colorWriter.write(
      outputRowSums.row(0), range, horizontalAxis.clampingInputsForKernels, scale: scale, to: output)
  }

  /// Resamples input rows horizontally into the ring until `end` of them have been loaded.
  private mutating func resampleRowsHorizontally(until end: Int) {
    while loadedRowCount < end {
      let place = loadedRowCount % ringRows.rowCount
      unsafe inputRow.load(
        source + loadedRowCount * horizontalAxis.inputCount * 4, into: 0, colorWriter.opacityRow(place))
      unsafe ringRows.sumCellsHorizontally(
        inputRow.row(0), into: place, horizontalAxis.outputCells(reachedFrom: inputRow.visibleColumns(0)),
        horizontalAxis)
      loadedRowCount += 1
    }
  }

  /// Fills a row of `cellPartsBeforeOutputEdges` with the part of each cell that is above the edge.
  private func fillCellPartsBeforeOutputEdge(_ cut: ResamplingAxis.OutputEdge, into index: Int) {
    guard cut.shareBefore > 0 else {
      return cellPartsBeforeOutputEdges.clearAndRecordVisibleColumns(index, outside: 0..<0)
    }
    let places = (-2...2).map {
      min(max(cut.inputCellIndex + $0, 0), verticalAxis.inputCount - 1) % ringRows.rowCount
    }
    // Columns that are transparent in the cell and its neighbors contribute nothing.
    let range = places[1...3].reduce(0..<0) { union($0, ringRows.visibleColumns($1)) }
    cellPartsBeforeOutputEdges.setCellPartsBeforeOutputEdge(ringRows, places, into: index, range, cut)
  }
}

private func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
  if a.isEmpty { return b }
  if b.isEmpty { return a }
  return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
}

/// How the edges of output cells cut input cells along one axis: the weights of the resampling kernel.
struct ResamplingAxis {
  /// The edge of an output cell.
  struct OutputEdge {
    /// The index of the input cell that contains the edge, or the number of cells if the edge is after the
    /// last one.
    let inputCellIndex: Int
    /// The share of that cell before the edge, 0..<1.
    let shareBefore: Float
    /// The weights of the parabola's rise before and after the cell's center. See `cellPartBeforeOutputEdge`.
    let riseWeightBeforeCenter: Float
    let riseWeightAfterCenter: Float

    /// The edge without its position.
    var shareAndWeightsForKernels: sl_cut {
      sl_cut(share: shareBefore, before: riseWeightBeforeCenter, after: riseWeightAfterCenter)
    }
  }

  /// The edge before each output cell, and the one after the last.
  let outputCellEdges: [OutputEdge]
  /// For each output cell, the input cells that it covers, and their neighbors.
  let clampingInputs: [Range<Int>]
  /// `neighborhoods` in the type that the kernels use.
  let clampingInputsForKernels: [sl_columns]
  /// The number of input cells along the axis.
  let inputCount: Int
  /// The maximum number of input cells that an output cell needs: those it covers, and three more at each
  /// end.
  let maxInputCellsNeededPerOutputCell: Int

  /// Computes the edges for `inputCount` input cells and `outputCount` output cells, both at least 1.
  init(inputCount: Int, outputCount: Int) {
    let cuts = (0...outputCount).map { number in
      let share = Double(number * inputCount % outputCount) / Double(outputCount)
      return OutputEdge(
        inputCellIndex: number * inputCount / outputCount, shareBefore: Float(share),
        riseWeightBeforeCenter: Float(share * (1 - share) * (1 - share)),
        riseWeightAfterCenter: Float(share * share * (1 - share)))
    }
    clampingInputs = zip(cuts, cuts.dropFirst()).map { first, last in
      max(first.inputCellIndex - 1, 0)..<min(last.inputCellIndex + (last.shareBefore > 0 ? 2 : 1), inputCount)
    }
    clampingInputsForKernels = clampingInputs.map {
      sl_columns(first: Int32($0.lowerBound), end: Int32($0.upperBound))
    }
    self.outputCellEdges = cuts
    self.inputCount = inputCount
    maxInputCellsNeededPerOutputCell = (inputCount + outputCount - 1) / outputCount + 6
  }

  /// Whether three input cells become two output cells, or one. These are the ratios between sticker sizes.
  var isThreeToTwo: Bool { 2 * inputCount == 3 * outputCount }
  var isThreeToOne: Bool { inputCount == 3 * outputCount }

  /// The number of output cells.
  var outputCount: Int { outputCellEdges.count - 1 }

  /// The output cells that a range of input cells contributes to.
  func outputCells(reachedFrom range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let first = max(range.lowerBound - 2, 0) * outputCount / inputCount
    let end = (min(range.upperBound + 2, inputCount) * outputCount + inputCount - 1) / inputCount
    return first..<end
  }

  /// The part of a cell before an output edge.
  ///
  /// A parabola through the means of five neighbors keeps the middle one's mean. Its values at the cell's
  /// edges are fourth-order estimates. They are clamped between the two adjacent cells, and then further, so
  /// that the parabola has no extremum inside the cell. Let r be its rise from the left edge to the mean, and
  /// f its rise from the mean to the right edge. Then its integral up to the share s is s·mean − r·s(1−s)² −
  /// f·s²(1−s).
  ///
  /// - Source: Colella and Woodward, "The piecewise parabolic method" (1984), equations 1.6 to 1.10.
  @inline(__always)
  static func cellPartBeforeOutputEdge(
    _ farLeft: SIMD4<Float>, _ left: SIMD4<Float>, _ mean: SIMD4<Float>, _ right: SIMD4<Float>,
    _ farRight: SIMD4<Float>, _ cut: OutputEdge
  ) -> SIMD4<Float> {
    let (toLeft, toRight) = (mean - left, right - mean)
    let rise = ((mean * 5 - left * 7) + (farLeft + right)) * (1 / 12)
    let fall = ((right * 7 - mean * 5) - (left + farRight)) * (1 / 12)
    let clampedRise = clampedFromZero(rise, to: toLeft)
    let clampedFall = clampedFromZero(fall, to: toRight)
    return mean * cut.shareBefore - minmod(clampedRise, clampedFall + clampedFall)
      * cut.riseWeightBeforeCenter
      - minmod(clampedFall, clampedRise + clampedRise) * cut.riseWeightAfterCenter
  }

  /// Clamps a number between 0 and a bound of either sign.
  @inline(__always)
  private static func clampedFromZero(_ number: SIMD4<Float>, to bound: SIMD4<Float>) -> SIMD4<Float> {
    lanewiseMin(lanewiseMax(number, lanewiseMin(bound, .zero)), lanewiseMax(bound, .zero))
  }

  /// The number that is nearer to 0 if both have the same sign, otherwise 0.
  @inline(__always)
  private static func minmod(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    lanewiseMax(lanewiseMin(a, b), .zero) + lanewiseMin(lanewiseMax(a, b), .zero)
  }

  @inline(__always)
  private static func lanewiseMin(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    b.replacing(with: a, where: a .< b)
  }

  @inline(__always)
  private static func lanewiseMax(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    b.replacing(with: a, where: a .> b)
  }
}
