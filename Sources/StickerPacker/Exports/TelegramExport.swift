import StickerEngine

extension ExportFormat {
  /// A folder with stickers and the parameters for a bot. The thumbnail is a video if all stickers are
  /// videos.
  ///
  /// - Source: core.telegram.org/bots/api: InputSticker, createNewStickerSet; `attach://` refers to a file in
  ///   the same request.
  static let telegram = ExportFormat(
    layout: .telegram, summary: "a folder with stickers.json in the format of the Bot API's InputSticker",
    convert: telegramPack)
}

@Sendable private func telegramPack(
  _ pack: ExportPack, _ pictures: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  var omissionNotes: [String] = []
  let names = pack.numberedFileNames()
  for (name, sticker) in zip(names, pack.stickers) { tree[name] = sticker.bytes }
  if let size = pack.limits.coverSize {
    if pack.stickers.allSatisfy(\.isVideo) {
      tree["thumb.webm"] = try pack.coverStickerVideo(size, maxBytes: maxThumbnailVideoBytes, &pictures)
    } else if let cover = pack.indexOfThumbnailSticker {
      var pack = pack
      pack.coverIndex = cover
      tree["thumb.png"] = try pack.coverStickerImage(size, allowsAnimation: false, &pictures)
    } else {
      omissionNotes.append(
        "thumb.png is left out, because a TGS has no pixels. Telegram shows the first sticker instead.")
    }
  }
  let stickers = zip(names, pack.stickers).map { name, sticker in
    JSON.objectOmittingNil([
      "sticker": .string("attach://\(name)"), "format": .string(sticker.telegramFormat),
      "emoji_list": .array(pack.emojiWithinLimit(of: sticker).map(JSON.string)),
      "keywords": sticker.keywords.isEmpty ? nil : .array(sticker.keywords.map(JSON.string)),
    ])
  }
  tree["stickers.json"] =
    JSON.object(["title": .string(pack.title), "stickers": .array(stickers)]).encoded()
  return .folder(tree, omissionNotes: omissionNotes)
}

extension ExportSticker {
  /// The value of `format` in InputSticker.
  ///
  /// - Source: core.telegram.org/bots/api, InputSticker.
  fileprivate var telegramFormat: String { isTGS ? "animated" : isVideo ? "video" : "static" }
}

extension ExportPack {
  /// The index of the cover sticker, or of the first sticker with pixels if the cover is a TGS; nil if all
  /// stickers are TGS.
  fileprivate var indexOfThumbnailSticker: Int? {
    stickers[coverIndex].isTGS ? stickers.firstIndex { !$0.isTGS } : coverIndex
  }
}
/// The maximum size of a video thumbnail in bytes.
///
/// - Source: core.telegram.org/bots/api, setStickerSetThumbnail: a WebM may have up to 32 kilobytes.
private let maxThumbnailVideoBytes = 32_768
