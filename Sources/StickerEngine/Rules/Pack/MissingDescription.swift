extension Rule {
  /// VoiceOver has something to read.
  static let missingDescription = Rule(
    id: RuleID.missingDescription,
    severity: .warning,
    summary: "Every sticker has an accessibility description.",
    reason: """
      People who cannot see a sticker hear its description, which VoiceOver reads aloud. Without one, it reads
      the key that the system looks the description up by, letter by letter: "moon.png.accessibilityLabel"
      says nothing to anybody.
      """,
    advice: "Describe what the sticker shows in a few words, in the catalog or in stickerpack.yml.",
    references: [.appleDescriptions, .heardKey, .appleGuidelines],
    grouping: Rule.Grouping(always: true, words: words),
    examples: [
      .passes("described", .disc(408, 408).named("sun.png"))
        .declared(.catalog(["sun.png": "A smiling sun"])),
      .passes("a plain folder has no place for descriptions", .disc(408, 408)),
      .fires(
        "one was forgotten", .disc(408, 408).named("moon.png"), .disc(408, 408).named("sun.png"),
        message: "no accessibility description: VoiceOver would read “moon.png.accessibilityLabel”"
      ).declared(.catalog(["moon.png": nil, "sun.png": "A smiling sun"])),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  (pack.declaration?.stickers ?? []).filter(\.metadata.descriptions.isEmpty).map { sticker in
    PackEvidence(
      "no accessibility description: VoiceOver would read “\(sticker.path.heardKey)”", on: sticker.path)
  }
}

private func words(_ shared: SharedFinding, _ settings: Settings) -> String {
  let first = shared.findings.first?.path.heardKey ?? ""
  return "have no accessibility description: VoiceOver would read “\(first)” and the like"
}
