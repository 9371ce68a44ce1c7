import StickerEngine

extension ExportFormat {
  /// An archive of emoji with their metadata.
  ///
  /// - Source: misskey, `ImportCustomEmojisProcessorService`: `meta.json` of version 2, and the files that it
  ///   lists.
  static let misskey = ExportFormat(
    layout: .misskey, summary: "a zip with meta.json that Misskey can import", convert: misskeyArchive)
}

@Sendable private func misskeyArchive(
  _ pack: ExportPack, _: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  let emojis = zip(pack.shortcodes, pack.stickers).map { name, sticker -> JSON in
    let file = "\(name).\(sticker.fileExtension)"
    tree[file] = sticker.bytes
    return .object([
      "downloaded": .bool(true), "fileName": .string(file),
      "emoji": .objectOmittingNil([
        "name": .string(name), "category": .string(pack.title),
        "aliases": .array(sticker.keywords.map(JSON.string)),
        "license": pack.credits.licenseURL.map(JSON.string),
      ]),
    ])
  }
  // The format requires a time. A constant time keeps the archive reproducible.
  tree["meta.json"] =
    JSON.object([
      "metaVersion": .integer(2), "host": .string("localhost"),
      "exportedAt": .string("1980-01-01T00:00:00.000Z"), "emojis": .array(emojis),
    ]).encoded()
  return try zipped(tree)
}
