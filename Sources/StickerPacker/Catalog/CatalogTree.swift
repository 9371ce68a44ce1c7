package import StickerEngine

/// The metadata that a catalog declares for one of its packs, limited to what pack rules need. Ignores
/// invalid parts, because catalog rules report them.
///
/// - Parameter pack: the path of the `.stickerpack` in reports.
/// - Parameter assets: the images in the pack.
/// - Parameter icons: the images in the catalog's icon sets; nil if the icon sets were not searched.
/// - Parameter document: returns the bytes of a `Contents.json`.
package func catalogPackDeclaration(
  of pack: Path, assets: [Path], icons: [Path]?, document: (Path) -> [UInt8]?
) -> PackDeclaration {
  func contents(_ folder: Path) -> JSON? {
    document(folder.appending(contentsFileName)).flatMap {
      try? JSON(parsing: $0, maxBytes: JSON.maxCatalogDocumentBytes)
    }
  }
  var listing = PackDeclaration(.catalog)
  listing.metadata.gridSize = contents(pack).flatMap(gridSizeOrDefault)
  var folders: [(folder: Path, files: [Path])] = []
  for file in assets {
    if folders.last?.folder == file.parent {
      folders[folders.count - 1].files.append(file)
    } else {
      folders.append((file.parent, [file]))
    }
  }
  listing.stickers = folders.compactMap { folder, files in
    guard let properties = contents(folder)?["properties"] else { return nil }
    let label = properties["accessibility-label"]?.text
    let named = properties["filename"]?.text.map { Path($0) }
    return DeclaredSticker(
      path: files.first { $0.name == named } ?? files[0],
      metadata: StickerMetadata(
        name: String(decoding: folder.stem.bytes, as: UTF8.self),
        descriptions: label.map { [PackSticker.undeterminedLanguage: $0] } ?? [:]))
  }
  listing.hasIcon = icons?.isEmpty == false || icons == nil
  listing.iconSourcePath = icons.flatMap { appStoreIcon($0, contents) }
  return listing
}

/// The grid size that a document declares; nil if the document or the value is invalid. If the document sets
/// no size, the grid size is `.regular`, the default in Messages.
private func gridSizeOrDefault(in document: JSON) -> GridSize? {
  guard case .object = document else { return nil }
  guard let properties = document["properties"] else { return .regular }
  guard case .object = properties else { return nil }
  guard let size = properties["grid-size"] else { return .regular }
  return size.text.flatMap(GridSize.init)
}

/// The image in the 1024 × 1024 px slot, which the App Store shows.
private func appStoreIcon(_ icons: [Path], _ contents: (Path) -> JSON?) -> Path? {
  let folders = Set(icons.map(\.parent)).sorted()
  for folder in folders {
    guard case .array(let images)? = contents(folder)?["images"] else { continue }
    let names = images.filter { $0["size"]?.text == "1024x1024" }.compactMap { $0["filename"]?.text }
    if let icon = icons.first(where: { $0.parent == folder && names.map { Path($0) }.contains($0.name) }) {
      return icon
    }
  }
  return nil
}

/// The name of the catalog in a built pack. It is also the name in Xcode's template for sticker packs.
package let catalogFolderName = "Stickers.xcstickers"

/// A sticker in a catalog: a name, a label and its @3x art. A `.sticker` has no scale slots.
struct CatalogSticker {
  enum Art {
    /// The image of a `.sticker`.
    case image(CatalogImageFile)
    /// The frames of a `.stickersequence`, in playing order.
    case frames([CatalogImageFile], FrameSequence)
  }
  /// The name of the sticker's folder: safe in every file system, and unique.
  let id: String
  /// The text of `accessibility-label`; nil to omit it.
  let accessibilityLabel: String?
  let art: Art

  /// The name of the folder with its extension: `wave.sticker`, `dance.stickersequence`.
  var folderName: String {
    switch art {
    case .image: "\(id).sticker"
    case .frames: "\(id).stickersequence"
    }
  }

  var files: [CatalogImageFile] {
    switch art {
    case .image(let file): [file]
    case .frames(let files, _): files
    }
  }

  /// The path of a file relative to the catalog.
  func pathInCatalog(of file: CatalogImageFile) -> String {
    "\(stickerPackFolderName)/\(folderName)/\(file.nameUniqueInPack)"
  }
}

/// An image in a catalog.
struct CatalogImageFile: Hashable {
  /// The file name. It is unique in the whole pack, ignoring case, because the compiled pack is one flat
  /// folder.
  let nameUniqueInPack: String
  let bytes: [UInt8]
}

/// Returns the files of an Xcode sticker catalog: `Contents.json`, one `.stickerpack` with a folder for each
/// sticker, and the icons. Writes only keys that Apple documents, formatted as Xcode does.
func catalogTree(_ stickers: [CatalogSticker], gridSize: GridSize, icons: FileTree? = nil) -> FileTree {
  var tree = FileTree()
  tree[contentsFileName] = catalogRootDocument
  tree.add(stickerPackTree(stickers, gridSize: gridSize), below: stickerPackFolderName)
  if let icons { tree.add(icons, below: IconSet.folderName) }
  return tree
}

/// The `Contents.json` at the root of a catalog.
package let catalogRootDocument = JSON.object(["info": contentsInfoJSON]).encoded()

/// The name of the pack's folder. It is also the name in Xcode's template.
let stickerPackFolderName = "Sticker Pack.stickerpack"

/// The files of the `.stickerpack` folder.
private func stickerPackTree(_ stickers: [CatalogSticker], gridSize: GridSize) -> FileTree {
  var tree = FileTree()
  let list = stickers.map { JSON.object(["filename": .string($0.folderName)]) }
  let properties = JSON.object(["grid-size": .string(gridSize.rawValue)])
  tree[contentsFileName] = JSON.object([
    "info": contentsInfoJSON, "properties": properties, "stickers": .array(list),
  ])
  .encoded()
  for sticker in stickers {
    tree["\(sticker.folderName)/\(contentsFileName)"] = contentsJSON(of: sticker).encoded()
    for file in sticker.files { tree["\(sticker.folderName)/\(file.nameUniqueInPack)"] = file.bytes }
  }
  return tree
}

private func contentsJSON(of sticker: CatalogSticker) -> JSON {
  var properties: [String: JSON] = [:]
  if let label = sticker.accessibilityLabel { properties["accessibility-label"] = .string(label) }
  switch sticker.art {
  case .image(let file):
    properties["filename"] = .string(file.nameUniqueInPack)
    return .object(["info": contentsInfoJSON, "properties": .object(properties)])
  case .frames(let files, let sequence):
    properties["duration-type"] = .string(sequence.uniformTiming.catalogDurationType)
    properties["duration"] = .integerOrNumber(of: sequence.uniformTiming.catalogFPSOrCycleSeconds)
    properties["repetitions"] = .integer(sequence.extraPlaysOrZeroForever)
    let frames = files.map { JSON.object(["filename": .string($0.nameUniqueInPack)]) }
    return .object(["frames": .array(frames), "info": contentsInfoJSON, "properties": .object(properties)])
  }
}

/// The `info` object in every `Contents.json`.
let contentsInfoJSON = JSON.object(["author": .string("xcode"), "version": .integer(1)])

/// Chooses a sticker's label for a catalog, which has one label for all languages. The order of preference is
/// the app's development language, the undetermined language, English, and then the first language in byte
/// order.
///
/// - Parameter descriptions: the descriptions by language.
/// - Parameter languages: the languages of the pack; the first is the app's development language.
package func accessibilityLabel(
  from descriptions: [String: String], preferringFirstOf languages: [String]
) -> String? {
  let preferred = languages.prefix(1) + [PackSticker.undeterminedLanguage, "en"]
  return (preferred + descriptions.keys.sorted(by: precedesInByteOrder)).lazy.compactMap { descriptions[$0] }
    .first
}
