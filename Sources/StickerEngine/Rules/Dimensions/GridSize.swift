import StickerImage

extension Rule {
  /// The longer side is that of the grid.
  static let gridSize = Rule(
    id: RuleID.gridSize,
    severity: .warning,
    summary: "The longer side of a sticker is as long as its pack's grid size asks for.",
    reason: """
      Messages shows a pack in one grid: small (300 px), regular (408 px) or large (618 px). Art of exactly
      that size is shown pixel by pixel. Smaller art is enlarged and looks blurred, which anybody sees. Larger
      art is scaled down, which nobody sees: its pixels are bytes for nothing.
      """,
    advice: """
      Export the art with a longer side of 300 px for a small grid, 408 for a regular and 618 for a large \
      one, or choose the grid size that fits the art (`grid-size` in stickerpack.yml, or in the catalog).
      """,
    fixes: [.padToPoints, .downscaleToGrid],
    parameters: [size] + Parameter.grid, references: [.appleGridSizes],
    roles: .sent,
    view: .whole, subject: .sight, grouping: Rule.Grouping(always: true, words: words),
    examples: [
      .passes("art as large as the grid", .disc(408, 408)).declared(pack(.regular)),
      .passes("a plain folder, which has no grid size", .disc(300, 300)),
      .fires(
        "large art in a small grid", .disc(408, 306),
        message: "408 × 306 px: scale it to fit 300 × 300 and center it, as the pack's grid is small"
      ).declared(pack(.small)),
      .fires(
        "small art in a large grid", .disc(408, 408),
        message: "408 × 408 px: will look blurred, as the pack's grid is large: export it at 618 × 618"
      ).declared(pack(.large)),
      .fires(
        "a slip of the exporter", .disc(299, 299),
        message: "299 × 299 px: one pixel short of 300, as the pack's grid is small"
      ).declared(pack(.small)),
    ],
    check: .asset(evaluate))
}

private let size = Parameter(
  "size", "pack", of: ["pack"] + GridSize.allCases.map(\.rawValue), source: .appleGridSizes,
  "the grid size: that of each pack, or one for all stickers, also where their pack has none")

private func pack(_ size: GridSize) -> PackDeclaration {
  var declaration = PackDeclaration(.catalog)
  declaration.metadata.gridSize = size
  return declaration
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let configured = GridSize(rawValue: settings.choice(size))
  guard let canvas = asset.measurableCanvas,
    let grid = configured ?? asset.context.declaration?.metadata.gridSize
  else { return [] }
  let advice = GridAdvice(canvas, grid, settings.limits)
  guard !advice.isSatisfied else { return [] }
  let whose = "as \(configured == nil ? "the pack's grid is" : "the grid is set to") \(grid.rawValue)"
  let words = advice.isEnlarged ? "will look blurred, \(whose): \(advice.words)" : "\(advice.words), \(whose)"
  return [
    Evidence(
      "\(canvas): \(words)", advice.figure, at: .canvas, severity: advice.isEnlarged ? nil : .hint,
      fix: advice.fix)
  ]
}

private func words(_ shared: SharedFinding, _ settings: Settings) -> String {
  let side = shared.wantedSide ?? ""
  if !shared.isTooLittle {
    return
      "are larger than their grid, the largest \(shared.extreme(largest: true)): scale them to fit \(side)"
  }
  let smallest = shared.extreme(largest: false)
  return shared.findings.contains { $0.severity > .hint }
    ? "will look blurred in their grid, the smallest \(smallest): export them at \(side)"
    : "are a little smaller than their grid, the smallest \(smallest): pad them to \(side)"
}

/// What is said of a canvas beside the side that a grid asks for: in one voice, whichever rule says it.
struct GridAdvice {
  private let canvas: PixelSize
  private let side: Int
  private let limits: MessengerLimits

  /// Advice for a grid; for the nearest where none is known.
  init(_ canvas: PixelSize, _ grid: GridSize?, _ limits: MessengerLimits) {
    self.canvas = canvas
    self.limits = limits
    side = limits.grid[grid ?? limits.grid.nearest(to: [canvas.longerSide])]
  }

  /// Whether the longer side is what it should be.
  var isSatisfied: Bool { canvas.longerSide == side }
  /// Whether art is enlarged, by so much that it can be seen.
  var isEnlarged: Bool { canvas.longerSide < side && !isAlmost }
  /// The figure beside its limit.
  var figure: MeasuredValue { MeasuredValue(canvas.longerSide, limit: side, unit: .pixels) }

  /// A row or two of transparent pixels are all that it takes.
  private var isAlmost: Bool { canvas.longerSide < side && canvas.inWholePoints.longerSide == side }

  /// `one pixel short of 408`; `scale it to fit 408 × 408 and center it`.
  var words: String {
    let missing = side - canvas.longerSide
    if isAlmost { return "\(missing == 1 ? "one pixel" : "\(missing) pixels") short of \(side)" }
    let verb = missing > 0 ? "export" : "scale"
    let square = sizeWithoutUnit(PixelSize(side, side))
    return canvas.width == canvas.height
      ? "\(verb) it \(missing > 0 ? "at" : "to") \(square)" : "\(verb) it to fit \(square) and center it"
  }

  /// What cures it where nothing of the art has to be enlarged.
  var fix: Fix? {
    if isAlmost {
      let next = canvas.inWholePoints
      return limits.allow(next) ? Fix(.padToPoints, next.width, next.height) : nil
    }
    guard canvas.longerSide > side else { return nil }
    // Scaled down, a long, thin sticker would be too narrow: it is centered on a square.
    let isWide = canvas.shorterSide * side >= limits.sides.lowerBound * canvas.longerSide
    return Fix(.downscaleToGrid, side, isWide ? 1 : side)
  }
}

/// `408 × 408`, where the unit has just been said.
func sizeWithoutUnit(_ size: PixelSize) -> String { "\(size.width) × \(size.height)" }

extension SharedFinding {
  /// The canvas with the longest longer side, or with the shortest.
  func extreme(largest: Bool) -> String {
    let sorted = canvases.sorted { ($0.longerSide, $0.shorterSide) < ($1.longerSide, $1.shorterSide) }
    return (largest ? sorted.last : sorted.first).map(sizeWithoutUnit) ?? ""
  }

  /// Whether the figures lie below their limits.
  var isTooLittle: Bool {
    findings.first?.evidence.figure.map { $0.measured < $0.limit ?? 0 } ?? false
  }

  /// The side that the first of them should have.
  var wantedSide: String? {
    findings.first?.evidence.figure?.limit.map { sizeWithoutUnit(PixelSize(Int($0), Int($0))) }
  }

  /// The side of the grid that most of them are near.
  func side(_ limits: MessengerLimits) -> String {
    let side = limits.grid[limits.grid.nearest(to: canvases.map(\.longerSide))]
    return sizeWithoutUnit(PixelSize(side, side))
  }
}
