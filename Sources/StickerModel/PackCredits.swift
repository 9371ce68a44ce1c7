/// Who made and who publishes a pack: told once, and adapted for each messenger.
package struct PackCredits: Hashable, Sendable {
  /// Who drew the stickers; nil where nothing is said.
  package var author: String?
  /// Who publishes the pack; nil where nothing is said: then it is the author.
  package var publisher: String?
  /// The publisher's page, a URL that `complaint(ofLink:)` takes.
  package var website: String?
  /// The page of the privacy policy.
  package var privacy: String?
  /// The page of the license agreement.
  package var license: String?
  /// The description of the pack, or nil.
  package var about: String?
  /// The copyright notice, or nil.
  package var copyright: String?

  /// Nothing is said.
  package init() {}

  /// All of it, in one order.
  package var all: [String?] { [author, publisher, website, privacy, license, about, copyright] }

  /// From `all`; nil for what is none.
  package init?(all: [String?]) {
    guard all.count == self.all.count else { return nil }
    (author, publisher, website, privacy, license) = (all[0], all[1], all[2], all[3], all[4])
    (about, copyright) = (all[5], all[6])
  }
}

/// Whether a text is one emoji, as people see it: a symbol, a flag, a keycap, a family.
///
/// - Source: Unicode Technical Standard 51: the property Emoji, sequences with U+FE0F and U+20E3, and flags
///   of two regional indicators. A digit is an emoji only as a keycap, and half a flag is none.
package func isEmoji(_ text: String) -> Bool {
  guard text.count == 1, let first = text.unicodeScalars.first, first.properties.isEmoji else { return false }
  if first.isASCII { return text.unicodeScalars.contains("\u{20E3}") }
  let isRegional = (0x1F1E6...0x1F1FF).contains(first.value)
  return text.unicodeScalars.allSatisfy(isPartOfEmoji) && (!isRegional || text.unicodeScalars.count == 2)
}

private func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  // A joiner, the two presentations, a keycap, and the tags of regional flags.
  case 0x200D, 0xFE0E, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
  default: scalar.properties.isEmoji
  }
}
