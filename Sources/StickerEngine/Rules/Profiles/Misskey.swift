extension MessengerProfile {
  package static let misskey = MessengerProfile(
    "misskey", "Misskey's limits for custom emoji.",
    """
    export: misskey
    sources:
      - "misskey, FileServerService.ts, const.ts: formats"
      - "misskey, ImportCustomEmojisProcessorService.ts, Emoji.ts: names"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { webp: yes }
      file-size: off
      pixel-dimensions: { severity: off, min-pixels: 1, max-pixels: 65535 }
      opaque-background: { opaque: accepted }
      sticker-name: { min-name: 1, max-name: 128, characters: word }
    """)
}
