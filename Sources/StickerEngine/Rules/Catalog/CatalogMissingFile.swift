extension Rule {
  /// What a catalog names is there.
  static let catalogMissingFile = Rule(
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
    resolution: .makesIcons,
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
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ settings: Settings) -> [CatalogEvidence] {
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

/// A file or folder that a document names.
struct NamedFile {
  let name: String
  /// Where the name stands in the document, in bytes from its start.
  let offset: Int
}

extension CatalogSet {
  /// The files that its document names, in its order; those that are no texts are left out.
  var namedFiles: [NamedFile] {
    guard let root = document?.root else { return [] }
    let holders: [JSONNode] =
      switch kind {
      case .stickerCatalog, .assetCatalog: []
      case .pack: root["stickers"]?.elements ?? []
      case .sticker: root["properties"].map { [$0] } ?? []
      case .sequence: root["frames"]?.elements ?? []
      case .icons: root["images"]?.elements ?? []
      }
    return holders.compactMap { holder in
      guard let value = holder["filename"], let name = value.text else { return nil }
      return NamedFile(name: name, offset: value.offset)
    }
  }

  /// Its entries by name. As texts, whose equality ignores normalization: a document often has `é` as one
  /// code point and a folder as two.
  var entriesByName: [String: CatalogEntry] {
    Dictionary(
      entries.map { (String(decoding: $0.name.bytes, as: UTF8.self), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether it holds one picture, or several, of a pack.
  var holdsSticker: Bool { kind == .sticker || kind == .sequence }

  /// The name of the set's folder, in quotes for messages.
  var shownName: String { quoted(String(decoding: path.name.bytes, as: UTF8.self)) }
}

/// Whether a name from a document is a name and no way to somewhere else.
func isPlainName(_ name: String) -> Bool {
  !name.isEmpty && name != "." && name != ".."
    && !name.unicodeScalars.contains { "/\\\0".unicodeScalars.contains($0) }
}
