import StickerImage

extension Rule {
  /// Reports formats without smooth transparent edges.
  static let discouragedFormat = Rule(
    id: "discouraged-format",
    severity: .warning,
    summary: "Stills are PNGs, and animations are APNGs.",
    reason: """
      Apple recommends PNG and APNG. They have 256 levels of transparency and are lossless. In a GIF, each
      pixel is either transparent or opaque, so edges are jagged. A GIF also has at most 256 colors. A JPEG
      has no transparency, so it always has a solid background, and it blurs every edge.
      """,
    advice: """
      Export stills as PNG and animations as APNG, from the original. Converting the file does not restore
      what was lost.
      """,
    fixes: [.convertToPNGOrAPNG],
    roles: .stickerAndFrameRoles,
    checkedAspect: .storage,
    examples: [
      .passes("a PNG", .disc(300, 300)),
      .passes("an APNG", .bouncingBall()),
      .fires(
        "a GIF", .singleFrameGIF(), message: "GIF has at most 256 colors and jagged edges; use PNG or APNG"),
      .fires(
        "a JPEG", .jpeg(300, 300), message: "JPEG has no transparency and blurs edges; use PNG"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  switch asset.container?.format {
  case .gif:
    [Evidence("GIF has at most 256 colors and jagged edges; use PNG or APNG", fix: Fix(.convertToPNGOrAPNG))]
  case .jpeg: [Evidence("JPEG has no transparency and blurs edges; use PNG", fix: Fix(.convertToPNGOrAPNG))]
  case .png, .apng, nil: []
  case .webp, .webm: []  // `unsupported-format` reports it
  }
}
