import StickerModel

extension MessageExample {
  /// A message with a label for VoiceOver.
  static let labeled = MessageExample().text(.accessibilityLabel, "A vote: {question}")
  /// A message with all that it needs.
  static let base = MessageExample().baseURL("https://example.com/vote").image("vote.png")
    .text(.accessibilityLabel, "A vote: {question}")
}
