extension Rule {
  /// Reports packs without stickers.
  static let emptyPack = Rule(
    id: "empty-pack",
    severity: .error,
    summary: "A pack has at least one sticker.",
    reason: """
      A pack without stickers is an empty page in the sticker drawer, and the App Store rejects it. Usually
      its images were moved, or its list includes none of them.
      """,
    advice: "Add stickers to the catalog or to the list in stickerpack.yml, or delete the empty pack.",
    roles: .stickerAndFrameRoles,
    examples: [
      .passes("a pack with a sticker", .disc(408, 408)).withPackDeclaration(
        .catalogWithIconAndLabels(["sticker.png": "A coral disc"])),
      .fires("an empty pack in a catalog", message: "the pack has no stickers (minimum: 1)")
        .withPackDeclaration(.catalogWithIconAndLabels([:])),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  guard pack.packDeclaration != nil, pack.assetsRuleAppliesTo.isEmpty else { return [] }
  return [
    PackEvidence(
      "the pack has no stickers (minimum: 1)", MeasuredValueAndLimit(0, limit: 1, unit: .unitless))
  ]
}
