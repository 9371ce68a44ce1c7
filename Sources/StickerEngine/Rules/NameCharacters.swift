/// The characters that a sticker name may contain.
package enum NameCharacters: String, Hashable, Sendable, CaseIterable {
  case any
  /// ASCII letters, digits and underscores.
  case asciiWord = "word"
  /// Lowercase letters of any script, digits, underscores and hyphens.
  case lowercaseUnicodeWordAndHyphen = "lower"
  /// ASCII letters, digits, underscores and hyphens.
  case asciiWordAndHyphen = "shortcode"

  /// Returns the name after replacing the characters that are not allowed; empty if the name has no allowed
  /// characters.
  package func sanitizedName(_ name: String) -> String {
    switch self {
    case .any: name
    case .asciiWord: asciiShortcode(name)
    case .lowercaseUnicodeWordAndHyphen: lowercaseUnicodeShortcode(name)
    case .asciiWordAndHyphen: asciiShortcode(name, keepsHyphens: true)
    }
  }

  /// The allowed characters, phrased to follow "has no" in messages.
  var allowedCharactersText: String {
    switch self {
    case .any: "character"
    case .asciiWord: "ASCII letter, digit or _"
    case .lowercaseUnicodeWordAndHyphen: "letter, digit, _ or -"
    case .asciiWordAndHyphen: "ASCII letter, digit, _ or -"
    }
  }
}
