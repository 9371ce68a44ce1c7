extension Rule {
  /// A pack says what the messenger asks for.
  static let packTexts = Rule(
    id: RuleID.packTexts,
    severity: .error,
    summary: "A pack has the texts that the messenger asks for, and none is too long.",
    reason: """
      Messengers show beside a pack what it is called and who drew or publishes it, and refuse packs that do
      not say so. Some show a description and a copyright notice too. Most limit the length of each text.
      Messages takes the name of the app.
      """,
    advice: """
      Write what is missing into stickerpack.yml, and shorten what is too long. If there is no \
      stickerpack.yml, let `stickerlint init` write one for the messenger.
      """,
    parameters: Parameter.texts,
    examples: [
      .passes("nothing is asked for", .disc(300, 300)),
      .passes("an author where one is asked for", .disc(300, 300)).declared(.credited(author: "Ada"))
        .under([.wantsAuthor: .word("yes")]),
      .passes("the author publishes it", .disc(300, 300)).declared(.credited(author: "Ada"))
        .under([.wantsPublisher: .word("yes")]),
      .fires(
        "no description at all", .disc(300, 300),
        message: "the pack has no author: write `author` in stickerpack.yml"
      )
      .under([.wantsAuthor: .word("yes")]),
      .fires("no name", .disc(300, 300), message: "the pack has no name: write `name` in stickerpack.yml")
        .declared(.credited(author: "Ada")).under([.wantsTitle: .word("yes")]),
      .fires(
        "a long author", .disc(300, 300), message: "the author has 5 characters; at most 4"
      ).declared(.credited(author: "Grace")).under([.wantsAuthor: .word("yes"), .mostText: .whole(4)]),
      .fires(
        "an author that nobody asks for, and that is too long all the same", .disc(300, 300),
        message: "the author has 5 characters; at most 4"
      ).declared(.credited(author: "Grace")).under([.mostAuthor: .whole(4)]),
      .passes("exactly as long as it may be", .disc(300, 300)).declared(.credited(author: "Grace"))
        .under([.mostAuthor: .whole(5)]),
      .fires(
        "three characters that count twice", .disc(300, 300),
        message: "the author has 6 characters; at most 5 (a Chinese, Japanese or Korean one counts as two)"
      ).declared(.credited(author: "紫式部")).under([.mostAuthor: .whole(5), .wideCountsTwice: .word("yes")]),
    ],
    check: .pack(judge))
}

/// One text of a pack and its limits.
private struct PackText {
  /// The key in stickerpack.yml.
  let key: String
  let text: String?
  /// Whether the pack must have it.
  let isWanted: Bool
  /// The maximum number of characters, 0 for no limit.
  let most: Int
}

private func texts(of declared: PackDeclaration?, _ settings: Settings) -> [PackText] {
  let most = settings[.mostText]
  let credits = declared?.credits
  func limit(_ parameter: Parameter) -> Int { settings[parameter] > 0 ? settings[parameter] : most }
  func says(_ parameter: Parameter) -> Bool { settings.choice(parameter) == "yes" }
  return [
    PackText(
      key: "name", text: declared?.name, isWanted: says(.wantsTitle), most: limit(.mostTitle)),
    PackText(
      key: "author", text: credits?.author, isWanted: says(.wantsAuthor), most: limit(.mostAuthor)),
    PackText(
      key: "publisher", text: credits?.publisher ?? (says(.wantsPublisher) ? credits?.author : nil),
      isWanted: says(.wantsPublisher), most: most),
    PackText(key: "description", text: credits?.about, isWanted: false, most: settings[.mostAbout]),
    PackText(key: "copyright", text: credits?.copyright, isWanted: false, most: settings[.mostCopyright]),
  ]
}

private func judge(_ pack: PackSummary, _ settings: Settings) -> [PackEvidence] {
  let countsTwice = settings.choice(.wideCountsTwice) == "yes"
  return texts(of: pack.declaration, settings).compactMap { text in
    guard let written = text.text, !written.allSatisfy(\.isWhitespace) else {
      guard text.isWanted else { return nil }
      return PackEvidence("the pack has no \(text.key): write `\(text.key)` in stickerpack.yml")
    }
    let length = written.characterCount(isWideDouble: countsTwice)
    guard text.most > 0, length > text.most else { return nil }
    let hasWide = length > written.characterCount(isWideDouble: false)
    let note = hasWide ? " (a Chinese, Japanese or Korean one counts as two)" : ""
    return PackEvidence(
      "the \(text.key) has \(grouped(length)) characters; at most \(grouped(text.most))\(note)",
      Figure(length, limit: text.most, unit: .characters))
  }
}
