package import StickerModel

extension Profile {
  /// What Twitch takes of an emote.
  package static let twitch = Profile(
    "twitch", "What Twitch takes of an emote.",
    """
    export: folder
    sources: ["reports of makers"]
    second-hand:
      - file-size.max-bytes
      - animation-limits.max-frames
      - pixel-dimensions.min-pixels
      - pixel-dimensions.max-pixels
    rules:
    \(withoutApple.replacing("grid-size: off", with: grid))
      unsupported-format: { apng: no, jpeg: no }
      file-size: { max-bytes: 1000000, at-limit: taken }
      pixel-dimensions: { min-pixels: 112, max-pixels: 112 }
      animation-limits: { max-frames: 60 }
    """)
}

/// Each emote is uploaded in three sizes.
private let grid = "grid-size: { severity: off, small-pixels: 28, regular-pixels: 56, large-pixels: 112 }"
