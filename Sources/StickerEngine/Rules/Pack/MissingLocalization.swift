extension Rule {
  /// Descriptions are complete in every language of the pack.
  static let missingLocalization = Rule(
    id: RuleID.missingLocalization,
    severity: .warning,
    summary: "Every sticker is described in each language of its pack.",
    reason: """
      Where a description is missing in somebody's language, VoiceOver reads another one, with the wrong
      sounds, or the file's name.
      """,
    advice: "Add the description in the language that is missing.",
    references: [.appleDescriptions, .appleGuidelines],
    examples: [
      .passes("both languages", .disc(408, 408))
        .declared(.description(["sticker.png": ["en": "A coral disc", "fr": "Un disque corail"]])),
      .fires(
        "one translation was forgotten", .disc(408, 408).named("moon.png"), .disc(408, 408).named("sun.png"),
        message: "described in en, but not in fr"
      ).declared(
        .description(["moon.png": ["en": "The moon"], "sun.png": ["en": "The sun", "fr": "Le soleil"]])),
      .fires(
        "a translation that nobody asked for", .disc(408, 408).named("moon.png"),
        .disc(408, 408).named("sun.png"),
        message: "described in de and en, but not in fr; de is not asked for"
      ).declared(
        .description(
          [
            "moon.png": ["en": "The moon", "fr": "La lune"], "sun.png": ["de": "Die Sonne", "en": "The sun"],
          ], languages: ["en", "fr"])),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  guard let declaration = pack.declaration else { return [] }
  // What the pack says counts; where it says nothing, a language that one sticker has is everybody's.
  let declared = Set(declaration.metadata.languages)
  let wanted =
    declared.isEmpty
    ? Set(declaration.stickers.flatMap(\.metadata.descriptions.keys)).subtracting([
      Sticker.undeterminedLanguage
    ])
    : declared
  return declaration.stickers.compactMap { sticker in
    let present = Set(sticker.metadata.descriptions.keys)
    let missing = wanted.subtracting(present)
    // Without any description, `missing-description` speaks.
    guard !present.isEmpty, !missing.isEmpty else { return nil }
    let other = present.subtracting(wanted).subtracting([Sticker.undeterminedLanguage])
    let undeclared = other.isEmpty ? "" : "; \(names(other)) \(other.count == 1 ? "is" : "are") not asked for"
    return PackEvidence(
      "described \(has(present)), but not in \(names(missing))\(undeclared)", on: sticker.path)
  }
}

private func has(_ languages: Set<String>) -> String {
  let known = languages.subtracting([Sticker.undeterminedLanguage])
  return known.isEmpty ? "in a text that names no language" : "in \(names(known))"
}

private func names(_ languages: Set<String>) -> String {
  listText(languages.sorted().map { Untrusted($0).displayText })
}
