extension Rule {
  /// Reports missing and overlong texts of a pack.
  static let packTexts = Rule(
    id: RuleID.packTexts,
    severity: .error,
    summary: "A pack has the texts that the messenger requires, and none of them is too long.",
    reason: """
      Messengers show the name of a pack and its author or publisher, and reject packs without them. Some also
      show a description and a copyright notice. Most limit the length of each text. Messages uses the name of
      the app instead.
      """,
    advice: """
      Add missing texts to stickerpack.yml, and shorten texts that are too long. If there is no \
      stickerpack.yml, run `stickerlint init` to create one for the messenger.
      """,
    parameters: Parameter.texts,
    examples: [
      .passes("nothing required", .disc(300, 300)),
      .passes("an author, if one is required", .disc(300, 300)).declared(.credited(author: "Ada"))
        .under([.requiresAuthor: .word("yes")]),
      .passes("an author in place of a publisher", .disc(300, 300)).declared(.credited(author: "Ada"))
        .under([.requiresPublisher: .word("yes")]),
      .fires(
        "no author", .disc(300, 300),
        message: "the pack has no author; set `author` in stickerpack.yml"
      )
      .under([.requiresAuthor: .word("yes")]),
      .fires("no name", .disc(300, 300), message: "the pack has no name; set `name` in stickerpack.yml")
        .declared(.credited(author: "Ada")).under([.requiresTitle: .word("yes")]),
      .fires(
        "a long author name", .disc(300, 300), message: "the author has 5 characters (limit: 4)"
      ).declared(.credited(author: "Grace")).under([.requiresAuthor: .word("yes"), .maxTextLength: .whole(4)]
      ),
      .fires(
        "a long author name, although none is required", .disc(300, 300),
        message: "the author has 5 characters (limit: 4)"
      ).declared(.credited(author: "Grace")).under([.maxAuthorLength: .whole(4)]),
      .passes("exactly the maximum length", .disc(300, 300)).declared(.credited(author: "Grace"))
        .under([.maxAuthorLength: .whole(5)]),
      .fires(
        "three characters that count twice", .disc(300, 300),
        message: """
          the author has 6 characters (limit: 5, with Chinese, Japanese and Korean characters counted as two)
          """
      ).declared(.credited(author: "紫式部")).under([
        .maxAuthorLength: .whole(5), .wideCountsTwice: .word("yes"),
      ]),
    ],
    check: .pack(evaluate))
}

/// One text of a pack and its limits.
private struct PackText {
  /// The key in stickerpack.yml.
  let key: String
  let text: String?
  /// Whether the pack must have it.
  let isWanted: Bool
  /// The maximum number of characters.
  let maxLength: Int?
}

private func texts(of declared: PackDeclaration?, _ limits: MessengerLimits) -> [PackText] {
  let credits = declared?.metadata.credits
  return [
    PackText(
      key: "name", text: declared?.metadata.name, isWanted: limits.requiresTitle,
      maxLength: limits.maxTitleLength ?? limits.maxTextLength),
    PackText(
      key: "author", text: credits?.author, isWanted: limits.requiresAuthor,
      maxLength: limits.maxAuthorLength ?? limits.maxTextLength),
    PackText(
      key: "publisher", text: credits?.publisher ?? (limits.requiresPublisher ? credits?.author : nil),
      isWanted: limits.requiresPublisher, maxLength: limits.maxTextLength),
    PackText(
      key: "description", text: credits?.about, isWanted: false, maxLength: limits.maxDescriptionLength),
    PackText(
      key: "copyright", text: credits?.copyright, isWanted: false, maxLength: limits.maxCopyrightLength),
  ]
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  let limits = settings.limits
  return texts(of: pack.declaration, limits).compactMap { text in
    guard let written = text.text, !written.allSatisfy(\.isWhitespace) else {
      guard text.isWanted else { return nil }
      return PackEvidence("the pack has no \(text.key); set `\(text.key)` in stickerpack.yml")
    }
    let length = written.characterCount(isWideDouble: limits.wideCountsTwice)
    guard let maxLength = text.maxLength, length > maxLength else { return nil }
    let hasWide = length > written.characterCount(isWideDouble: false)
    let note = hasWide ? ", with Chinese, Japanese and Korean characters counted as two" : ""
    return PackEvidence(
      "the \(text.key) has \(numberText(length)) characters (limit: \(numberText(maxLength))\(note))",
      MeasuredValue(length, limit: maxLength, unit: .characters))
  }
}
