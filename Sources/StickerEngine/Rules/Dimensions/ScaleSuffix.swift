extension Rule {
  static let scaleSuffix = Rule(
    id: "scale-suffix",
    severity: .warning,
    summary: "No sticker has a name that ends in @1x or @2x.",
    reason: """
      Drawing programs export art in three sizes: @1x, @2x and @3x, the largest. A sticker must be the @3x
      art, and the system makes the smaller sizes from it. A file whose name ends in @1x or @2x is usually one
      of the smaller exports, and looks soft as a sticker.
      """,
    advice: "Keep only the @3x export, and remove the @1x and @2x files from the folder.",
    references: [.appleStickerSizes],
    roles: .stickerAndFrameRoles, includesVariants: true,
    checkedAspect: .storage,
    examples: [
      .passes("the @3x art", .disc(408, 408).renamed("moon@3x.png")),
      .passes("no suffix", .disc(408, 408).renamed("moon.png")),
      .fires(
        "an @2x export", .disc(408, 408).renamed("moon@2x.png"),
        message: "the name ends in @2x, but a sticker must be the @3x art"),
      .fires(
        "an @2x export next to the @3x art", .disc(272, 272).renamed("moon@2x.png"),
        .disc(408, 408).renamed("moon@3x.png"),
        message: "the name ends in @2x, but a sticker must be the @3x art (keep moon@3x.png)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let scale = asset.path.unscaledPathAndScale.scale, scale < 3 else { return [] }
  let keep = asset.context.originalAt3x.map { " (keep \($0.name.displayText))" } ?? ""
  return [Evidence("the name ends in @\(scale)x, but a sticker must be the @3x art\(keep)")]
}
