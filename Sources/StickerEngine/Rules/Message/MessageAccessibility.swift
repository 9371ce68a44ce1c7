extension Rule {
  /// VoiceOver has something to read.
  static let messageAccessibility = Rule(
    id: "message-accessibility",
    severity: .warning,
    summary: "An interactive message has a label for VoiceOver, in each of its languages.",
    reason: """
      The bubble of an interactive message is a picture with texts on it. VoiceOver reads the
      `accessibility-label` of a `message.yml` instead of it; without one, somebody who cannot see the bubble
      does not learn what is in it.
      """,
    advice: """
      Say under `accessibility-label` what the bubble shows, the texts in it included. What the code of an
      extension fills in may stand there too: `{question}, {votes} votes so far`.
      """,
    references: [.appleAccessibilityLabel], roles: [],
    examples: [
      .passes("what the bubble shows", .base),
      .fires(
        "no label", MessageExample().baseURL("https://example.com/vote").text(.caption, "{question}"),
        at: "message.yml", message: "no accessibility-label: VoiceOver has nothing to read"),
      .fires(
        "blanks only", MessageExample().image("vote.png").text(.accessibilityLabel, "  "),
        at: "message.yml:2:22",
        message: "accessibility-label holds blanks only: VoiceOver has nothing to read"),
    ],
    check: .message(evaluate))
}

private func evaluate(_ message: MessageDeclaration, _ settings: Settings) -> [Evidence] {
  let labels = message[.accessibilityLabel]
  guard !labels.isEmpty else { return [Evidence("no accessibility-label: VoiceOver has nothing to read")] }
  let blank = labels.filter { $0.value.value.allSatisfy(\.isWhitespace) }.map { language, label in
    Evidence(
      "accessibility-label\(inLanguage(language)) holds blanks only: VoiceOver has nothing to read",
      at: .text(label.location))
  }
  // A text without a language is for all of them.
  guard labels[Sticker.undeterminedLanguage] == nil else { return blank }
  let first = labels.values.map(\.location).min()
  let missing = message.languages.filter { $0 != Sticker.undeterminedLanguage && labels[$0] == nil }.map {
    Evidence(
      "no accessibility-label\(inLanguage($0)), and other texts are given in it",
      at: first.map(FindingLocation.text) ?? .file)
  }
  return blank + missing
}
