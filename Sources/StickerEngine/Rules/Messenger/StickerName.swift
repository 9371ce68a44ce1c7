extension Rule {
  /// Reports names and keywords that the messenger does not accept.
  static let stickerName = Rule(
    id: RuleID.stickerName,
    severity: .error,
    summary: "A sticker's name and keywords are within the messenger's limits.",
    reason: """
      In some messengers, people type the name of a sticker, so its length is limited. When stickerlint builds
      the pack, it replaces characters that are not allowed and keeps names unique. It cannot replace a name
      that is too short or too long. Messages does not show names.
      """,
    advice: """
      Rename the file, or give the sticker a `name:` in stickerpack.yml. If it has too many keywords, \
      or if they are too long in total, list fewer there.
      """,
    options: RuleOption.stickerNameAndKeywordOptions,
    examples: [
      .passes("any name", .disc(300, 300)),
      .passes("a name within the limits", .disc(300, 300)).withOptions([
        .minStickerNameLength: .whole(2), .maxStickerNameLength: .whole(30),
      ]),
      .fires(
        "a name of one letter", .disc(300, 300).renamed("a.png"),
        message: "the name “a” has 1 character (must have 2 to 30 characters)"
      )
      .withOptions([.minStickerNameLength: .whole(2), .maxStickerNameLength: .whole(30)]),
      .fires(
        "a name without allowed characters", .disc(300, 300).renamed("日.png"),
        message: "the name “日” has no ASCII letter, digit or _ (must have at least 2 of these)"
      ).withOptions([.minStickerNameLength: .whole(2), .stickerNameCharacters: .word("word")]),
      .passes("letters of another script, if they are accepted", .disc(300, 300).renamed("日本-猫.png"))
        .withOptions([.minStickerNameLength: .whole(2), .stickerNameCharacters: .word("lower")]),
      .fires(
        "an emoji, if only letters are accepted", .disc(300, 300).renamed("🐈.png"),
        message: "the name “🐈” has no letter, digit, _ or - (must have at least 1 of these)"
      ).withOptions([.minStickerNameLength: .whole(1), .stickerNameCharacters: .word("lower")]),
      .fires(
        "too many keywords", .disc(300, 300), message: "the sticker has 2 keywords (limit: 1)"
      ).withPackDeclaration(.packFileWithKeywords(["sticker.png": ["hello", "wave"]])).withOptions([
        .maxKeywords: .whole(1)
      ]),
      .fires(
        "keywords that are too long in total", .disc(300, 300),
        message: "the keywords have 9 characters in total (limit: 8)"
      ).withPackDeclaration(.packFileWithKeywords(["sticker.png": ["hello", "wave"]])).withOptions([
        .maxTotalKeywordCharacters: .whole(8)
      ]),
      .fires(
        "keywords that are too long with separators", .disc(300, 300),
        message: "the keywords have 11 characters in total, with separators (limit: 10)"
      ).withPackDeclaration(.packFileWithKeywords(["sticker.png": ["hello", "wave"]])).withOptions([
        .maxJoinedKeywordsLength: .whole(10)
      ]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  let limits = options.messengerLimits
  let (least, most) = (limits.minStickerNameLength, limits.maxStickerNameLength)
  let declared = Dictionary((pack.packDeclaration?.stickers ?? []).map { ($0.imagePath, $0) }) { first, _ in
    first
  }
  let characters = limits.stickerNameCharacters
  return pack.assetsRuleAppliesTo.flatMap { sticker -> [PackEvidence] in
    let said = declared[sticker.path]
    let name =
      said?.metadata.name
      ?? String(decoding: sticker.path.unscaledPathAndScale.unscaled.stem.bytes, as: UTF8.self)
    let written = characters.sanitizedName(name)
    var found: [PackEvidence] = []
    let range =
      most.map { "\(least) to \(numberText($0)) characters" } ?? "at least \(countText(least, "character"))"
    if characters != .any, written.isEmpty, least > 0 {
      let message = "the name “\(UntrustedText(name).displayText)” has no \(characters.allowedCharactersText)"
      let needed = most.map { "\(least) to \(numberText($0))" } ?? "at least \(least)"
      found.append(PackEvidence("\(message) (must have \(needed) of these)", on: sticker.path))
    } else if written.count < least || written.count > most ?? .max {
      found.append(
        PackEvidence(
          """
          the name “\(UntrustedText(written).displayText)” has \(countText(written.count, "character")) \
          (must have \(range))
          """,
          MeasuredValueAndLimit(
            written.count, limit: written.count < least ? least : most, unit: .characters),
          on: sticker.path))
    }
    return found + keywordEvidence(said?.metadata.keywords ?? [], sticker.path, limits)
  }
}

private func keywordEvidence(_ keywords: [String], _ path: Path, _ limits: MessengerLimits) -> [PackEvidence]
{
  var found: [PackEvidence] = []
  if let most = limits.maxKeywords, keywords.count > most {
    found.append(
      PackEvidence(
        "the sticker has \(numberText(keywords.count)) keywords (limit: \(numberText(most)))",
        MeasuredValueAndLimit(keywords.count, limit: most, unit: .unitless), on: path))
  }
  let characters = keywords.reduce(0) { $0 + $1.unicodeScalars.count }
  if let most = limits.maxTotalKeywordCharacters, characters > most {
    found.append(
      PackEvidence(
        "the keywords have \(numberText(characters)) characters in total (limit: \(numberText(most)))",
        MeasuredValueAndLimit(characters, limit: most, unit: .characters), on: path))
  }
  let length = keywords.joined(separator: ", ").unicodeScalars.count
  if let most = limits.maxJoinedKeywordsLength, length > most {
    found.append(
      PackEvidence(
        """
        the keywords have \(numberText(length)) characters in total, with separators \
        (limit: \(numberText(most)))
        """,
        MeasuredValueAndLimit(length, limit: most, unit: .characters), on: path))
  }
  return found
}
