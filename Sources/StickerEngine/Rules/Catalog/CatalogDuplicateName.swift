extension Rule {
  /// No two pictures of a pack have one name.
  static let catalogDuplicateName = Rule(
    id: "catalog-duplicate-name",
    severity: .error,
    summary: "No two pictures of one pack share a file name, and no sticker is listed twice; capitals aside.",
    reason: """
      A compiled pack is one flat folder: of two pictures of one name only one is left, and a sticker shows
      the other's art. Capitals do not help: the file system of a phone or a Mac does not tell them apart in
      every place.
      """,
    advice: "Give each picture of the pack a name of its own, and name it so in its Contents.json.",
    fixes: [.renameInCatalog], resolution: .renamesStickers,
    references: [.appleCatalogFormat], roles: [],
    examples: [
      .passes("each has its own name", catalog: CatalogArt.folder, CatalogArt.files()),
      .fires(
        "two pictures that differ in capitals only", catalog: CatalogArt.folder,
        CatalogArt.files(changing: CatalogArt.sun) { $0.replacing("sun.png", with: "Star.png") }.map {
          $0.fileName.hasSuffix("sun.png")
            ? $0.named("Sticker Pack.stickerpack/Sun.sticker/Star.png") : $0
        },
        at: "Sticker Pack.stickerpack/Sun.sticker/Contents.json:8:18",
        message: """
          “Star.png” is also the picture of “Star.sticker”: in the compiled pack only one of them is left
          """),
      .fires(
        "a sticker that is listed twice", catalog: CatalogArt.folder,
        CatalogArt.files(changing: CatalogArt.pack) {
          $0.replacing(
            "\"Star.sticker\"\n    },",
            with: "\"Star.sticker\"\n    },\n    {\n      \"filename\" : \"Star.sticker\"\n    },")
        },
        at: "Sticker Pack.stickerpack/Contents.json:14:20",
        message: "“Star.sticker” stands in the list twice, first in line 11"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ settings: Settings) -> [CatalogEvidence] {
  let members = Dictionary(grouping: catalog.sets.filter(\.holdsSticker)) { $0.pack }
  return catalog.sets.filter { $0.kind == .pack }.flatMap { pack in
    listedTwice(in: pack) + sharedNames(of: members[pack.path] ?? [])
  }
}

private func listedTwice(in pack: CatalogSet) -> [CatalogEvidence] {
  var first: [String: NamedFile] = [:]
  return pack.namedFiles.compactMap { file in
    guard let earlier = first[file.name.lowercased()] else {
      first[file.name.lowercased()] = file
      return nil
    }
    let line = pack.document.map { " in line \($0.location(of: earlier.offset).line)" } ?? ""
    let other = earlier.name == file.name ? "" : " as \(quoted(earlier.name))"
    let message = "\(quoted(file.name)) stands in the list twice, first\(other)\(line)"
    return CatalogEvidence(pack, message, at: file.offset)
  }
}

/// - Parameter sets: the stickers and sequences of one pack. A sequence may show one picture several times.
private func sharedNames(of sets: [CatalogSet]) -> [CatalogEvidence] {
  var first: [String: CatalogSet] = [:]
  return sets.flatMap { set -> [CatalogEvidence] in
    var own: Set<String> = []
    let entries = set.entriesByName
    return set.namedFiles.compactMap { file in
      let key = file.name.lowercased()
      guard isPlainName(file.name), own.insert(key).inserted else { return nil }
      guard let other = first[key] else {
        first[key] = set
        return nil
      }
      let message =
        "\(quoted(file.name)) is also the picture of \(other.shownName): in the compiled pack only one of "
        + "them is left"
      let isThere = entries[file.name].map { $0.kind == .file && !$0.isExcluded } ?? false
      return CatalogEvidence(
        set, message, at: file.offset, fix: isThere ? Fix(.renameInCatalog) : nil)
    }
  }
}
