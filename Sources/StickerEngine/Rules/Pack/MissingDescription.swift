extension Rule {
  /// Reports stickers without a description.
  static let missingDescription = Rule(
    id: RuleID.missingDescription,
    severity: .warning,
    summary: "Every sticker has an accessibility description.",
    reason: """
      VoiceOver reads the description of a sticker to people who cannot see it. Without a description, it
      reads the system's localization key letter by letter. "moon.png.accessibilityLabel" does not help
      anyone.
      """,
    advice: "Describe what the sticker shows in a few words, in the catalog or in stickerpack.yml.",
    references: [.appleDescriptions, .observedVoiceOverReadingKey, .appleHumanInterfaceGuidelines],
    groupingOverride: Rule.Grouping(pairs: true, message: groupMessageWithoutSubject),
    examples: [
      .passes("a description", .disc(408, 408).renamed("sun.png"))
        .withPackDeclaration(.catalogWithIconAndLabels(["sun.png": "A smiling sun"])),
      .passes("a plain folder, which cannot have descriptions", .disc(408, 408)),
      .fires(
        "a sticker without a description", .disc(408, 408).renamed("moon.png"),
        .disc(408, 408).renamed("sun.png"),
        message: "no accessibility description, so VoiceOver reads “moon.png.accessibilityLabel”"
      ).withPackDeclaration(.catalogWithIconAndLabels(["moon.png": nil, "sun.png": "A smiling sun"])),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  (pack.packDeclaration?.stickers ?? []).filter(\.metadata.descriptions.isEmpty).map { sticker in
    PackEvidence(
      "no accessibility description, so VoiceOver reads “\(sticker.imagePath.accessibilityLabelKey)”",
      on: sticker.imagePath)
  }
}

private func groupMessageWithoutSubject(_ shared: SharedFinding, _ options: OptionValues) -> String {
  let first = shared.findings.first?.path.accessibilityLabelKey ?? ""
  return "have no accessibility description, so VoiceOver reads keys such as “\(first)”"
}
