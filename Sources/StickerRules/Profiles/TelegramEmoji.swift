package import StickerModel

extension Profile {
  /// What Telegram takes of a pack of static custom emoji.
  package static let telegramEmoji = Profile(
    "telegram-emoji", "What Telegram takes of a pack of static custom emoji.",
    """
    export: telegram
    sources:
      - "core.telegram.org/stickers"
      - "TelegramStickersImport: Limits.swift"
    rules:
    \(withoutApple)
      unsupported-format: { apng: no, gif: no, jpeg: no, webp: yes }
      file-size: off
      pixel-dimensions: { min-pixels: 100, max-pixels: 100 }
      animation-limits: { moves: no }
      sticker-count: { min-stickers: 1, max-stickers: 200 }
      sticker-emoji: { min-emoji: 1, max-emoji: 20 }
      pack-texts: { title: yes }
    """)
}
