package import StickerModel

/// A catalog that a walk came through, still to be listed.
package struct WalkedCatalog: Hashable, Sendable {
  /// The path of the catalog, as reports name it.
  package let path: Path
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
  /// Files and folders together; some 30 000 stickers.
  private var left = 100_000
  private let mostDepth = 32

  init(catalog: WalkedCatalog, disk: FileSystem) { (self.catalog, self.disk) = (catalog, disk) }

  // A stack instead of recursion: how deep folders lie is for a stranger to choose.
  mutating func folders() -> [CatalogListing.Folder] {
    var found: [CatalogListing.Folder] = []
    var pending = [(path: catalog.path, name: catalog.name, depth: 0)]
    while let next = pending.popLast(), left > 0 {
      guard let entries = entries(of: next.path, follow: next.depth == 0) else { continue }
      for entry in entries where entry.kind == .folder && next.depth < mostDepth && holdsSets(entry.name) {
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
        isLeftOut: entry.name.bytes.first == UInt8(ascii: "."))
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
