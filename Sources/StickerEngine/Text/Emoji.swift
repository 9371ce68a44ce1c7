/// Whether a string is what people see as a single emoji, such as a symbol, a flag, a keycap or a family.
///
/// - Source: Unicode Technical Standard 51: the property Emoji, sequences with U+FE0F and U+20E3, and flags
///   of two regional indicators. A digit is an emoji only as a keycap, and half a flag is not an emoji.
package func isEmoji(_ text: String) -> Bool {
  guard text.count == 1, let first = text.unicodeScalars.first, first.properties.isEmoji else { return false }
  if first.isASCII { return text.unicodeScalars.contains("\u{20E3}") }
  let isRegional = (0x1F1E6...0x1F1FF).contains(first.value)
  return text.unicodeScalars.allSatisfy(canBePartOfEmoji) && (!isRegional || text.unicodeScalars.count == 2)
}

private func canBePartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  // The zero-width joiner, the two presentation selectors, the keycap, and the tags of regional flags.
  case 0x200D, 0xFE0E, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
  default: scalar.properties.isEmoji
  }
}
