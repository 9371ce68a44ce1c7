extension Rule {
  /// Reports stickers with the same description.
  static let duplicateDescription = Rule(
    id: "duplicate-description",
    severity: .warning,
    summary: "No two stickers in a pack share a description.",
    reason: """
      People who use VoiceOver know the stickers in a pack only by their descriptions. They cannot distinguish
      two stickers with the same description.
      """,
    advice: "Describe what makes each sticker different.",
    references: [.appleDescriptions],
    examples: [
      .passes("two descriptions", .disc(408, 408).renamed("moon.png"), .disc(408, 408).renamed("sun.png"))
        .withPackDeclaration(
          .catalogWithIconAndLabels(["moon.png": "A sleeping moon", "sun.png": "A smiling sun"])),
      .passes(
        "the same word in two languages", .disc(408, 408).renamed("a.png"), .disc(408, 408).renamed("b.png")
      )
      .withPackDeclaration(
        .packFileWithDescriptions(["a.png": ["en": "Rose"], "b.png": ["en": "Tulip", "fr": "Rose"]])),
      .fires(
        "a copied description", .disc(408, 408).renamed("moon.png"), .disc(408, 408).renamed("sun.png"),
        message: "same description as moon.png: “A smiling sun”"
      ).withPackDeclaration(
        .catalogWithIconAndLabels(["moon.png": "A smiling sun", "sun.png": "a smiling sun "])),
    ],
    check: .pack(evaluate))
}

private struct NormalizedDescription: Hashable {
  let language: String
  let lowercaseSingleSpacedText: String
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  var first: [NormalizedDescription: DeclaredSticker] = [:]
  return (pack.packDeclaration?.stickers ?? []).flatMap { sticker in
    sticker.metadata.descriptions.sorted { $0.key < $1.key }.compactMap { language, text -> PackEvidence? in
      let normalized = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !normalized.isEmpty else { return nil }
      let key = NormalizedDescription(language: language, lowercaseSingleSpacedText: normalized)
      guard let earlier = first[key] else {
        first[key] = sticker
        return nil
      }
      let shownText = first[key].flatMap { $0.metadata.descriptions[language] } ?? text
      return PackEvidence(
        "same description\(inLanguageSuffix(code: language)) as \(distinguishingPathText(earlier.imagePath, from: sticker.imagePath)): "
          + "“\(UntrustedText(shownText).displayText)”", on: sticker.imagePath)
    }
  }
}
