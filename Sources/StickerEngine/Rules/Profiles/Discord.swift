extension MessengerProfile {
  static let discordSticker = MessengerProfile(
    "discord-sticker", "Discord's limits for server stickers.",
    """
    export: folder
    sources:
      - "discord-api-docs, sticker.mdx: formats, file size, dimensions, duration, text lengths"
      - "discord-api-docs, opcodes-and-status-codes.mdx, 170004: at most 1,000 frames"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { jpeg: no }
      file-size: { max-bytes: 524288, at-limit: taken }
      pixel-dimensions: { min-pixels: 320, max-pixels: 320 }
      opaque-background: { opaque: accepted }
      animation-limits: { max-duration: 5000, max-frames: 1000 }
      sticker-name: { min-name: 2, max-name: 30, max-tags: 200 }
      description-length: { min-length: 2, max-length: 100 }
    """)
}

extension MessengerProfile {
  static let discordEmoji = MessengerProfile(
    "discord-emoji", "Discord's limits for server emoji.",
    """
    export: folder
    sources:
      - "discord-api-docs, emoji.mdx: formats (JPEG, PNG, GIF, WebP, AVIF), 256 KiB"
      - "discord.py, issue 10072: a name has 2 to 32 characters"
      - "cultofthepartyparrot: any size is accepted and scaled on screen"
    rules:
    \(messagesOnlyRulesOffYAML.replacing("grid-size: off", with: emojiGridYAML))
      unsupported-format: { apng: no, webp: yes }
      file-size: { max-bytes: 262144, at-limit: taken }
      pixel-dimensions: { severity: off, min-pixels: 1, max-pixels: 65535 }
      opaque-background: { opaque: accepted }
      sticker-name: { min-name: 2, max-name: 32, characters: word }
    """)
}

/// YAML for the sizes at which an emoji is shown. Art above the file size limit is first scaled to the
/// largest of these sizes.
let emojiGridYAML = "grid-size: { severity: off, small-pixels: 32, regular-pixels: 64, large-pixels: 128 }"
