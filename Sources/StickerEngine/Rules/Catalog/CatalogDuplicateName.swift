extension Rule {
  /// Reports images in a pack that share a file name.
  static let catalogDuplicateName = Rule(
    id: "catalog-duplicate-name",
    severity: .error,
    summary:
      "No two images in a pack share a file name, and no sticker is listed twice. Case is ignored.",
    reason: """
      A compiled pack is one flat folder. If two images have the same name, only one of them remains, and a
      sticker shows the wrong art. Names that differ only in case are not safe either, because file systems on
      iPhones and Macs are not always case-sensitive.
      """,
    advice: "Give each image in the pack a unique name, and use that name in its Contents.json.",
    fixes: [.renameDuplicateInCatalog], buildResolution: .makesStickerNamesUnique,
    references: [.appleCatalogFormat], roles: [],
    examples: [
      .passes("unique names", catalog: CatalogExample.catalogFolderName, CatalogExample.files()),
      .fires(
        "two names that differ only in case", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files(changing: CatalogExample.sunDocumentPath) {
          $0.replacing("sun.png", with: "Star.png")
        }.map {
          $0.relativePath.hasSuffix("sun.png")
            ? $0.renamed("Sticker Pack.stickerpack/Sun.sticker/Star.png") : $0
        },
        at: "Sticker Pack.stickerpack/Sun.sticker/Contents.json:8:18",
        message: """
          “Star.png” is also the image of “Star.sticker” (the compiled pack keeps only one of them)
          """),
      .fires(
        "a sticker that is listed twice", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files(changing: CatalogExample.packDocumentPath) {
          $0.replacing(
            "\"Star.sticker\"\n    },",
            with: "\"Star.sticker\"\n    },\n    {\n      \"filename\" : \"Star.sticker\"\n    },")
        },
        at: "Sticker Pack.stickerpack/Contents.json:14:20",
        message: "“Star.sticker” is listed twice, first on line 11"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ options: OptionValues) -> [CatalogEvidence] {
  let members = Dictionary(grouping: catalog.recognizedFolders.filter(\.isStickerOrSequence)) {
    $0.enclosingPack
  }
  return catalog.recognizedFolders.filter { $0.kind == .pack }.flatMap { pack in
    duplicateListingEvidence(in: pack) + sharedImageNameEvidence(of: members[pack.path] ?? [])
  }
}

private func duplicateListingEvidence(in pack: CatalogFolder) -> [CatalogEvidence] {
  var first: [String: CatalogFileReference] = [:]
  return pack.fileReferences.compactMap { file in
    guard let earlier = first[file.name.lowercased()] else {
      first[file.name.lowercased()] = file
      return nil
    }
    let line = pack.document.map { " on line \($0.location(of: earlier.offset).line)" } ?? ""
    let other = earlier.name == file.name ? "" : " as \(quotedEscapedAndShortened(earlier.name))"
    let message = "\(quotedEscapedAndShortened(file.name)) is listed twice, first\(other)\(line)"
    return CatalogEvidence(pack, message, at: file.offset)
  }
}

/// Returns evidence for each image name that several stickers or sequences in one pack use. A sequence may
/// use the same image several times.
private func sharedImageNameEvidence(of folders: [CatalogFolder]) -> [CatalogEvidence] {
  var first: [String: CatalogFolder] = [:]
  return folders.flatMap { set -> [CatalogEvidence] in
    var own: Set<String> = []
    let entries = set.entriesExceptDocumentByName
    return set.fileReferences.compactMap { file in
      let key = file.name.lowercased()
      guard isBareFileName(file.name), own.insert(key).inserted else { return nil }
      guard let other = first[key] else {
        first[key] = set
        return nil
      }
      let message =
        "\(quotedEscapedAndShortened(file.name)) is also the image of \(other.folderNameInMessages) (the compiled pack keeps only one of "
        + "them)"
      let isThere = entries[file.name].map { $0.kind == .file && !$0.isExcludedOrHidden } ?? false
      return CatalogEvidence(
        set, message, at: file.offset, fix: isThere ? Fix(.renameDuplicateInCatalog) : nil)
    }
  }
}
