extension Rule {
  /// Every sticker has an emoji, where the messenger asks for one.
  static let stickerEmoji = Rule(
    id: RuleID.stickerEmoji,
    severity: .error,
    summary: "Every sticker has as many emoji as the messenger asks for.",
    reason: """
      Many messengers suggest a sticker when its emoji is typed, and take none without one. Messages asks for
      no emoji.
      """,
    advice: "Say in stickerpack.yml what each sticker stands for: emoji: [\"👋\"].",
    parameters: Parameter.emoji,
    examples: [
      .passes("nothing is asked for", .disc(300, 300)),
      .passes("one emoji", .disc(300, 300)).declared(.emoji(["sticker.png": ["👋"]]))
        .under([.minEmoji: .whole(1)]),
      .fires("none", .disc(300, 300), message: "no emoji; it takes at least 1")
        .declared(.emoji(["sticker.png": []])).under([.minEmoji: .whole(1)]),
      .fires("a plain folder has none", .disc(300, 300), message: "no emoji; it takes at least 1")
        .under([.minEmoji: .whole(1)]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  let least = settings.limits.minEmoji
  guard least > 0 else { return [] }
  let emojiCounts = Dictionary(
    (pack.declaration?.stickers ?? []).map { ($0.path, $0.metadata.emoji.count) }, uniquingKeysWith: max)
  return pack.stickers.compactMap { sticker in
    let count = emojiCounts[sticker.path] ?? 0
    guard count < least else { return nil }
    return PackEvidence(
      "\(count == 0 ? "no" : numberText(count)) emoji; it takes at least \(least)",
      MeasuredValue(count, limit: least, unit: .number), on: sticker.path)
  }
}
