import StickerEngine

extension Export {
  /// A zip for LINE's Creators Market: stickers, animated stickers or emoji.
  ///
  /// - Source: creator.line.me: guidelines for each of the three. Stickers are `01.png`, emoji `001.png`.
  static let line = Export(
    kind: .line, summary: "a zip with main.png, tab.png and numbered stickers", write: linePack)
}

@Sendable private func linePack(
  _ pack: ExportPack, _ pictures: inout DerivedPictures
) throws(Diagnostic) -> ExportedPack {
  var tree = FileTree()
  // Emoji sets have no main picture, and their file names have three digits.
  let names = pack.numberedFiles(digits: pack.limits.coverSize == nil ? 3 : 2)
  for (name, sticker) in zip(names, pack.stickers) { tree[name] = sticker.bytes }
  if let size = pack.limits.coverSize {
    tree["main.png"] = try pack.coverPicture(size, mayMove: true, &pictures)
  }
  if let size = pack.limits.tabSize {
    tree["tab.png"] = try pack.coverPicture(size, mayMove: false, &pictures)
  }
  return try zipped(tree)
}
