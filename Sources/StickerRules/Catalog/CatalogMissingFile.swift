package import StickerModel

extension Rule {
  /// What a catalog names is there.
  package static let catalogMissingFile = Rule(
    id: RuleID.catalogMissingFile,
    severity: .error,
    summary: "Every name in a catalog is that of a file or folder that lies beside it.",
    reason: """
      Xcode looks for a name in the folder of the Contents.json, and nowhere else. A path of the machine on
      which an exporter ran leads nowhere on another, and what is not found is missing from the pack. A name
      that differs in capitals is found on most Macs and not on a build server that tells them apart.
      """,
    advice: """
      Put the file beside its Contents.json and write its plain name there, or take the entry out.
      """,
    cure: .makesIcons,
    references: [.appleCatalogFormat], roles: [],
    examples: [
      .passes("every name has its file", catalog: CatalogArt.folder, CatalogArt.files()),
      .fires(
        "a picture that was moved", catalog: CatalogArt.folder,
        CatalogArt.files().filter { !$0.fileName.hasSuffix("star.png") },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json:8:18",
        message: "“star.png” is not there"),
      .fires(
        "a path of the exporter's machine", catalog: CatalogArt.folder,
        CatalogArt.files(changing: CatalogArt.star) {
          $0.replacing("\"star.png", with: "\"/Users/kim/art/star.png")
        },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json:8:18",
        message: """
          “/Users/kim/art/star.png” is a path, and must be the plain name of a file: “star.png” lies beside it
          """),
      .fires(
        "other capitals", catalog: CatalogArt.folder,
        CatalogArt.files(changing: CatalogArt.star) { $0.replacing("\"star.png", with: "\"Star.PNG") },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json:8:18",
        message: "“Star.PNG” is called “star.png”: it is not found where capitals are told apart"),
    ],
    check: .catalog(judge))
}

private func judge(_ catalog: Catalog, _ settings: Settings) -> [CatalogEvidence] {
  catalog.sets.flatMap { set -> [CatalogEvidence] in
    let named = set.namedFiles
    guard !named.isEmpty else { return [] }
    let lookup = Lookup(set)
    return named.compactMap { file in
      guard let fault = lookup.fault(of: file.name) else { return nil }
      return CatalogEvidence(set, fault.message, at: file.offset, severity: fault.severity)
    }
  }
}

private struct Lookup {
  let isPack: Bool
  let entries: [String: CatalogEntry]
  /// The names of entries, by the same names in small letters.
  let folded: [String: String]

  init(_ set: CatalogSet) {
    isPack = set.kind == .pack
    entries = set.entriesByName
    folded = Dictionary(
      entries.keys.sorted().map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  }

  func fault(of name: String) -> (message: String, severity: Severity?)? {
    let shown = quoted(name)
    guard isPlainName(name) else {
      let thing = isPack ? "folder" : "file"
      let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
      let found = entries[last] == nil ? "" : ": \(quoted(last)) lies beside it"
      let what = name.isEmpty ? "the name is empty" : "\(shown) is a path"
      return ("\(what), and must be the plain name of a \(thing)\(found)", nil)
    }
    guard let entry = entries[name] else {
      guard let other = folded[name.lowercased()] else { return ("\(shown) is not there", nil) }
      return ("\(shown) is called \(quoted(other)): it is not found where capitals are told apart", .warning)
    }
    return fault(of: entry, shown).map { ($0, nil) }
  }

  private func fault(of entry: CatalogEntry, _ shown: String) -> String? {
    switch entry.kind {
    case .strayLink: return "\(shown) is a link that leads out of the catalog, or nowhere"
    case .other(let reason): return "\(shown) cannot be read: \(reason)"
    case .file: return isPack ? "\(shown) is a file, and must be a .sticker or .stickersequence folder" : nil
    case .folder:
      guard isPack else { return "\(shown) is a folder, and must be a file" }
      let kind = CatalogSet.Kind(entry.name)
      return kind == .sticker || kind == .sequence
        ? nil : "\(shown) is no sticker: its folder must end in .sticker or .stickersequence"
    }
  }
}
