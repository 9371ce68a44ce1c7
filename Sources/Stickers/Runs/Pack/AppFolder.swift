import StickerEngine
import StickerImage
import StickerPacker

/// The folder of an Xcode project that somebody has, into which the files of an extension with code are put:
/// the project itself is not touched, and a list says what is to be added to it.
struct AppFolder: AppDestination {
  let folder: Path

  init(_ named: Path) { folder = named.withoutTrailingSlashes }

  func validate() throws {
    guard try FileSystem.disk.entryKind(at: FileSystem.disk.realPath(of: folder)) == .folder,
      !["xcassets", "xcstickers", "xcodeproj"].contains(folder.lowercasedExtension)
    else {
      throw UsageError(
        "\(folder.displayText) is no folder of a project: with a template that has code, \(.into) takes the folder "
          + "in which the .xcodeproj lies")
    }
  }

  func prepare() {}

  /// A file that a person has changed since the last build stays as it is, with a note; one that no build of
  /// ours made is not touched.
  func changes(to plan: PackPlan, last: [UInt8]?, force: Bool, check: Bool) throws -> AppChanges {
    let ours = last.map(filesForApps(madeBy:)) ?? [:]
    let tree = plan.filesForApps
    guard !tree.paths.isEmpty else {
      throw UsageError(
        "\(folder.displayText) is no asset catalog, and without a template that has code \(.into) takes one")
    }
    var (changes, foreign) = (AppChanges(), [String]())
    for path in tree.paths {
      guard let bytes = tree[path] else { continue }
      let old = try self.bytes(at: path)
      // An app has one catalog of this name, and every catalog the same document.
      if old == bytes || old != nil && path == "Assets.xcassets/\(Catalog.documentName)" { continue }
      if let old, !force {
        guard let made = ours[path] else {
          let mayBePut = check || isFresh(old, at: path)
          if mayBePut { changes.put.append(AppChanges.Put(path, .file(bytes))) } else { foreign.append(path) }
          continue
        }
        if SHA256.hexDigest(of: old) != made {
          changes.notes.append(
            "\(folder.appending(path).displayText) is left as it is: a person has changed it since it was put "
              + "there; \(.force) makes it new")
          continue
        }
      }
      changes.put.append(AppChanges.Put(path, .file(bytes)))
    }
    guard foreign.isEmpty else { throw refusal(foreign) }
    for (path, made) in ours.sorted(by: { $0.key < $1.key }) where tree[path] == nil {
      guard let old = try bytes(at: path) else { continue }
      guard force || SHA256.hexDigest(of: old) == made else {
        changes.notes.append(
          "\(folder.appending(path).displayText) is no longer a part of the pack, and stays there: a person has "
            + "changed it")
        continue
      }
      changes.removed.append(AppChanges.Removed(name: path, bytes: old))
    }
    // If they exist already, they were added before.
    if !check, ours.isEmpty {
      changes.notes += plan.stepsToAdd(in: folder.displayText).map { UserMessage($0) }
    }
    return changes
  }

  /// Returns whether a file is the unchanged `Contents.json` of an icon set that Xcode created.
  private func isFresh(_ bytes: [UInt8], at path: String) -> Bool {
    let path = Path(path)
    return path.name == Catalog.documentName
      && StickerPacker.isFresh(document: bytes, ofSet: path.parent.name.displayText)
  }

  /// Stops a build that would write through a link, or into what is no folder.
  private func ensureNoLinks(above path: String) throws {
    var above = folder
    for part in path.split(separator: "/").dropLast() {
      above = above.appending(String(part))
      switch try FileSystem.disk.entryKind(at: above) {
      case nil: return
      case .folder: continue
      default: throw UsageError("\(above.displayText) is no folder: move it elsewhere first")
      }
    }
  }

  private func refusal(_ foreign: [String]) -> UsageError {
    let names = foreign.prefix(3).map { folder.appending($0).displayText }
    let more = foreign.count > 3 ? ["\(foreign.count - 3) more"] : []
    return UsageError(
      "\(listText(names + more)): the last build into the same \(.output) did not put this there, and a build "
        + "would replace it. Move it elsewhere, give the pack another name, or \(.replaceIt)")
  }

  /// The bytes of a file below the folder; nil if it does not exist.
  private func bytes(at path: String) throws -> [UInt8]? {
    let place = folder.appending(path)
    try ensureNoLinks(above: path)
    switch try FileSystem.disk.entryKind(at: place) {
    case nil: return nil
    case .file:
      if case .bytes(let bytes) = FileSystem.disk.readFile(place, limit: maxComparedBytes, follow: false) {
        return bytes
      }
      return []  // too large to be ours
    default: throw UsageError("\(place.displayText) is no file: move it elsewhere first")
    }
  }
}

/// Bytes of a file that can be ours: art is a tenth of it.
private let maxComparedBytes = 64 << 20

/// An asset catalog of an app, into which a pack's stickers and icons are put.
struct AppCatalog: AppDestination {
  let folder: Path

  init(_ named: Path) { folder = named.withoutTrailingSlashes }

  /// Stops a build that cannot go there.
  func validate() throws {
    guard try FileSystem.disk.entryKind(at: FileSystem.disk.realPath(of: folder)) == .folder,
      ["xcassets", "xcstickers"].contains(folder.lowercasedExtension)
    else {
      throw UsageError(
        "\(folder.displayText) is no asset catalog: \(.into) takes an .xcassets or .xcstickers folder that is there"
      )
    }
  }

  /// Stops a build that would replace a set that a person made or changed. Ours is what the last build of the
  /// pack made, and what would be put there anyway.
  ///
  /// - Parameter last: the manifest of the last build.
  /// - Parameter force: whether sets that are not ours are replaced too.
  /// - Parameter check: whether they are only to be told.
  func changes(to plan: PackPlan, last: [UInt8]?, force: Bool, check: Bool) throws -> AppChanges {
    let sets = plan.setsForApps
    if let other = try otherPack(than: sets.map { folder.appending($0.name) }) {
      throw UsageError(
        "\(other.displayText) is another sticker pack, and an app's catalog has one: move it elsewhere first")
    }
    var changes = AppChanges()
    for (name, tree) in sets {
      guard let old = try contents(of: folder.appending(name)) else {
        changes.put.append(AppChanges.Put(name, .folder(tree)))
        continue
      }
      let files = old.relevantFiles
      if files == tree, old.others.isEmpty { continue }
      let isUnused = old.others.isEmpty && (files.paths.isEmpty || isFresh(files, named: name))
      guard force || check || isUnused || isStickerlintOutput(old, name, last) else {
        throw changed(name, files)
      }
      changes.put.append(AppChanges.Put(name, .folder(tree)))
    }
    for name in last.map(setsForApps(madeBy:)) ?? [] where !sets.contains(where: { $0.name == name }) {
      guard let old = try contents(of: folder.appending(name)) else { continue }
      if force || isStickerlintOutput(old, name, last) {
        changes.removed.append(AppChanges.Removed(name: name, bytes: nil))
      } else {
        changes.notes.append(
          "\(folder.appending(name).displayText) is no longer a part of the pack, and stays there: "
            + "somebody made or changed it")
      }
    }
    return changes
  }

  private func isStickerlintOutput(_ old: FolderContents, _ name: String, _ last: [UInt8]?) -> Bool {
    guard let last, old.others.isEmpty else { return false }
    return isUnmodified(old.relevantFiles, named: name, accordingTo: last)
  }

  private func changed(_ name: String, _ files: FileTree) -> UsageError {
    UsageError(
      "\(folder.appending(name).displayText) (\(countText(files.paths.count, "file"))) is not what the last build "
        + "into the same \(.output) put there: somebody made or changed it. Move it elsewhere to keep it; "
        + "\(.force) deletes it")
  }

  func prepare() throws {
    let root = folder.appending(Catalog.documentName)
    if try FileSystem.disk.entryKind(at: root) == nil {
      try FileWriter.shared.writeFile(catalogContents, to: root)
    }
  }

  private func contents(of place: Path) throws -> FolderContents? {
    switch try FileSystem.disk.entryKind(at: place) {
    case nil: return nil
    case .folder: return try FileSystem.disk.readTree(place)
    default: throw UsageError("\(place.displayText) is no folder: move it elsewhere first")
    }
  }

  /// A pack at any depth: a catalog may have folders of its own.
  private func otherPack(than ours: [Path]) throws -> Path? {
    try FileSystem.disk.walk([folder]).catalogPacks.map(\.path).first { pack in
      !ours.contains { pack.isInsideOrEqual($0) }
    }
  }
}

extension FolderContents {
  /// The files without those that macOS adds to opened folders.
  fileprivate var relevantFiles: FileTree { files.filter { Path($0).name != Path(".DS_Store") } }
}
