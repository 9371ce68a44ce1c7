import StickerEngine
import StickerImage

extension Export {
  /// An archive of emoji named by their shortcodes.
  ///
  /// - Source: mastodon, `lib/mastodon/cli/emoji.rb`: a tar.gz whose files are named after the shortcodes.
  static let mastodon = Export(
    kind: .mastodon, summary: "a tar.gz of emoji for `tootctl emoji import`", write: emojiArchive)
}

@Sendable private func emojiArchive(
  _ pack: ExportPack, _: inout DerivedPictures
) throws(Diagnostic) -> ExportedPack {
  var tree = FileTree()
  for (name, sticker) in zip(pack.shortcodes, pack.stickers) {
    tree["\(name).\(sticker.fileExtension)"] = sticker.bytes
  }
  guard let bytes = gzip(try TarArchive(tree).bytes) else {
    throw Diagnostic("the archive cannot be compressed")
  }
  return .file(bytes, ending: "tar.gz")
}
