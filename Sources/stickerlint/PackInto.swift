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

  /// Stops a build that would replace a set that a person made or changed. Ours is what the last build of the
  /// pack made, and what would be put there anyway.
  ///
  /// - Parameter last: the manifest of the last build.
  /// - Returns: the sets that are not there as they should be.
  func differing(from plan: PackPlan, last: [UInt8]?, force: Bool) throws -> [(name: String, tree: FileTree)]
  {
    let sets = plan.setsForApps
    for other in try otherPacks(than: sets.map(\.name)) {
      throw CommandFailure(
        "\(folder.appending(other).shown) is another sticker pack, and an app's catalog has one: "
          + "move it elsewhere first")
    }
    return try sets.filter { name, tree in
      let place = folder.appending(name)
      guard let old = try contents(of: place) else { return true }
      let files = old.files.filter { Path($0).name != Path(".DS_Store") }  // whoever looks in leaves one
      if files == tree, old.others.isEmpty { return false }
      let isOurs = old.others.isEmpty && last.map { isMade(files, named: name, by: $0) } ?? false
      guard force || isOurs || (files.paths.isEmpty && old.others.isEmpty) else {
        throw CommandFailure(
          "\(place.shown) (\(counted(files.paths.count, "file"))) is not what the last build into the same "
            + "--output put there: somebody made or changed it. Move it elsewhere to keep it; --force deletes it"
        )
      }
      return true
    }
  }

  /// Puts the sets there, each in one step, and nothing else.
  func put(_ sets: [(name: String, tree: FileTree)]) throws {
    let root = folder.appending("Contents.json")
    if try entryKind(at: root) == nil { try writeFile(catalogContents, to: root) }
    for (name, tree) in sets { try stickerlint.put(tree, at: folder.appending(name)) }
  }

  /// What was put there, for the end of a line.
  func summary(of sets: [(name: String, tree: FileTree)]) -> String {
    guard !sets.isEmpty else { return "; \(folder.shown) has it already" }
    return "; put \(listed(sets.map(\.name))) into \(folder.shown)"
  }

  private func contents(of place: Path) throws -> FolderContents? {
    switch try entryKind(at: place) {
    case nil: return nil
    case .folder: return try readTree(place)
    default: throw CommandFailure("\(place.shown) is no folder: move it elsewhere first")
    }
  }

  private func otherPacks(than names: [String]) throws -> [Path] {
    let packs = try walk([folder]).catalogPacks.map(\.path).filter { $0.parent == folder }
    return packs.map(\.name).filter { name in !names.contains { Path($0) == name } }
  }
}
