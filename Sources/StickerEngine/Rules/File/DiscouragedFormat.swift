import StickerImage

extension Rule {
  /// The format keeps soft transparent edges.
  static let discouragedFormat = Rule(
    id: "discouraged-format",
    severity: .warning,
    summary: "Stickers are PNG or, if they move, APNG.",
    reason: """
      Apple recommends PNG and APNG: they have 256 steps of transparency and lose nothing. In a GIF a pixel is
      either clear or solid, so that edges are jagged, and it has at most 256 colors. A JPEG cannot be
      transparent: it always has a solid background, and it blurs every edge.
      """,
    advice:
      "Export a still as PNG and an animation as APNG, from the original: what was lost stays lost.",
    fixes: [.convert],
    roles: .sent,
    subject: .storage,
    examples: [
      .passes("a PNG", .disc(300, 300)),
      .passes("an APNG", .bouncing()),
      .fires(
        "a GIF", .gif(), message: "GIF: at most 256 colors and jagged edges; PNG and APNG keep edges soft"),
      .fires(
        "a JPEG", .jpeg(300, 300), message: "JPEG: no transparency and blurred edges; PNG keeps both clean"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  switch asset.container?.format {
  case .gif:
    [Evidence("GIF: at most 256 colors and jagged edges; PNG and APNG keep edges soft", fix: Fix(.convert))]
  case .jpeg: [Evidence("JPEG: no transparency and blurred edges; PNG keeps both clean", fix: Fix(.convert))]
  case .png, .apng, nil: []
  case .webp: []  // `unsupported-format` speaks
  }
}
