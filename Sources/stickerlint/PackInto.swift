import StickerIO
import StickerModel
import StickerPacker

/// An asset catalog of an app, into which a pack's stickers and icons are put.
struct AppCatalog {
  let folder: Path

  init(_ named: Path) { folder = named.withoutTrailingSlashes }

  /// Stops a build that cannot go there.
  func refuse() throws {
    guard try entryKind(at: realPath(of: folder)) == .folder,
      ["xcassets", "xcstickers"].contains(folder.lowercasedExtension)
    else {
      throw CommandFailure(
        "\(folder.shown) is no asset catalog: --into takes an .xcassets or .xcstickers folder that is there")
    }
  }

  /// What a build changes.
  struct Changes {
    /// Sets that are not there as they should be.
    var put: [(name: String, tree: FileTree)] = []
    /// Sets that the last build made, and that the pack no longer has.
    var removed: [String] = []
    /// What people should know; already escaped.
    var notes: [String] = []

    var isEmpty: Bool { put.isEmpty && removed.isEmpty }
  }

  /// Stops a build that would replace a set that a person made or changed. Ours is what the last build of the
  /// pack made, and what would be put there anyway.
  ///
  /// - Parameter last: the manifest of the last build.
  /// - Parameter force: whether sets that are not ours are replaced too.
  /// - Parameter check: whether they are only to be told.
  func changes(to plan: PackPlan, last: [UInt8]?, force: Bool, check: Bool) throws -> Changes {
    let sets = plan.setsForApps
    if let other = try otherPack(than: sets.map { folder.appending($0.name) }) {
      throw CommandFailure(
        "\(other.shown) is another sticker pack, and an app's catalog has one: move it elsewhere first")
    }
    var changes = Changes()
    for (name, tree) in sets {
      guard let old = try contents(of: folder.appending(name)) else {
        changes.put.append((name, tree))
        continue
      }
      let files = old.filesThatCount
      if files == tree, old.others.isEmpty { continue }
      let isEmpty = files.paths.isEmpty && old.others.isEmpty
      guard force || check || isEmpty || isOurs(old, name, last) else { throw changed(name, files) }
      changes.put.append((name, tree))
    }
    for name in last.map(setsForApps(madeBy:)) ?? [] where !sets.contains(where: { $0.name == name }) {
      guard let old = try contents(of: folder.appending(name)) else { continue }
      if force || isOurs(old, name, last) {
        changes.removed.append(name)
      } else {
        changes.notes.append(
          "\(folder.appending(name).shown) is no longer a part of the pack, and stays there: "
            + "somebody made or changed it")
      }
    }
    return changes
  }

  private func isOurs(_ old: FolderContents, _ name: String, _ last: [UInt8]?) -> Bool {
    guard let last, old.others.isEmpty else { return false }
    return isMade(old.filesThatCount, named: name, by: last)
  }

  private func changed(_ name: String, _ files: FileTree) -> CommandFailure {
    CommandFailure(
      "\(folder.appending(name).shown) (\(counted(files.paths.count, "file"))) is not what the last build "
        + "into the same --output put there: somebody made or changed it. Move it elsewhere to keep it; "
        + "--force deletes it")
  }

  /// Puts the sets there and takes the old ones out, each in one step, and nothing else.
  func apply(_ changes: Changes) throws {
    let root = folder.appending(Catalog.documentName)
    if try entryKind(at: root) == nil { try writeFile(catalogContents, to: root) }
    for (name, tree) in changes.put { try put(tree, at: folder.appending(name)) }
    for name in changes.removed { try removeTree(folder.appending(name)) }
  }

  /// What was put there, for the end of a line.
  func summary(of changes: Changes) -> String {
    guard !changes.isEmpty else { return "; \(folder.shown) has it already" }
    let put = changes.put.isEmpty ? "" : "; put \(listed(changes.put.map(\.name))) into \(folder.shown)"
    let removed = changes.removed.isEmpty ? "" : "; took \(listed(changes.removed)) out of \(folder.shown)"
    return put + removed
  }

  /// What differs, a line for each set.
  func differences(_ changes: Changes) -> [String] {
    changes.put.map { "\(folder.appending($0.name).shown) differs" }
      + changes.removed.map { "\(folder.appending($0).shown) is no longer a part of the pack" }
  }

  private func contents(of place: Path) throws -> FolderContents? {
    switch try entryKind(at: place) {
    case nil: return nil
    case .folder: return try readTree(place)
    default: throw CommandFailure("\(place.shown) is no folder: move it elsewhere first")
    }
  }

  /// A pack at any depth: a catalog may have folders of its own.
  private func otherPack(than ours: [Path]) throws -> Path? {
    try walk([folder]).catalogPacks.map(\.path).first { pack in
      !ours.contains { pack.isInsideOrEqual($0) }
    }
  }
}

extension FolderContents {
  /// Without what macOS leaves in every folder that somebody looked into.
  fileprivate var filesThatCount: FileTree { files.filter { Path($0).name != Path(".DS_Store") } }
}
