package import StickerModel

extension Profile {
  /// What Telegram takes of a pack of static custom emoji.
  package static let telegramEmoji = Profile(
    "telegram-emoji", "What Telegram takes of a pack of static custom emoji.",
    """
    export: telegram
    sources:
      - "core.telegram.org/stickers: sizes, formats"
      - "TelegramStickersImport: Limits.swift: bytes, stickers of a pack"
      - "TDLib, StickersManager.h: a title has at most 64 characters"
      - "TDLib, td_api.tl, inputSticker: at most 20 keywords, 64 characters in all"
      - "TDLib, StickerFormat.cpp: an emoji has at most 131,072 bytes"
    rules:
    \(withoutApple)
      unsupported-format: { apng: no, gif: no, jpeg: no, webp: yes }
      file-size: { max-bytes: 131072, at-limit: taken }
      pixel-dimensions: { min-pixels: 100, max-pixels: 100 }
      opaque-background: { opaque: discouraged }
      animation-limits: { moves: no }
      sticker-count: { min-stickers: 1, max-stickers: 200 }
      sticker-emoji: { min-emoji: 1, max-emoji: 20 }
      sticker-name: { max-keywords: 20, max-keyword-characters: 64 }
      pack-texts: { title: yes, max-title: 64 }
    """)
}
