package import StickerEngine
import StickerImage

/// The contents of a folder and all of its subfolders.
package struct FolderContents: Hashable, Sendable {
  /// The regular files.
  package internal(set) var files = FileTree()
  /// All other entries, in byte order of their paths.
  var unsupportedEntries: [UnsupportedEntry] = []
  /// The status of the files when they were read, by path.
  var fileStatuses: [String: FileStatus] = [:]

  /// Compares the files and the unsupported entries.
  package static func == (a: FolderContents, b: FolderContents) -> Bool {
    a.files == b.files && a.unsupportedEntries == b.unsupportedEntries
  }

  /// Hashes the files and the unsupported entries.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(files)
    hasher.combine(unsupportedEntries)
  }

  /// An entry that a file tree cannot contain.
  struct UnsupportedEntry: Hashable, Sendable {
    /// The path relative to the folder.
    let path: Path
    /// The human-readable reason, such as `it is a symbolic link`.
    let reason: String

    static let emptyFolderReason = "it is an empty folder"
    var isEmptyFolder: Bool { reason == Self.emptyFolderReason }
  }
}

extension ReadOnlyFileSystem {
  /// Returns the direct subfolders of a folder in byte order, without links; empty if the folder is missing.
  func subfolders(in folder: Path) throws(CommandError) -> [Path] {
    do throws(SystemError) {
      let descriptor = try calls.open(FileLocation(folder), .folder(follow: true))
      defer { try? calls.close(descriptor) }
      return try calls.entries(descriptor).filter { $0.kind == .folder }.map { folder.appending($0.name) }
        .sorted()
    } catch {
      if error.meansMissingPath { return [] }
      throw CommandError("cannot read the folder \(folder.displayText): \(error.reason)").withCause(
        .unreadable(folder))
    }
  }

  /// The kind of entry at a path, or nil if it does not exist. Links are not followed.
  ///
  /// - Throws: a `CommandError` if the path cannot be accessed.
  package func entryKind(at path: Path) throws(CommandError) -> EntryKind? {
    do throws(SystemError) {
      return try calls.status(FileLocation(path), false).kind
    } catch {
      if error.meansMissingPath { return nil }
      throw CommandError("cannot access \(path.displayText): \(error.reason)").withCause(.unreadable(path))
    }
  }

  /// Reads a folder. Neither a link to the folder nor links inside it are followed.
  ///
  /// - Parameter known: files that do not have to be read, because their bytes are known. They must still
  ///   exist.
  /// - Parameter expected: the probable contents. Files that are equal to the expected ones share their
  ///   memory.
  /// - Parameter maxFileBytes: the maximum file size in bytes. Larger files become unsupported entries.
  /// - Parameter maxTotalBytes: the maximum total size of all files in bytes.
  /// - Parameter maxEntries: the limit for files and folders together.
  /// - Returns: nil if the path does not exist.
  /// - Throws: a `CommandError` if the path is not a folder, a folder or file in it cannot be read, or a
  ///   limit is exceeded.
  package func readTree(
    _ path: Path, trustingBytesOf known: FileTree = FileTree(),
    sharingMemoryWith expected: FileTree = FileTree(), maxFileBytes: Int = 1 << 28,
    maxTotalBytes: Int = 1 << 30, maxEntries: Int = 100_000
  ) throws(CommandError) -> FolderContents? {
    var reader = TreeReader(
      root: path, maxFileBytes: maxFileBytes, maxTotalBytes: maxTotalBytes, maxEntries: maxEntries, disk: self
    )
    (reader.filesWithTrustedBytes, reader.filesToShareMemoryWith) = (known, expected)
    return try reader.readContents()
  }
}

struct TreeReader {
  let root: Path
  let maxSupportedFileBytes: Int
  var bytesLeft: Int
  var entriesLeft: Int
  let disk: ReadOnlyFileSystem
  var filesWithTrustedBytes = FileTree()
  var filesToShareMemoryWith = FileTree()
  private var folderContents = FolderContents()
  /// The last file of each length, so that copies can share memory. A pack contains its art twice.
  private var lastBytesByLength: [Int: [UInt8]] = [:]
  private var pendingFolders = [Path(bytes: [])]

  init(root: Path, maxFileBytes: Int, maxTotalBytes: Int, maxEntries: Int, disk: ReadOnlyFileSystem) {
    self.root = root
    self.maxSupportedFileBytes = maxFileBytes
    self.bytesLeft = maxTotalBytes
    self.entriesLeft = maxEntries
    self.disk = disk
  }

  mutating func readContents() throws(CommandError) -> FolderContents? {
    do throws(SystemError) {
      let status = try disk.calls.status(FileLocation(root), false)
      guard status.kind == .folder else { throw .notAFolder }
    } catch {
      if error == .notFound { return nil }
      throw CommandError("cannot read \(root.displayText) as a folder: \(error.reason)")
    }
    while let folder = pendingFolders.popLast() {
      for entry in try listRecordingIfEmpty(folder) { try addEntry(entry, in: folder) }
    }
    folderContents.unsupportedEntries.sort { $0.path < $1.path }
    return folderContents
  }

  private mutating func listRecordingIfEmpty(_ folder: Path) throws(CommandError) -> [FolderEntry] {
    do throws(SystemError) {
      let descriptor = try disk.calls.open(FileLocation(fullPath(of: folder)), .folder(follow: false))
      defer { try? disk.calls.close(descriptor) }
      let listed = try disk.calls.entries(descriptor)
      if listed.isEmpty, !folder.bytes.isEmpty {
        addUnsupportedEntry(folder, FolderContents.UnsupportedEntry.emptyFolderReason)
      }
      entriesLeft -= listed.count
      guard entriesLeft >= 0 else { throw SystemError.invalidArgument }
      return listed
    } catch {
      if entriesLeft < 0 {
        throw CommandError("\(root.displayText) has too many files for a pack. Choose another folder.")
      }
      throw CommandError("cannot read the folder \(fullPath(of: folder).displayText): \(error.reason)")
    }
  }

  private mutating func addEntry(_ entry: FolderEntry, in folder: Path) throws(CommandError) {
    let path = folder.appending(entry.name)
    switch entry.kind {
    case .folder: pendingFolders.append(path)
    case .file:
      guard let text = path.text else { return addUnsupportedEntry(path, "its name is not valid UTF-8") }
      if let bytes = filesWithTrustedBytes[text] {
        folderContents.files[text] = bytes
        return
      }
      let (outcome, state) = disk.readWholeListedFile(fullPath(of: path), maxFileBytes: maxSupportedFileBytes)
      folderContents.fileStatuses[text] = state
      switch outcome {
      case .bytes(let bytes):
        bytesLeft -= bytes.count
        guard bytesLeft >= 0 else {
          throw CommandError("\(root.displayText) is too large for a pack. Choose another folder.")
        }
        folderContents.files[text] = reusingEqualBytes(bytes, at: text)
      case .tooLarge(let length):
        addUnsupportedEntry(
          path, "file size is \(numberText(length)) bytes (limit: \(numberText(maxSupportedFileBytes)) bytes)"
        )
      case .emptyFile: folderContents.files[text] = []
      case .unreadable(let reason):
        throw CommandError("cannot read \(fullPath(of: path).displayText): \(reason)")
      }
    default: addUnsupportedEntry(path, entry.kind.notAFileReason ?? "")
    }
  }

  private mutating func reusingEqualBytes(_ bytes: [UInt8], at path: String) -> [UInt8] {
    if let expected = filesToShareMemoryWith[path], expected.hasSameBytes(as: bytes) { return expected }
    if let known = lastBytesByLength[bytes.count], known.hasSameBytes(as: bytes) { return known }
    lastBytesByLength[bytes.count] = bytes
    return bytes
  }

  private mutating func addUnsupportedEntry(_ path: Path, _ reason: String) {
    folderContents.unsupportedEntries.append(FolderContents.UnsupportedEntry(path: path, reason: reason))
  }

  private func fullPath(of path: Path) -> Path { path.bytes.isEmpty ? root : root.appending(path) }
}

/// A folder that stickerlint built. It contains generated files next to the catalog: scaled variants and
/// copies.
struct BuiltFolder {
  private let manifest: [UInt8]

  /// Creates a value from the bytes of `manifest.json`. Returns nil if another program wrote the manifest.
  init?(manifest: [UInt8]) {
    // Web apps also have a file with this name. Parse only files that may be stickerlint manifests.
    guard manifest.contains(text: "\"stickerlint\""),
      let json = try? JSON(parsing: manifest, maxBytes: JSON.maxManifestBytes),
      json["generator"]?["name"] == .string("stickerlint")
    else { return nil }
    self.manifest = manifest
  }

  /// Returns whether an entry of the folder is generated from the stickers of its catalog. For common folder
  /// names, the manifest must list a file inside the folder.
  func isGeneratedFromCatalog(_ name: Path, isFolder: Bool) -> Bool {
    guard isFolder else {
      return name.bytes.starts(with: Array("contact-sheet".utf8)) && name.lowercasedExtension == "png"
    }
    guard let name = name.text else { return false }
    return name == "variants"
      || appResourceFolderNames.contains(name) && manifest.contains(text: "\"\(name)/")
  }
}

/// The folders that the Xcode templates with code copy into the app bundle.
private let appResourceFolderNames = ["Assets.xcassets", messageFolderName, stickersFolderName]
private let messageFolderName = "Message"
private let stickersFolderName = "Stickers"

extension ReadOnlyFileSystem {
  /// Returns the build in a folder, or nil if it contains none.
  func builtFolder(at folder: Path) -> BuiltFolder? {
    let manifest = folder.appending(manifestFileName)
    guard case .bytes(let bytes) = readWholeListedFile(manifest, maxFileBytes: JSON.maxManifestBytes).outcome
    else {
      return nil
    }
    return BuiltFolder(manifest: bytes)
  }

  /// Returns whether a folder contains the image of an interactive message. Such a folder is named `Message`,
  /// and its sibling folder `Stickers` contains the `index.json` of a generated project.
  func isMessageFolderBesideStickers(_ folder: Path, named name: Path) -> Bool {
    guard name == Path(messageFolderName) else { return false }
    let index = folder.parent.appending(stickersFolderName).appending("index.json")
    guard (try? entryKind(at: index)) == .file,
      case .bytes(let bytes) = readWholeListedFile(index, maxFileBytes: JSON.maxManifestBytes).outcome,
      let json = try? JSON(parsing: bytes, maxBytes: JSON.maxManifestBytes), case .integer? = json["schema"],
      case .array(let stickers)? = json["stickers"]
    else { return false }
    return stickers.allSatisfy { $0["file"] != nil && $0["sha256"] != nil }
  }
}

let manifestFileName = Path("manifest.json")

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}

/// A catalog that a search found. Its contents are listed later.
package struct CatalogLocation: Hashable, Sendable {
  /// The path of the catalog in reports.
  let path: Path
  /// The real name of the catalog, which may differ from the name in `path`, such as `.`.
  let realName: Path
  /// The searched folder as an absolute path without symbolic links, or nil. Links in the catalog are
  /// followed only to files in this folder.
  let allowedLinkTargetFolder: Path?
}

extension ReadOnlyFileSystem {
  /// Lists the parts of a catalog that relate to stickers. Links to folders are not followed. If a catalog
  /// has too many entries, only the first are listed.
  ///
  /// - Returns: the listing. Its documents are read on demand, without following links.
  package func listStickerRelatedFolders(of catalog: CatalogLocation) -> CatalogListing {
    var lister = StickerRelatedFolderLister(catalog: catalog, disk: self)
    return CatalogListing(path: catalog.path, folders: lister.stickerRelatedFolders()) {
      readWholeFile($0, maxFileBytes: $1, follow: false)
    }
  }
}

private struct StickerRelatedFolderLister {
  let catalog: CatalogLocation
  let disk: ReadOnlyFileSystem
  /// The limit for files and folders together, enough for about 30,000 stickers.
  private var entriesLeft = 100_000
  private let maxDepth = 32

  init(catalog: CatalogLocation, disk: ReadOnlyFileSystem) { (self.catalog, self.disk) = (catalog, disk) }

  // Uses a stack instead of recursion, because the depth of the folders is untrusted.
  mutating func stickerRelatedFolders() -> [CatalogListing.Folder] {
    var found: [CatalogListing.Folder] = []
    var pending = [(path: catalog.path, name: catalog.realName, depth: 0)]
    while let next = pending.popLast(), entriesLeft > 0 {
      guard let entries = firstEntriesWithinLimit(of: next.path, follow: next.depth == 0) else { continue }
      for entry in entries
      where entry.kind == .folder && next.depth < maxDepth && mayContainStickerFolders(entry.name) {
        pending.append((next.path.appending(entry.name), entry.name, next.depth + 1))
      }
      guard let kind = CatalogFolder.Kind(next.name) else { continue }
      found.append(CatalogListing.Folder(path: next.path, kind: kind, entries: entries))
    }
    return found
  }

  /// The entries of a folder; nil if it cannot be opened, which the search has already reported.
  private mutating func firstEntriesWithinLimit(of folder: Path, follow: Bool) -> [CatalogEntry]? {
    guard let descriptor = try? disk.calls.open(FileLocation(folder), .folder(follow: follow)) else {
      return nil
    }
    defer { try? disk.calls.close(descriptor) }
    guard let entries = try? disk.calls.entries(descriptor) else { return nil }
    let taken = entries.sorted { $0.name < $1.name }.prefix(entriesLeft)
    entriesLeft -= taken.count
    return taken.map { entry in
      CatalogEntry(
        name: entry.name, kind: kind(of: entry, in: folder),
        isExcludedOrHidden: entry.name.bytes.first == UInt8(ascii: "."))
    }
  }

  private func kind(of entry: FolderEntry, in folder: Path) -> CatalogEntry.Kind {
    switch entry.kind {
    case .file: return .file
    case .folder: return .folder
    case .symbolicLink:
      guard entry.name != Catalog.documentName, let root = catalog.allowedLinkTargetFolder,
        let target = try? disk.calls.resolveLinks(folder.appending(entry.name)), target.isInsideOrEqual(root),
        (try? disk.calls.status(FileLocation(target), false).kind) == .file
      else { return .unusableLink }
      return .file
    default: return .other(entry.kind.notAFileReason ?? "")
    }
  }

  /// Whether a folder may contain sticker folders. Hidden folders are skipped, and so are sets for other
  /// purposes, such as colors and launch images.
  private func mayContainStickerFolders(_ name: Path) -> Bool {
    guard name.bytes.first != UInt8(ascii: ".") else { return false }
    guard let word = name.lowercasedExtension, CatalogFolder.Kind(name) == nil else { return true }
    return !word.hasSuffix("set") && !["brandassets", "launchimage", "spriteatlas", "icon"].contains(word)
  }
}
