extension MessengerProfile {
  package static let twitch = MessengerProfile(
    "twitch", "Twitch's limits for emotes.",
    """
    export: folder
    sources:
      - "third-party copies of Twitch's page (docs.elgato.com, dexpixel.com): dimensions, file size, frames"
      - "third-party copies of Twitch's page: each size of a manually uploaded GIF is at most 512 KB"
    second-hand:
      - file-size.max-bytes
      - file-size.max-smaller-bytes
      - animation-limits.max-frames
      - pixel-dimensions.min-pixels
      - pixel-dimensions.max-pixels
    rules:
    \(messagesOnlyRulesOffYAML.replacing("grid-size: off", with: emoteGridYAML))
      unsupported-format: { apng: no, jpeg: no }
      file-size: { max-bytes: 1000000, max-smaller-bytes: 512000, at-limit: taken }
      pixel-dimensions: { min-pixels: 112, max-pixels: 4096, square: yes }
      opaque-background: { opaque: accepted }
      animation-limits: { max-frames: 60 }
    """)
}

/// YAML for the three sizes of a manual upload. Otherwise, an emote is uploaded in one size.
private let emoteGridYAML =
  "grid-size: { severity: off, small-pixels: 28, regular-pixels: 56, large-pixels: 112 }"
