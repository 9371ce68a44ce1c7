import StickerImage

extension Rule {
  /// Reports images with more bits per channel than Messages shows.
  static let excessBitDepth = Rule(
    id: "excess-bit-depth",
    severity: .hint,
    summary: "Colors and opacity have 8 bits per channel, not 16.",
    reason: """
      The channels of an image are red, green, blue and opacity. 8 bits store 256 levels of each, which is
      what Messages shows. With 16 bits, the file stores twice as much data, and the second half is mostly
      noise that does not compress well.
      """,
    advice: "Export with 8 bits per channel. The difference is not visible on a sticker.",
    fixes: [.reduceBitDepth],
    references: [.appleHumanInterfaceGuidelines],
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("8 bits per channel", .disc(300, 300)),
      .fires(
        "16 bits per channel", .sixteenBitDisc(), message: "16 bits per channel (Messages shows only 8)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let container = asset.container, container.format != .jpeg, container.bitDepth > 8 else { return [] }
  return [
    Evidence(
      "\(container.bitDepth) bits per channel (Messages shows only 8)",
      MeasuredValueAndLimit(container.bitDepth, limit: 8, unit: .bits),
      at: .container(ByteLocation(partName: "IHDR", partOffset: 8)), fix: Fix(.reduceBitDepth))
  ]
}
