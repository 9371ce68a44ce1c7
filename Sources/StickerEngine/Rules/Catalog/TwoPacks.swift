extension Rule {
  /// An extension shows one pack.
  static let twoPacks = Rule(
    id: "two-packs",
    severity: .error,
    summary: "The catalogs of one target hold one sticker pack.",
    reason: """
      Xcode supports one sticker pack for each extension: of two it warns, takes one of them and leaves the
      other out, with all its stickers. It does not matter whether they lie in one catalog or in two, an
      .xcstickers and an .xcassets, say, of the same target. Catalogs that lie in one folder count as those of
      one target.
      """,
    advice: """
      Move the stickers of one pack into the other, or make an app with an extension of its own for each.
      """,
    references: [.appleBuildSystem], roles: [],
    examples: [
      .passes("one pack", catalog: CatalogArt.folder, CatalogArt.files()),
      .fires(
        "a second pack in the same catalog", catalog: CatalogArt.folder,
        CatalogArt.files() + CatalogArt.files(ofPack: "Winter.stickerpack"),
        at: "Winter.stickerpack/Contents.json",
        message: "a second sticker pack beside “Sticker Pack.stickerpack”: Xcode takes only one of a target"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ settings: Settings) -> [CatalogEvidence] {
  let own = catalog.sets.filter { $0.kind == .pack }
  // The first of all has its place; each other one is told where it lies.
  guard let first = (own.map(\.path) + catalog.packsBeside).min() else { return [] }
  return own.filter { $0.path != first }.map { pack in
    let name = quoted(String(decoding: first.name.bytes, as: UTF8.self))
    let folder = first.parent == pack.path.parent ? "" : " in \(first.parent.displayText)"
    let words = "a second sticker pack beside \(name)\(folder): Xcode takes only one of a target"
    return CatalogEvidence(pack, words)
  }
}
