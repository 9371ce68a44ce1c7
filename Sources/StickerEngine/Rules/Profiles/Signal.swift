extension MessengerProfile {
  package static let signal = MessengerProfile(
    "signal", "Signal's limits for sticker packs.",
    """
    export: signal
    sources:
      - "Signal-Desktop, sticker-creator, constants.ts, processImage.ts, apng.ts: dimensions, file size, duration"
      - "Signal-Desktop, processImage.ts; signal-cli, man page: WebP stills are accepted"
      - "Signal-iOS, issue 4611: iPhones do not play animations with a palette"
      - "Signal-iOS, StickerMetadata.swift: the MIME type of an APNG is image/png"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { gif: no, jpeg: no, webp: yes, animated-webp: no }
      opaque-background: { opaque: discouraged }
      file-size: { max-bytes: 307200, at-limit: taken }
      pixel-dimensions:
        min-pixels: 512
        max-pixels: 512
        min-animated-pixels: 10
        max-animated-pixels: 512
        square: yes
      animation-limits: { endless: yes, max-duration: 3000, palette: no }
      sticker-count: { min-stickers: 1, max-stickers: 200 }
      sticker-emoji: { min-emoji: 1, max-emoji: 1 }
      pack-texts: { title: yes, author: yes }
    """)
}
