extension Rule {
  /// Reports file names in a Contents.json that match no file or folder next to it.
  static let catalogMissingFile = Rule(
    id: RuleID.catalogMissingFile,
    severity: .error,
    summary: "Every file name in a Contents.json matches a file or folder next to it.",
    reason: """
      Xcode looks for a file only in the folder that contains the Contents.json. A path that an export tool
      wrote on one machine does not work on other machines. A file that Xcode does not find is missing from
      the pack. A name with the wrong case works on most Macs, but not on a build server with a case-sensitive
      file system.
      """,
    advice: """
      Put the file next to its Contents.json and list it by its file name, or remove the entry.
      """,
    buildResolution: .rebuildsIconSets,
    references: [.appleCatalogFormat], roles: [],
    examples: [
      .passes("every file exists", catalog: CatalogExample.catalogFolderName, CatalogExample.files()),
      .fires(
        "an image that was moved", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files().filter { !$0.relativePath.hasSuffix("star.png") },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json:8:18",
        message: "“star.png” does not exist"),
      .fires(
        "a path on another machine", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files(changing: CatalogExample.starDocumentPath) {
          $0.replacing("\"star.png", with: "\"/Users/kim/art/star.png")
        },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json:8:18",
        message: """
          “/Users/kim/art/star.png” is a path (must be a file name); use “star.png”, which is in the same \
          folder
          """),
      .fires(
        "a name with the wrong case", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files(changing: CatalogExample.starDocumentPath) {
          $0.replacing("\"star.png", with: "\"Star.PNG")
        },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json:8:18",
        message: "“Star.PNG” is named “star.png” on disk, so it is not found on case-sensitive file systems"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ options: OptionValues) -> [CatalogEvidence] {
  catalog.recognizedFolders.flatMap { set -> [CatalogEvidence] in
    let named = set.fileReferences
    guard !named.isEmpty else { return [] }
    let lookup = FileReferenceChecker(set)
    return named.compactMap { file in
      guard let fault = lookup.fault(of: file.name) else { return nil }
      return CatalogEvidence(set, fault.message, at: file.offset, severity: fault.severity)
    }
  }
}

private struct FileReferenceChecker {
  let isPack: Bool
  let entries: [String: CatalogEntry]
  /// The names of entries, keyed by their lowercase forms.
  let namesByLowercase: [String: String]

  init(_ folder: CatalogFolder) {
    isPack = folder.kind == .pack
    entries = folder.entriesExceptDocumentByName
    namesByLowercase = Dictionary(
      entries.keys.sorted().map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  }

  func fault(of name: String) -> (message: String, severity: Severity?)? {
    let shown = quotedEscapedAndShortened(name)
    guard isBareFileName(name) else {
      let thing = isPack ? "folder" : "file"
      let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
      let found =
        entries[last] == nil ? "" : "; use \(quotedEscapedAndShortened(last)), which is in the same folder"
      let what = name.isEmpty ? "the name is empty" : "\(shown) is a path"
      return ("\(what) (must be a \(thing) name)\(found)", nil)
    }
    guard let entry = entries[name] else {
      guard let other = namesByLowercase[name.lowercased()] else { return ("\(shown) does not exist", nil) }
      let message =
        "\(shown) is named \(quotedEscapedAndShortened(other)) on disk, so it is not found on case-sensitive file systems"
      return (message, .warning)
    }
    return fault(of: entry, shown).map { ($0, nil) }
  }

  private func fault(of entry: CatalogEntry, _ shown: String) -> String? {
    switch entry.kind {
    case .unusableLink: return "\(shown) is a symbolic link that points outside the catalog or is broken"
    case .other(let reason): return "\(shown) cannot be read: \(reason)"
    case .file: return isPack ? "\(shown) is a file (must be a .sticker or .stickersequence folder)" : nil
    case .folder:
      guard isPack else { return "\(shown) is a folder (must be a file)" }
      let kind = CatalogFolder.Kind(entry.name)
      return kind == .sticker || kind == .sequence
        ? nil : "\(shown) is not a sticker (the folder name must end in .sticker or .stickersequence)"
    }
  }
}

/// A file or folder that a document refers to.
struct CatalogFileReference {
  let name: String
  /// The offset of the name in the document, in bytes.
  let offset: Int
}

extension CatalogFolder {
  /// The files and folders that the set's document refers to, in document order. Names that are not strings
  /// are skipped.
  var fileReferences: [CatalogFileReference] {
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
      return CatalogFileReference(name: name, offset: value.offset)
    }
  }

  /// The entries by name. The keys are strings, which compare by canonical equivalence, because `é` is often
  /// one code point in documents and two in folders.
  var entriesExceptDocumentByName: [String: CatalogEntry] {
    Dictionary(
      entriesExceptDocument.map { (String(decoding: $0.name.bytes, as: UTF8.self), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether the set is a sticker or a sequence.
  var isStickerOrSequence: Bool { kind == .sticker || kind == .sequence }

  /// The name of the set's folder for messages, in quotes.
  var folderNameInMessages: String {
    quotedEscapedAndShortened(String(decoding: path.name.bytes, as: UTF8.self))
  }
}

/// Whether a name from a document is a plain file name and not a path.
func isBareFileName(_ name: String) -> Bool {
  !name.isEmpty && name != "." && name != ".."
    && !name.unicodeScalars.contains { "/\\\0".unicodeScalars.contains($0) }
}
