import StickerEngine
import StickerImage

extension ExportFormat {
  /// An archive of emoji named after their shortcodes.
  ///
  /// - Source: mastodon, `lib/mastodon/cli/emoji.rb`: a tar.gz whose files are named after the shortcodes.
  static let mastodon = ExportFormat(
    layout: .mastodon, summary: "a tar.gz of emoji for `tootctl emoji import`", convert: mastodonArchive)
}

@Sendable private func mastodonArchive(
  _ pack: ExportPack, _: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  for (name, sticker) in zip(pack.shortcodes, pack.stickers) {
    tree["\(name).\(sticker.fileExtension)"] = sticker.bytes
  }
  guard let bytes = gzip(try TarArchive(tree).bytes) else {
    throw Diagnostic("the archive cannot be compressed")
  }
  return .file(bytes, fileExtension: "tar.gz")
}
