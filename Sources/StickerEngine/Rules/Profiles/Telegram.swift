extension MessengerProfile {
  package static let telegram = MessengerProfile(
    "telegram", "Telegram's limits for packs of static and video stickers.",
    """
    export: telegram
    sources:
      - "core.telegram.org/stickers: dimensions, formats; a video is VP9 with alpha, no audio, at most 30 fps"
      - "TDLib, StickerFormat.cpp: a video is at most 262,144 bytes"
      - "TelegramStickersImport, Limits.swift: file size, stickers in a pack"
      - "TDLib, StickersManager.h: a title has at most 64 characters"
      - "TDLib, td_api.tl, inputSticker: at most 20 keywords, 64 characters in total"
      - "core.telegram.org/stickers; TDLib, StickerFormat.cpp; tdesktop; bodymovin-extension: TGS (rules tgs-…)"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format:
        { apng: no, gif: no, jpeg: no, webp: yes, animated-webp: no, webm: yes, tgs: yes }
      file-size: { max-bytes: 524288, max-animated-bytes: 262144, at-limit: taken }
      pixel-dimensions: { min-pixels: 1, max-pixels: 512, longer-side: 512 }
      opaque-background: { opaque: discouraged }
      animation-limits: { max-duration: 3000, min-frame-time: 33 }
      sticker-count: { min-stickers: 1, max-stickers: 120 }
      sticker-emoji: { min-emoji: 1, max-emoji: 20 }
      sticker-name: { max-keywords: 20, max-keyword-characters: 64 }
      pack-texts: { title: yes, max-title: 64 }
      cover-picture: { width: 100, height: 100, max-bytes: 128000 }
    """)
}

extension MessengerProfile {
  static let telegramEmoji = MessengerProfile(
    "telegram-emoji", "Telegram's limits for packs of static and video custom emoji.",
    """
    export: telegram
    sources:
      - "core.telegram.org/stickers: dimensions, formats; a video is VP9 with alpha, no audio, at most 30 fps"
      - "TelegramStickersImport, Limits.swift: file size, stickers in a pack"
      - "TDLib, StickersManager.h: a title has at most 64 characters"
      - "TDLib, td_api.tl, inputSticker: at most 20 keywords, 64 characters in total"
      - "core.telegram.org/stickers; TDLib, StickerFormat.cpp; tdesktop; bodymovin-extension: TGS (rules tgs-…)"
      - "TDLib, StickerFormat.cpp: an emoji is at most 131,072 bytes, or 65,536 as a video"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format:
        { apng: no, gif: no, jpeg: no, webp: yes, animated-webp: no, webm: yes, tgs: yes }
      file-size: { max-bytes: 131072, max-animated-bytes: 65536, at-limit: taken }
      pixel-dimensions: { min-pixels: 100, max-pixels: 100 }
      opaque-background: { opaque: discouraged }
      animation-limits: { max-duration: 3000, min-frame-time: 33 }
      sticker-count: { min-stickers: 1, max-stickers: 200 }
      sticker-emoji: { min-emoji: 1, max-emoji: 20 }
      sticker-name: { max-keywords: 20, max-keyword-characters: 64 }
      pack-texts: { title: yes, max-title: 64 }
    """)
}
