package import StickerModel

extension Profile {
  /// What Slack takes of a custom emoji.
  package static let slack = Profile(
    "slack", "What Slack takes of a custom emoji.",
    """
    export: folder
    sources: ["slack.com/help: custom emoji"]
    second-hand: [file-size.max-bytes, animation-limits.max-frames]
    rules:
    \(withoutApple)
      unsupported-format: { apng: no }
      file-size: { max-bytes: 128000, at-limit: taken }
      pixel-dimensions: { min-pixels: 128, max-pixels: 128 }
      animation-limits: { max-frames: 50 }
      sticker-name: { min-name: 1, characters: lower }
    """)
}
