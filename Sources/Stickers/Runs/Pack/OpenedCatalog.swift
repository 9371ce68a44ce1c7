package import StickerEngine
import StickerImage
import StickerPacker

/// The contents of a new `stickerpack.yml` for the stickers of an asset catalog.
package struct NewCatalogPackFile {
  /// The folder of the new file: the folder that contains the catalog.
  package let folder: Path
  /// The name of the pack, derived from the folders of the catalog.
  package let derivedPackName: String
  /// The stickers in catalog order.
  package let stickers: [StarterSticker]
  /// The largest icon of the catalog, or nil if the catalog has no icon.
  package let largestIcon: Path?
  /// One line for each sticker that `stickerpack.yml` cannot express, with the reason.
  package let leftOutNotes: [String]

  /// Reads a catalog, or the only catalog in a folder. Returns nil for any other source.
  ///
  /// - Parameter source: the path of a catalog, or of a folder that contains one.
  package init?(of source: Path) throws {
    let named = source.withoutTrailingSlashes
    let isCatalog = catalogExtensions.contains(
      ReadOnlyFileSystem.disk.realPath(of: named).lowercasedExtension ?? "")
    let holder = isCatalog ? named.parent : named
    guard let located = try? locatePack(named, PackOverrides(), ignoringPackFile: true),
      case .catalog(let catalog) = located.kind
    else { return nil }
    let opened = try OpenedCatalog(
      at: catalog, name: located.name, try MachinePolicy.currentWithEnvironment().capped(.standard), on: .disk
    )
    if let fault = opened.readResult.faults.first(where: { $0.stickerID == nil }) {
      throw CommandError(
        "\(fault.file.map(catalog.appending)?.displayText ?? catalog.displayText): \(fault.userMessage)")
    }
    let place = SourceRoot(holder)
    func seen(_ file: Path) -> Path { place.pathRelativeToSource(of: catalog.appending(file)) }
    let files = opened.readResult.pack.stickers.flatMap(\.files).map(seen)
    var (stickers, leftOut, names) = ([StarterSticker](), [String](), Set<String>())
    for sticker in opened.readResult.pack.stickers {
      var starter = StarterSticker(file: seen(sticker.file))
      // If two stickers have the same name, the second one gets its unique id as the name.
      let name = names.insert(sticker.metadata.name).inserted ? sticker.metadata.name : sticker.id
      let fileName = starter.fileOrFirstFrame.unscaledPathAndScale.unscaled.stem.text
      starter.customName = sticker.sequence == nil && name == fileName ? nil : name
      starter.descriptionInFirstLanguage = sticker.metadata.descriptions.values.first
      starter.sequence = sticker.sequence.map {
        FrameSequence(
          frames: $0.frames.map(seen), timing: $0.uniformTiming, repetitions: $0.extraPlaysOrZeroForever)
      }
      if starter.isExpressibleInPackFile(among: files) {
        stickers.append(starter)
      } else {
        leftOut.append(
          "\(starter.fileOrFirstFrame.displayText): stickerpack.yml cannot express its frames or its timing")
      }
    }
    leftOut += opened.readResult.faults.map {
      "\($0.file.map(catalog.appending)?.displayText ?? catalog.displayText): \($0.message)"
    }
    folder = holder
    derivedPackName = located.name
    self.stickers = stickers
    self.leftOutNotes = leftOut
    largestIcon = opened.packDeclaration.iconSourcePath.map(place.pathRelativeToSource)
  }
}

/// An Xcode catalog whose images and documents were read in one pass, for packing.
struct OpenedCatalog {
  private(set) var readResult: PackReadResult
  /// The result of reading each file, by its path relative to the catalog.
  private(set) var artAndIconFiles: [Path: ReadOutcome] = [:]
  /// The files and documents for catalog rules.
  private(set) var listing: CatalogListing
  /// The path of the `.stickerpack`, or of the catalog if it does not contain exactly one.
  let stickerPackOrCatalogPath: Path
  /// The metadata of the pack.
  let packDeclaration: PackDeclaration

  /// Reads a catalog.
  ///
  /// - Parameter root: the outermost folder of the catalog.
  init(at root: Path, name: String, _ budget: DecodingBudget, on disk: ReadOnlyFileSystem) throws {
    let real = disk.realPath(of: root)
    guard let contents = try disk.readTree(real) else {
      throw CommandError("\(root.displayText) no longer exists")
    }
    let tree = contents.files
    let source = SourceFolder(tree, root: real)
    readResult = packFromCatalog(source, name: name)
    readResult.addLeftOutNotes(
      contents.unsupportedEntries.map { "\($0.path.displayText) is left out: \($0.reason)" })
    let art = readResult.pack.stickers.flatMap(\.files)
    let icons = readResult.pack.icon?.iconFilesExceptSticker ?? []
    for file in art + icons {
      guard let bytes = file.text.flatMap({ tree[$0] }) else { continue }
      artAndIconFiles[file] = bytes.count > budget.fileBytes ? .tooLarge(bytes.count) : .bytes(bytes)
    }
    listing = CatalogListing(tree, at: "", reportedAs: root, actualName: real.name)
    listing.markExcluded { $0.name.bytes.first == UInt8(ascii: ".") }
    let packs = source.catalogPackFolders
    let isPack = packs.first == Path(".")
    stickerPackOrCatalogPath = packs.count == 1 && !isPack ? root.appending(packs[0]) : root
    var documents: [Path: [UInt8]] = [:]
    for file in source.files where file.name == Catalog.documentName {
      documents[root.appending(file)] = source.readBytes(file)
    }
    packDeclaration = catalogPackDeclaration(
      of: stickerPackOrCatalogPath, assets: art.map { root.appending($0) },
      // A pack that was named directly was read without the icons next to it.
      icons: isPack ? nil : icons.map { root.appending($0) }, document: { documents[$0] })
  }
}
