import StickerEngine
import StickerImage

extension ExportFormat {
  /// A folder for WhatsApp's sample apps, with an archive for other apps.
  ///
  /// - Source: WhatsApp/stickers: `ContentFileParser.java` and `contents.json` in the Android app, and
  ///   `sticker_packs.wasticker` in the iOS app. A `.wastickers` file has the same format as in
  ///   sticker-convert: a zip with two text files, a PNG and the stickers.
  static let whatsApp = ExportFormat(
    layout: .whatsApp,
    summary: "a folder with contents.json for WhatsApp's sample apps, and a .wastickers file for other apps",
    convert: whatsAppPack)
}

@Sendable private func whatsAppPack(
  _ pack: ExportPack, _ pictures: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  let identifier = pack.whatsAppIdentifier
  let names = pack.numberedFileNames()
  // The iOS app keeps all files in one folder.
  var stickers = FileTree()
  for (name, sticker) in zip(names, pack.stickers) { stickers[name] = sticker.bytes }
  if let size = pack.limits.coverSize {
    stickers[trayFileName] = try pack.coverStickerImage(size, allowsAnimation: false, &pictures)
  }
  for path in stickers.paths { tree["\(identifier)/\(path)"] = stickers[path] }
  let version = pack.imageDataVersion(of: stickers)
  tree["contents.json"] = whatsAppContentsJSON(
    pack, identifier, names,
    adding: [
      "image_data_version": .string(version), "avoid_cache": .bool(false), "publisher_email": .string(""),
    ]
  ).encoded()
  tree["sticker_packs.wasticker"] = whatsAppContentsJSON(pack, identifier, names, adding: [:]).encoded()
  stickers["title.txt"] = Array(pack.title.utf8)
  stickers["author.txt"] = Array(pack.publisherOrAuthor.utf8)
  guard case .file(let archive, _) = try zipped(stickers) else { return .folder(tree) }
  tree["\(identifier).wastickers"] = archive
  return .folder(tree)
}

/// The metadata that both sample apps read.
///
/// - Parameter others: the members that only one of the apps reads.
private func whatsAppContentsJSON(
  _ pack: ExportPack, _ identifier: String, _ names: [String], adding others: [String: JSON]
) -> JSON {
  let stickers = zip(names, pack.stickers).map { name, sticker in
    JSON.objectOmittingNil([
      "image_file": .string(name), "emojis": .array(pack.emojiWithinLimit(of: sticker).map(JSON.string)),
      "accessibility_text": sticker.description.map(JSON.string),
    ])
  }
  let members: [String: JSON] = [
    "identifier": .string(identifier), "name": .string(pack.title),
    "publisher": .string(pack.publisherOrAuthor),
    "tray_image_file": .string(trayFileName),
    "publisher_website": .string(pack.credits.publisherWebsite ?? ""),
    "privacy_policy_website": .string(pack.credits.privacyPolicyURL ?? ""),
    "license_agreement_website": .string(pack.credits.licenseURL ?? ""),
    "animated_sticker_pack": .bool(pack.stickers.contains(where: \.isAnimated)), "stickers": .array(stickers),
  ]
  return .object([
    "android_play_store_link": .string(""), "ios_app_store_link": .string(""),
    "sticker_packs": .array([.object(members.merging(others) { members, _ in members })]),
  ])
}

private let trayFileName = "tray.png"

extension ExportPack {
  fileprivate var publisherOrAuthor: String { credits.publisher ?? credits.author ?? "" }

  /// The identifier of the pack in the apps: the ASCII letters, digits and `_` in its name. If the name has
  /// none, for example because it is in another script, the identifier is a checksum of the name. For a part
  /// of a split pack, the identifier ends with the part's suffix.
  ///
  /// - Source: WhatsApp/stickers, `StickerPackValidator.java`: `checkStringValidity`.
  fileprivate var whatsAppIdentifier: String {
    let plain = asciiShortcode(wholePackName)
    let start = plain.isEmpty ? "pack_\(checksum(of: Array(wholePackName.utf8)))" : plain
    let end = partFileNameSuffix.map { "_" + $0.replacing("-", with: "_") } ?? ""
    guard let most = limits.maxNameAuthorPublisherLength else { return start + end }
    return String(start.prefix(max(most - end.count, 1))) + end
  }

  /// A number that changes whenever an image changes, so that the apps fetch the images again.
  fileprivate func imageDataVersion(of files: FileTree) -> String {
    String(checksum(of: files.paths.flatMap { files[$0] ?? [] }))
  }
}

/// The CRC-32 of the bytes. Different bytes rarely have the same checksum.
private func checksum(of bytes: [UInt8]) -> UInt32 { crc32(bytes[...]) }
