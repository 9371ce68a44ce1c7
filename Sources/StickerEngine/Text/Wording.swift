/// Formats a number with commas if it has at least five digits: `500,000`.
package func numberText(_ number: Int) -> String {
  number.magnitude < 10_000 ? String(number) : numberWithCommas(number)
}

/// Formats two numbers in the same way, with commas if one of them has at least five digits: `21,708 → 2,393`.
package func arrowText(from before: Int, to after: Int) -> String {
  let hasCommas = max(before.magnitude, after.magnitude) >= 10_000
  let texts = [before, after].map { hasCommas ? numberWithCommas($0) : String($0) }
  return texts.joined(separator: " → ")
}

private func numberWithCommas(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var out = number < 0 ? "-" : ""
  for (position, digit) in digits.enumerated() {
    if position > 0, (digits.count - position).isMultiple(of: 3) { out += "," }
    out.append(digit)
  }
  return out
}

/// Returns a number with a singular or plural noun: `1 frame`, `12 frames`.
package func countText(_ number: Int, _ thing: String) -> String {
  "\(numberText(number)) \(thing)\(number == 1 ? "" : "s")"
}

/// Joins items: `a`, `a and b`, `a, b and c`.
///
/// - Parameter word: the word before the last item: `and`, `or`.
package func listText(_ items: [String], _ word: String = "and") -> String {
  guard let last = items.last, items.count > 1 else { return items.first ?? "" }
  return items.dropLast().joined(separator: ", ") + " \(word) \(last)"
}

extension Sequence {
  /// Groups elements by key, in the order of each group's first element.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var (groups, places): ([[Element]], [Key: Int]) = ([], [:])
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].append(element)
      } else {
        places[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  /// The elements without duplicates, in the order of first occurrence.
  package var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// Returns the length of the text in Unicode scalars, as messengers count it.
  ///
  /// - Parameter countsWideAsTwo: whether a Chinese, Japanese or Korean character counts as two.
  package func unicodeScalarCount(countsWideAsTwo: Bool) -> Int {
    let scalars = unicodeScalars
    return scalars.count + (countsWideAsTwo ? scalars.count(where: isEastAsianWide) : 0)
  }
}

/// Whether a character is wide, as Chinese, Japanese and Korean characters are.
///
/// - Source: Unicode Standard Annex 11, East Asian Width: the blocks whose characters are W or F.
private func isEastAsianWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x20000...0x3FFFD:
    true
  default: false
  }
}

/// Wraps text at `width` characters. Line breaks in the text count as spaces, and empty lines separate
/// paragraphs.
func rewrappedParagraphs(_ text: String, width: Int = 80, indent: String = "") -> String {
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

/// Wraps text with a hanging indent: all lines start in the same column. If fewer than 24 columns remain, the
/// text is not wrapped.
///
/// - Parameter width: the width of the terminal in columns, or nil for a file.
func wrappedWithHangingIndent(_ text: String, from column: Int, width: Int?) -> String {
  guard let width, width - column >= 24 else { return text }
  let indent = String(repeating: " ", count: column)
  return String(rewrappedParagraphs(text, width: width, indent: indent).dropFirst(column).dropLast())
}
