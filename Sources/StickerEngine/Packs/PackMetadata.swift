/// The texts and the look of a pack, as its source says them.
package struct PackMetadata: Hashable, Sendable {
  /// The name, which is shown in Messages; nil where nothing is said.
  package var name: String?
  /// How large the sticker browser shows the stickers; nil where nothing is said.
  package var gridSize: GridSize?
  /// The languages that descriptions are wanted in (BCP 47), in the order of the source; an app is developed
  /// in the first.
  package var languages: [String] = []
  /// The color of the sticker browser, 0xRRGGBB; nil where nothing is said.
  package var background: UInt32?
  /// Who made and who publishes the pack, and their pages.
  package var credits = PackCredits()

  package init(name: String? = nil, gridSize: GridSize? = nil) {
    self.name = name
    self.gridSize = gridSize
  }
}

/// The texts of one sticker.
package struct StickerMetadata: Hashable, Sendable {
  /// The name of the sticker, for people.
  package var name: String
  /// What VoiceOver reads, by language (BCP 47; `Sticker.undeterminedLanguage` where the source does not say
  /// which).
  package var descriptions: [String: String]
  /// What a search finds the sticker by.
  package var keywords: [String]
  /// What people feel who send it, the most fitting first; each is one emoji.
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
