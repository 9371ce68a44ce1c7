extension MessengerProfile {
  /// What Twitch takes of an emote.
  package static let twitch = MessengerProfile(
    "twitch", "What Twitch takes of an emote.",
    """
    export: folder
    sources:
      - "makers' copies of Twitch's page (docs.elgato.com, dexpixel.com): sizes, bytes, frames"
      - "makers' copies of Twitch's page: each size of a GIF that is uploaded by hand has at most 512 KB"
    second-hand:
      - file-size.max-bytes
      - file-size.max-smaller-bytes
      - animation-limits.max-frames
      - pixel-dimensions.min-pixels
      - pixel-dimensions.max-pixels
    rules:
    \(withoutApple.replacing("grid-size: off", with: grid))
      unsupported-format: { apng: no, jpeg: no }
      file-size: { max-bytes: 1000000, max-smaller-bytes: 512000, at-limit: taken }
      pixel-dimensions: { min-pixels: 112, max-pixels: 4096, square: yes }
      opaque-background: { opaque: accepted }
      animation-limits: { max-frames: 60 }
    """)
}

/// An emote is uploaded in one size, or by hand in these three.
private let grid = "grid-size: { severity: off, small-pixels: 28, regular-pixels: 56, large-pixels: 112 }"
