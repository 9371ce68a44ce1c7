/// Finds file names in text files of any kind.
///
/// A name is found both as plain text and escaped as in JSON, HTML and URLs, but not as part of a longer
/// name. The text must be UTF-8, or UTF-16 with a byte order mark.
package struct FileNameMentionSearch: Sendable {
  private let names: [String]
  /// The spellings of names, each with the index of its name, keyed by their first two bytes.
  private var spellingsByFirstTwoBytes: [UInt16: [(bytes: [UInt8], name: Int)]] = [:]

  /// Creates a search for names, which must not be empty.
  package init(_ names: [String]) {
    self.names = names
    for (index, name) in names.enumerated() {
      for form in Set(plainAndEscapedSpellings(of: name)) where form.count >= 2 {
        spellingsByFirstTwoBytes[UInt16(form[0]) << 8 | UInt16(form[1]), default: []].append(
          (form, index))
      }
    }
  }

  /// Returns the names that the text mentions, in the order in which they were passed to the search.
  ///
  /// - Complexity: O(bytes), times the number of names that begin with the same two bytes.
  package func namesMentioned(in text: [UInt8]) -> [String] {
    let text = transcodedFromUTF16IfMarked(text)
    var found: Set<Int> = []
    for at in text.indices.dropLast() {
      guard let forms = spellingsByFirstTwoBytes[UInt16(text[at]) << 8 | UInt16(text[at + 1])] else {
        continue
      }
      for form in forms where !found.contains(form.name) && matchesWholeName(form.bytes, at: at, in: text) {
        found.insert(form.name)
      }
      if found.count == names.count { break }
    }
    return names.indices.filter(found.contains).map { names[$0] }
  }

  private func matchesWholeName(_ name: [UInt8], at start: Int, in text: [UInt8]) -> Bool {
    let end = start + name.count
    guard end <= text.count, text[start..<end].elementsEqual(name) else { return false }
    return !isNameContinued(text, before: start) && !isNameContinued(text, from: end)
  }
}

/// Whether the text before an offset makes the name that begins there part of a longer name.
private func isNameContinued(_ text: [UInt8], before offset: Int) -> Bool {
  guard offset > 0 else { return false }
  if endsInUnicodeWordCharacter(text[..<offset]) { return !endsInBackslashEscapedWhitespace(text[..<offset]) }
  // `my-star.png` and `sun.star.png` are longer names, but `- star.png` and `./star.png` contain the name
  // itself.
  return isNameJoiner(text[offset - 1]) && endsInUnicodeWordCharacter(text[..<(offset - 1)])
}

/// Whether the text at an offset makes the name that ends there part of a longer name, as in `star.png.bak`
/// but not in `star.png.`
private func isNameContinued(_ text: [UInt8], from offset: Int) -> Bool {
  guard offset < text.count else { return false }
  if beginsWithUnicodeWordCharacter(text[offset...]) { return true }
  return isNameJoiner(text[offset]) && beginsWithUnicodeWordCharacter(text[(offset + 1)...])
}

/// Whether text ends in `\n` or `\t`, which is escaped whitespace in source code, not a letter.
private func endsInBackslashEscapedWhitespace(_ text: ArraySlice<UInt8>) -> Bool {
  let end = text.suffix(2)
  return end.count == 2 && end.first == UInt8(ascii: "\\")
    && [UInt8(ascii: "n"), UInt8(ascii: "t")].contains(end.last)
}

private func endsInUnicodeWordCharacter(_ text: ArraySlice<UInt8>) -> Bool {
  // A UTF-8 character has at most three continuation bytes.
  let start = text.suffix(4).lastIndex { $0 & 0xC0 != 0x80 }
  return start.map { beginsWithUnicodeWordCharacter(text[$0...]) } ?? false
}

private func beginsWithUnicodeWordCharacter(_ text: ArraySlice<UInt8>) -> Bool {
  guard let first = text.first else { return false }
  if first < 0x80 { return isASCIIWordCharacter(first) }
  let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  let properties = String(validating: text.prefix(length), as: UTF8.self)?.unicodeScalars.first?.properties
  return properties.map { $0.isAlphabetic || $0.numericType != nil } ?? false
}

/// Whether a byte is an ASCII letter, digit or underscore.
private func isASCIIWordCharacter(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
}

private func isNameJoiner(_ byte: UInt8) -> Bool { "-.@+".utf8.contains(byte) }

/// Returns the spellings of a name in text files.
private func plainAndEscapedSpellings(of name: String) -> [[UInt8]] {
  let plain = Array(name.utf8)
  let json = Array(jsonToken(name).dropFirst().dropLast())
  let marks: [(Character, String)] = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"),
  ]
  let html = marks.reduce(name) { $0.replacing(String($1.0), with: $1.1) }
  return [
    plain, json, Array(html.utf8), percentEncoded(plain, hexDigits: "0123456789ABCDEF"),
    percentEncoded(plain, hexDigits: "0123456789abcdef"),
  ]
}

/// Percent-encodes all characters except the unreserved ones (RFC 3986, 2.3).
private func percentEncoded(_ bytes: [UInt8], hexDigits digits: String) -> [UInt8] {
  let digits = Array(digits.utf8)
  return bytes.flatMap { byte -> [UInt8] in
    let stays = isASCIIWordCharacter(byte) || "-.~".utf8.contains(byte)
    return stays ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

private func transcodedFromUTF16IfMarked(_ text: [UInt8]) -> [UInt8] {
  let isLittle = text.starts(with: [0xFF, 0xFE])
  guard isLittle || text.starts(with: [0xFE, 0xFF]) else { return text }
  let units = stride(from: 2, to: text.count - 1, by: 2).map { at in
    let (first, second) = (UInt16(text[at]), UInt16(text[at + 1]))
    return isLittle ? second << 8 | first : first << 8 | second
  }
  return Array(String(decoding: units, as: UTF16.self).utf8)
}
