extension Rule {
  /// Reports packs without an icon.
  static let missingIcon = Rule(
    id: RuleID.missingIcon,
    severity: .error,
    summary: "A pack has an icon.",
    reason: """
      Messages represents a pack with its icon, and the App Store does not accept a pack without one.
      """,
    advice: """
      Add an opaque, square PNG of at least 1024 px as the iMessage app icon in the catalog, or as `icon` in
      stickerpack.yml.
      """,
    buildResolution: .buildsCatalogWithoutIcons,
    references: [.appStoreIconRequirements],
    roles: .stickerAndFrameRoles,
    examples: [
      .passes("a catalog with an icon set", .disc(408, 408))
        .withPackDeclaration(.catalogWithIconAndLabels(["sticker.png": "A coral disc"])),
      .passes("a plain folder, which cannot have an icon", .disc(408, 408)),
      .fires(
        "a catalog without an icon set", .disc(408, 408),
        message: "no icon (the catalog has no .stickersiconset with an image)"
      ).withPackDeclaration(PackDeclaration(.catalog)),
      .fires(
        "a stickerpack.yml without an icon", .disc(408, 408),
        message: "no icon (stickerpack.yml does not set one)"
      )
      .withPackDeclaration(PackDeclaration(.packFile)),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  guard let listing = pack.packDeclaration, !listing.hasIcon else { return [] }
  switch listing.source {
  case .catalog: return [PackEvidence("no icon (the catalog has no .stickersiconset with an image)")]
  case .packFile: return [PackEvidence("no icon (stickerpack.yml does not set one)")]
  }
}
