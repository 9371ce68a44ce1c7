/// A background on which parts of the art may be lost.
public struct PlainBackground: Hashable, Sendable {
  /// The color, 0xRRGGBB.
  let rgbColor: UInt32
  /// Whether the color is dark. On dark backgrounds, reflected light hides more.
  package let isDark: Bool

  /// White, as in light mode.
  public static let white = PlainBackground(0xFF_FF_FF)
  /// Black, as in dark mode.
  public static let black = PlainBackground(0)

  /// Creates a background of one color, 0xRRGGBB.
  public init(_ color: UInt32) {
    self.rgbColor = color
    isDark =
      relativeLuminance(
        red: UInt8(truncatingIfNeeded: color >> 16), green: UInt8(truncatingIfNeeded: color >> 8),
        blue: UInt8(truncatingIfNeeded: color)) < 0.05
  }

  /// The weight of differences in hue relative to differences in lightness. In fine detail, the eye mainly
  /// sees lightness. On a colored background, hue counts in full.
  var hueWeight: Float { rgbColor == 0 || rgbColor == 0xFF_FF_FF ? 0.3 : 1 }
}

/// The minimum distances from the background at which a color is visible, in OKLab computed from linear light
/// + 0.02. The added 0.02 is ambient light that the screen reflects.
public struct VisibleColorDistances: Hashable, Sendable {
  /// On dark backgrounds. (On black, a contrast of 1.5:1 as defined by WCAG is a distance of 0.084.)
  public var minOnDark: Float
  /// On other backgrounds.
  public var minOnLight: Float

  /// Creates the distances.
  public init(onDark: Float = 0.09, onLight: Float = 0.045) {
    self.minOnDark = onDark
    self.minOnLight = onLight
  }
}

/// The parts of a frame that merge with a background.
public struct LostParts: Hashable, Sendable {
  /// The index of the frame, starting at 0.
  public let frame: Int
  /// The bounding boxes of the parts, in pixels.
  public let boxes: [PixelRect]
  /// The share of the solidly drawn art that is lost, 0...1.
  public let lostShare: Double
  /// The length of the longest lost line with nothing visible next to it, as a share of the longer side of
  /// the canvas, 0...1. 0 if no line is lost.
  public let longestLineShare: Double
}

/// The sampled frames of an image at display size, used to find parts that merge with a background.
public struct DisplaySizeFrames: Hashable, Sendable {
  private struct ShownFrame: Hashable, Sendable {
    let frameIndex: Int
    let cells: SingleFrameCells
  }

  private var frames: [ShownFrame] = []
  private var canvas = PixelSize(0, 0)

  init() {}

  mutating func addFrameIfChanged(_ bitmap: Bitmap, number: Int) {
    guard let cells = SingleFrameCells(bitmap), frames.last?.cells != cells else { return }
    canvas = bitmap.size
    frames.append(ShownFrame(frameIndex: number, cells: cells))
  }

  /// The lost parts of each frame that has any.
  ///
  /// - Parameter distances: The minimum distances at which a color is visible.
  public func lostParts(
    on background: PlainBackground, _ distances: VisibleColorDistances = VisibleColorDistances()
  ) -> [LostParts] {
    frames.compactMap { frame in
      guard let search = LostPartSearch(frame.cells, background, distances), !search.lostPartMaskRects.isEmpty
      else {
        return nil
      }
      return LostParts(
        frame: frame.frameIndex,
        boxes: search.lostPartMaskRects.map { frame.cells.pixelRect(ofMaskRect: $0, on: canvas) },
        lostShare: search.lostShare, longestLineShare: search.longestLineShareOfCanvasSide)
    }
  }
}

/// The limits of the search. Lengths are in cells, and shares are of all figures.
private enum LostPartLimits {
  /// The minimum number of cells in all figures.
  static let minTotalFigureCells = 64
  /// The minimum number of merged cells in a lost part or line.
  static let minTotalMergedCells = 24
  static let minLostAreaShare = 0.01
  static let minLostFigureLengthShare = 0.05
  /// A body is a merged part of a figure that is thicker than the figure's outline.
  static let (minLostBodyShare, minLostBodyCells) = (0.012, 6)
  /// A body that is this long is lost even if it is small.
  static let (minLongLostBodyShare, minLongLostBodyCells) = (0.12, 12)
  /// The minimum share of background among the cells around an open body. If there is less, lines enclose the
  /// body.
  static let minLostBodyOpenShare = 0.35
  /// A line is a long body with almost nothing visible next to it.
  static let (minLineShare, minLineCells, minLineOpenShare) = (0.14, 40, 0.9)
  /// A figure that is at least this many times as long as it is thick is a line.
  static let minLineSlenderness = 3
  /// An outline of at most this thickness was drawn by the artist and never counts as lost.
  static let maxNeverLostOutlineThickness: Float = 3
  /// The maximum thickness of a figure's outline: `maxMultipleOfMedian` times its median thickness, but at
  /// most `maxThickness`. The median can be computed if more than `minMergedContourShare` of the contour is
  /// merged. On light backgrounds, a die-cut border is thicker in corners, and a shadow makes part of it
  /// visible.
  static func outlineThicknessLimits(isDark: Bool) -> (
    minMergedContourShare: Double, maxMultipleOfMedian: Float, maxThickness: Float
  ) {
    isDark ? (0.5, 1.6, .infinity) : (0.4, 3, 18)
  }
  /// A whole figure is lost if at least these shares of the figure and of its contour are merged. On light
  /// backgrounds, people recognize drawings by their dark lines, so the shares are larger.
  static func minLostFigureShares(isDark: Bool) -> (merged: Double, bare: Double) {
    isDark ? (0.75, 0.4) : (0.85, 0.6)
  }
  /// On light backgrounds, a figure is a line drawing if at least `minMerged` of it and less than `maxBare`
  /// of its contour are merged.
  static let lineDrawingMergedShares = (minMerged: 0.5, maxBare: 0.6)
  /// Squared radii: of the disc that rolls in from outside, which can't pass gaps narrower than 6 cells, and
  /// of the area that it reaches around its center.
  static let (squaredDiscRadius, squaredReach) = (9, 12)
}

/// Finds the parts of one frame that merge with one background.
///
/// A cell of a figure is merged if it isn't visible and can be reached by a disc with a radius of 3 cells
/// that rolls in from outside over everything that isn't visible. The disc can't pass gaps narrower than 6
/// cells, because the eye closes small gaps in an outline.
private struct LostPartSearch {
  /// The bounding boxes of the lost parts in cells, and the share of all figures that is lost.
  private(set) var lostPartMaskRects: [PixelRect] = []
  var lostShare: Double { figureShare(lostCellCount) }
  private(set) var longestLineShareOfCanvasSide = 0.0

  private let cells: SingleFrameCells
  private let background: PlainBackground
  private let cellsVisibleOnBackground: PixelMask
  private let mergedCellsReachedFromOutside: PixelMask
  private let totalFigureCellCount: Int
  private var lostCellCount = 0

  /// Returns nil if nothing can be lost.
  init?(_ cells: SingleFrameCells, _ background: PlainBackground, _ distances: VisibleColorDistances) {
    let figureCount = cells.solidlyDrawnCells.setBitCount
    guard figureCount >= LostPartLimits.minTotalFigureCells else { return nil }
    let visible = cells.visibleCells(on: background, distances)
    let hidden = cells.solidlyDrawnCells.subtracting(visible)
    let hiddenCount = hidden.setBitCount
    guard Double(hiddenCount) >= LostPartLimits.minLostAreaShare * Double(figureCount),
      hiddenCount >= LostPartLimits.minTotalMergedCells
    else { return nil }
    let reached = visible.dilated(byDiscOfSquaredRadius: LostPartLimits.squaredDiscRadius).inverted.connected(
      to: (0, 0)
    ).dilated(byDiscOfSquaredRadius: LostPartLimits.squaredReach)
    self.cells = cells
    self.background = background
    self.cellsVisibleOnBackground = visible
    self.totalFigureCellCount = figureCount
    mergedCellsReachedFromOutside = hidden.intersection(reached)
    if mergedCellsReachedFromOutside.setBitCount >= LostPartLimits.minTotalMergedCells { search() }
  }

  /// A figure: a group of parts separated by gaps of at most 4 cells, such as the letters of a word.
  private struct Figure {
    var (cellCount, backgroundMergedCellCount, contourCellCount, backgroundMergedContourCount) = (0, 0, 0, 0)
    var box: PixelRect?
    /// The maximum distance at which merged cells belong to its outline.
    var maxMergedOutlineThickness = LostPartLimits.maxNeverLostOutlineThickness
    var isLostOnBackground = false

    var mergedShare: Double { Double(backgroundMergedCellCount) / Double(max(cellCount, 1)) }
    var mergedContourShare: Double { Double(backgroundMergedContourCount) / Double(max(contourCellCount, 1)) }
  }

  private mutating func search() {
    let visible = cellsVisibleOnBackground.intersection(cells.quarterOpaqueCells)
    // Without cells that are far from everything visible, only whole figures can be lost, and distances
    // aren't needed.
    let far = mergedCellsReachedFromOutside.subtracting(
      visible.dilated(byDiscOfSquaredRadius: LostPartLimits.squaredDiscRadius))
    let hasBodies = far.setBitCount >= LostPartLimits.minLostBodyCells
    let contour = cells.solidlyDrawnCells.subtracting(cells.solidlyDrawnCells.erodedByCross)
    let mergedContour = contour.intersection(mergedCellsReachedFromOutside)
    let groups = ConnectedPixelGroups(cells.solidlyDrawnCells.dilatedByCross(2))
    var figures = [Figure](repeating: Figure(), count: groups.groupSizes.count)
    for (run, group) in zip(groups.runs, groups.groupIndicesByRun) {
      guard let columns = cells.solidlyDrawnCells.columnsOfSetBits(in: run) else { continue }
      figures[group].box = PixelRect(around: figures[group].box, MaskRun(row: run.row, columns: columns).box)
      figures[group].cellCount += cells.solidlyDrawnCells.setBitCount(in: run)
      figures[group].backgroundMergedCellCount += mergedCellsReachedFromOutside.setBitCount(in: run)
      figures[group].contourCellCount += contour.setBitCount(in: run)
      figures[group].backgroundMergedContourCount += mergedContour.setBitCount(in: run)
    }
    for number in figures.indices { markAndRecordIfLost(&figures[number]) }
    guard hasBodies else { return }
    let distances = measureOutlineThickness(of: &figures, groups, mergedContour, visible)

    // The bodies of figures that aren't lost as a whole.
    var (allowed, core) = (mergedCellsReachedFromOutside, PixelMask(mergedCellsReachedFromOutside.size))
    var (coreCells, thickness) = (0, Float(0))
    for (run, group) in zip(groups.runs, groups.groupIndicesByRun) {
      let figure = figures[group]
      if figure.isLostOnBackground {
        allowed.clear(run)
        continue
      }
      far.visitBits(in: run) { column in
        // The distance of far cells always exceeds the smallest outline thickness.
        if let distances, figure.maxMergedOutlineThickness > LostPartLimits.maxNeverLostOutlineThickness,
          distances[column, run.row] <= figure.maxMergedOutlineThickness
        {
          return
        }
        core.set(MaskRun(row: run.row, columns: column..<column + 1))
        coreCells += 1
        thickness += figure.maxMergedOutlineThickness
      }
    }
    guard coreCells > 0 else { return }
    let steps = Int((thickness / Float(coreCells) * 0.7).rounded(.up))
    addLostBodies(
      core.dilatedByCross(min(steps, SingleFrameCells.maxCellsPerSide), within: allowed), core, groups,
      figures)
  }

  /// Whether most of a figure and of its contour are merged.
  private func isMergedIncludingContour(_ figure: Figure) -> Bool {
    let whole = LostPartLimits.minLostFigureShares(isDark: background.isDark)
    return figure.mergedShare >= whole.merged && figure.mergedContourShare >= whole.bare
  }

  private mutating func markAndRecordIfLost(_ figure: inout Figure) {
    guard let box = figure.box else { return }
    if isMergedIncludingContour(figure), figureShare(figure.cellCount) >= LostPartLimits.minLostAreaShare,
      lengthShareOfCanvasSide(box) >= LostPartLimits.minLostFigureLengthShare
    {
      figure.isLostOnBackground = true
      lostCellCount += figure.cellCount
      lostPartMaskRects.append(box)
      let isThin =
        figure.cellCount * LostPartLimits.minLineSlenderness <= box.size.longerSide * box.size.longerSide
      if isThin, figure.backgroundMergedCellCount >= LostPartLimits.minLineCells,
        figure.mergedContourShare >= LostPartLimits.minLineOpenShare
      {
        updateLongestLine(box)
      }
    }
  }

  /// Measures the outline thickness of each figure that can have an outline.
  ///
  /// - Returns: The distances of merged cells from the nearest visible cell, or nil if no figure can have an
  ///   outline.
  private func measureOutlineThickness(
    of figures: inout [Figure], _ groups: ConnectedPixelGroups, _ mergedContour: PixelMask,
    _ visible: PixelMask
  ) -> DistanceMap? {
    let limits = LostPartLimits.outlineThicknessLimits(isDark: background.isDark)
    let mayHaveOutline = figures.map { figure in
      // A figure that is merged as a whole has no outline of its own.
      !isMergedIncludingContour(figure) && figure.cellCount >= 40 && figure.backgroundMergedContourCount > 20
        && Double(figure.backgroundMergedContourCount) > limits.minMergedContourShare
          * Double(figure.contourCellCount)
    }
    guard mayHaveOutline.contains(true) else { return nil }
    let map = DistanceMap(to: visible)
    // The distance of each merged contour cell from the nearest visible cell.
    var distances = [[Float]](repeating: [], count: figures.count)
    for (run, group) in zip(groups.runs, groups.groupIndicesByRun) where mayHaveOutline[group] {
      mergedContour.visitBits(in: run) { distances[group].append(map[$0, run.row]) }
    }
    for number in figures.indices where mayHaveOutline[number] {
      distances[number].sort()
      let median = distances[number].medianOfSorted
      var outline = max(
        min(limits.maxMultipleOfMedian * median, limits.maxThickness),
        LostPartLimits.maxNeverLostOutlineThickness)
      // If most of the contour is merged, the artist's line may be thicker than the limit.
      if figures[number].backgroundMergedContourCount * 2 > figures[number].contourCellCount {
        outline = max(outline, 1.6 * median)
      }
      figures[number].maxMergedOutlineThickness = outline
    }
    return map
  }

  private mutating func addLostBodies(
    _ bodies: PixelMask, _ core: PixelMask, _ figureGroups: ConnectedPixelGroups, _ figures: [Figure]
  ) {
    let groups = ConnectedPixelGroups(bodies, joinsDiagonals: true)
    var runs = [[MaskRun]](repeating: [], count: groups.groupSizes.count)
    for (run, group) in zip(groups.runs, groups.groupIndicesByRun) { runs[group].append(run) }
    for (group, runs) in runs.enumerated() {
      let coreCells = runs.reduce(0) { $0 + core.setBitCount(in: $1) }
      let box = runs.reduce(nil) { PixelRect(around: $0, $1.box) }
      guard let box, coreCells >= LostPartLimits.minLostBodyCells else { continue }
      let bodyShare = figureShare(groups.groupSizes[group])
      guard
        bodyShare >= LostPartLimits.minLostBodyShare
          || lengthShareOfCanvasSide(box) >= LostPartLimits.minLongLostBodyShare
            && coreCells >= LostPartLimits.minLongLostBodyCells
      else { continue }
      if !background.isDark,
        let figure = figureGroups.groupIndex(ofFirstPixelIn: runs[0]).map({ figures[$0] }),
        figure.mergedShare >= LostPartLimits.lineDrawingMergedShares.minMerged,
        figure.mergedContourShare < LostPartLimits.lineDrawingMergedShares.maxBare
      {
        continue
      }
      let open = openShare(around: runs, box)
      guard open >= LostPartLimits.minLostBodyOpenShare else { continue }
      lostCellCount += groups.groupSizes[group]
      lostPartMaskRects.append(box)
      if coreCells >= LostPartLimits.minLineCells, open >= LostPartLimits.minLineOpenShare {
        updateLongestLine(box)
      }
    }
  }

  private mutating func updateLongestLine(_ box: PixelRect) {
    if lengthShareOfCanvasSide(box) >= LostPartLimits.minLineShare {
      longestLineShareOfCanvasSide = max(longestLineShareOfCanvasSide, lengthShareOfCanvasSide(box))
    }
  }

  /// The share of the cells next to a body that are background or merged. Other hidden cells don't count.
  /// Neither do cells outside the canvas, because people don't miss what the canvas cuts off.
  private func openShare(around runs: [MaskRun], _ box: PixelRect) -> Double {
    var body = PixelMask(mergedCellsReachedFromOutside.size)
    for run in runs { body.set(run) }
    var (open, closed) = (0, 0)
    let margin = SingleFrameCells.marginCells
    let rows = max(box.y - 1, margin)..<min(box.y + box.height + 1, margin + cells.gridSizeInCells.height)
    for row in rows {
      for word in 0..<body.wordsPerRow {
        let own = body.word(word, row: row)
        let beside = body.crossNeighborsOfSetBits(word, row: row) & ~own & bitsInsideMargins(word)
        if beside == 0 { continue }
        let figure = cells.solidlyDrawnCells.word(word, row: row)
        open += (beside & (~figure | mergedCellsReachedFromOutside.word(word, row: row))).nonzeroBitCount
        closed += (beside & figure & cellsVisibleOnBackground.word(word, row: row)).nonzeroBitCount
      }
    }
    return Double(open) / Double(max(1, open + closed))
  }

  /// The bits of a word that are on the canvas.
  private func bitsInsideMargins(_ word: Int) -> UInt64 {
    let columns =
      (SingleFrameCells.marginCells..<SingleFrameCells.marginCells + cells.gridSizeInCells.width)
      .clamped(
        to: word * 64..<word * 64 + 64)
    guard !columns.isEmpty else { return 0 }
    return (UInt64.max >> UInt64(64 - columns.count)) << UInt64(columns.lowerBound - word * 64)
  }

  private func figureShare(_ cells: Int) -> Double { Double(cells) / Double(totalFigureCellCount) }

  private func lengthShareOfCanvasSide(_ box: PixelRect) -> Double {
    Double(box.size.longerSide) / Double(SingleFrameCells.maxCellsPerSide)
  }
}

extension PlainBackground {
  /// The maximum difference of each channel's light from black or white at which a color is certainly not
  /// visible, so that most colors need no further check. For other backgrounds, it is negative.
  ///
  /// If no channel differs by more, no cone response does, because each response is a weighted mean of the
  /// channels. If the cube roots of the responses differ by up to `step`, all in the same direction, lightness
  /// differs by up to 1.005 steps, and the other two axes by up to 2.43 and 0.81 steps, with a weight of 0.3.
  /// Together, that is less than 1.27 steps.
  ///
  /// - Parameter lightness: The lightness of the background, which is the cube root of each cone response.
  fileprivate func maxInvisibleLightDifference(backgroundLightness lightness: Float, minDistance: Float)
    -> Float
  {
    let step = minDistance / 1.3
    func light(_ lightness: Float) -> Float { lightness * lightness * lightness }
    switch self {
    case .black: return light(lightness + step) - light(lightness)
    case .white: return light(lightness) - light(lightness - step)
    default: return -1
    }
  }
}

extension SingleFrameCells {
  /// The cells that are visible on a background.
  fileprivate func visibleCells(on background: PlainBackground, _ distances: VisibleColorDistances)
    -> PixelMask
  {
    let doubtful =
      switch background {
      case .black where distances.minOnDark <= VisibleColorDistances().minOnDark: nearBlackCells
      case .white where distances.minOnLight <= VisibleColorDistances().minOnLight: nearWhiteCells
      default: nonzeroAlphaCells
      }
    var visible = nonzeroAlphaCells.subtracting(doubtful)
    let behind = SIMD4(
      linearLight(ofSRGBSample: UInt8(truncatingIfNeeded: background.rgbColor >> 16)),
      linearLight(ofSRGBSample: UInt8(truncatingIfNeeded: background.rgbColor >> 8)),
      linearLight(ofSRGBSample: UInt8(truncatingIfNeeded: background.rgbColor)), 0)
    let reflected = SIMD4<Float>(0.02, 0.02, 0.02, 0)
    let own = OKLab(light: behind + reflected).lanes
    let least = background.isDark ? distances.minOnDark : distances.minOnLight
    let weight = background.hueWeight * background.hueWeight
    let maxHiddenShift = background.maxInvisibleLightDifference(
      backgroundLightness: own.x, minDistance: least)
    var last: (level: SIMD4<UInt16>, isVisible: Bool) = (.zero, false)
    for row in Self.marginCells..<Self.marginCells + gridSizeInCells.height {
      for word in 0..<doubtful.wordsPerRow {
        var bits = doubtful.words[row &* doubtful.wordsPerRow &+ word]
        while bits != 0 {
          let bit = bits.trailingZeroBitCount
          bits &= bits &- 1
          let level = self.premultipliedLinearRGBAInsideMargins(maskColumn: word &* 64 &+ bit, maskRow: row)
          if level != last.level {
            let cell = SIMD4<Float>(level) * (1 / 65_535)
            var shift = cell - behind * cell.w
            shift.w = 0
            if shift.max() <= maxHiddenShift, shift.min() >= -maxHiddenShift {
              last = (level, false)
              continue
            }
            var light = cell + behind * (1 - cell.w) + reflected
            light.w = 0
            let apart = OKLab(light: light).lanes - own
            let square = apart.x * apart.x + weight * (apart.y * apart.y + apart.z * apart.z)
            last = (level, square >= least * least)
          }
          if last.isVisible { visible.words[row &* visible.wordsPerRow &+ word] |= 1 &<< UInt64(bit) }
        }
      }
    }
    return visible
  }
}
