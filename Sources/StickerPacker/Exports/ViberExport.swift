import StickerEngine
import StickerImage

extension ExportFormat {
  /// A folder with the two files that Viber's sticker market accepts.
  ///
  /// - Source: sticker-convert, `upload_viber.py`: a zip with `00.png`, `01.png` and so on, and `color_icon.png`.
  static let viber = ExportFormat(
    layout: .viber, summary: "a folder with stickers.zip and color_icon.png", convert: viberPack)
}

@Sendable private func viberPack(
  _ pack: ExportPack, _ pictures: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var stickers = FileTree()
  for (name, sticker) in zip(pack.numberedFileNames(from: 0), pack.stickers) {
    stickers[name] = sticker.bytes
  }
  var tree = FileTree()
  guard case .file(let archive, _) = try zipped(stickers) else { return .folder(tree) }
  tree["stickers.zip"] = archive
  if let size = pack.limits.coverSize {
    tree["color_icon.png"] = try pack.coverStickerImage(size, allowsAnimation: false, &pictures)
  }
  return .folder(tree)
}
