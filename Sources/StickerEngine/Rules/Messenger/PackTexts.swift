extension Rule {
  /// Reports a pack's text fields that are missing or too long.
  static let packTexts = Rule(
    id: RuleID.packTexts,
    severity: .error,
    summary: "A pack has all the text that the messenger requires, and no text is too long.",
    reason: """
      Messengers show a pack's name and its author or publisher, and reject packs without them. Some also
      show a description and a copyright notice. Most limit the length of each. Messages uses the app's name
      instead.
      """,
    advice: """
      Add missing text to stickerpack.yml, and shorten text that is too long.
      """,
    options: RuleOption.packTextOptions,
    examples: [
      .passes("nothing required", .disc(300, 300)),
      .passes("an author, if one is required", .disc(300, 300)).withPackDeclaration(.packFile(author: "Ada"))
        .withOptions([.requiresAuthor: .word("yes")]),
      .passes("an author in place of a publisher", .disc(300, 300)).withPackDeclaration(
        .packFile(author: "Ada")
      )
      .withOptions([.requiresPublisher: .word("yes")]),
      .fires(
        "no author", .disc(300, 300),
        message: "the pack has no author; set `author` in stickerpack.yml"
      )
      .withOptions([.requiresAuthor: .word("yes")]),
      .fires("no name", .disc(300, 300), message: "the pack has no name; set `name` in stickerpack.yml")
        .withPackDeclaration(.packFile(author: "Ada")).withOptions([.requiresPackName: .word("yes")]),
      .fires(
        "a long author name", .disc(300, 300), message: "`author` has 5 characters (limit: 4)"
      ).withPackDeclaration(.packFile(author: "Grace")).withOptions([
        .requiresAuthor: .word("yes"), .maxNameAuthorPublisherLength: .whole(4),
      ]
      ),
      .fires(
        "a long author name, although none is required", .disc(300, 300),
        message: "`author` has 5 characters (limit: 4)"
      ).withPackDeclaration(.packFile(author: "Grace")).withOptions([.maxAuthorLength: .whole(4)]),
      .passes("exactly the maximum length", .disc(300, 300)).withPackDeclaration(.packFile(author: "Grace"))
        .withOptions([.maxAuthorLength: .whole(5)]),
      .fires(
        "three characters that count twice", .disc(300, 300),
        message: """
          `author` has 6 characters (limit: 5, with Chinese, Japanese and Korean characters counted as two)
          """
      ).withPackDeclaration(.packFile(author: "紫式部")).withOptions([
        .maxAuthorLength: .whole(5), .countsWideCharactersTwice: .word("yes"),
      ]),
    ],
    check: .pack(evaluate))
}

/// One of a pack's text fields and its limits.
private struct PackTextField {
  /// The key in stickerpack.yml.
  let key: String
  let text: String?
  /// Whether the pack must have the text.
  let isRequired: Bool
  /// The maximum number of characters.
  let maxLength: Int?
}

private func textFields(of declared: PackDeclaration?, _ limits: MessengerLimits) -> [PackTextField] {
  let credits = declared?.metadata.credits
  return [
    PackTextField(
      key: "name", text: declared?.metadata.name, isRequired: limits.requiresPackName,
      maxLength: limits.maxPackNameLengthOverride ?? limits.maxNameAuthorPublisherLength),
    PackTextField(
      key: "author", text: credits?.author, isRequired: limits.requiresAuthor,
      maxLength: limits.maxAuthorLengthOverride ?? limits.maxNameAuthorPublisherLength),
    PackTextField(
      key: "publisher", text: credits?.publisher ?? (limits.requiresPublisher ? credits?.author : nil),
      isRequired: limits.requiresPublisher, maxLength: limits.maxNameAuthorPublisherLength),
    PackTextField(
      key: "description", text: credits?.packDescription, isRequired: false,
      maxLength: limits.maxPackDescriptionLength),
    PackTextField(
      key: "copyright", text: credits?.copyright, isRequired: false, maxLength: limits.maxCopyrightLength),
  ]
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  let limits = options.messengerLimits
  return textFields(of: pack.packDeclaration, limits).compactMap { text in
    guard let written = text.text, !written.allSatisfy(\.isWhitespace) else {
      guard text.isRequired else { return nil }
      return PackEvidence("the pack has no \(text.key); set `\(text.key)` in stickerpack.yml")
    }
    let length = written.unicodeScalarCount(countsWideAsTwo: limits.countsWideCharactersTwice)
    guard let maxLength = text.maxLength, length > maxLength else { return nil }
    let hasWide = length > written.unicodeScalarCount(countsWideAsTwo: false)
    let note = hasWide ? ", with Chinese, Japanese and Korean characters counted as two" : ""
    return PackEvidence(
      "`\(text.key)` has \(numberText(length)) characters (limit: \(numberText(maxLength))\(note))",
      MeasuredValueAndLimit(length, limit: maxLength, unit: .characters))
  }
}
