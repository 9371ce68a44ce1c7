import StickerEngine

/// The values for the placeholders in a template's files.
struct TemplateValues {
  /// The replacement for `TemplateName`. It has only ASCII letters and digits.
  let appName: String
  /// The replacement for `TemplateLogic`.
  let logicPackageName: String
  /// The replacements for numbers before `/*«key»*/`, by key.
  let numbers: [String: Int]
  /// The Swift expressions that replace the sample value of a constant before `/*«key»*/`, by key.
  var swiftExpressions: [String: String] = [:]
  /// The replacements for `«key»`, by key. They are not trusted.
  var texts: [String: String]

  /// Fills in the placeholders in a template file. Text is escaped for the kind of file.
  ///
  /// - Parameter path: the path of the file, whose extension determines its kind.
  func filledTemplate(_ text: String, path: String) -> String {
    let escape = escapeFunction(forFileExtension: Path(path).lowercasedExtension ?? "")
    var parts = text.split(separator: "«", omittingEmptySubsequences: false)[...]
    var out = replacingTemplateNames(parts.popFirst() ?? "")
    for part in parts {
      let pieces = part.split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
      if pieces.count == 2, let figure = numbers[String(pieces[0])] {
        // Replace the number before the placeholder. Templates contain sample numbers so that they are valid
        // Swift.
        out = String(out.dropLast(2).trimmingSuffix { $0 == " " }.trimmingSuffix { $0.isNumber || $0 == "_" })
        out += swiftLiteral(figure) + replacingTemplateNames(pieces[1].dropFirst(2))
        continue
      }
      if pieces.count == 2, let expression = swiftExpressions[String(pieces[0])] {
        // Replace the sample value after the last equals sign.
        out = String(out.trimmingSuffix { $0 != "=" })
        out += " \(expression)" + replacingTemplateNames(pieces[1].dropFirst(2))
        continue
      }
      guard pieces.count == 2, let value = texts[String(pieces[0])] else {
        out += "«" + replacingTemplateNames(part)
        continue
      }
      out += escape(value) + replacingTemplateNames(pieces[1])
    }
    return out
  }

  /// Fills in the placeholders in a path. Inserted names are not searched again, because they may look like
  /// placeholders.
  func replacingTemplateNames(_ text: some StringProtocol) -> String {
    text.split(separator: "TemplateLogic", omittingEmptySubsequences: false).map { part in
      part.split(separator: "TemplateName", omittingEmptySubsequences: false).joined(separator: appName)
    }.joined(separator: logicPackageName)
  }
}

/// A number as a Swift literal, such as `1_234_567`.
private func swiftLiteral(_ number: Int) -> String {
  number < 1000
    ? String(number) : "\(swiftLiteral(number / 1000))_" + String(String(number % 1000 + 1000).dropFirst())
}

/// A list of strings, which are not trusted, as a Swift literal: `["en", "fr"]`.
func swiftLiteral(_ texts: [String]) -> String {
  "[" + texts.map { "\"\(escapedForSwift($0))\"" }.joined(separator: ", ") + "]"
}

private func escapeFunction(forFileExtension kind: String) -> (String) -> String {
  switch kind {
  case "swift": escapedForSwift
  case "strings": escapedForStringsFile
  case "md": escapedForMarkdown
  case "pbxproj": encodedForProjectFile
  default: escapedForHTML  // also for other markup
  }
}

/// Escapes text for a Swift string literal, so that `\(` does not interpolate.
private func escapedForSwift(_ text: String) -> String {
  escaped(text) { scalar in
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    default: UntrustedText.isHarmless(scalar) ? nil : "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}

/// Escapes text for a `.strings` file.
///
/// - Source: Apple, String Resources: quotation marks, backslashes and line breaks are escaped; `\U` and four
///   digits represent a 16-bit character.
func escapedForStringsFile(_ text: String) -> String {
  escaped(text) { scalar in
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    default:
      if UntrustedText.isHarmless(scalar) { return nil }
      return scalar.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}

/// Encodes text for an old-style property list. As in Xcode, text is not quoted if it has only letters,
/// digits and `_ . / $` and does not look like a comment. Characters that are not ASCII are not escaped.
func encodedForProjectFile(_ text: String) -> String {
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

/// Escapes text for a line of Markdown.
private func escapedForMarkdown(_ text: String) -> String {
  // Numbers such as versions have no meaning in the middle of a line.
  if text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) { return text }
  return escaped(UntrustedText(text).displayText) { scalar in
    "\\`*_{}[]<>()#+-.!|~&\"".unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
  }
}

/// Escapes text for an HTML element or attribute.
private func escapedForHTML(_ text: String) -> String {
  escaped(UntrustedText(text).displayText) { scalar in
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
