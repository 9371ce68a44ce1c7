extension Rule {
  /// Reports stickers without a description in one of the pack's languages.
  static let missingLocalization = Rule(
    id: RuleID.missingLocalization,
    severity: .warning,
    summary: "Every sticker has a description in each language of its pack.",
    reason: """
      If a description is missing in a user's language, VoiceOver reads a description in another language with
      the wrong pronunciation, or it reads the file name.
      """,
    advice: "Add the description in the missing language.",
    references: [.appleDescriptions, .appleHumanInterfaceGuidelines],
    examples: [
      .passes("both languages", .disc(408, 408))
        .withPackDeclaration(
          .packFileWithDescriptions(["sticker.png": ["en": "A coral disc", "fr": "Un disque corail"]])),
      .fires(
        "a missing translation", .disc(408, 408).renamed("moon.png"), .disc(408, 408).renamed("sun.png"),
        message: "described in en but not in fr"
      ).withPackDeclaration(
        .packFileWithDescriptions([
          "moon.png": ["en": "The moon"], "sun.png": ["en": "The sun", "fr": "Le soleil"],
        ])),
      .fires(
        "a translation into another language", .disc(408, 408).renamed("moon.png"),
        .disc(408, 408).renamed("sun.png"),
        message: "described in de and en but not in fr (de is not a language of the pack)"
      ).withPackDeclaration(
        .packFileWithDescriptions(
          [
            "moon.png": ["en": "The moon", "fr": "La lune"], "sun.png": ["de": "Die Sonne", "en": "The sun"],
          ], languages: ["en", "fr"])),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  guard let listing = pack.packDeclaration else { return [] }
  // The languages that the pack lists, or all languages of its stickers if it lists none.
  let declared = Set(listing.metadata.languages)
  let wanted =
    declared.isEmpty
    ? Set(listing.stickers.flatMap(\.metadata.descriptions.keys)).subtracting([
      PackSticker.undeterminedLanguage
    ])
    : declared
  return listing.stickers.compactMap { sticker in
    let present = Set(sticker.metadata.descriptions.keys)
    let missing = wanted.subtracting(present)
    // `missing-description` reports stickers without any description.
    guard !present.isEmpty, !missing.isEmpty else { return nil }
    let other = present.subtracting(wanted).subtracting([PackSticker.undeterminedLanguage])
    let verb = other.count == 1 ? "is not a language" : "are not languages"
    let undeclared = other.isEmpty ? "" : " (\(languageCodeListText(other)) \(verb) of the pack)"
    return PackEvidence(
      "described \(inLanguageCodesText(present)) but not in \(languageCodeListText(missing))\(undeclared)",
      on: sticker.imagePath)
  }
}

private func inLanguageCodesText(_ languages: Set<String>) -> String {
  let known = languages.subtracting([PackSticker.undeterminedLanguage])
  return known.isEmpty ? "without a language" : "in \(languageCodeListText(known))"
}

private func languageCodeListText(_ languages: Set<String>) -> String {
  listText(languages.sorted().map { UntrustedText($0).displayText })
}
