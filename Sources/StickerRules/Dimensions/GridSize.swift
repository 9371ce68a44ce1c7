import StickerImage
package import StickerModel

extension Rule {
  /// The longer side is that of the grid.
  package static let gridSize = Rule(
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
    parameters: [size] + GridSize.allCases.map { .side(of: $0) }, references: [.appleGridSizes],
    roles: .sent,
    view: .whole, judges: .sight, together: Rule.Together(always: true, words: words),
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
    check: .asset(judge))
}

private let size = Parameter(
  "size", "pack", of: ["pack"] + GridSize.allCases.map(\.rawValue), source: .appleGridSizes,
  "the grid size: that of each pack, or one for all stickers, also where their pack has none")

private func pack(_ size: GridSize) -> PackDeclaration {
  var declaration = PackDeclaration(.catalog)
  declaration.gridSize = size
  return declaration
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let configured = GridSize(rawValue: settings.choice(size))
  guard let canvas = asset.measurableCanvas,
    let grid = configured ?? asset.surroundings.declaration?.gridSize
  else { return [] }
  let advice = GridAdvice(canvas, grid, settings.limits)
  guard !advice.isMet else { return [] }
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
