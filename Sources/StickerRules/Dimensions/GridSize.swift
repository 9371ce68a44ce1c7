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
      that size is shown pixel by pixel; smaller art is enlarged and looks soft, larger art spends bytes on
      pixels that nobody sees in the grid.
      """,
    advice: """
      Export the art with a longer side of 300 px for a small grid, 408 for a regular and 618 for a large \
      one, or choose the grid size that fits the art (`grid-size` in stickerpack.yml, or in the catalog).
      """,
    fixes: [.downscaleToGrid],
    parameters: [size] + GridSize.allCases.map { .side(of: $0) }, references: [.appleGridSizes],
    roles: .sent,
    view: .whole,
    judges: .sight,
    examples: [
      .passes("art as large as the grid", .disc(408, 408)).declared(pack(.regular)),
      .passes("a plain folder, which has no grid size", .disc(300, 300)),
      .fires(
        "large art in a small grid", .disc(408, 300),
        message: "408 × 300 px: the longer side must be 300 px, as the pack's grid is small"
      ).declared(pack(.small)),
      .fires(
        "small art in a large grid", .disc(408, 408),
        message: "408 × 408 px: the longer side must be 618 px, as the pack's grid is large"
      ).declared(pack(.large)),
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
  let side = settings.limits.grid[grid]
  guard canvas.longerSide != side else { return [] }
  let whose = configured == nil ? "the pack's grid is" : "the grid is set to"
  return [
    Evidence(
      "\(canvas): the longer side must be \(side) px, as \(whose) \(grid.rawValue)",
      Figure(canvas.longerSide, limit: side, unit: .pixels), at: .canvas,
      fix: canvas.longerSide > side ? Fix(.downscaleToGrid, side) : nil)
  ]
}
