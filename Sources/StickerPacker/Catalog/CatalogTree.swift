import StickerModel

/// The folder of the catalog in a built pack, as Xcode's template for sticker packs calls it.
let catalogName = "Stickers.xcstickers"

/// One sticker as a catalog holds it: a name, a label, one image at @3x. A `.sticker` has no scale slots.
struct CatalogSticker {
  /// Safe and unique.
  let id: String
  /// `accessibility-label`; nil writes none.
  let label: String?
  /// Without a dot: png, gif, jpg, jpeg.
  let fileExtension: String
  let bytes: [UInt8]
}

/// An Xcode sticker catalog: `Contents.json`, one `.stickerpack`, in it one `.sticker` for each sticker.
/// Exactly the keys that Apple documents, in the style in which Xcode writes them.
func catalogTree(_ stickers: [CatalogSticker], gridSize: GridSize) -> FileTree {
  var tree = FileTree()
  tree[contentsName] = JSON.object(["info": info]).encoded()
  tree.add(stickerPackTree(stickers, gridSize: gridSize), below: stickerPackName)
  return tree
}

/// As Xcode's template calls it.
private let stickerPackName = "Sticker Pack.stickerpack"

/// Where a catalog keeps the art of a sticker.
func imagePath(in sticker: CatalogSticker) -> String {
  "\(stickerPackName)/\(sticker.id).sticker/\(sticker.id).\(sticker.fileExtension)"
}

/// The part of a catalog that is the pack itself.
private func stickerPackTree(_ stickers: [CatalogSticker], gridSize: GridSize) -> FileTree {
  var tree = FileTree()
  let list = stickers.map { JSON.object(["filename": .string("\($0.id).sticker")]) }
  let properties = JSON.object(["grid-size": .string(gridSize.rawValue)])
  tree[contentsName] = JSON.object(["info": info, "properties": properties, "stickers": .array(list)])
    .encoded()
  for sticker in stickers {
    let image = "\(sticker.id).\(sticker.fileExtension)"
    var properties = ["filename": JSON.string(image)]
    if let label = sticker.label { properties["accessibility-label"] = .string(label) }
    tree["\(sticker.id).sticker/\(contentsName)"] =
      JSON.object(["info": info, "properties": .object(properties)]).encoded()
    tree["\(sticker.id).sticker/\(image)"] = sticker.bytes
  }
  return tree
}

/// Stands in every `Contents.json`.
let info = JSON.object(["author": .string("xcode"), "version": .integer(1)])

/// The description that a catalog, which has one label and no languages, gets: the one of unknown language,
/// else the English one, else the first in byte order of the languages.
///
/// - Parameter descriptions: by language.
func accessibilityLabel(in descriptions: [String: String]) -> String? {
  let preferred = [Sticker.undeterminedLanguage, "en"] + descriptions.keys.sorted(by: precedes)
  return preferred.lazy.compactMap { descriptions[$0] }.first
}
