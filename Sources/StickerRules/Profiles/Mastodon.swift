package import StickerModel

extension Profile {
  /// What Mastodon takes of a custom emoji.
  package static let mastodon = Profile(
    "mastodon", "What Mastodon takes of a custom emoji.",
    """
    export: mastodon
    sources: ["mastodon: custom_emoji.rb, cli/emoji.rb"]
    rules:
    \(withoutApple)
      unsupported-format: { apng: no, jpeg: no }
      file-size: { max-bytes: 262143, at-limit: taken }
      pixel-dimensions: { min-pixels: 1, max-pixels: 65535, max-area: 921600 }
      sticker-name: { min-name: 2, max-name: 128, characters: word }
    """)
}
