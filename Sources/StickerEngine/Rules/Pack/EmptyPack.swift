extension Rule {
  /// A pack has stickers.
  static let emptyPack = Rule(
    id: "empty-pack",
    severity: .error,
    summary: "A pack holds at least one sticker.",
    reason: """
      A pack without a sticker is an empty page in the drawer, and the App Store turns it down. Usually its
      pictures were moved, or its list names none of them.
      """,
    advice: "Add stickers to the catalog or to the list in stickerpack.yml, or take the empty pack away.",
    roles: .sent,
    examples: [
      .passes("a pack with a sticker", .disc(408, 408)).declared(.catalog(["sticker.png": "A coral disc"])),
      .fires("a catalog's pack without any", message: "0 stickers are in the pack; it takes at least 1")
        .declared(.catalog([:])),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  guard pack.declaration != nil, pack.stickers.isEmpty else { return [] }
  return [
    PackEvidence(
      "0 stickers are in the pack; it takes at least 1", MeasuredValue(0, limit: 1, unit: .number))
  ]
}
