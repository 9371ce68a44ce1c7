package import StickerEngine
import StickerImage

/// Returns what changed between two exports of a pack for the same messenger; nil if one of them has no list
/// of stickers. LINE's, Mastodon's and Viber's exports have none.
package func exportChanges(from old: FileTree, to new: FileTree) -> PackChanges? {
  guard let before = ExportListing(old), let after = ExportListing(new), before.fileName == after.fileName
  else { return nil }
  var changes = PackChanges(from: before.stickers, to: after.stickers, after.idMeaning)
  changes.icon = PackChanges.IconChange(from: before.icon, to: after.icon)
  changes.changedProperties = PackChanges.Property.allCases.filter {
    before.properties[$0] != after.properties[$0]
  }
  return changes
}

/// Returns the digest of the files in an export: the SHA-256 of the lines that `sha256sum` prints for them.
package func exportDigest(of tree: FileTree) -> String {
  manifestFilesDigest(of: tree.paths.map { ManifestFile($0, tree[$0] ?? []) })
}

/// The list of stickers in an export, read from the messenger's own format.
private struct ExportListing {
  let fileName: String
  let idMeaning: StickerIDMeaning
  private(set) var stickers: [ComparableSticker] = []
  private(set) var properties: [PackChanges.Property: JSON] = [:]
  /// The image that represents the pack, if it is a separate file.
  private(set) var icon: [UInt8]?

  /// Reads the list; nil if no file contains one.
  init?(_ tree: FileTree) {
    let names = [
      "manifest.json", "stickers.json", "contents.json", "meta.json", "names.json", "stickerpicker.json",
    ]
    guard let name = names.first(where: { tree[$0] != nil }),
      let json = tree[name].flatMap({ try? JSON(parsing: $0, maxBytes: 1 << 24) })
    else { return nil }
    fileName = name
    switch name {
    case "manifest.json":
      idMeaning = .positions
      readStickers(json["stickers"], in: tree, file: { $0["file"] }, texts: ["emoji"])
      properties = [.name: json["title"], .author: json["author"]].compactMapValues(\.self)
    case "stickers.json":
      idMeaning = .positions
      readStickers(json["stickers"], in: tree, file: { $0["sticker"] }, texts: ["emoji_list", "keywords"])
      properties = [.name: json["title"]].compactMapValues(\.self)
      icon = tree["thumb.png"]
    case "contents.json":
      idMeaning = .positions
      guard case .array(let packs)? = json["sticker_packs"], let pack = packs.first else { return nil }
      let folder = pack["identifier"]?.text.map { $0 + "/" } ?? ""
      readStickers(
        pack["stickers"], in: tree, folder: folder, file: { $0["image_file"] },
        texts: ["emojis", "accessibility_text"])
      let links = ["publisher_website", "privacy_policy_website", "license_agreement_website"]
      properties = [
        .name: pack["name"], .publisher: pack["publisher"], .links: .array(links.compactMap { pack[$0] }),
      ].compactMapValues(\.self)
      icon = pack["tray_image_file"]?.text.flatMap { tree[folder + $0] }
    case "meta.json":
      idMeaning = .names
      readStickers(
        json["emojis"], in: tree, file: { $0["fileName"] }, details: { $0["emoji"] },
        texts: ["aliases", "license"])
      if case .array(let emojis)? = json["emojis"] { properties[.name] = emojis.first?["emoji"]?["category"] }
    case "stickerpicker.json":
      idMeaning = .names
      readStickers(json["stickers"], in: tree, file: { $0["id"] }, texts: ["body"])
      properties = [.name: json["title"]].compactMapValues(\.self)
    default:
      idMeaning = .names
      readStickers(
        json["stickers"], in: tree, file: { $0["file"] }, texts: ["name", "description", "tags"])
    }
    guard !stickers.isEmpty else { return nil }
  }

  /// - Parameter file: returns the member with a sticker's file name.
  /// - Parameter details: returns the object with a sticker's text.
  /// - Parameter texts: the keys of that text.
  private mutating func readStickers(
    _ list: JSON?, in tree: FileTree, folder: String = "", file: (JSON) -> JSON?,
    details: (JSON) -> JSON? = { $0 }, texts: [String]
  ) {
    guard case .array(let elements)? = list else { return }
    stickers = elements.compactMap { element in
      guard let name = file(element)?.text.map({ $0.replacing("attach://", with: "") }),
        let bytes = tree[folder + name]
      else { return nil }
      let members = texts.compactMap { key in details(element)?[key].map { (key, $0) } }
      return ComparableSticker(
        id: Path(name).stem.displayText, artHash: SHA256.hexDigest(of: bytes),
        texts: Dictionary(members) { first, _ in first })
    }
  }
}
