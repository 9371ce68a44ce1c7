/// Puts other texts in the place of some of a YAML document.
struct YAMLRewriting {
  private let bytes: [UInt8]
  private let root: YAMLNode
  private let text: YAMLText
  /// How many bytes a byte order mark takes before the text; 0 where there is none.
  private let skipped: Int

  /// - Parameter root: the node that `bytes` were read to.
  init(_ bytes: [UInt8], _ root: YAMLNode) {
    self.bytes = bytes
    self.root = root
    text = YAMLText(bytes)
    skipped = bytes.count - text.bytes.count
  }

  /// - Parameter texts: by the places of scalars.
  /// - Returns: a document that reads as the old one with these texts in it.
  func replacing(_ texts: [SourceLocation: String]) throws(Diagnostic) -> [UInt8] {
    let tokens = try tokens(at: texts)
    let expected = content(of: root, replacing: texts)
    for onlyQuoted in [false, true] {
      var (out, at) = ([UInt8](), 0)
      for token in tokens {
        out += bytes[at..<token.range.lowerBound]
        out += Array(written(token.text, like: bytes[token.range.lowerBound], onlyQuoted).utf8)
        at = token.range.upperBound
      }
      out += bytes[at...]
      if let read = try? readYAML(out), content(of: read, replacing: [:]) == expected { return out }
    }
    throw Diagnostic("the new name cannot be written into it")
  }

  private struct Token {
    let range: Range<Int>
    let text: String
  }

  /// The tokens whose text is replaced, in the order of the document.
  private func tokens(at texts: [SourceLocation: String]) throws(Diagnostic) -> [Token] {
    var (tokens, failure): ([Token], Diagnostic?) = ([], nil)
    let problem = visitYAMLEvents(of: text.bytes) { event in
      guard case .scalar = event.kind, let new = texts[event.start] else { return true }
      guard event.start.line == event.end.line, let start = text.offset(of: event.start),
        let end = text.offset(of: event.end), start < end
      else {
        failure = Diagnostic("the name stands in several lines", at: event.start)
        return false
      }
      tokens.append(Token(range: (start + skipped)..<(end + skipped), text: new))
      return true
    }
    if let failure { throw failure }
    guard problem == nil else { throw Diagnostic("it cannot be read") }
    guard tokens.count == texts.count else { throw Diagnostic("the name was not found again") }
    return tokens
  }
}

/// What a document says, without places and quotes.
private func content(of node: YAMLNode, replacing texts: [SourceLocation: String]) -> [String] {
  switch node.content {
  case .scalar(let text, _): node.isEmpty ? ["nothing"] : ["text", texts[node.location] ?? text]
  case .sequence(let elements):
    ["list"] + elements.flatMap { content(of: $0, replacing: texts) } + ["end"]
  case .mapping(let members):
    ["mapping"] + members.flatMap { [$0.key] + content(of: $0.value, replacing: texts) } + ["end"]
  }
}

/// A text as YAML writes it, in the old one's style where that can hold it.
///
/// - Parameter first: the first byte of the old one.
private func written(_ text: String, like first: UInt8, _ onlyQuoted: Bool) -> String {
  switch first {
  case UInt8(ascii: "'") where !onlyQuoted && text.unicodeScalars.allSatisfy(isPrintable):
    return "'\(text.replacing("'", with: "''"))'"
  case UInt8(ascii: "\""), UInt8(ascii: "'"): return doubleQuoted(text)
  default: return !onlyQuoted && isPlain(text) ? text : doubleQuoted(text)
  }
}

/// Whether every reader takes a text without quotes for itself: narrower than YAML has it.
private func isPlain(_ text: String) -> Bool {
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

/// A text in double quotes: the style that holds every character on one line.
func doubleQuoted(_ text: String) -> String {
  var out = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": out += "\\\(scalar)"
    case _ where isPrintable(scalar): out.unicodeScalars.append(scalar)
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let (mark, count) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
      out += "\\\(mark)" + String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
  }
  return out + "\""
}

/// Whether a character can stand in a text as it is.
func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
  default: true
  }
}
