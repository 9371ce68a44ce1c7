extension Rule {
  /// Reports descriptions that are empty, too short or too long.
  static let descriptionLength = Rule(
    id: "description-length",
    severity: .error,
    summary: "A description has 1 to 150 characters.",
    reason: """
      VoiceOver reads a sticker's description to people who cannot see it. Apple allows at most 150
      characters. A description that exceeds this limit, or that is empty, is an error. The rule counts
      Unicode code points, so some emoji count more than once.
      """,
    advice: "Describe in a few words what the sticker shows, as you would to someone over the phone.",
    options: [minDescriptionCharacters, .maxDescriptionCharacters, maxAnimationDescriptionCharacters],
    references: [.appleDescriptions],
    examples: [
      .passes("a few words", .disc(408, 408)).withPackDeclaration(
        .catalogWithIconAndLabels(["sticker.png": "A coral disc"])),
      .passes("exactly 150 characters", .disc(408, 408))
        .withPackDeclaration(.catalogWithIconAndLabels(["sticker.png": String(repeating: "ab ", count: 50)])),
      .fires(
        "a description that is too long", .disc(408, 408),
        message: "the description has 153 characters (limit: 150)"
      ).withPackDeclaration(.catalogWithIconAndLabels(["sticker.png": String(repeating: "ab ", count: 51)])),
      .passes("the same length, if descriptions of animations may be longer", .bouncingBall())
        .withPackDeclaration(.catalogWithIconAndLabels(["sticker.png": String(repeating: "ab ", count: 51)]))
        .withOptions([maxAnimationDescriptionCharacters: .whole(255)]),
      .fires(
        "only spaces", .disc(408, 408),
        message: "the description is empty (must have 1 to 150 characters)"
      ).withPackDeclaration(.catalogWithIconAndLabels(["sticker.png": "  "])),
      .fires(
        "an empty description in one language", .disc(408, 408),
        message: "the description in fr is empty (must have 1 to 150 characters)"
      ).withPackDeclaration(.packFileWithDescriptions(["sticker.png": ["en": "A coral disc", "fr": ""]])),
    ],
    check: .pack(evaluate))
}

extension RuleOption {
  package static let maxDescriptionCharacters = RuleOption(
    "max-length", 150, .characters, in: 1...10_000, source: .appleDescriptions,
    "maximum length of a description")
}

private let minDescriptionCharacters = RuleOption(
  "min-length", 1, .characters, in: 1...100, source: .appleDescriptions,
  "minimum length of a description")

private let maxAnimationDescriptionCharacters = RuleOption(
  "max-animated-length", 0, .characters, in: 0...10_000, source: .messengerProfiles,
  "maximum length of an animation's description; 0 means that `max-length` applies")

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  let (least, ofStills, ofAnimations) = (
    options[minDescriptionCharacters], options[.maxDescriptionCharacters],
    options[maxAnimationDescriptionCharacters]
  )
  let moving = Set(pack.assetsRuleAppliesTo.lazy.filter { $0.facts.frameCount > 1 }.map(\.path))
  return (pack.packDeclaration?.stickers ?? []).flatMap { sticker in
    let limit = ofAnimations > 0 && moving.contains(sticker.imagePath) ? ofAnimations : ofStills
    return sticker.metadata.descriptions.sorted { $0.key < $1.key }.compactMap {
      language, text -> PackEvidence? in
      let which = "the description\(inLanguageSuffix(code: language))"
      let length = text.unicodeScalars.count
      if text.allSatisfy(\.isWhitespace) {
        return PackEvidence(
          "\(which) is empty (must have \(least) to \(numberText(limit)) characters)",
          MeasuredValueAndLimit(0, limit: limit, unit: .characters), on: sticker.imagePath)
      }
      guard length <= limit else {
        return tooLongDescriptionEvidence(which, length, limit, sticker.imagePath)
      }
      guard length < least else { return nil }
      return PackEvidence(
        "\(which) has \(countText(length, "character")) (minimum: \(least))",
        MeasuredValueAndLimit(length, limit: least, unit: .characters), on: sticker.imagePath)
    }
  }
}

private func tooLongDescriptionEvidence(_ which: String, _ length: Int, _ limit: Int, _ sticker: Path)
  -> PackEvidence
{
  PackEvidence(
    "\(which) has \(numberText(length)) characters (limit: \(numberText(limit)))",
    MeasuredValueAndLimit(length, limit: limit, unit: .characters), on: sticker)
}
