/// A pack's text and appearance, from its source.
package struct PackMetadata: Hashable, Sendable {
  /// The name that Messages shows; nil if the source has none.
  package var name: String?
  /// The names by language (BCP 47), if the source has several. In that case, `name` is one of them.
  package var localizedNames: [String: String] = [:]
  /// The size of stickers in the sticker browser; nil if the source has none.
  package var gridSize: GridSize?
  /// The languages of the descriptions (BCP 47), in the order of the source. The first is the app's
  /// development language.
  package var languages: [String] = []
  /// The background color of the sticker browser, 0xRRGGBB; nil if the source has none.
  package var browserBackgroundColor: UInt32?
  /// The author, the publisher and their links.
  package var credits = PackCredits()

  package init(name: String? = nil, gridSize: GridSize? = nil) {
    self.name = name
    self.gridSize = gridSize
  }
}

/// The text of one sticker.
package struct StickerMetadata: Hashable, Sendable {
  /// The human-readable name of the sticker.
  package var name: String
  /// The text that VoiceOver reads, keyed by language (BCP 47; `PackSticker.undeterminedLanguage` if the
  /// source does not give one).
  package var descriptions: [String: String]
  /// The search terms for the sticker.
  package var keywords: [String]
  /// The emoji that match the sticker, best match first.
  package var emoji: [String]

  package init(
    name: String, descriptions: [String: String] = [:], keywords: [String] = [], emoji: [String] = []
  ) {
    self.name = name
    self.descriptions = descriptions
    self.keywords = keywords
    self.emoji = emoji
  }
}
