import StickerEngine
import StickerImage

extension Export {
  /// Emoji by their shortcodes.
  ///
  /// - Source: mastodon, `lib/mastodon/cli/emoji.rb`: a tar.gz whose files are called after the shortcodes.
  static let mastodon = Export(
    kind: .mastodon, summary: "a tar.gz of emoji, which `tootctl emoji import` takes", write: emojiArchive)
}

@Sendable private func emojiArchive(
  _ pack: ExportPack, _: inout DerivedPictures
) throws(ExportFault) -> ExportedPack {
  var tree = FileTree()
  for (name, sticker) in zip(pack.typedNames, pack.stickers) {
    tree["\(name).\(sticker.fileExtension)"] = sticker.bytes
  }
  do throws(TarArchive.Fault) {
    let archive = try TarArchive(tree)
    guard let bytes = gzip(archive.bytes) else { throw TarArchive.Fault(name: "") }
    return .file(bytes, ending: "tar.gz")
  } catch { throw ExportFault("\(Untrusted(error.name).shown) is no name for a file of an archive") }
}
