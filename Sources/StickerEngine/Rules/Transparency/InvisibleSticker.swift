import StickerImage

extension Rule {
  /// There is something to see.
  static let invisibleSticker = Rule(
    id: "invisible-sticker",
    severity: .error,
    summary: "A sticker shows something.",
    reason: """
      A sticker without visible pixels is an empty square in the drawer and an empty message. Pixels of less
      than 2% opacity (alpha below 5 of 255) do not count: nobody sees them.
      """,
    advice: "Export again with the layers of the art switched on.",
    view: .whole, subject: .sight, needs: .coverage,
    examples: [
      .passes("art", .disc(300, 300)),
      .fires(
        "all layers were off", .blank(300, 300),
        message: "0 of 90,000 pixels are visible: the sticker is empty"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let coverage = asset.measurements?.coverage, coverage.fullest == 0, let canvas = asset.canvas else {
    return []
  }
  let frames = coverage.visiblePixels.count
  let place = frames > 1 ? " in any of \(numberText(frames)) frames" : ""
  return [
    Evidence("0 of \(numberText(canvas.area)) pixels are visible\(place): the sticker is empty", at: .canvas)
  ]
}
