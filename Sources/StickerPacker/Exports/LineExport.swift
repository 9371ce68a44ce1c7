import StickerEngine

extension ExportFormat {
  /// A zip for LINE's Creators Market: stickers, animated stickers or emoji.
  ///
  /// - Source: creator.line.me, the guidelines for each of the three. Stickers are named `01.png`, and emoji
  ///   `001.png`.
  static let line = ExportFormat(
    layout: .line, summary: "a zip with main.png, tab.png and numbered stickers", convert: linePack)
}

@Sendable private func linePack(
  _ pack: ExportPack, _ pictures: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  // Emoji sets have no main image, and their file names have three digits.
  let names = pack.numberedFileNames(minDigits: pack.limits.coverSize == nil ? 3 : 2)
  for (name, sticker) in zip(names, pack.stickers) { tree[name] = sticker.bytes }
  if let size = pack.limits.coverSize {
    tree["main.png"] = try pack.coverStickerImage(size, allowsAnimation: true, &pictures)
  }
  if let size = pack.limits.tabImageSize {
    tree["tab.png"] = try pack.coverStickerImage(size, allowsAnimation: false, &pictures)
  }
  return try zipped(tree)
}
