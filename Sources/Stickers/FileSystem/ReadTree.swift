package import StickerEngine
import StickerImage

/// What lies in a folder, all the way down.
package struct FolderContents: Hashable, Sendable {
  /// The regular files.
  package internal(set) var files = FileTree()
  /// Whatever else there is, in byte order of the paths.
  var others: [Other] = []
  /// What the files were when they were read, by path.
  var states: [String: FileStatus] = [:]

  /// Equal if the files and the others are.
  package static func == (a: FolderContents, b: FolderContents) -> Bool {
    a.files == b.files && a.others == b.others
  }

  /// Hashes the files and the others.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(files)
    hasher.combine(others)
  }

  /// Something that is no file of a tree.
  struct Other: Hashable, Sendable {
    /// The path, as seen from the folder.
    let path: Path
    /// Why it is no file of a tree, in a designer's words: `it is a link`.
    let reason: String
  }
}

extension FileSystem {
  /// Returns the direct subfolders of a folder in byte order, without links; empty if the folder is missing.
  func folders(in folder: Path) throws(UsageError) -> [Path] {
    do throws(SystemError) {
      let descriptor = try calls.open(Location(folder), .folder(follow: true))
      defer { try? calls.close(descriptor) }
      return try calls.entries(descriptor).filter { $0.kind == .folder }.map { folder.appending($0.name) }
        .sorted()
    } catch {
      if error.meansMissing { return [] }
      throw UsageError("cannot read the folder \(folder.displayText): \(error.words)")
    }
  }

  /// What lies at a path; links are not followed. Nil for nothing.
  ///
  /// - Throws: where that cannot be told.
  package func entryKind(at path: Path) throws(UsageError) -> EntryKind? {
    do throws(SystemError) {
      return try calls.status(Location(path), false).kind
    } catch {
      if error.meansMissing { return nil }
      throw UsageError("cannot look at \(path.displayText): \(error.words)")
    }
  }

  /// Reads a folder back. Links are not followed, neither in it nor to it.
  ///
  /// - Parameter known: files that need not be read, since their bytes are known; they are looked for all the
  ///   same.
  /// - Parameter expected: what most likely lies there: files that are the same share its memory.
  /// - Parameter fileBytes: the longest file that is read; a longer one is among the others.
  /// - Parameter totalBytes: all files together.
  /// - Parameter entries: files and folders together.
  /// - Returns: nil if there is nothing at the path.
  /// - Throws: if there is something else than a folder, if a folder or file in it cannot be read, or there
  ///   is more than the limits allow.
  package func readTree(
    _ path: Path, known: FileTree = FileTree(), expected: FileTree = FileTree(), fileBytes: Int = 1 << 28,
    totalBytes: Int = 1 << 30, entries: Int = 100_000
  ) throws(UsageError) -> FolderContents? {
    var reader = TreeReader(
      root: path, fileBytes: fileBytes, totalBytes: totalBytes, entries: entries, disk: self)
    (reader.known, reader.expected) = (known, expected)
    return try reader.contents()
  }
}

struct TreeReader {
  let root: Path
  let fileBytes: Int
  var totalBytes: Int
  var entries: Int
  let disk: FileSystem
  var known = FileTree()
  var expected = FileTree()
  private var found = FolderContents()
  /// The last file of each length: a pack holds its art twice, and one copy in memory is enough.
  private var lengths: [Int: [UInt8]] = [:]
  private var pending = [Path(bytes: [])]

  init(root: Path, fileBytes: Int, totalBytes: Int, entries: Int, disk: FileSystem) {
    self.root = root
    self.fileBytes = fileBytes
    self.totalBytes = totalBytes
    self.entries = entries
    self.disk = disk
  }

  mutating func contents() throws(UsageError) -> FolderContents? {
    do throws(SystemError) {
      let status = try disk.calls.status(Location(root), false)
      guard status.kind == .folder else { throw .notAFolder }
    } catch {
      if error == .notFound { return nil }
      throw UsageError("cannot read \(root.displayText) as a folder: \(error.words)")
    }
    while let folder = pending.popLast() {
      for entry in try list(folder) { try take(entry, in: folder) }
    }
    found.others.sort { $0.path < $1.path }
    return found
  }

  private mutating func list(_ folder: Path) throws(UsageError) -> [Entry] {
    do throws(SystemError) {
      let descriptor = try disk.calls.open(Location(below(folder)), .folder(follow: false))
      defer { try? disk.calls.close(descriptor) }
      let listed = try disk.calls.entries(descriptor)
      if listed.isEmpty, !folder.bytes.isEmpty { note(folder, "it is an empty folder") }
      entries -= listed.count
      guard entries >= 0 else { throw SystemError.invalid }
      return listed
    } catch {
      if entries < 0 {
        throw UsageError("\(root.displayText) holds too many files to be a pack; choose another folder")
      }
      throw UsageError("cannot read the folder \(below(folder).displayText): \(error.words)")
    }
  }

  private mutating func take(_ entry: Entry, in folder: Path) throws(UsageError) {
    let path = folder.appending(entry.name)
    switch entry.kind {
    case .folder: pending.append(path)
    case .file:
      guard let text = path.text else { return note(path, "its name is not UTF-8") }
      if let bytes = known[text] {
        found.files[text] = bytes
        return
      }
      let (outcome, state) = disk.readListedFile(below(path), limit: fileBytes)
      found.states[text] = state
      switch outcome {
      case .bytes(let bytes):
        totalBytes -= bytes.count
        guard totalBytes >= 0 else {
          throw UsageError("\(root.displayText) holds too much to be a pack; choose another folder")
        }
        found.files[text] = shared(bytes, text)
      case .tooLarge(let length): note(path, "it is \(length) bytes long")
      case .empty: found.files[text] = []
      case .unreadable(let reason): throw UsageError("cannot read \(below(path).displayText): \(reason)")
      }
    default: note(path, entry.kind.objection ?? "")
    }
  }

  private mutating func shared(_ bytes: [UInt8], _ path: String) -> [UInt8] {
    if let expected = expected[path], expected.hasSameBytes(as: bytes) { return expected }
    if let known = lengths[bytes.count], known.hasSameBytes(as: bytes) { return known }
    lengths[bytes.count] = bytes
    return bytes
  }

  private mutating func note(_ path: Path, _ reason: String) {
    found.others.append(FolderContents.Other(path: path, reason: reason))
  }

  private func below(_ path: Path) -> Path { path.bytes.isEmpty ? root : root.appending(path) }
}

/// A folder that stickerlint built. Beside the catalog it holds generated files: scaled variants and copies.
struct BuiltFolder {
  private let manifest: [UInt8]

  /// Creates a value from the bytes of `manifest.json`. Returns nil if another program wrote the manifest.
  init?(manifest: [UInt8]) {
    // Web apps have a file of this name too: parse only what may be a manifest of stickerlint.
    guard manifest.contains(text: "\"stickerlint\""),
      let json = try? JSON(parsing: manifest, atMost: JSON.maxManifestBytes),
      json["generator"]?["name"] == .string("stickerlint")
    else { return nil }
    self.manifest = manifest
  }

  /// Returns whether an entry of the folder is generated from the stickers of its catalog. For common folder
  /// names, the manifest must list a file inside the folder.
  func isGenerated(_ name: Path, isFolder: Bool) -> Bool {
    guard isFolder else {
      return name.bytes.starts(with: Array("contact-sheet".utf8)) && name.lowercasedExtension == "png"
    }
    guard let name = name.text else { return false }
    return name == "variants" || bundleFolders.contains(name) && manifest.contains(text: "\"\(name)/")
  }
}

/// The folders that the Xcode templates with code copy into the app bundle.
private let bundleFolders = ["Assets.xcassets", messageFolder, stickersFolder]
private let messageFolder = "Message"
private let stickersFolder = "Stickers"

extension FileSystem {
  /// Returns the build in a folder, or nil if the folder holds none.
  func builtFolder(_ folder: Path) -> BuiltFolder? {
    let manifest = folder.appending(manifestName)
    guard case .bytes(let bytes) = readListedFile(manifest, limit: JSON.maxManifestBytes).outcome else {
      return nil
    }
    return BuiltFolder(manifest: bytes)
  }

  /// Returns whether a folder holds the image of an interactive message: its name is `Message`, and its
  /// sibling folder `Stickers` holds the `index.json` of a generated project.
  func isMessageFolder(_ folder: Path, named name: Path) -> Bool {
    guard name == Path(messageFolder) else { return false }
    let index = folder.parent.appending(stickersFolder).appending("index.json")
    guard (try? entryKind(at: index)) == .file,
      case .bytes(let bytes) = readListedFile(index, limit: JSON.maxManifestBytes).outcome,
      let json = try? JSON(parsing: bytes, atMost: JSON.maxManifestBytes), case .integer? = json["schema"],
      case .array(let stickers)? = json["stickers"]
    else { return false }
    return stickers.allSatisfy { $0["file"] != nil && $0["sha256"] != nil }
  }
}

let manifestName = Path("manifest.json")

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}

/// A catalog that a walk came through, still to be listed.
package struct WalkedCatalog: Hashable, Sendable {
  /// The path of the catalog, as reports name it.
  let path: Path
  /// The catalog's own name, which `path` need not show: `.`.
  let name: Path
  /// The folder that was walked, absolute and without links; nil where it has no such path. Links in the
  /// catalog may lead anywhere below it.
  let root: Path?
}

extension FileSystem {
  /// Lists what has to do with stickers in a catalog. Links to folders are not followed, and of a catalog
  /// that holds more than any should, what comes first is listed.
  ///
  /// - Returns: documents are read when they are asked for; links to them are not followed.
  package func listCatalog(_ catalog: WalkedCatalog) -> CatalogListing {
    var lister = CatalogLister(catalog: catalog, disk: self)
    return CatalogListing(path: catalog.path, folders: lister.folders()) {
      readFile($0, limit: $1, follow: false)
    }
  }
}

private struct CatalogLister {
  let catalog: WalkedCatalog
  let disk: FileSystem
  /// Files and folders together; some 30,000 stickers.
  private var left = 100_000
  private let maxDepth = 32

  init(catalog: WalkedCatalog, disk: FileSystem) { (self.catalog, self.disk) = (catalog, disk) }

  // A stack instead of recursion: how deep folders lie is for a stranger to choose.
  mutating func folders() -> [CatalogListing.Folder] {
    var found: [CatalogListing.Folder] = []
    var pending = [(path: catalog.path, name: catalog.name, depth: 0)]
    while let next = pending.popLast(), left > 0 {
      guard let entries = entries(of: next.path, follow: next.depth == 0) else { continue }
      for entry in entries where entry.kind == .folder && next.depth < maxDepth && holdsSets(entry.name) {
        pending.append((next.path.appending(entry.name), entry.name, next.depth + 1))
      }
      guard let kind = CatalogSet.Kind(next.name) else { continue }
      found.append(CatalogListing.Folder(path: next.path, kind: kind, entries: entries))
    }
    return found
  }

  /// What lies in a folder; nil where it cannot be opened, which the walk has told of.
  private mutating func entries(of folder: Path, follow: Bool) -> [CatalogEntry]? {
    guard let descriptor = try? disk.calls.open(Location(folder), .folder(follow: follow)) else { return nil }
    defer { try? disk.calls.close(descriptor) }
    guard let entries = try? disk.calls.entries(descriptor) else { return nil }
    let taken = entries.sorted { $0.name < $1.name }.prefix(left)
    left -= taken.count
    return taken.map { entry in
      CatalogEntry(
        name: entry.name, kind: kind(of: entry, in: folder),
        isExcluded: entry.name.bytes.first == UInt8(ascii: "."))
    }
  }

  private func kind(of entry: Entry, in folder: Path) -> CatalogEntry.Kind {
    switch entry.kind {
    case .file: return .file
    case .folder: return .folder
    case .link:
      guard entry.name != Catalog.documentName, let root = catalog.root,
        let target = try? disk.calls.resolve(folder.appending(entry.name)), target.isInsideOrEqual(root),
        (try? disk.calls.status(Location(target), false).kind) == .file
      else { return .strayLink }
      return .file
    default: return .other(entry.kind.objection ?? "")
    }
  }

  /// Hidden folders, and the sets of an app that hold no stickers, are not looked into.
  private func holdsSets(_ name: Path) -> Bool {
    guard name.bytes.first != UInt8(ascii: ".") else { return false }
    guard let word = name.lowercasedExtension, CatalogSet.Kind(name) == nil else { return true }
    return !word.hasSuffix("set") && !["brandassets", "launchimage", "spriteatlas", "icon"].contains(word)
  }
}
