import StickerImage

/// A catalog that was found and is still to be read: names, and a way to the documents.
package struct CatalogListing: Sendable {
  /// The catalog's own folder, as reports name it.
  package let path: Path
  /// The folders that have to do with stickers, in any order.
  package private(set) var folders: [Folder]
  package let read: @Sendable (Path, Int) -> ReadOutcome

  /// A folder of a catalog.
  package struct Folder: Sendable {
    /// The path of the folder, as reports name it.
    package let path: Path
    /// What the folder is by its extension.
    package let kind: CatalogSet.Kind
    /// What lies directly in it, `Contents.json` too, in any order.
    package var entries: [CatalogEntry]
    /// Whether nothing is to be said of what its document says.
    package var isExcluded = false

    package init(path: Path, kind: CatalogSet.Kind, entries: [CatalogEntry]) {
      self.path = path
      self.kind = kind
      self.entries = entries
    }

    /// `Contents.json` in this folder, whether it is there or not.
    package var documentPath: Path { path.appending(Catalog.documentName) }
  }

  /// A listing.
  ///
  /// - Parameter read: the bytes of a document, unless it is longer than a limit.
  package init(path: Path, folders: [Folder], read: @escaping @Sendable (Path, Int) -> ReadOutcome) {
    self.path = path
    self.folders = folders
    self.read = read
  }

  /// A catalog in a file tree.
  ///
  /// - Parameter root: the catalog's folder in the tree, without a slash at its end; empty where the whole
  ///   tree is one.
  /// - Parameter path: what the catalog is called; its extension says what it is.
  /// - Parameter name: its own name, where `path` need not show it: `.`.
  package init(_ tree: FileTree, at root: String, named path: Path, calledReally name: Path? = nil) {
    var entries: [Path: [CatalogEntry]] = [:]
    let prefix = root.isEmpty ? "" : root + "/"
    for file in tree.paths where file.hasPrefix(prefix) {
      var (folder, parts) = (path, Path(String(file.dropFirst(prefix.count))).components)
      guard let name = parts.popLast() else { continue }
      for part in parts {
        let inner = folder.appending(part)
        if entries[inner] == nil {
          entries[inner] = []
          entries[folder, default: []].append(CatalogEntry(name: part, kind: .folder))
        }
        folder = inner
      }
      entries[folder, default: []].append(CatalogEntry(name: name, kind: .file))
    }
    let start = path.appending("x").bytes.count - 1
    let folders = entries.compactMap { folder, entries in
      CatalogSet.Kind(folder == path ? name ?? path : folder).map {
        Folder(path: folder, kind: $0, entries: entries)
      }
    }
    self.init(path: path, folders: folders) { file, limit in
      let name = String(decoding: file.bytes.dropFirst(start), as: UTF8.self)
      guard let bytes = tree[prefix + name] else { return .unreadable("it does not exist") }
      return bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
  }

  /// Every document, whether it is there or not: what configurations are asked for.
  package var documents: [Path] { folders.map(\.documentPath) }

  /// Takes out the folders that another catalog of the run has, which was named before this one.
  package mutating func takeOut(_ seen: inout Set<Path>) {
    folders.removeAll { !seen.insert($0.path).inserted }
  }

  /// Notes what nothing is to be said of.
  ///
  /// - Parameter isExcluded: asked for every document, and for every file that is in no other list.
  package mutating func exclude(where isExcluded: (Path) -> Bool) {
    for index in folders.indices {
      let folder = folders[index].path
      if isExcluded(folders[index].documentPath) { folders[index].isExcluded = true }
      for entry in folders[index].entries.indices where folders[index].entries[entry].kind != .folder {
        let name = folders[index].entries[entry].name
        guard name != Catalog.documentName, isExcluded(folder.appending(name)) else { continue }
        folders[index].entries[entry].isExcluded = true
      }
    }
  }
}

extension CatalogListing {
  /// Reads the documents.
  ///
  /// - Parameter picture: what is known of the picture at a path; asked for icons and frames.
  func catalog(_ picture: (Path) -> PictureFacts?) -> Catalog {
    let packs = Set(folders.lazy.filter { $0.kind == .pack }.map(\.path))
    let sets = folders.sorted { $0.path < $1.path }.map { folder in
      let takesPictures = folder.kind == .icons || folder.kind == .sequence
      let entries = folder.entries.filter { $0.name != Catalog.documentName }.sorted { $0.name < $1.name }
      return CatalogSet(
        path: folder.path, kind: folder.kind, pack: pack(around: folder.path, packs),
        contents: contents(of: folder),
        entries: !takesPictures
          ? entries
          : entries.map { entry in
            var entry = entry
            if entry.kind == .file { entry.picture = picture(folder.path.appending(entry.name)) }
            return entry
          })
    }
    return Catalog(path: path, sets: sets)
  }

  /// The bytes of a picture of the catalog, for one that nobody has read yet.
  func pictureFacts(at path: Path, _ budget: Budget) -> PictureFacts? {
    guard case .bytes(let bytes) = read(path, budget.fileBytes) else { return nil }
    return Container(of: bytes, budget: budget).map { PictureFacts($0) }
  }

  private func pack(around folder: Path, _ packs: Set<Path>) -> Path? {
    var inner = folder
    while inner.bytes.count > path.bytes.count {
      inner = inner.parent
      if packs.contains(inner) { return inner }
    }
    return nil
  }

  private func contents(of folder: Folder) -> CatalogSet.Contents {
    if folder.isExcluded { return .excluded }
    switch folder.entries.first(where: { $0.name == Catalog.documentName })?.kind {
    case nil: return .missing
    case .file: break
    case .folder: return .unreadable("it is a folder")
    case .strayLink: return .unreadable("it is a link")
    case .other(let reason): return .unreadable(reason)
    }
    switch read(folder.documentPath, Catalog.maxDocumentBytes) {
    case .tooLarge(let count): return .tooLarge(count)
    case .unreadable(let reason): return .unreadable(reason)
    case .bytes(let bytes):
      do throws(Diagnostic) {
        return .document(try JSONDocument(parsing: bytes, atMost: Catalog.maxDocumentBytes))
      } catch { return .broken(error) }
    }
  }
}

/// What can be put into a catalog's documents without asking anybody.
extension CatalogSet {
  /// What the document of this folder says, where it is missing; nil where that would have to be guessed: of
  /// two pictures nobody knows which one is the sticker, and of frames nobody knows how fast they play.
  var writableDocument: JSON? {
    switch kind {
    case .stickerCatalog: return .object(["info": info])
    case .pack:
      let sets = entries.filter { entry in
        let kind = Kind(entry.name)
        return entry.kind == .folder && !entry.isExcluded && (kind == .sticker || kind == .sequence)
      }
      let names = naturallySorted(sets.map(\.name)).compactMap(\.text)
      guard names.count == sets.count else { return nil }
      let list = names.map { JSON.object(["filename": .string($0)]) }
      return .object(["info": info, "stickers": .array(list)])
    case .sticker:
      guard let picture = onlyPicture?.name.text else { return nil }
      return .object(["info": info, "properties": .object(["filename": .string(picture)])])
    case .assetCatalog, .sequence, .icons: return nil
    }
  }

  /// Whether the document has room for the name of one more picture.
  func takesOneMore(_ entry: CatalogEntry) -> Bool {
    guard let root = document?.root, entry.isPicture, entry.name.text != nil else { return false }
    switch kind {
    case .sequence: return root["frames"]?.elements != nil
    case .sticker:
      guard let properties = root["properties"], case .object = properties.content else { return false }
      return properties["filename"] == nil && onlyPicture?.name == entry.name
    case .stickerCatalog, .assetCatalog, .pack, .icons: return false
    }
  }

  private var onlyPicture: CatalogEntry? {
    let pictures = entries.filter { $0.isPicture && !$0.isExcluded }
    return pictures.count == 1 ? pictures[0] : nil
  }
}

extension CatalogEntry {
  /// Whether its name says so: a sticker's picture is not looked at for its catalog.
  fileprivate var isPicture: Bool {
    kind == .file && name.hasNameOfPicture
  }
}

extension Path {
  /// Whether it is called as a picture that Messages shows.
  package var hasNameOfPicture: Bool { lowercasedExtension.map(pictureExtensions.contains) ?? false }
}

private let pictureExtensions: Set<String> = ["png", "apng", "gif", "jpg", "jpeg"]
/// The object `info`, as Xcode writes it into every document.
private let info = JSON.object(["author": .string("xcode"), "version": .integer(1)])

/// What an icon set becomes whose icons are made anew.
package struct RegeneratedIcons: Hashable, Sendable {
  /// The files that change or are new, by their names in the set's folder.
  package var written: FileTree
  /// New names by the old ones, for icons that become PNGs; the bytes are in `written`.
  package var renamed: [String: String]
  /// What was done: `3 icons were made from “icon.png”`.
  package var words: String

  package init(written: FileTree, renamed: [String: String] = [:], words: String) {
    self.written = written
    self.renamed = renamed
    self.words = words
  }

  /// Makes icons.
  ///
  /// - Parameter set: the files of an icon set, by their names.
  /// - Parameter isApp: whether its pack is an app by itself, and wants the icons of one.
  package typealias Generator = (_ set: FileTree, _ isApp: Bool) throws(Diagnostic) -> RegeneratedIcons
}
