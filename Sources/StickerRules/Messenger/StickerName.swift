package import StickerModel

extension Rule {
  /// A sticker's name is one that the messenger takes.
  package static let stickerName = Rule(
    id: RuleID.stickerName,
    severity: .error,
    summary: "A sticker's name and the words it is found by have lengths that the messenger takes.",
    reason: """
      Where people type a sticker's name, messengers bound its length. Characters that a name may not have are
      replaced when the pack is made, and two names that become one are told apart; what is too short or too
      long is for a person to say. Messages shows no names.
      """,
    advice: """
      Rename the file, or give the sticker a `name:` in stickerpack.yml. If its keywords are too long, list \
      fewer of them there.
      """,
    parameters: Parameter.naming,
    examples: [
      .passes("any name", .disc(300, 300)),
      .passes("long enough", .disc(300, 300)).under([.leastName: .whole(2), .mostName: .whole(30)]),
      .fires("one letter", .disc(300, 300).named("a.png"), message: "“a” has 1 character; a name has 2 to 30")
        .under([.leastName: .whole(2), .mostName: .whole(30)]),
      .fires(
        "nothing that a name may have", .disc(300, 300).named("日.png"),
        message: "of “日” nothing is left in letters of ASCII, digits and _; a name has at least 2 characters"
      ).under([.leastName: .whole(2), .nameCharacters: .word("word")]),
      .fires(
        "words without end", .disc(300, 300), message: "its keywords have 11 characters; at most 10"
      ).declared(.keywords(["sticker.png": ["hello", "wave"]])).under([.mostTags: .whole(10)]),
    ],
    check: .pack(judge))
}

private func judge(_ pack: PackSummary, _ settings: Settings) -> [PackEvidence] {
  let (least, most, tags) = (settings[.leastName], settings[.mostName], settings[.mostTags])
  let declared = Dictionary((pack.declaration?.stickers ?? []).map { ($0.path, $0) }) { first, _ in first }
  let isPlain = settings.choice(.nameCharacters) != "any"
  return pack.stickers.flatMap { sticker -> [PackEvidence] in
    let said = declared[sticker.path]
    let name = said?.name ?? String(decoding: sticker.path.splitScale.unscaled.stem.bytes, as: UTF8.self)
    let written = isPlain ? plainName(name) : name
    var found: [PackEvidence] = []
    let range = most > 0 ? "\(least) to \(grouped(most))" : "at least \(counted(least, "character"))"
    if isPlain, written.isEmpty, least > 0 {
      let message = "of “\(Untrusted(name).shown)” nothing is left in letters of ASCII, digits and _"
      found.append(PackEvidence("\(message); a name has \(range)", on: sticker.path))
    } else if written.count < least || most > 0 && written.count > most {
      found.append(
        PackEvidence(
          "“\(Untrusted(written).shown)” has \(counted(written.count, "character")); a name has \(range)",
          Figure(written.count, limit: written.count < least ? least : most, unit: .characters),
          on: sticker.path))
    }
    let length = (said?.keywords ?? []).joined(separator: ", ").unicodeScalars.count
    if tags > 0, length > tags {
      found.append(
        PackEvidence(
          "its keywords have \(grouped(length)) characters; at most \(grouped(tags))",
          Figure(length, limit: tags, unit: .characters), on: sticker.path))
    }
    return found
  }
}
