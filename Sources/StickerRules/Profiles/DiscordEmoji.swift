package import StickerModel

extension Profile {
  /// What Discord takes of an emoji of a server.
  package static let discordEmoji = Profile(
    "discord-emoji", "What Discord takes of an emoji of a server.",
    """
    export: folder
    sources: ["discord-api-docs: emoji.mdx"]
    rules:
    \(withoutApple)
      unsupported-format: { apng: no }
      file-size: { max-bytes: 262144, at-limit: taken }
      pixel-dimensions: { min-pixels: 128, max-pixels: 128 }
      sticker-name: { min-name: 2, characters: word }
    """)
}
