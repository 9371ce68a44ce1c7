import StickerImage
import StickerModel

/// The folders that an extension with code takes into its bundle as they are.
enum BundleFolder {
  /// Art with its index; a server that has it offers the same stickers.
  static let stickers = "Stickers"
  /// Picture and video of an interactive message.
  static let message = "Message"

  /// What a message's picture is called there.
  static func picture(_ file: Path) -> String { "picture" + suffix(file) }
  /// The name in the bundle of a message's other picture, or its video.
  static func media(_ file: Path) -> String { "media" + suffix(file) }

  private static func suffix(_ file: Path) -> String { file.lowercasedExtension.map { ".\($0)" } ?? "" }
}

/// What an extension with code takes into its bundle, made anew at each build, whatever people do to its
/// code: stickers with their index, the message's picture, the catalog of the icons.
///
/// - Parameter icons: the icon set's files; nil where the pack has none.
/// - Parameter message: the bytes of the message's files, by path.
func bundleTree(
  _ name: String, _ built: [BuiltSticker], icons: FileTree?, _ message: PackMessage?,
  _ files: [Path: [UInt8]],
  _ limits: StickerLimits
) -> FileTree {
  var tree = FileTree()
  let built = built.filter { $0.isTaken(by: limits) }
  for sticker in built {
    tree["\(BundleFolder.stickers)/\(sticker.bundleName)"] = sticker.variants[0].bytes
  }
  tree["\(BundleFolder.stickers)/index.json"] = index(name, built)
  if let image = message?.image {
    tree["\(BundleFolder.message)/\(BundleFolder.picture(image))"] = files[image]
  }
  if let media = message?.media {
    tree["\(BundleFolder.message)/\(BundleFolder.media(media))"] = files[media]
  }
  tree["\(assetsName)/\(contentsName)"] = catalogContents
  if let icons { tree.add(icons, below: "\(assetsName)/\(IconSet.folderName)") }
  return tree
}

/// `index.json`: which stickers there are, and what tells that a file is the right one.
private func index(_ name: String, _ built: [BuiltSticker]) -> [UInt8] {
  let stickers = built.map { sticker -> JSON in
    let art = sticker.variants[0]
    return .object([
      "id": .string(sticker.sticker.id), "file": .string(sticker.bundleName),
      "bytes": .integer(art.bytes.count), "sha256": .string(art.sha256),
      "pixels": .object(["width": .integer(art.pixels.width), "height": .integer(art.pixels.height)]),
      "descriptions": .object(sticker.sticker.descriptions.mapValues(JSON.string)),
    ])
  }
  return JSON.object(["schema": .integer(1), "name": .string(name), "stickers": .array(stickers)]).encoded()
}

extension BuiltSticker {
  /// Whether Messages takes it at run time. Only where rules are switched off others are built at all, and an
  /// index with one of them would be refused as a whole.
  fileprivate func isTaken(by limits: StickerLimits) -> Bool {
    variants[0].bytes.count < limits.bytes && limits.allow(variants[0].pixels)
  }

  /// Why it is not in the bundle; nil where it is.
  func noteOnBundle(_ limits: StickerLimits) -> String? {
    guard !isTaken(by: limits) else { return nil }
    return "\(sticker.id) is not in \(BundleFolder.stickers)/index.json: Messages takes less than "
      + "\(grouped(limits.bytes)) bytes, and \(limits.sides.lowerBound) to "
      + "\(limits.sides.upperBound) px a side"
  }

  /// A name without a folder, as unique as a variant's. Other bytes have another name: on a server no file
  /// ever changes under its name, so that what caches on the way keep never belongs to another index.
  fileprivate var bundleName: String {
    "\(sticker.id)-\(variants[0].sha256.prefix(8)).\(variants[0].fileExtension)"
  }
}
