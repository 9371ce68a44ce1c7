extension MessengerProfile {
  package static let whatsApp = MessengerProfile(
    "whatsapp", "WhatsApp's limits for sticker packs.",
    """
    export: whatsapp
    sources:
      - "WhatsApp/stickers: StickerPackValidator.java, Limits.swift"
      - "WhatsApp/stickers, issues 742 and 746: the 500 KB limit for animations is 500,000 bytes in practice"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { png: no, apng: no, gif: no, jpeg: no, webp: yes }
      file-size: { max-bytes: 102400, max-animated-bytes: 500000, at-limit: taken }
      pixel-dimensions: { min-pixels: 512, max-pixels: 512 }
      opaque-background: { opaque: discouraged }
      animation-limits: { min-frame-time: 8, max-duration: 10000 }
      sticker-count: { min-stickers: 3, max-stickers: 30 }
      mixed-animation: { mix: no }
      sticker-emoji: { min-emoji: 1, max-emoji: 3 }
      pack-texts: { title: yes, publisher: yes, max-text: 128 }
      description-length: { max-length: 125, max-animated-length: 255 }
      metadata-weight: error
      trailing-data: error
      cover-picture: { width: 96, height: 96, max-bytes: 51200 }
    """)
}
