/// The characters that a sticker name may contain.
package enum NameCharacters: String, Hashable, Sendable, CaseIterable {
  case any
  /// ASCII letters, digits and underscores.
  case word
  /// Lower-case letters of any script, digits, underscores and hyphens.
  case lower

  /// Replaces other characters in a name. Empty if no character of the name is allowed.
  package func sanitizedName(_ name: String) -> String {
    switch self {
    case .any: name
    case .word: asciiShortcode(name)
    case .lower: lowercaseName(name)
    }
  }

  /// The allowed characters, to follow "has no" in messages.
  var allowedCharactersText: String {
    switch self {
    case .any: "character"
    case .word: "ASCII letter, digit or _"
    case .lower: "letter, digit, _ or -"
    }
  }
}
