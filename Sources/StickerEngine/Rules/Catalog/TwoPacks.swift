extension Rule {
  /// Reports targets with more than one sticker pack.
  static let twoPacks = Rule(
    id: "two-packs",
    severity: .error,
    summary: "The catalogs in a target contain only one sticker pack in total.",
    reason: """
      Xcode supports one sticker pack per extension. If there are two, Xcode shows a warning, uses one of them
      and omits the other with all its stickers. It does not matter whether the packs are in one catalog or in
      two, such as an .xcstickers and an .xcassets in the same target. Catalogs in one folder count as
      catalogs in one target.
      """,
    advice: """
      Move the stickers of one pack into the other, or create a separate extension for each pack.
      """,
    references: [.appleBuildSystem], roles: [],
    examples: [
      .passes("one pack", catalog: CatalogExample.catalogFolderName, CatalogExample.files()),
      .fires(
        "a second pack in the same catalog", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files() + CatalogExample.packFiles(inFolderNamed: "Winter.stickerpack"),
        at: "Winter.stickerpack/Contents.json",
        message: "another sticker pack besides “Sticker Pack.stickerpack” (limit: one pack per target)"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ options: OptionValues) -> [CatalogEvidence] {
  let own = catalog.recognizedFolders.filter { $0.kind == .pack }
  // Every pack except the first is reported.
  guard let first = (own.map(\.path) + catalog.packsInSiblingCatalogs).min() else { return [] }
  return own.filter { $0.path != first }.map { pack in
    let name = quotedEscapedAndShortened(String(decoding: first.name.bytes, as: UTF8.self))
    let folder = first.parent == pack.path.parent ? "" : " in \(first.parent.displayText)"
    let words = "another sticker pack besides \(name)\(folder) (limit: one pack per target)"
    return CatalogEvidence(pack, words)
  }
}
