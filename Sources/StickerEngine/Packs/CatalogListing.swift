import StickerImage

/// A catalog that was found but not read: the names of its entries, and a function that reads documents.
package struct CatalogListing: Sendable {
  /// The catalog's own folder, as shown in reports.
  package let path: Path
  /// The folders with stickers or icons, in any order.
  package private(set) var recognizedFolders: [Folder]
  package let readFile: @Sendable (Path, Int) -> ReadOutcome

  package struct Folder: Sendable {
    /// The path of the folder, as shown in reports.
    package let path: Path
    /// The kind of the folder, by its extension.
    package let kind: CatalogFolder.Kind
    /// The entries of the folder, including `Contents.json`, in any order.
    package var entries: [CatalogEntry]
    /// Whether a configuration excludes the folder's document.
    package var isDocumentExcluded = false

    package init(path: Path, kind: CatalogFolder.Kind, entries: [CatalogEntry]) {
      self.path = path
      self.kind = kind
      self.entries = entries
    }

    /// The path of the folder's `Contents.json`, which might not exist.
    package var documentPath: Path { path.appending(Catalog.documentName) }
  }

  /// - Parameter readDocument: reads the document at a path, unless its length in bytes exceeds a limit.
  package init(path: Path, folders: [Folder], readDocument: @escaping @Sendable (Path, Int) -> ReadOutcome) {
    self.path = path
    self.recognizedFolders = folders
    self.readFile = readDocument
  }

  /// Creates a listing of a catalog in a file tree.
  ///
  /// - Parameter root: the catalog's folder in the tree, without a trailing slash; empty if the whole tree is
  ///   the catalog.
  /// - Parameter path: the path of the catalog in reports. Its extension decides the kind of the catalog.
  /// - Parameter name: the catalog's actual name, if `path` does not end with it, for example because `path`
  ///   is `.`.
  package init(_ tree: FileTree, at root: String, reportedAs path: Path, actualName name: Path? = nil) {
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
      CatalogFolder.Kind(folder == path ? name ?? path : folder).map {
        Folder(path: folder, kind: $0, entries: entries)
      }
    }
    self.init(path: path, folders: folders) { file, limit in
      let name = String(decoding: file.bytes.dropFirst(start), as: UTF8.self)
      guard let bytes = tree[prefix + name] else { return .unreadable("it does not exist") }
      return bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
  }

  /// The paths of all documents, including missing ones, for finding their configurations.
  package var expectedDocumentPaths: [Path] { recognizedFolders.map(\.documentPath) }

  /// Removes the folders that an earlier catalog in the run already contains.
  package mutating func removeFolders(alreadyIn seen: inout Set<Path>) {
    recognizedFolders.removeAll { !seen.insert($0.path).inserted }
  }

  /// Marks documents and files that a configuration excludes.
  package mutating func markExcluded(where isExcluded: (Path) -> Bool) {
    for index in recognizedFolders.indices {
      let folder = recognizedFolders[index].path
      if isExcluded(recognizedFolders[index].documentPath) {
        recognizedFolders[index].isDocumentExcluded = true
      }
      for entry in recognizedFolders[index].entries.indices
      where recognizedFolders[index].entries[entry].kind != .folder {
        let name = recognizedFolders[index].entries[entry].name
        guard name != Catalog.documentName, isExcluded(folder.appending(name)) else { continue }
        recognizedFolders[index].entries[entry].isExcludedOrHidden = true
      }
    }
  }
}

extension CatalogListing {
  /// Reads the documents.
  ///
  /// - Parameter imageFacts: returns the facts about the image at a path. Called for icons and frames.
  func readCatalog(iconOrFrameFacts imageFacts: (Path) -> CatalogImageFacts?) -> Catalog {
    let packs = Set(recognizedFolders.lazy.filter { $0.kind == .pack }.map(\.path))
    let sets = recognizedFolders.sorted { $0.path < $1.path }.map { folder in
      let takesPictures = folder.kind == .icons || folder.kind == .sequence
      let entries = folder.entries.filter { $0.name != Catalog.documentName }.sorted { $0.name < $1.name }
      return CatalogFolder(
        path: folder.path, kind: folder.kind, enclosingPack: innermostPack(around: folder.path, packs),
        documentOutcome: documentOutcome(of: folder),
        entriesExceptDocument: !takesPictures
          ? entries
          : entries.map { entry in
            var entry = entry
            if entry.kind == .file { entry.iconOrFrameFacts = imageFacts(folder.path.appending(entry.name)) }
            return entry
          })
    }
    return Catalog(path: path, recognizedFolders: sets)
  }

  /// Reads an image of the catalog and returns the facts about it; nil if it is not a supported image.
  func readImageFacts(at path: Path, _ budget: DecodingBudget) -> CatalogImageFacts? {
    guard case .bytes(let bytes) = readFile(path, budget.fileBytes) else { return nil }
    return ImageContainer(of: bytes, budget: budget).map { CatalogImageFacts($0) }
  }

  private func innermostPack(around folder: Path, _ packs: Set<Path>) -> Path? {
    var inner = folder
    while inner.bytes.count > path.bytes.count {
      inner = inner.parent
      if packs.contains(inner) { return inner }
    }
    return nil
  }

  private func documentOutcome(of folder: Folder) -> CatalogFolder.DocumentOutcome {
    if folder.isDocumentExcluded { return .excluded }
    switch folder.entries.first(where: { $0.name == Catalog.documentName })?.kind {
    case nil: return .missing
    case .file: break
    case .folder: return .unreadable("it is a folder")
    case .unusableLink: return .unreadable("it is a link")
    case .other(let reason): return .unreadable(reason)
    }
    switch readFile(folder.documentPath, Catalog.maxDocumentBytes) {
    case .tooLarge(let count): return .tooLarge(count)
    case .unreadable(let reason): return .unreadable(reason)
    case .bytes(let bytes):
      do throws(Diagnostic) {
        return .document(try JSONDocument(parsing: bytes, maxBytes: Catalog.maxDocumentBytes))
      } catch { return .broken(error) }
    }
  }
}

/// Changes to a catalog's documents that need no human decision.
extension CatalogFolder {
  /// The document to write if the folder has no document; nil if its contents are ambiguous, for example if
  /// there are two images or the timing of frames is unknown.
  var documentToWriteIfMissing: JSON? {
    switch kind {
    case .stickerCatalog: return .object(["info": xcodeInfoObject])
    case .pack:
      let sets = entriesExceptDocument.filter { entry in
        let kind = Kind(entry.name)
        return entry.kind == .folder && !entry.isExcludedOrHidden && (kind == .sticker || kind == .sequence)
      }
      let names = naturallySorted(sets.map(\.name)).compactMap(\.text)
      guard names.count == sets.count else { return nil }
      let list = names.map { JSON.object(["filename": .string($0)]) }
      return .object(["info": xcodeInfoObject, "stickers": .array(list)])
    case .sticker:
      guard let picture = onlyImage?.name.text else { return nil }
      return .object(["info": xcodeInfoObject, "properties": .object(["filename": .string(picture)])])
    case .assetCatalog, .sequence, .icons: return nil
    }
  }

  /// Whether an image can be added to the document.
  func canAddImageToDocument(_ entry: CatalogEntry) -> Bool {
    guard let root = document?.root, entry.hasImageName, entry.name.text != nil else { return false }
    switch kind {
    case .sequence: return root["frames"]?.elements != nil
    case .sticker:
      guard let properties = root["properties"], case .object = properties.content else { return false }
      return properties["filename"] == nil && onlyImage?.name == entry.name
    case .stickerCatalog, .assetCatalog, .pack, .icons: return false
    }
  }

  private var onlyImage: CatalogEntry? {
    let pictures = entriesExceptDocument.filter { $0.hasImageName && !$0.isExcludedOrHidden }
    return pictures.count == 1 ? pictures[0] : nil
  }
}

extension CatalogEntry {
  /// Whether the entry is an image, judging only by its name.
  fileprivate var hasImageName: Bool {
    kind == .file && name.hasMessagesImageExtension
  }
}

extension Path {
  /// Whether the name has the extension of an image format that Messages shows.
  package var hasMessagesImageExtension: Bool {
    lowercasedExtension.map(messagesImageExtensions.contains) ?? false
  }
}

private let messagesImageExtensions: Set<String> = ["png", "apng", "gif", "jpg", "jpeg"]
/// The `info` object that Xcode writes to every document.
private let xcodeInfoObject = JSON.object(["author": .string("xcode"), "version": .integer(1)])

/// The changes that regenerate the icons of an icon set.
package struct IconSetRepair: Hashable, Sendable {
  /// The new and changed files, keyed by their names in the set's folder.
  package var filesToWrite: FileTree
  /// The new names of icons that are converted to PNG, keyed by their old names. Their bytes are in
  /// `filesToWrite`.
  package var newNamesByOldName: [String: String]
  /// A human-readable summary: `3 icons were made from “icon.png”`.
  package var summary: String

  package init(filesToWrite: FileTree, newNamesByOldName: [String: String] = [:], summary: String) {
    self.filesToWrite = filesToWrite
    self.newNamesByOldName = newNamesByOldName
    self.summary = summary
  }

  /// A function that makes icons.
  ///
  /// - Parameter set: the files of an icon set, keyed by their names.
  /// - Parameter isApp: whether the pack is a standalone app, which needs app icons.
  package typealias Generator = (_ set: FileTree, _ isApp: Bool) throws(Diagnostic) -> IconSetRepair
}
