import StickerImage

extension Rule {
  static let invisibleSticker = Rule(
    id: "invisible-sticker",
    severity: .error,
    summary: "A sticker has visible pixels.",
    reason: """
      A sticker without visible pixels is an empty square in the drawer and an empty message. Pixels with less
      than 2% opacity (alpha below 5 of 255) do not count, because people cannot see them.
      """,
    advice: "Turn on the art's layers, and export again.",
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: .coverage,
    examples: [
      .passes("visible art", .disc(300, 300)),
      .fires(
        "all layers turned off", .blank(300, 300),
        message: "the sticker is empty: 0 of 90,000 pixels are visible"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let coverage = asset.measurements?.coverage, coverage.maxVisiblePixels == 0, let canvas = asset.canvas
  else {
    return []
  }
  let frames = coverage.visiblePixelsByFrame.count
  let place = frames > 1 ? " in any of \(numberText(frames)) frames" : ""
  return [
    Evidence("the sticker is empty: 0 of \(numberText(canvas.area)) pixels are visible\(place)", at: .canvas)
  ]
}
