import StickerModel

extension StoredWriter {
  /// A catalog with its documents.
  mutating func catalog(_ catalog: CatalogListing) {
    path(catalog.path)
    list(catalog.folders) { writer, folder in
      writer.path(folder.path)
      writer.text(folder.kind.rawValue)
      writer.flag(folder.isLeftOut)
      writer.list(folder.entries) { $0.entry($1) }
      let isRead = folder.entries.first { $0.name == Catalog.documentName }?.kind == .file
      let document = isRead && !folder.isLeftOut ? folder.documentPath : nil
      writer.optional(document) { $0.outcome(catalog.read($1, Catalog.mostDocumentBytes)) }
    }
  }

  private mutating func entry(_ entry: CatalogEntry) {
    path(entry.name)
    flag(entry.isLeftOut)
    switch entry.kind {
    case .file: integer(0)
    case .folder: integer(1)
    case .strayLink: integer(2)
    case .other(let reason):
      integer(3)
      text(Untrusted(reason).shown)
    }
  }

  private mutating func outcome(_ outcome: ReadOutcome) {
    switch outcome {
    case .bytes(let document):
      integer(0)
      bytes(document)
    case .tooLarge(let count): integers([1, count])
    case .unreadable(let reason):
      integer(2)
      text(Untrusted(reason).shown)
    }
  }
}

extension StoredReader {
  mutating func catalog() -> CatalogListing? {
    guard let path = path() else { return nil }
    var documents: [Path: ReadOutcome] = [:]
    let folders = list { reader -> CatalogListing.Folder? in
      guard let path = reader.path(), let kind = reader.text().flatMap(CatalogSet.Kind.init(rawValue:)),
        let isLeftOut = reader.flag(), let entries = reader.list({ $0.entry() })
      else { return nil }
      var folder = CatalogListing.Folder(path: path, kind: kind, entries: entries)
      folder.isLeftOut = isLeftOut
      if let document = reader.optional({ $0.outcome() }) { documents[folder.documentPath] = document }
      return folder
    }
    guard let folders else { return nil }
    return CatalogListing(path: path, folders: folders) { [documents] path, _ in
      documents[path] ?? .unreadable("it is not there")
    }
  }

  private mutating func entry() -> CatalogEntry? {
    guard let name = path(), let isLeftOut = flag() else { return nil }
    let kind: CatalogEntry.Kind
    switch integer() {
    case 0: kind = .file
    case 1: kind = .folder
    case 2: kind = .strayLink
    case 3:
      guard let reason = harmlessText() else { return nil }
      kind = .other(reason)
    default: return nil
    }
    return CatalogEntry(name: name, kind: kind, isLeftOut: isLeftOut)
  }

  private mutating func outcome() -> ReadOutcome? {
    switch integer() {
    case 0: bytes().map { .bytes($0) }
    case 1: integer(in: 0...Int.max).map { .tooLarge($0) }
    case 2: harmlessText().map { .unreadable($0) }
    default: nil
    }
  }
}
