package import StickerModel

extension Profile {
  /// What Discord takes of an emoji of a server.
  package static let discordEmoji = Profile(
    "discord-emoji", "What Discord takes of an emoji of a server.",
    """
    export: folder
    sources:
      - "discord-api-docs, emoji.mdx: formats (JPEG, PNG, GIF, WebP, AVIF), 256 KiB"
      - "discord.py, issue 10072: a name has 2 to 32 characters"
      - "cultofthepartyparrot: any size is accepted, and scaled on screen"
    rules:
    \(withoutApple.replacing("grid-size: off", with: emojiGrid))
      unsupported-format: { apng: no, webp: yes }
      file-size: { max-bytes: 262144, at-limit: taken }
      pixel-dimensions: { severity: off, min-pixels: 1, max-pixels: 65535 }
      opaque-background: { opaque: accepted }
      sticker-name: { min-name: 2, max-name: 32, characters: word }
    """)
}

/// The sizes at which an emoji is shown. Art above the byte limit is scaled to the largest first.
let emojiGrid = "grid-size: { severity: off, small-pixels: 32, regular-pixels: 64, large-pixels: 128 }"
