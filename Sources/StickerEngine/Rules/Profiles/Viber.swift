extension MessengerProfile {
  static let viber = MessengerProfile(
    "viber", "Viber's limits for sticker packs that users create.",
    """
    export: viber
    sources:
      - "sticker-convert, compression.json, upload_viber.py, issues 146, 279 and 280: dimensions, format, icon, count"
    second-hand:
      - pixel-dimensions.min-pixels
      - pixel-dimensions.max-pixels
      - sticker-count.max-stickers
      - cover-picture.width
      - cover-picture.height
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { apng: no, gif: no, jpeg: no }
      file-size: { severity: off, max-bytes: 1000000000 }
      pixel-dimensions: { min-pixels: 490, max-pixels: 490 }
      opaque-background: { opaque: accepted }
      animation-limits: { moves: no }
      sticker-count: { min-stickers: 1, max-stickers: 24 }
      pack-texts: { title: yes }
      cover-picture: { width: 120, height: 120 }
    """)
}
