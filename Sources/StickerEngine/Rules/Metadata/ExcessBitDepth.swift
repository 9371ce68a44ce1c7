import StickerImage

extension Rule {
  /// No more bits than a screen shows.
  static let excessBitDepth = Rule(
    id: "excess-bit-depth",
    severity: .hint,
    summary: "Colors and opacity are stored with 8 bits a channel, not 16.",
    reason: """
      Red, green, blue and opacity are a picture's channels, and 8 bits are 256 steps of each: as many as
      Messages shows. With 16 bits the file has to store twice as much, and the second half of it is mostly
      noise, which cannot be compressed well.
      """,
    advice: "Export with 8 bits a channel: on a sticker nobody sees the difference.",
    fixes: [.reduceDepth],
    references: [.appleGuidelines],
    roles: .everyAsset,
    subject: .storage,
    examples: [
      .passes("8 bits a channel", .disc(300, 300)),
      .fires("16 bits a channel", .deepDisc(), message: "16 bits a channel; 8 are as many as Messages shows"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container, container.format != .jpeg, container.bitDepth > 8 else { return [] }
  return [
    Evidence(
      "\(container.bitDepth) bits a channel; 8 are as many as Messages shows",
      MeasuredValue(container.bitDepth, limit: 8, unit: .bits),
      at: .container(ByteLocation(unit: "IHDR", offset: 8)), fix: Fix(.reduceDepth))
  ]
}
