extension Rule {
  /// Descriptions tell stickers apart.
  static let duplicateDescription = Rule(
    id: "duplicate-description",
    severity: .warning,
    summary: "No two stickers of a pack share a description.",
    reason: """
      People who hear a pack instead of seeing it tell its stickers apart by their descriptions alone. Two
      that sound the same are one sticker to them.
      """,
    advice: "Say what makes each of them different.",
    references: [.appleDescriptions],
    examples: [
      .passes("two descriptions", .disc(408, 408).named("moon.png"), .disc(408, 408).named("sun.png"))
        .declared(.catalog(["moon.png": "A sleeping moon", "sun.png": "A smiling sun"])),
      .passes(
        "the same word in two languages", .disc(408, 408).named("a.png"), .disc(408, 408).named("b.png")
      )
      .declared(.description(["a.png": ["en": "Rose"], "b.png": ["en": "Tulip", "fr": "Rose"]])),
      .fires(
        "copied and forgotten", .disc(408, 408).named("moon.png"), .disc(408, 408).named("sun.png"),
        message: "the description “A smiling sun” is also that of moon.png"
      ).declared(.catalog(["moon.png": "A smiling sun", "sun.png": "a smiling sun "])),
    ],
    check: .pack(evaluate))
}

private struct Key: Hashable {
  let language: String
  let text: String
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  var first: [Key: DeclaredSticker] = [:]
  return (pack.declaration?.stickers ?? []).flatMap { sticker in
    sticker.metadata.descriptions.sorted { $0.key < $1.key }.compactMap { language, text -> PackEvidence? in
      let normalized = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !normalized.isEmpty else { return nil }
      let key = Key(language: language, text: normalized)
      guard let earlier = first[key] else {
        first[key] = sticker
        return nil
      }
      let shownText = first[key].flatMap { $0.metadata.descriptions[language] } ?? text
      return PackEvidence(
        "the description\(inLanguage(language)) “\(Untrusted(shownText).displayText)” is also that of "
          + shown(earlier.path, beside: sticker.path), on: sticker.path)
    }
  }
}
