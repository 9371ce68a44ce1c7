extension Rule {
  /// Reports messages without a VoiceOver label.
  static let messageAccessibility = Rule(
    id: "message-accessibility",
    severity: .warning,
    summary: "An interactive message has a VoiceOver label in each of its languages.",
    reason: """
      The bubble of an interactive message is an image with text on it. Instead of the bubble, VoiceOver reads
      the `accessibility-label` in `message.yml`. Without a label, people who cannot see the bubble do not
      know what is in it.
      """,
    advice: """
      Describe the bubble under `accessibility-label`, including its text. The label can contain placeholders
      that the extension's code fills in: `{question}, {votes} votes so far`.
      """,
    references: [.appleMessageAccessibilityLabel], roles: [],
    examples: [
      .passes("a label that describes the bubble", .withURLImageAndLabel),
      .fires(
        "no label",
        InteractiveMessageFileExample().withBaseURL("https://example.com/vote").withText(
          .caption, value: "{question}"),
        at: "message.yml", message: "no accessibility-label, so VoiceOver has nothing to read"),
      .fires(
        "only spaces",
        InteractiveMessageFileExample().withImage("vote.png").withText(.accessibilityLabel, value: "  "),
        at: "message.yml:2:22",
        message: "accessibility-label is blank, so VoiceOver has nothing to read"),
    ],
    check: .message(evaluate))
}

private func evaluate(_ message: InteractiveMessageFile, _ options: OptionValues) -> [Evidence] {
  let labels = message[.accessibilityLabel]
  guard !labels.isEmpty else { return [Evidence("no accessibility-label, so VoiceOver has nothing to read")] }
  let blank = labels.filter { $0.value.value.allSatisfy(\.isWhitespace) }.map { language, label in
    Evidence(
      "accessibility-label\(inLanguageSuffix(code: language)) is blank, so VoiceOver has nothing to read",
      at: .text(label.location))
  }
  // A label without a language applies to all languages.
  guard labels[PackSticker.undeterminedLanguage] == nil else { return blank }
  let first = labels.values.map(\.location).min()
  let missing = message.languages.filter { $0 != PackSticker.undeterminedLanguage && labels[$0] == nil }.map {
    Evidence(
      "no accessibility-label\(inLanguageSuffix(code: $0)), but other text is in this language",
      at: first.map(FindingLocation.text) ?? .file)
  }
  return blank + missing
}
