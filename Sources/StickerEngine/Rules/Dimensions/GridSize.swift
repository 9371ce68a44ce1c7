import StickerImage

extension Rule {
  static let gridSize = Rule(
    id: RuleID.gridSize,
    severity: .warning,
    summary: "The longer side of a sticker matches the grid size of its pack.",
    reason: """
      Messages shows a pack in one grid: small (300 px), regular (408 px) or large (618 px). Art that is
      exactly the grid's size is shown pixel for pixel. Smaller art is enlarged and looks blurred. Larger art
      is scaled down. This is not visible, but the extra pixels waste bytes.
      """,
    advice: """
      Export the art with a longer side of 300 px for a small grid, 408 px for a regular grid or 618 px for \
      a large grid. Or choose the grid size that fits the art (`grid-size` in stickerpack.yml, or in the \
      catalog).
      """,
    fixes: [.padToWholePoints, .downscaleToGridSize],
    options: [gridSizeOption] + RuleOption.gridSizeLongerSideOptions, references: [.appleGridSizes],
    roles: .stickerAndFrameRoles,
    exampleView: .whole, checkedAspect: .appearance,
    groupingOverride: Rule.Grouping(pairs: true, message: groupMessageWithoutSubject),
    examples: [
      .passes("art that matches the grid", .disc(408, 408)).withPackDeclaration(
        packDeclaration(gridSize: .regular)),
      .passes("a plain folder, which has no grid size", .disc(300, 300)),
      .fires(
        "large art in a small grid", .disc(408, 306),
        message: """
          408 × 306 px: larger than the pack's small grid; scale it to fit 300 × 300 px and center it
          """
      ).withPackDeclaration(packDeclaration(gridSize: .small)),
      .fires(
        "small art in a large grid", .disc(408, 408),
        message: "408 × 408 px: will look blurred in the pack's large grid; export it at 618 × 618 px"
      ).withPackDeclaration(packDeclaration(gridSize: .large)),
      .fires(
        "art that is 1 px too small", .disc(299, 299),
        message: "299 × 299 px: 1 px short of 300 px, the size of the pack's small grid"
      ).withPackDeclaration(packDeclaration(gridSize: .small)),
    ],
    check: .asset(evaluate))
}

private let gridSizeOption = RuleOption(
  "size", "pack", of: ["pack"] + GridSize.allCases.map(\.rawValue), source: .appleGridSizes,
  "grid size: `pack` uses the size that each pack sets; any other value applies to all packs")

private func packDeclaration(gridSize size: GridSize) -> PackDeclaration {
  var listing = PackDeclaration(.catalog)
  listing.metadata.gridSize = size
  return listing
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let configured = GridSize(rawValue: options.choice(gridSizeOption))
  guard let canvas = asset.canvasWithinResourceLimits,
    let grid = configured ?? asset.context.packDeclaration?.metadata.gridSize
  else { return [] }
  let fit = GridFit(canvas, grid, options.messengerLimits)
  guard !fit.longerSideMatchesGrid else { return [] }
  let name = "\(configured == nil ? "the pack's" : "the configured") \(grid.rawValue) grid"
  return [
    Evidence(
      "\(canvas): \(fit.problemAndAdviceText(gridNamed: name))", fit.measuredLongerSide, at: .canvas,
      severity: fit.isVisiblyEnlargedByMessages ? nil : .hint, fix: fit.padOrDownscaleFix)
  ]
}

private func groupMessageWithoutSubject(_ shared: SharedFinding, _ options: OptionValues) -> String {
  let side = shared.requiredGridSizeWithoutUnit ?? ""
  if !shared.isBelowLimit {
    let largest = shared.canvasSizeWithoutUnit(largest: true)
    return "are larger than their grid (the largest is \(largest) px); scale them to fit \(side) px"
  }
  let smallest = shared.canvasSizeWithoutUnit(largest: false)
  return shared.findings.contains { $0.severity > .hint }
    ? "will look blurred in their grid (the smallest is \(smallest) px); export them at \(side) px"
    : "are slightly smaller than their grid (the smallest is \(smallest) px); pad them to \(side) px"
}

/// How a canvas fits a grid: whether it matches and, if not, the text, figure and fix. The rules about grids
/// share this type.
struct GridFit {
  private let canvas: PixelSize
  private let gridSide: Int
  private let limits: MessengerLimits

  /// Compares a canvas with a grid size, or with the nearest grid size if `grid` is nil.
  init(_ canvas: PixelSize, _ grid: GridSize?, _ limits: MessengerLimits) {
    self.canvas = canvas
    self.limits = limits
    gridSide = limits.gridSides[grid ?? limits.gridSides.nearest(to: [canvas.longerSide])]
  }

  /// Whether the longer side matches the side of the grid.
  var longerSideMatchesGrid: Bool { canvas.longerSide == gridSide }
  /// Whether Messages visibly enlarges the art.
  var isVisiblyEnlargedByMessages: Bool { canvas.longerSide < gridSide && !matchesGridAfterSlightPadding }
  /// The longer side, with the grid's side as its limit.
  var measuredLongerSide: MeasuredValueAndLimit {
    MeasuredValueAndLimit(canvas.longerSide, limit: gridSide, unit: .pixels)
  }

  /// Whether one or two more rows of transparent pixels are enough to match the grid.
  private var matchesGridAfterSlightPadding: Bool {
    canvas.longerSide < gridSide && canvas.roundedUpToWholePoints.longerSide == gridSide
  }

  /// The advice: `1 px short of 408 px`, or `matches no grid size; scale it to fit 408 × 408 px and center
  /// it`.
  ///
  /// - Parameter grid: the name of the grid, as in `the pack's small grid`; nil if the pack has none.
  func problemAndAdviceText(gridNamed grid: String? = nil) -> String {
    let missing = gridSide - canvas.longerSide
    if matchesGridAfterSlightPadding {
      return "\(missing) px short of \(gridSide) px" + (grid.map { ", the size of \($0)" } ?? "")
    }
    let problem =
      grid.map { missing > 0 ? "will look blurred in \($0)" : "larger than \($0)" } ?? "matches no grid size"
    let verb = missing > 0 ? "export" : "scale"
    let square = PixelSize(gridSide, gridSide)
    return canvas.width == canvas.height
      ? "\(problem); \(verb) it \(missing > 0 ? "at" : "to") \(square)"
      : "\(problem); \(verb) it to fit \(square) and center it"
  }

  /// The fix; nil if the art would have to be enlarged.
  var padOrDownscaleFix: Fix? {
    if matchesGridAfterSlightPadding {
      let next = canvas.roundedUpToWholePoints
      return limits.allowsSides(of: next) ? Fix(.padToWholePoints, next.width, next.height) : nil
    }
    guard canvas.longerSide > gridSide else { return nil }
    // A long, thin sticker would be too narrow when scaled down, so it is centered on a square.
    let isWide = canvas.shorterSide * gridSide >= limits.sidePixels.lowerBound * canvas.longerSide
    return Fix(.downscaleToGridSize, gridSide, isWide ? 1 : gridSide)
  }
}

/// The size without its unit: `408 × 408`.
func sizeWithoutUnit(_ size: PixelSize) -> String { "\(size.width) × \(size.height)" }

extension SharedFinding {
  /// The canvas with the longest or the shortest longer side: `408 × 306`.
  func canvasSizeWithoutUnit(largest: Bool) -> String {
    let sorted = canvasSizePerReadableFile.sorted {
      ($0.longerSide, $0.shorterSide) < ($1.longerSide, $1.shorterSide)
    }
    return (largest ? sorted.last : sorted.first).map(sizeWithoutUnit) ?? ""
  }

  /// Whether the measured values are below their limits.
  var isBelowLimit: Bool {
    findings.first?.evidence.measuredValue.map { $0.measured < $0.limit ?? 0 } ?? false
  }

  /// The size that the first finding requires: `408 × 408`.
  var requiredGridSizeWithoutUnit: String? {
    findings.first?.evidence.measuredValue?.limit.map { sizeWithoutUnit(PixelSize(Int($0), Int($0))) }
  }

  /// The size of the grid nearest to the canvases: `408 × 408`.
  func nearestGridSizeWithoutUnit(_ limits: MessengerLimits) -> String {
    let side = limits.gridSides[limits.gridSides.nearest(to: canvasSizePerReadableFile.map(\.longerSide))]
    return sizeWithoutUnit(PixelSize(side, side))
  }
}
