extension MessengerProfile {
  package static let mastodon = MessengerProfile(
    "mastodon", "Mastodon's limits for custom emoji.",
    """
    export: mastodon
    sources:
      - "mastodon, custom_emoji.rb, cli/emoji.rb: formats, file size, names"
      - "mastodon, attachmentable.rb: maximum area of GIFs and other images"
      - "mastodon-android: APNGs are not animated"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { apng: partly, jpeg: no }
      file-size: { max-bytes: 262143, at-limit: taken }
      pixel-dimensions: { min-pixels: 1, max-pixels: 65535, max-area: 33177600, max-gif-area: 921600 }
      opaque-background: { opaque: accepted }
      sticker-name: { min-name: 2, max-name: 128, characters: word }
    """)
}
