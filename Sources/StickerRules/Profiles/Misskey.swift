package import StickerModel

extension Profile {
  /// What Misskey takes of a custom emoji.
  package static let misskey = Profile(
    "misskey", "What Misskey takes of a custom emoji.",
    """
    export: misskey
    sources: ["misskey: ImportCustomEmojisProcessorService"]
    rules:
    \(withoutApple)
      unsupported-format: { apng: no, jpeg: no }
      file-size: off
      pixel-dimensions: off
      sticker-name: { min-name: 1, characters: word }
    """)
}
