import StickerEngine

extension Export {
  /// Emoji with what is said of each.
  ///
  /// - Source: misskey, `ImportCustomEmojisProcessorService`: `meta.json` of version 2, and the files that it
  ///   names.
  static let misskey = Export(
    kind: .misskey, summary: "a zip with meta.json, which Misskey imports", write: misskeyArchive)
}

@Sendable private func misskeyArchive(
  _ pack: ExportPack, _: inout DerivedPictures
) throws(Diagnostic) -> ExportedPack {
  var tree = FileTree()
  let emojis = zip(pack.shortcodes, pack.stickers).map { name, sticker -> JSON in
    let file = "\(name).\(sticker.fileExtension)"
    tree[file] = sticker.bytes
    return .object([
      "downloaded": .bool(true), "fileName": .string(file),
      "emoji": .members([
        "name": .string(name), "category": .string(pack.title),
        "aliases": .array(sticker.keywords.map(JSON.string)),
        "license": pack.credits.license.map(JSON.string),
      ]),
    ])
  }
  // A time is asked for; one that is always the same keeps the archive the same.
  tree["meta.json"] =
    JSON.object([
      "metaVersion": .integer(2), "host": .string("localhost"),
      "exportedAt": .string("1980-01-01T00:00:00.000Z"), "emojis": .array(emojis),
    ]).encoded()
  return try zipped(tree)
}
