import CImageCodecs

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
