import StickerEngine
import StickerImage
import StickerPacker

/// An asset catalog of an app that receives the stickers and icons of a pack.
struct AppAssetCatalog: ExistingAppDestination {
  let folder: Path

  init(_ named: Path) { folder = named.withoutTrailingSlashes }

  /// Throws if the folder is not an asset catalog.
  func validate() throws {
    guard try ReadOnlyFileSystem.disk.entryKind(at: ReadOnlyFileSystem.disk.realPath(of: folder)) == .folder,
      ["xcassets", "xcstickers"].contains(folder.lowercasedExtension)
    else {
      throw CommandError(
        "\(folder.displayText) is not an asset catalog. \(.appProjectFolderOption) must be an existing .xcassets or "
          + ".xcstickers folder."
      )
    }
  }

  /// Throws if the build would replace a set that a person made or changed. Sets from the previous build, and
  /// sets that are identical to the new ones, may be replaced.
  ///
  /// - Parameter previousManifest: the manifest of the previous build.
  /// - Parameter isForced: whether to replace sets that stickerlint did not make.
  /// - Parameter comparesOnly: whether to only report changes.
  func changes(writing plan: PackInMemory, previousManifest: [UInt8]?, isForced: Bool, comparesOnly: Bool)
    throws
    -> AppChanges
  {
    let sets = plan.assetCatalogFolders
    if let other = try otherPack(than: sets.map { folder.appending($0.name) }) {
      throw CommandError(
        "\(other.displayText) is another sticker pack, but a catalog can have only one. Move it elsewhere "
          + "first.")
    }
    var changes = AppChanges()
    let isFirstBuild = try sets.allSatisfy { try contents(of: folder.appending($0.name)) == nil }
    if isFirstBuild, !comparesOnly { changes.notes += try extensionTargetSetupNotes() }
    for (name, tree) in sets {
      guard let old = try contents(of: folder.appending(name)) else {
        changes.writes.append(AppChanges.Write(name, .folder(tree)))
        continue
      }
      let files = old.filesWithoutDSStore
      if files == tree, old.unsupportedEntries.isEmpty { continue }
      let isUnused =
        old.unsupportedEntries.isEmpty && (files.paths.isEmpty || isEmptyCatalogFolder(files, named: name))
      guard
        isForced || comparesOnly || isUnused || isUnmodifiedOutput(old, name, lastManifest: previousManifest)
      else {
        throw changedSetError(name, files)
      }
      changes.writes.append(AppChanges.Write(name, .folder(tree)))
    }
    for name in previousManifest.map(builtAssetCatalogFolderNames(listedIn:)) ?? []
    where !sets.contains(where: { $0.name == name }) {
      guard let old = try contents(of: folder.appending(name)) else { continue }
      if isForced || isUnmodifiedOutput(old, name, lastManifest: previousManifest) {
        changes.removals.append(AppChanges.Removal(relativePath: name, fileBytes: nil))
      } else {
        changes.notes.append(
          "kept \(folder.appending(name).displayText), which is no longer part of the pack, because it "
            + "was created or changed by hand")
      }
    }
    return changes
  }

  /// Notes on what to set up in Xcode for the first build into a catalog.
  private func extensionTargetSetupNotes() throws -> [UserMessage] {
    let shown = folder.displayText
    let hasAppIcon = try ReadOnlyFileSystem.disk.subfolders(in: folder).contains {
      $0.lowercasedExtension == "appiconset"
    }
    let needs: UserMessage =
      "Messages shows stickers only from the catalog of a Sticker Pack Extension whose icon "
      + "(ASSETCATALOG_COMPILER_APPICON_NAME) is iMessage App Icon"
    guard hasAppIcon else { return [needs] }
    return [
      "\(shown) has an app icon, so it may be an app's catalog, which Messages ignores. In Xcode, choose "
        + "File > New > Target > Sticker Pack Extension, and build into that target's catalog",
      needs,
    ]
  }

  private func isUnmodifiedOutput(_ old: FolderContents, _ name: String, lastManifest last: [UInt8]?) -> Bool
  {
    guard let last, old.unsupportedEntries.isEmpty else { return false }
    return isUnmodifiedCatalogFolder(old.filesWithoutDSStore, named: name, accordingTo: last)
  }

  private func changedSetError(_ name: String, _ files: FileTree) -> CommandError {
    CommandError(
      "\(folder.appending(name).displayText) (\(countText(files.paths.count, "file"))) was created or "
        + "changed by hand after the last build into the same \(.outputFolderOption). Move it elsewhere to keep it; "
        + "\(.forcedBuild) deletes it.")
  }

  func createRequiredFiles() throws {
    let root = folder.appending(Catalog.documentName)
    if try ReadOnlyFileSystem.disk.entryKind(at: root) == nil {
      try FileWriter.shared.writeFile(catalogRootDocument, to: root)
    }
  }

  private func contents(of place: Path) throws -> FolderContents? {
    switch try ReadOnlyFileSystem.disk.entryKind(at: place) {
    case nil: return nil
    case .folder: return try ReadOnlyFileSystem.disk.readTree(place)
    default: throw CommandError("\(place.displayText) is not a folder. Move it elsewhere first.")
    }
  }

  /// A pack other than the given ones, at any depth, because a catalog can have subfolders.
  private func otherPack(than ours: [Path]) throws -> Path? {
    try ReadOnlyFileSystem.disk.walk([folder]).catalogPacks.map(\.path).first { pack in
      !ours.contains { pack.isInsideOrEqual($0) }
    }
  }
}

extension FolderContents {
  /// The files without the .DS_Store files that macOS adds to opened folders.
  fileprivate var filesWithoutDSStore: FileTree { files.filter { Path($0).name != Path(".DS_Store") } }
}
