/// Text in lines of at most `width` characters, broken between words; line breaks in it count as spaces.
func wrapped(_ text: String, width: Int = 80, indent: String = "") -> String {
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
