import StickerEngine

/// What stands in the gaps of a template's files.
struct TemplateGaps {
  /// What takes the place of `TemplateName`: letters and digits of ASCII.
  let name: String
  /// What takes the place of `TemplateLogic`.
  let logic: String
  /// What takes the place of a number before `/*«key»*/`, by its key.
  let figures: [String: Int]
  /// What takes the place of `«key»`, by its key; hostile text.
  var texts: [String: String]

  /// A template's file with its gaps filled in, each text escaped for where it stands.
  ///
  /// - Parameter path: its extension tells what kind of file it is.
  func filled(_ text: String, path: String) -> String {
    let escape = escaping(Path(path).lowercasedExtension ?? "")
    var parts = text.split(separator: "«", omittingEmptySubsequences: false)[...]
    var out = renamed(parts.popFirst() ?? "")
    for part in parts {
      let pieces = part.split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
      if pieces.count == 2, let figure = figures[String(pieces[0])] {
        // In place of a number with the gap in a comment behind it: a template is Swift as it lies there.
        out = String(out.dropLast(2).trimmingSuffix { $0 == " " }.trimmingSuffix { $0.isNumber || $0 == "_" })
        out += literal(figure) + renamed(pieces[1].dropFirst(2))
        continue
      }
      guard pieces.count == 2, let value = texts[String(pieces[0])] else {
        out += "«" + renamed(part)
        continue
      }
      out += escape(value) + renamed(pieces[1])
    }
    return out
  }

  /// A path with its gaps filled. What is put in is not looked at again: a pack may be called as a gap is.
  func renamed(_ text: some StringProtocol) -> String {
    text.split(separator: "TemplateLogic", omittingEmptySubsequences: false).map { part in
      part.split(separator: "TemplateName", omittingEmptySubsequences: false).joined(separator: name)
    }.joined(separator: logic)
  }
}

/// `1_234_567`, as Swift writes it.
private func literal(_ number: Int) -> String {
  number < 1000
    ? String(number) : "\(literal(number / 1000))_" + String(String(number % 1000 + 1000).dropFirst())
}

private func escaping(_ kind: String) -> (String) -> String {
  switch kind {
  case "swift": inSwift
  case "strings": inStrings
  case "md": inMarkdown
  case "pbxproj": inPropertyList
  default: inHTML  // and other markup
  }
}

/// Text inside of a plain string literal of Swift: `\(` would put a value in.
private func inSwift(_ text: String) -> String {
  escaped(text) { scalar in
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    default: Untrusted.isHarmless(scalar) ? nil : "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}

/// Text between the quotation marks of a `.strings` file.
///
/// - Source: Apple, String Resources: quotation mark, backslash and line end are escaped; `\U` and four
///   digits stand for a character of 16 bits.
func inStrings(_ text: String) -> String {
  escaped(text) { scalar in
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    default:
      if Untrusted.isHarmless(scalar) { return nil }
      return scalar.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}

/// A text of an old-style property list: without quotes where it consists of letters, digits and `_ . / $` only
/// and cannot be taken for a comment, as Xcode does it. What is not ASCII stays as it is.
func inPropertyList(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { isASCIILetterOrDigit($0) || "_./$".utf8.contains($0) }
  if isPlain, !text.isEmpty, !text.contains("//"), !text.contains("___") { return text }
  let inQuotes = escaped(text) { scalar in
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\u{0}"..."\u{1F}", "\u{7F}":
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return nil
    }
  }
  return "\"\(inQuotes)\""
}

/// Text in a line of Markdown.
private func inMarkdown(_ text: String) -> String {
  escaped(Untrusted(text).displayText) { scalar in
    "\\`*_{}[]<>()#+-.!|~&\"".unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
  }
}

/// Text between two tags, or in quotation marks within one.
private func inHTML(_ text: String) -> String {
  escaped(Untrusted(text).displayText) { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: nil
    }
  }
}

private func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
  text.unicodeScalars.map { escape($0) ?? String($0) }.joined()
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while isCut: (Character) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, isCut(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
