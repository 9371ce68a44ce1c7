import StickerModel

/// A text as YAML writes it: in the old one's quotes where those can hold it, in double quotes otherwise.
///
/// - Parameter old: what stands there now; empty for nothing.
func writtenText(_ text: String, like old: ArraySlice<UInt8> = [], inBrackets: Bool = false) -> String {
  switch old.first {
  case UInt8(ascii: "'") where text.unicodeScalars.allSatisfy(isPrintable):
    return "'\(text.replacing("'", with: "''"))'"
  case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: ">"), nil:
    return doubleQuoted(text)
  default: return isPlainSentence(text) ? text : doubleQuoted(text)
  }
}

/// Whether every reader takes words without quotes for themselves: narrower than YAML has it.
private func isPlainSentence(_ text: String) -> Bool {
  let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "inf", "nan"]
  guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.last != " ",
    !words.contains(text.lowercased())
  else { return false }
  return text.unicodeScalars.allSatisfy { scalar in
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || " ._-/'!".unicodeScalars.contains(scalar)
  }
}

/// A key, or a language, without quotes where that is safe: older readers take Norwegian for `false`.
func writtenWord(_ text: String) -> String { isPlainSentence(text) ? text : doubleQuoted(text) }

extension PlainYAML {
  /// The value in one line, in brackets where it has parts.
  var inOneLine: String {
    switch self {
    case .nothing: ""
    case .text(let text): doubleQuoted(text)
    case .list(let elements): "[" + elements.map(\.inOneLine).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{ " + members.map { "\(writtenWord($0.key)): \($0.value.inOneLine)" }.joined(separator: ", ") + " }"
    }
  }

  /// A member, its value in lines of its own where that is one of mappings.
  func lines(of key: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    switch self {
    case .mapping(let members) where !members.isEmpty:
      return ["\(margin)\(writtenWord(key)):"]
        + members.flatMap { $0.value.lines(of: $0.key, indent: indent + 2) }
    case .list(let elements) where elements.contains { if case .mapping = $0 { true } else { false } }:
      return ["\(margin)\(writtenWord(key)):"] + elements.flatMap { $0.elementLines(indent: indent + 2) }
    default:
      let value = inOneLine
      return ["\(margin)\(writtenWord(key)):" + (value.isEmpty ? "" : " " + value)]
    }
  }

  /// An element of a list behind its dash.
  func elementLines(indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard case .mapping(let members) = self, !members.isEmpty else { return ["\(margin)- \(inOneLine)"] }
    let lines = members.flatMap { $0.value.lines(of: $0.key, indent: indent + 2) }
    return ["\(margin)- \(lines[0].dropFirst(indent + 2))"] + lines.dropFirst()
  }
}
