import StickerIO
import StickerModel
package import StickerPacker

/// An asset catalog of an app, into which a pack's stickers and icons are put.
package struct AppCatalog: AppDestination {
  package let folder: Path

  package init(_ named: Path) { folder = named.withoutTrailingSlashes }

  /// Stops a build that cannot go there.
  package func refuse() throws {
    guard try FileSystem.disk.entryKind(at: FileSystem.disk.realPath(of: folder)) == .folder,
      ["xcassets", "xcstickers"].contains(folder.lowercasedExtension)
    else {
      throw CommandFailure(
        "\(folder.shown) is no asset catalog: \(.into) takes an .xcassets or .xcstickers folder that is there"
      )
    }
  }

  /// Stops a build that would replace a set that a person made or changed. Ours is what the last build of the
  /// pack made, and what would be put there anyway.
  ///
  /// - Parameter last: the manifest of the last build.
  /// - Parameter force: whether sets that are not ours are replaced too.
  /// - Parameter check: whether they are only to be told.
  package func changes(to plan: PackPlan, last: [UInt8]?, force: Bool, check: Bool) throws -> AppChanges {
    let sets = plan.setsForApps
    if let other = try otherPack(than: sets.map { folder.appending($0.name) }) {
      throw CommandFailure(
        "\(other.shown) is another sticker pack, and an app's catalog has one: move it elsewhere first")
    }
    var changes = AppChanges()
    for (name, tree) in sets {
      guard let old = try contents(of: folder.appending(name)) else {
        changes.put.append(AppChanges.Put(name, .folder(tree)))
        continue
      }
      let files = old.filesThatCount
      if files == tree, old.others.isEmpty { continue }
      let isUnused = old.others.isEmpty && (files.paths.isEmpty || isFresh(files, named: name))
      guard force || check || isUnused || isOurs(old, name, last) else { throw changed(name, files) }
      changes.put.append(AppChanges.Put(name, .folder(tree)))
    }
    for name in last.map(setsForApps(madeBy:)) ?? [] where !sets.contains(where: { $0.name == name }) {
      guard let old = try contents(of: folder.appending(name)) else { continue }
      if force || isOurs(old, name, last) {
        changes.removed.append(AppChanges.Removed(name: name, bytes: nil))
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
        + "into the same \(.output) put there: somebody made or changed it. Move it elsewhere to keep it; "
        + "\(.force) deletes it")
  }

  package func prepare() throws {
    let root = folder.appending(Catalog.documentName)
    if try FileSystem.disk.entryKind(at: root) == nil { try writeFile(catalogContents, to: root) }
  }

  private func contents(of place: Path) throws -> FolderContents? {
    switch try FileSystem.disk.entryKind(at: place) {
    case nil: return nil
    case .folder: return try FileSystem.disk.readTree(place)
    default: throw CommandFailure("\(place.shown) is no folder: move it elsewhere first")
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
  /// The files without what macOS leaves in every folder that somebody looked into.
  fileprivate var filesThatCount: FileTree { files.filter { Path($0).name != Path(".DS_Store") } }
}
