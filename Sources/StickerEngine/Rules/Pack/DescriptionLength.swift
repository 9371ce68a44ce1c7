extension Rule {
  /// A description has a length that is taken.
  static let descriptionLength = Rule(
    id: "description-length",
    severity: .error,
    summary: "A description has 1 to 150 characters.",
    reason: """
      VoiceOver reads a sticker's description to people who cannot see it. Apple allows at most 150
      characters; a text that breaks Apple's own limit, or that says nothing at all, is an error. Characters
      are counted as Unicode counts them, so that some emoji count several times.
      """,
    advice: "Say in a few words what the sticker shows, as you would on the phone.",
    parameters: [minLength, .maxDescriptionCharacters, maxAnimatedLength], references: [.appleDescriptions],
    examples: [
      .passes("a few words", .disc(408, 408)).declared(.catalog(["sticker.png": "A coral disc"])),
      .passes("exactly 150", .disc(408, 408))
        .declared(.catalog(["sticker.png": String(repeating: "ab ", count: 50)])),
      .fires(
        "a whole story", .disc(408, 408),
        message: "the description has 153 characters; at most 150"
      ).declared(.catalog(["sticker.png": String(repeating: "ab ", count: 51)])),
      .passes("as long, of an animation that may have more", .bouncing())
        .declared(.catalog(["sticker.png": String(repeating: "ab ", count: 51)]))
        .under([maxAnimatedLength: .whole(255)]),
      .fires(
        "nothing but blanks", .disc(408, 408),
        message: "the description is empty; it takes 1 to 150 characters"
      ).declared(.catalog(["sticker.png": "  "])),
      .fires(
        "one language only", .disc(408, 408),
        message: "the description in fr is empty; it takes 1 to 150 characters"
      ).declared(.description(["sticker.png": ["en": "A coral disc", "fr": ""]])),
    ],
    check: .pack(evaluate))
}

extension Parameter {
  package static let maxDescriptionCharacters = Parameter(
    "max-length", 150, .characters, in: 1...10_000, source: .appleDescriptions,
    "how many characters a description may have")
}

private let minLength = Parameter(
  "min-length", 1, .characters, in: 1...100, source: .appleDescriptions,
  "how many characters a description has at least")

private let maxAnimatedLength = Parameter(
  "max-animated-length", 0, .characters, in: 0...10_000, source: .messengers,
  "the same for an animation; 0: as max-length")

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  let (least, ofStills, ofAnimations) = (
    settings[minLength], settings[.maxDescriptionCharacters], settings[maxAnimatedLength]
  )
  let moving = Set(pack.stickers.lazy.filter { $0.facts.frameCount > 1 }.map(\.path))
  return (pack.declaration?.stickers ?? []).flatMap { sticker in
    let limit = ofAnimations > 0 && moving.contains(sticker.path) ? ofAnimations : ofStills
    return sticker.metadata.descriptions.sorted { $0.key < $1.key }.compactMap {
      language, text -> PackEvidence? in
      let which = "the description\(inLanguage(language))"
      let length = text.unicodeScalars.count
      if text.allSatisfy(\.isWhitespace) {
        return PackEvidence(
          "\(which) is empty; it takes \(least) to \(numberText(limit)) characters",
          MeasuredValue(0, limit: limit, unit: .characters), on: sticker.path)
      }
      guard length <= limit else { return tooLong(which, length, limit, sticker.path) }
      guard length < least else { return nil }
      return PackEvidence(
        "\(which) has \(countText(length, "character")); at least \(least)",
        MeasuredValue(length, limit: least, unit: .characters), on: sticker.path)
    }
  }
}

private func tooLong(_ which: String, _ length: Int, _ limit: Int, _ sticker: Path) -> PackEvidence {
  PackEvidence(
    "\(which) has \(numberText(length)) characters; at most \(numberText(limit))",
    MeasuredValue(length, limit: limit, unit: .characters), on: sticker)
}
