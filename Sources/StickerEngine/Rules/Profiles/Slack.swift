extension MessengerProfile {
  package static let slack = MessengerProfile(
    "slack", "Slack's limits for custom emoji.",
    """
    export: folder
    sources:
      - "slack.com/help, custom emoji: formats, file size"
      - "emojibot, issue 4; emojipacks, issue 85: a name has at most 100 characters, hyphens are accepted"
      - "slack-emoji-uploader, issue 6: letters of any script are accepted"
      - "buildkite/emojis: any size is accepted and scaled on screen"
    second-hand: [file-size.max-bytes, animation-limits.max-frames]
    rules:
    \(messagesOnlyRulesOffYAML.replacing("grid-size: off", with: emojiGridYAML))
      unsupported-format: { apng: no }
      file-size: { max-bytes: 128000, at-limit: taken }
      pixel-dimensions: { severity: off, min-pixels: 1, max-pixels: 65535 }
      opaque-background: { opaque: accepted }
      animation-limits: { max-frames: 50 }
      sticker-name: { min-name: 1, max-name: 100, characters: lower }
    """)
}
