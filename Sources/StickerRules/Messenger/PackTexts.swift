package import StickerModel

extension Rule {
  /// A pack says what the messenger asks for.
  package static let packTexts = Rule(
    id: RuleID.packTexts,
    severity: .error,
    summary: "A pack has the name, the author and the publisher that the messenger asks for.",
    reason: """
      Messengers show beside a pack what it is called and who drew or publishes it, and refuse packs that do
      not say so. Messages takes the name of the app.
      """,
    advice: "Write what is missing into stickerpack.yml; where there is none, `stickerlint init` writes it.",
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
    ],
    check: .pack(judge))
}

private func judge(_ pack: PackSummary, _ settings: Settings) -> [PackEvidence] {
  let (declared, most) = (pack.declaration, settings[.mostText])
  let texts: [(Parameter, String, String?)] = [
    (.wantsTitle, "name", declared?.name), (.wantsAuthor, "author", declared?.credits.author),
    (.wantsPublisher, "publisher", declared?.credits.publisher ?? declared?.credits.author),
  ]
  return texts.filter { settings.choice($0.0) == "yes" }.compactMap { _, key, text in
    guard let text, !text.allSatisfy(\.isWhitespace) else {
      return PackEvidence("the pack has no \(key): write `\(key)` in stickerpack.yml")
    }
    let length = text.unicodeScalars.count
    guard most > 0, length > most else { return nil }
    return PackEvidence(
      "the \(key) has \(grouped(length)) characters; at most \(grouped(most))",
      Figure(length, limit: most, unit: .characters))
  }
}
