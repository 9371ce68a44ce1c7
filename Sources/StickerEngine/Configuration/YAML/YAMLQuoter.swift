/// Writes texts as YAML scalars.
enum YAMLQuoter {
  /// What a text is, for whether it can stand without quotes.
  enum Kind {
    case sentence, fileName
  }

  /// Writes a text with the quotes of the text that it replaces if they can hold it, in double quotes otherwise.
  ///
  /// - Parameter old: the text that is replaced, as it is written.
  static func quote(_ text: String, like old: ArraySlice<UInt8>, as kind: Kind = .sentence) -> String {
    switch old.first {
    case UInt8(ascii: "'") where text.unicodeScalars.allSatisfy(isPrintable):
      return "'\(text.replacing("'", with: "''"))'"
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: ">"), nil:
      return doubleQuote(text)
    default:
      let isPlain = kind == .sentence ? isPlainSentence(text) : isPlainFileName(text)
      return isPlain ? text : doubleQuote(text)
    }
  }

  /// A key, or a language, without quotes where that is safe: older readers take Norwegian for `false`.
  static func quoteIfNeeded(_ word: String) -> String { isPlainSentence(word) ? word : doubleQuote(word) }

  /// How characters that cannot be seen are written.
  enum Escapes {
    /// All in the shortest way.
    case short
    /// All but zero-width joiners, which join emoji, with eight digits.
    case long
  }

  /// A text in double quotes: the one style of YAML that holds every character on one line.
  ///
  /// - Source: YAML 1.2.2, 5.7: escape sequences.
  static func doubleQuote(_ text: String, _ escapes: Escapes = .short) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\\(scalar)"
      case _ where escapes == .short ? isPrintable(scalar) : Untrusted.isHarmless(scalar):
        out.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (mark, count) = escapes == .long || scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
        out += "\\\(mark)" + String(repeating: "0", count: max(0, count - digits.count)) + digits
      }
    }
    return out + "\""
  }

  /// Whether every reader takes words without quotes for themselves: narrower than YAML has it.
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

  /// Whether every reader takes the name of a file without quotes for itself: narrower than YAML has it.
  private static func isPlainFileName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last, last != " ",
      first.properties.isAlphabetic || first.properties.numericType != nil || first == "." || first == "_",
      // What ends like a file's name is no number, truth value or date.
      let dot = text.lastIndex(of: "."), dot > text.startIndex,
      text[dot...].unicodeScalars.contains(where: \.properties.isAlphabetic),
      text.contains(where: { $0 != "." })
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " ._-/@+()~".unicodeScalars.contains(scalar)
    }
  }

  /// Whether a character can stand in a text as it is.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}

extension YAMLNode {
  /// The value in one line, in brackets where it has parts.
  var inOneLine: String {
    switch content {
    case .scalar(let text, _): isEmpty ? "" : YAMLQuoter.doubleQuote(text)
    case .sequence(let elements): "[" + elements.map(\.inOneLine).joined(separator: ", ") + "]"
    case .mapping(let members): "{ " + members.map(\.inOneLine).joined(separator: ", ") + " }"
    }
  }

  /// The lines of an element of a list, behind its dash.
  func elementLines(indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    if members.isEmpty { return ["\(margin)- \(inOneLine)"] }
    let lines = members.flatMap { $0.lines(indent: indent + 2) }
    return ["\(margin)- \(lines[0].dropFirst(indent + 2))"] + lines.dropFirst()
  }
}

extension YAMLMember {
  var inOneLine: String { "\(YAMLQuoter.quoteIfNeeded(key)): \(value.inOneLine)" }

  /// The key and its value, which stands in lines of its own where that is one of mappings.
  func lines(indent: Int) -> [String] {
    let head = String(repeating: " ", count: indent) + YAMLQuoter.quoteIfNeeded(key) + ":"
    if !value.members.isEmpty { return [head] + value.members.flatMap { $0.lines(indent: indent + 2) } }
    if value.elements.contains(where: \.isMapping) {
      return [head] + value.elements.flatMap { $0.elementLines(indent: indent + 2) }
    }
    let text = value.inOneLine
    return [head + (text.isEmpty ? "" : " " + text)]
  }
}

extension YAMLNode {
  fileprivate var isMapping: Bool { if case .mapping = content { true } else { false } }
}
