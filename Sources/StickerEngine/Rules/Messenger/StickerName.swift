extension Rule {
  /// A sticker's name is one that the messenger takes.
  static let stickerName = Rule(
    id: RuleID.stickerName,
    severity: .error,
    summary: "A sticker's name and the words it is found by have lengths that the messenger takes.",
    reason: """
      Where people type a sticker's name, messengers bound its length. Characters that a name may not have are
      replaced when the pack is made, and two names that become one are told apart; what is too short or too
      long is for a person to say. Messages shows no names.
      """,
    advice: """
      Rename the file, or give the sticker a `name:` in stickerpack.yml. If its keywords are too many \
      or too long, list fewer of them there.
      """,
    parameters: Parameter.naming,
    examples: [
      .passes("any name", .disc(300, 300)),
      .passes("long enough", .disc(300, 300)).under([.minNameLength: .whole(2), .maxNameLength: .whole(30)]),
      .fires("one letter", .disc(300, 300).named("a.png"), message: "“a” has 1 character; a name has 2 to 30")
        .under([.minNameLength: .whole(2), .maxNameLength: .whole(30)]),
      .fires(
        "nothing that a name may have", .disc(300, 300).named("日.png"),
        message: "“日” has no ASCII letter, digit or _; a name has at least 2 characters"
      ).under([.minNameLength: .whole(2), .nameCharacters: .word("word")]),
      .passes("letters of another script, where they are taken", .disc(300, 300).named("日本-猫.png"))
        .under([.minNameLength: .whole(2), .nameCharacters: .word("lower")]),
      .fires(
        "an emoji, where letters are taken", .disc(300, 300).named("🐈.png"),
        message: "“🐈” has no letter, digit, _ or -; a name has at least 1 character"
      ).under([.minNameLength: .whole(1), .nameCharacters: .word("lower")]),
      .fires(
        "too many words", .disc(300, 300), message: "the sticker has 2 keywords (limit: 1)"
      ).declared(.keywords(["sticker.png": ["hello", "wave"]])).under([.maxKeywords: .whole(1)]),
      .fires(
        "words that are too long together", .disc(300, 300),
        message: "all keywords together have 9 characters (limit: 8)"
      ).declared(.keywords(["sticker.png": ["hello", "wave"]])).under([.maxKeywordCharacters: .whole(8)]),
      .fires(
        "words without end", .disc(300, 300), message: "its keywords have 11 characters; at most 10"
      ).declared(.keywords(["sticker.png": ["hello", "wave"]])).under([.maxTagsLength: .whole(10)]),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  let limits = settings.limits
  let (least, most) = (limits.minNameLength, limits.maxNameLength)
  let declared = Dictionary((pack.declaration?.stickers ?? []).map { ($0.path, $0) }) { first, _ in first }
  let characters = limits.nameCharacters
  return pack.stickers.flatMap { sticker -> [PackEvidence] in
    let said = declared[sticker.path]
    let name =
      said?.metadata.name ?? String(decoding: sticker.path.splitScale.unscaled.stem.bytes, as: UTF8.self)
    let written = characters.adapted(name)
    var found: [PackEvidence] = []
    let range =
      most.map { "\(least) to \(numberText($0))" } ?? "at least \(countText(least, "character"))"
    if characters != .any, written.isEmpty, least > 0 {
      let message = "“\(Untrusted(name).displayText)” has no \(characters.words)"
      found.append(PackEvidence("\(message); a name has \(range)", on: sticker.path))
    } else if written.count < least || written.count > most ?? .max {
      found.append(
        PackEvidence(
          "“\(Untrusted(written).displayText)” has \(countText(written.count, "character")); a name has \(range)",
          MeasuredValue(written.count, limit: written.count < least ? least : most, unit: .characters),
          on: sticker.path))
    }
    return found + keywords(said?.metadata.keywords ?? [], sticker.path, limits)
  }
}

private func keywords(_ keywords: [String], _ path: Path, _ limits: MessengerLimits) -> [PackEvidence] {
  var found: [PackEvidence] = []
  if let most = limits.maxKeywords, keywords.count > most {
    found.append(
      PackEvidence(
        "the sticker has \(numberText(keywords.count)) keywords (limit: \(numberText(most)))",
        MeasuredValue(keywords.count, limit: most, unit: .number), on: path))
  }
  let characters = keywords.reduce(0) { $0 + $1.unicodeScalars.count }
  if let most = limits.maxKeywordCharacters, characters > most {
    found.append(
      PackEvidence(
        "all keywords together have \(numberText(characters)) characters (limit: \(numberText(most)))",
        MeasuredValue(characters, limit: most, unit: .characters), on: path))
  }
  let length = keywords.joined(separator: ", ").unicodeScalars.count
  if let most = limits.maxTagsLength, length > most {
    found.append(
      PackEvidence(
        "its keywords have \(numberText(length)) characters; at most \(numberText(most))",
        MeasuredValue(length, limit: most, unit: .characters), on: path))
  }
  return found
}
