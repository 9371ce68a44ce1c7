import StickerEngine

extension ExportFormat {
  /// A folder with stickers and the parameters for a bot.
  ///
  /// - Source: core.telegram.org/bots/api: InputSticker, createNewStickerSet; `attach://` refers to a file in
  ///   the same request.
  static let telegram = ExportFormat(
    kind: .telegram, summary: "a folder with stickers.json in the format of the Bot API's InputSticker",
    convert: telegramPack)
}

@Sendable private func telegramPack(
  _ pack: ExportPack, _ pictures: inout DerivedImages
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  let names = pack.numberedFileNames()
  for (name, sticker) in zip(names, pack.stickers) { tree[name] = sticker.bytes }
  if let size = pack.limits.coverSize {
    tree["thumb.png"] = try pack.coverImage(size, allowsAnimation: false, &pictures)
  }
  let stickers = zip(names, pack.stickers).map { name, sticker in
    JSON.objectOmittingNil([
      "sticker": .string("attach://\(name)"), "format": .string("static"),
      "emoji_list": .array(pack.emoji(of: sticker).map(JSON.string)),
      "keywords": sticker.keywords.isEmpty ? nil : .array(sticker.keywords.map(JSON.string)),
    ])
  }
  tree["stickers.json"] =
    JSON.object(["title": .string(pack.title), "stickers": .array(stickers)]).encoded()
  return .folder(tree)
}
