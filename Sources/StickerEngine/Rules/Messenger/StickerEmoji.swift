extension Rule {
  /// Reports stickers without the emoji that the messenger requires.
  static let stickerEmoji = Rule(
    id: RuleID.stickerEmoji,
    severity: .error,
    summary: "Every sticker has as many emoji as the messenger requires.",
    reason: """
      Many messengers suggest a sticker when people type its emoji. They do not accept stickers without emoji.
      Messages requires no emoji.
      """,
    advice: "Set the emoji of each sticker in stickerpack.yml: `emoji: [\"👋\"]`.",
    options: RuleOption.emojiOptions,
    examples: [
      .passes("no emoji required", .disc(300, 300)),
      .passes("one emoji", .disc(300, 300)).withPackDeclaration(.packFileWithEmoji(["sticker.png": ["👋"]]))
        .withOptions([.minEmojiPerSticker: .whole(1)]),
      .fires("no emoji", .disc(300, 300), message: "no emoji (minimum: 1)")
        .withPackDeclaration(.packFileWithEmoji(["sticker.png": []])).withOptions([
          .minEmojiPerSticker: .whole(1)
        ]),
      .fires("a folder without a stickerpack.yml", .disc(300, 300), message: "no emoji (minimum: 1)")
        .withOptions([.minEmojiPerSticker: .whole(1)]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  let least = options.messengerLimits.minEmojiPerSticker
  guard least > 0 else { return [] }
  let emojiCounts = Dictionary(
    (pack.packDeclaration?.stickers ?? []).map { ($0.imagePath, $0.metadata.emoji.count) },
    uniquingKeysWith: max)
  return pack.assetsRuleAppliesTo.compactMap { sticker in
    let count = emojiCounts[sticker.path] ?? 0
    guard count < least else { return nil }
    return PackEvidence(
      "\(count == 0 ? "no" : numberText(count)) emoji (minimum: \(least))",
      MeasuredValueAndLimit(count, limit: least, unit: .unitless), on: sticker.path)
  }
}
