import StickerImage
public import StickerModel

extension Rule {
  /// The longer side is that of the grid.
  public static let gridSize = Rule(
    id: "grid-size",
    severity: .warning,
    summary: "The longer side of a sticker is that of its pack's grid.",
    reason: """
      A pack is shown in one grid: small, regular or large. Art of exactly its size is shown pixel by pixel;
      smaller art is enlarged and looks soft, larger art spends bytes on pixels that nobody sees in the grid.
      """,
    advice:
      "Export the art so that its longer side is that of the grid, or choose the grid that fits the art.",
    parameters: [size], references: [.appleGridSizes],
    roles: .sent,
    view: .whole,
    examples: [
      .passes("art as large as the grid", .disc(408, 408)).declared(pack(.regular)),
      .passes("a plain folder says no grid size", .disc(300, 300)),
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
  "the grid: the pack's own, or this one for all stickers, also where no pack says it")

private func pack(_ size: GridSize) -> PackDeclaration {
  var declaration = PackDeclaration(.catalog)
  declaration.gridSize = size
  return declaration
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let configured = GridSize(rawValue: settings.choice(size))
  guard let canvas = asset.measurableCanvas,
    let grid = configured ?? asset.surroundings.declaration?.gridSize, canvas.longerSide != grid.pixels
  else { return [] }
  let whose = configured == nil ? "the pack's grid is" : "the grid is set to"
  return [
    Evidence(
      "\(canvas): the longer side must be \(grid.pixels) px, as \(whose) \(grid.rawValue)",
      Figure(canvas.longerSide, limit: grid.pixels, unit: .pixels), at: .canvas)
  ]
}
