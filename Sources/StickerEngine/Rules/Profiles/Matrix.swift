extension MessengerProfile {
  static let matrix = MessengerProfile(
    "matrix", "Matrix's limits for a room's image packs.",
    """
    export: matrix
    sources:
      - "Matrix specification 1.19, image packs: names; stickers should measure at least 512 × 512 px"
      - "Matrix specification 1.19, m.image: formats"
      - "Synapse, configuration manual, max_upload_size: 50M, unless the server sets another size"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { webp: yes }
      file-size: { max-bytes: 52428800, at-limit: taken }
      pixel-dimensions: { min-pixels: 1, max-pixels: 65535 }
      opaque-background: { opaque: accepted }
      sticker-name: { min-name: 1, max-name: 100, characters: shortcode }
    """)
}
