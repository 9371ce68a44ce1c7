/// Writes text as YAML scalars.
enum YAMLQuoter {
  /// The kind of text, which determines whether it needs quotes.
  enum TextKind {
    case sentence, fileName
  }

  /// Returns text in the style of the text that it replaces, or in double quotes if that style cannot
  /// represent it.
  ///
  /// - Parameter old: the text that is replaced, with its quotes.
  static func quote(_ text: String, like old: ArraySlice<UInt8>, as kind: TextKind = .sentence) -> String {
    switch old.first {
    case UInt8(ascii: "'") where text.unicodeScalars.allSatisfy(canStayUnescaped):
      return "'\(text.replacing("'", with: "''"))'"
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: ">"), nil:
      return doubleQuote(text)
    default:
      let isPlain = kind == .sentence ? isPlainSentence(text) : isPlainFileName(text)
      return isPlain ? text : doubleQuote(text)
    }
  }

  /// Returns a key or language, in quotes if needed. Older parsers read the language `no` as `false`.
  static func quoteIfNeeded(_ word: String) -> String { isPlainSentence(word) ? word : doubleQuote(word) }

  /// How invisible characters are escaped.
  enum EscapeStyle {
    /// With four digits where possible.
    case fourOrEightDigits
    /// With eight digits. Zero-width joiners, which are part of emoji, are not escaped.
    case eightDigits
  }

  /// Returns text in double quotes, the only YAML style that can represent every character on one line.
  ///
  /// - Source: YAML 1.2.2, 5.7: escape sequences.
  static func doubleQuote(_ text: String, _ escapes: EscapeStyle = .fourOrEightDigits) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\\(scalar)"
      case _
      where escapes == .fourOrEightDigits ? canStayUnescaped(scalar) : UntrustedText.isHarmless(scalar):
        out.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (mark, count) = escapes == .eightDigits || scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
        out += "\\\(mark)" + String(repeating: "0", count: max(0, count - digits.count)) + digits
      }
    }
    return out + "\""
  }

  /// Whether every parser reads these words unchanged if they have no quotes. YAML itself allows more.
  private static func isPlainSentence(_ text: String) -> Bool {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "inf", "nan"]
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.last != " ",
      !words.contains(text.lowercased())
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " ._-/'!".unicodeScalars.contains(scalar)
    }
  }

  /// Whether every parser reads this file name unchanged if it has no quotes. YAML itself allows more.
  private static func isPlainFileName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, last != " ",
      first.properties.isAlphabetic || first.properties.numericType != nil || first == "." || first == "_",
      // A name with a file extension is not a number, Boolean or date.
      let dot = text.lastIndex(of: "."), dot > text.startIndex,
      text[dot...].unicodeScalars.contains(where: \.properties.isAlphabetic),
      text.contains(where: { $0 != "." })
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " ._-/@+()~".unicodeScalars.contains(scalar)
    }
  }

  /// Whether a character needs no escape.
  private static func canStayUnescaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}

extension YAMLNode {
  /// The value on one line. Lists and mappings are in brackets.
  var singleLineYAML: String {
    switch content {
    // A missing value, or a number.
    case .scalar(let text, isQuoted: false) where text.allSatisfy(\.isNumber): text
    case .scalar(let text, _): YAMLQuoter.doubleQuote(text)
    case .sequence(let elements): "[" + elements.map(\.singleLineYAML).joined(separator: ", ") + "]"
    case .mapping(let members): "{ " + members.map(\.singleLineYAML).joined(separator: ", ") + " }"
    }
  }

  /// Returns the lines of the node as a list element, with its dash.
  func linesAsListElement(indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    if members.isEmpty { return ["\(margin)- \(singleLineYAML)"] }
    let lines = members.flatMap { $0.lines(indent: indent + 2) }
    return ["\(margin)- \(lines[0].dropFirst(indent + 2))"] + lines.dropFirst()
  }
}

extension YAMLMember {
  var singleLineYAML: String { "\(YAMLQuoter.quoteIfNeeded(key)): \(value.singleLineYAML)" }

  /// Returns the lines of the key and its value. Mappings, and lists of mappings, are on lines of their own.
  func lines(indent: Int) -> [String] {
    let head = String(repeating: " ", count: indent) + YAMLQuoter.quoteIfNeeded(key) + ":"
    if !value.members.isEmpty { return [head] + value.members.flatMap { $0.lines(indent: indent + 2) } }
    if value.elements.contains(where: \.isMapping) {
      return [head] + value.elements.flatMap { $0.linesAsListElement(indent: indent + 2) }
    }
    let text = value.singleLineYAML
    return [head + (text.isEmpty ? "" : " " + text)]
  }
}

extension YAMLNode {
  fileprivate var isMapping: Bool { if case .mapping = content { true } else { false } }
}
