extension Rule {
  /// A pack has an icon.
  static let missingIcon = Rule(
    id: RuleID.missingIcon,
    severity: .error,
    summary: "A pack has an icon.",
    reason: """
      Messages shows a pack by its icon, and the App Store takes no pack without one.
      """,
    advice: """
      Add an opaque square PNG of at least 1024 px: an iMessage app icon in the catalog, or `icon:` in
      stickerpack.yml.
      """,
    resolution: .omitsIcons,
    references: [.appleIcons],
    roles: .sent,
    examples: [
      .passes("a catalog with an icon set", .disc(408, 408))
        .declared(.catalog(["sticker.png": "A coral disc"])),
      .passes("a plain folder has no place for one", .disc(408, 408)),
      .fires(
        "a catalog without", .disc(408, 408),
        message: "no icon: the catalog has no .stickersiconset with a picture"
      ).declared(PackDeclaration(.catalog)),
      .fires("a stickerpack.yml without", .disc(408, 408), message: "no icon: stickerpack.yml names none")
        .declared(PackDeclaration(.description)),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  guard let declaration = pack.declaration, !declaration.hasIcon else { return [] }
  switch declaration.source {
  case .catalog: return [PackEvidence("no icon: the catalog has no .stickersiconset with a picture")]
  case .description: return [PackEvidence("no icon: stickerpack.yml names none")]
  }
}
