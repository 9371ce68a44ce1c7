package import StickerModel

extension Profile {
  /// What Discord takes of a sticker of a server.
  package static let discordSticker = Profile(
    "discord-sticker", "What Discord takes of a sticker of a server.",
    """
    export: folder
    sources:
      - "discord-api-docs, sticker.mdx: formats, bytes, size, duration, texts"
      - "discord-api-docs, opcodes-and-status-codes.mdx, 170004: at most 1,000 frames"
    rules:
    \(withoutApple)
      unsupported-format: { jpeg: no }
      file-size: { max-bytes: 524288, at-limit: taken }
      pixel-dimensions: { min-pixels: 320, max-pixels: 320 }
      opaque-background: { opaque: accepted }
      animation-limits: { max-duration: 5000, max-frames: 1000 }
      sticker-name: { min-name: 2, max-name: 30, max-tags: 200 }
      description-length: { min-length: 2, max-length: 100 }
    """)
}
