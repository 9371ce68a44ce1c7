/// Text in lines of at most `width` characters, broken between words; line breaks in it count as spaces, and
/// an empty line parts two paragraphs.
func wrapped(_ text: String, width: Int = 80, indent: String = "") -> String {
  var paragraphs: [[Substring]] = [[]]
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.allSatisfy(\.isWhitespace) {
      paragraphs.append([])
    } else {
      paragraphs[paragraphs.count - 1].append(line)
    }
  }
  let lines = paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  return lines.map { wrappedParagraph($0, width: width, indent: indent) }.joined(separator: "\n")
}

private func wrappedParagraph(_ text: String, width: Int, indent: String) -> String {
  var (lines, line) = ([String](), indent)
  for word in text.split(whereSeparator: \.isWhitespace) {
    if line.count > indent.count, line.count + 1 + word.count > width {
      lines.append(line)
      line = indent
    }
    line += (line.count > indent.count ? " " : "") + word
  }
  return (lines + [line]).joined(separator: "\n") + "\n"
}

/// Text that begins in a column and whose further lines begin there too. Where hardly a word would fit beside
/// it, the terminal may break it.
///
/// - Parameter width: columns of the terminal; nil for a file, which has no end of the line.
func hanging(_ text: String, from column: Int, _ width: Int?) -> String {
  guard let width, width - column >= 24 else { return text }
  let indent = String(repeating: " ", count: column)
  return String(wrapped(text, width: width, indent: indent).dropFirst(column).dropLast())
}
