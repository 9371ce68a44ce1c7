extension MessengerProfile {
  /// What Mastodon takes of a custom emoji.
  package static let mastodon = MessengerProfile(
    "mastodon", "What Mastodon takes of a custom emoji.",
    """
    export: mastodon
    sources:
      - "mastodon, custom_emoji.rb, cli/emoji.rb: formats, bytes, names"
      - "mastodon, attachmentable.rb: the area of a GIF and of other images"
      - "mastodon-android: an APNG does not move"
    rules:
    \(withoutApple)
      unsupported-format: { apng: partly, jpeg: no }
      file-size: { max-bytes: 262143, at-limit: taken }
      pixel-dimensions: { min-pixels: 1, max-pixels: 65535, max-area: 33177600, max-gif-area: 921600 }
      opaque-background: { opaque: accepted }
      sticker-name: { min-name: 2, max-name: 128, characters: word }
    """)
}
