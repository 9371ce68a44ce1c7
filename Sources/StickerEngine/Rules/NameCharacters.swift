/// The characters that a sticker name may contain.
package enum NameCharacters: String, Hashable, Sendable, CaseIterable {
  case any
  /// ASCII letters, digits and underscores.
  case word
  /// Lowercase letters of any script, digits, underscores and hyphens.
  case lower
  /// ASCII letters, digits, underscores and hyphens.
  case shortcode

  /// Returns the name after replacing the characters that are not allowed; empty if the name has no allowed
  /// characters.
  package func sanitizedName(_ name: String) -> String {
    switch self {
    case .any: name
    case .word: asciiShortcode(name)
    case .lower: lowercaseShortcode(name)
    case .shortcode: asciiShortcode(name, keepsHyphens: true)
    }
  }

  /// The allowed characters, phrased to follow "has no" in messages.
  var allowedCharactersText: String {
    switch self {
    case .any: "character"
    case .word: "ASCII letter, digit or _"
    case .lower: "letter, digit, _ or -"
    case .shortcode: "ASCII letter, digit, _ or -"
    }
  }
}
