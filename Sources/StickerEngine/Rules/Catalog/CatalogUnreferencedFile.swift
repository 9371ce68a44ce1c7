extension Rule {
  /// Reports files in a catalog that no Contents.json lists.
  static let catalogUnreferencedFile = Rule(
    id: "catalog-unreferenced-file",
    severity: .warning,
    summary: "The Contents.json of each set in a sticker catalog lists every file in the set.",
    reason: """
      When Xcode compiles a catalog, it silently omits files that no Contents.json lists. An image that was
      copied into the folder by hand, or a sticker that is missing from the pack's list, is not in the pack.
      """,
    advice:
      "Add the file to the Contents.json next to it, for example in Xcode's editor, or delete the file.",
    fixes: [.addToCatalogDocument],
    references: [.appleCatalogFormat], roles: [],
    examples: [
      .passes("every file is listed", catalog: CatalogExample.catalogFolderName, CatalogExample.files()),
      .fires(
        "an older image next to the new one", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files() + [
          .disc(300, 300).renamed("Sticker Pack.stickerpack/Star.sticker/star old.png")
        ],
        at: "Sticker Pack.stickerpack/Star.sticker/star old.png",
        message: "not listed in Contents.json, so Xcode omits it"),
      .fires(
        "a sticker that is not in the pack's list", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files(changing: CatalogExample.packDocumentPath) {
          $0.replacing(",\n    {\n      \"filename\" : \"Sun.sticker\"\n    }", with: "")
        },
        at: "Sticker Pack.stickerpack/Sun.sticker",
        message: "not in the pack's list of stickers, so Xcode may omit it"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ options: OptionValues) -> [CatalogEvidence] {
  let excluded = Set(
    catalog.recognizedFolders.compactMap { set in
      if case .excluded = set.documentOutcome { set.path } else { nil }
    })
  return catalog.recognizedFolders.flatMap { set -> [CatalogEvidence] in
    // `catalog-json` reports documents that cannot be read.
    guard let root = set.document?.root, set.kind != .assetCatalog else { return [] }
    let named = lowercasePossibleFileNames(in: root)
    let hasList = root["stickers"]?.elements != nil
    return set.entriesExceptDocument.compactMap { entry in
      let name = String(decoding: entry.name.bytes, as: UTF8.self)
      guard !entry.isExcludedOrHidden, !named.contains(name.lowercased()) else { return nil }
      if entry.kind == .folder {
        let kind = CatalogFolder.Kind(entry.name)
        guard set.kind == .pack, hasList, kind == .sticker || kind == .sequence,
          !excluded.contains(set.path.appending(entry.name))
        else { return nil }
        return CatalogEvidence(
          set, on: entry.name, "not in the pack's list of stickers, so Xcode may omit it",
          fix: Fix(.addToCatalogDocument))
      }
      return CatalogEvidence(
        set, on: entry.name, "not listed in Contents.json, so Xcode omits it",
        fix: set.canAddImageToDocument(entry) ? Fix(.addToCatalogDocument) : nil)
    }
  }
}

/// All strings in a document that may be file names, in lowercase. For a path, only the last component is
/// included. `catalog-missing-file` reports paths, and `catalog-json` reports misspelled keys.
private func lowercasePossibleFileNames(in root: JSONNode) -> Set<String> {
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
