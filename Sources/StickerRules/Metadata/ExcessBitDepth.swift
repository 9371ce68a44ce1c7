import StickerImage
public import StickerModel

extension Rule {
  /// No more bits than a screen shows.
  public static let excessBitDepth = Rule(
    id: "excess-bit-depth",
    severity: .hint,
    summary: "A channel has 8 bits.",
    reason: """
      Messages and the screens that it runs on show 8 bits a channel. A PNG of 16 is twice as large or more
      before it is compressed, and what the second half holds is mostly noise, which does not compress.
      """,
    advice: "Export with 8 bits a channel: nobody can see the difference.",
    references: [.appleGuidelines],
    roles: .everyAsset,
    examples: [
      .passes("8 bits a channel", .disc(300, 300)),
      .fires("16 bits a channel", .deepDisc(), message: "16 bits a channel; 8 are as many as are shown"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container, container.format != .jpeg, container.bitDepth > 8 else { return [] }
  return [
    Evidence(
      "\(container.bitDepth) bits a channel; 8 are as many as are shown",
      Figure(container.bitDepth, limit: 8, unit: .bits),
      at: .container(FilePlace(unit: "IHDR", offset: 8)))
  ]
}
