package import StickerModel

extension Rule {
  /// VoiceOver has something to read.
  package static let missingDescription = Rule(
    id: "missing-description",
    severity: .warning,
    summary: "Every sticker has an accessibility description.",
    reason: """
      People who cannot see a sticker hear its description, which VoiceOver reads aloud. Without one they hear
      the key by which it was looked for: “moon.png.accessibilityLabel”.
      """,
    advice: "Describe what the sticker shows in a few words, in the catalog or in stickerpack.yml.",
    references: [.appleDescriptions, .heardKey, .appleGuidelines],
    examples: [
      .passes("described", .disc(408, 408).named("sun.png"))
        .declared(.catalog(["sun.png": "A smiling sun"])),
      .passes("a plain folder has no place for descriptions", .disc(408, 408)),
      .fires(
        "one was forgotten", .disc(408, 408).named("moon.png"), .disc(408, 408).named("sun.png"),
        message: "no accessibility description: VoiceOver reads “moon.png.accessibilityLabel”"
      ).declared(.catalog(["moon.png": nil, "sun.png": "A smiling sun"])),
    ],
    check: .pack(judge))
}

private func judge(_ pack: PackSummary, _ settings: Settings) -> [PackEvidence] {
  (pack.declaration?.stickers ?? []).filter(\.descriptions.isEmpty).map { sticker in
    PackEvidence(
      "no accessibility description: VoiceOver reads “\(sticker.path.name.shown).accessibilityLabel”",
      on: sticker.path)
  }
}
