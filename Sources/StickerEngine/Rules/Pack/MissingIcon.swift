extension Rule {
  /// Reports packs without an icon.
  static let missingIcon = Rule(
    id: RuleID.missingIcon,
    severity: .error,
    summary: "A pack has an icon.",
    reason: """
      Messages represents a pack with its icon, and the App Store accepts no pack without one.
      """,
    advice: """
      Add an opaque, square PNG of at least 1024 px as the iMessage app icon in the catalog, or as `icon` in
      stickerpack.yml.
      """,
    resolution: .omitsIcons,
    references: [.appleIcons],
    roles: .sent,
    examples: [
      .passes("a catalog with an icon set", .disc(408, 408))
        .declared(.catalog(["sticker.png": "A coral disc"])),
      .passes("a plain folder, which cannot have an icon", .disc(408, 408)),
      .fires(
        "a catalog without an icon set", .disc(408, 408),
        message: "no icon (the catalog has no .stickersiconset with an image)"
      ).declared(PackDeclaration(.catalog)),
      .fires(
        "a stickerpack.yml without an icon", .disc(408, 408),
        message: "no icon (stickerpack.yml does not set one)"
      )
      .declared(PackDeclaration(.description)),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  guard let declaration = pack.declaration, !declaration.hasIcon else { return [] }
  switch declaration.source {
  case .catalog: return [PackEvidence("no icon (the catalog has no .stickersiconset with an image)")]
  case .description: return [PackEvidence("no icon (stickerpack.yml does not set one)")]
  }
}
