package import StickerIO
package import StickerImage
package import StickerModel
package import StickerPacker

/// An Xcode catalog that has been read to be packed: its pictures and documents are those of one moment.
package struct OpenedCatalog {
  package private(set) var reading: PackReading
  /// What reading each file gave, by its path relative to the catalog.
  package private(set) var files: [Path: ReadOutcome] = [:]
  /// What the rules about catalogs look at.
  package private(set) var listing: CatalogListing
  /// The `.stickerpack`, as reports name it; the catalog where it does not hold exactly one.
  package let path: Path
  /// What it says of the pack.
  package let declaration: PackDeclaration

  /// Reads a catalog.
  ///
  /// - Parameter root: its outermost folder.
  package init(at root: Path, name: String, _ budget: Budget, on disk: FileSystem) throws {
    let real = disk.realPath(of: root)
    guard let contents = try disk.readTree(real) else { throw CommandFailure("\(root.shown) is gone") }
    let tree = contents.files
    let source = SourceListing(tree, root: real)
    reading = packFromCatalog(source, name: name)
    reading.leaveOut(contents.others.map { "\($0.path.shown) is left out: \($0.reason)" })
    let art = reading.pack.stickers.flatMap(\.files)
    let icons = reading.pack.icon?.files ?? []
    for file in art + icons {
      guard let bytes = file.text.flatMap({ tree[$0] }) else { continue }
      files[file] = bytes.count > budget.fileBytes ? .tooLarge(bytes.count) : .bytes(bytes)
    }
    listing = CatalogListing(tree, at: "", named: root, calledReally: real.name)
    listing.leaveOut { $0.name.bytes.first == UInt8(ascii: ".") }
    let packs = source.stickerPacks
    let isPack = packs.first == Path(".")
    path = packs.count == 1 && !isPack ? root.appending(packs[0]) : root
    var documents: [Path: [UInt8]] = [:]
    for file in source.files where file.name == Catalog.documentName {
      documents[root.appending(file)] = source.bytes(file)
    }
    declaration = catalogDeclaration(
      of: path, assets: art.map { root.appending($0) },
      // Nobody looked around a pack that was named itself.
      icons: isPack ? nil : icons.map { root.appending($0) }, document: { documents[$0] })
  }
}
