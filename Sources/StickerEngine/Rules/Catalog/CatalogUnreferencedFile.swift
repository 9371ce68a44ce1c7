extension Rule {
  /// A catalog has no file that it does not name.
  static let catalogUnreferencedFile = Rule(
    id: "catalog-unreferenced-file",
    severity: .warning,
    summary: "Every file in a set of a sticker catalog is named by the set's Contents.json.",
    reason: """
      What no Contents.json names is dropped in silence when the catalog is compiled: a picture that was
      copied into its folder by hand, or a sticker forgotten in the pack's list, is not in the pack, and
      nobody is told.
      """,
    advice:
      "Name the file in the Contents.json beside it, in Xcode's window for the catalog, or take it out.",
    fixes: [.addToDocument],
    references: [.appleCatalogFormat], roles: [],
    examples: [
      .passes("every file is named", catalog: CatalogArt.folder, CatalogArt.files()),
      .fires(
        "an older picture left beside the new one", catalog: CatalogArt.folder,
        CatalogArt.files() + [
          .disc(300, 300).named("Sticker Pack.stickerpack/Star.sticker/star old.png")
        ],
        at: "Sticker Pack.stickerpack/Star.sticker/star old.png",
        message: "the Contents.json beside it does not name it: Xcode leaves it out"),
      .fires(
        "a sticker that is not in the pack's list", catalog: CatalogArt.folder,
        CatalogArt.files(changing: CatalogArt.pack) {
          $0.replacing(",\n    {\n      \"filename\" : \"Sun.sticker\"\n    }", with: "")
        },
        at: "Sticker Pack.stickerpack/Sun.sticker",
        message: "the pack's list does not name it: Xcode may leave it out"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ settings: Settings) -> [CatalogEvidence] {
  let excluded = Set(
    catalog.sets.compactMap { set in if case .excluded = set.contents { set.path } else { nil } })
  return catalog.sets.flatMap { set -> [CatalogEvidence] in
    // Without a readable document nothing is named, and another rule says why.
    guard let root = set.document?.root, set.kind != .assetCatalog else { return [] }
    let named = names(in: root)
    let hasList = root["stickers"]?.elements != nil
    return set.entries.compactMap { entry in
      let name = String(decoding: entry.name.bytes, as: UTF8.self)
      guard !entry.isExcluded, !named.contains(name.lowercased()) else { return nil }
      if entry.kind == .folder {
        let kind = CatalogSet.Kind(entry.name)
        guard set.kind == .pack, hasList, kind == .sticker || kind == .sequence,
          !excluded.contains(set.path.appending(entry.name))
        else { return nil }
        return CatalogEvidence(
          set, on: entry.name, "the pack's list does not name it: Xcode may leave it out",
          fix: Fix(.addToDocument))
      }
      return CatalogEvidence(
        set, on: entry.name, "the Contents.json beside it does not name it: Xcode leaves it out",
        fix: set.takesOneMore(entry) ? Fix(.addToDocument) : nil)
    }
  }
}

/// Every text of a document that may name a file, in small letters: the last part of a path too, and those
/// behind a misspelled key. Another rule tells of these.
private func names(in root: JSONNode) -> Set<String> {
  var (names, pending): (Set<String>, [JSONNode]) = ([], [root])
  while let value = pending.popLast() {
    switch value.content {
    case .object(let members): pending += members.map(\.value)
    case .array(let elements): pending += elements
    case .string(let text):
      let last = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
      names.insert((last ?? text).lowercased())
    default: break
    }
  }
  return names
}
