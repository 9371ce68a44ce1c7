import StickerEngine

extension ExportFormat {
  /// A zip for signal-cli.
  ///
  /// - Source: signal-cli, `JsonStickerPack`: title, author, cover and stickers, each with a file, a content
  ///   type and emoji. Signal's own sticker creator gives an APNG the content type `image/png`. Signal-iOS
  ///   (`StickerMetadata.swift`) accepts no other type for an APNG and does not show `image/apng`.
  static let signal = ExportFormat(
    layout: .signal, summary: "a zip with manifest.json for `signal-cli uploadStickerPack`",
    convert: signalPack)
}

@Sendable private func signalPack(
  _ pack: ExportPack, _: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  let names = pack.numberedFileNames()
  func member(_ index: Int) -> JSON {
    let sticker = pack.stickers[index]
    return .object([
      "file": .string(names[index]), "emoji": .string(pack.emojiWithinLimit(of: sticker).first ?? ""),
      "contentType": .string(sticker.fileExtension == "webp" ? "image/webp" : "image/png"),
    ])
  }
  for (name, sticker) in zip(names, pack.stickers) { tree[name] = sticker.bytes }
  let manifest = JSON.object([
    "title": .string(pack.title),
    "author": .string(pack.credits.author ?? ""),
    "cover": member(pack.coverIndex),
    "stickers": .array(pack.stickers.indices.map(member)),
  ])
  tree["manifest.json"] = manifest.encoded()
  return try zipped(tree)
}
