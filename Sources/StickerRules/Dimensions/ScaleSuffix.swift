import StickerImage
public import StickerModel

extension Rule {
  /// A sticker is the @3x art.
  public static let scaleSuffix = Rule(
    id: "scale-suffix",
    severity: .warning,
    summary: "No sticker is named as a smaller size of itself.",
    reason: """
      A sticker is always the @3x art: the system makes @2x and @1x of it. A file whose name ends in @1x or
      @2x is mostly one of three sizes that a drawing program exported, and as a sticker it looks soft.
      """,
    advice: "Give only the @3x export; take the @1x and @2x files out of the folder.",
    references: [.appleStickerSizes],
    roles: .sent, includesSmallerSizes: true,
    examples: [
      .passes("the @3x art", .disc(408, 408).named("moon@3x.png")),
      .passes("no suffix at all", .disc(408, 408).named("moon.png")),
      .fires(
        "half of an export", .disc(408, 408).named("moon@2x.png"),
        message: "the name ends in @2x, but a sticker is always the @3x art"),
      .fires(
        "all sizes of an export", .disc(272, 272).named("moon@2x.png"), .disc(408, 408).named("moon@3x.png"),
        message: "the name ends in @2x, but a sticker is always the @3x art: moon@3x.png is the one to keep"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let scale = asset.path.splitScale.scale, scale < 3 else { return [] }
  let keep = asset.surroundings.original.map { ": \($0.name.shown) is the one to keep" } ?? ""
  return [Evidence("the name ends in @\(scale)x, but a sticker is always the @3x art\(keep)")]
}
