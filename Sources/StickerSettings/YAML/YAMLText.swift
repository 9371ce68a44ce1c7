/// The text of a document, looked over before libyaml sees it: what is left can only be wrong in its syntax.
struct YAMLText {
  /// The bytes of the text, without a byte order mark.
  let bytes: [UInt8]
  /// The first thing that no YAML text may hold.
  private(set) var fault: YAMLFault?
  /// Where each line begins in `bytes`.
  private(set) var lineStarts = [0]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    fault = lookOver() ?? directive()
  }

  /// Finds lines, and the first character that is wrong anywhere.
  private mutating func lookOver() -> YAMLFault? {
    var (at, column) = (0, 1)
    while at < bytes.count {
      if (0x20...0x7E).contains(bytes[at]) {  // nearly all of a text
        (at, column) = (at + 1, column + 1)
        continue
      }
      let here = YAMLPlace(line: lineStarts.count, column: column)
      guard let (scalar, length) = scalar(at: at) else { return YAMLFault("the text is not UTF-8", at: here) }
      if let reason = objection(to: scalar) { return YAMLFault(reason, at: here) }
      at += length
      column += 1
      let isFirstOfTwo = scalar == "\r" && at < bytes.count && bytes[at] == newline
      if scalar == "\n" || (scalar == "\r" && !isFirstOfTwo) {
        lineStarts.append(at)
        column = 1
      }
    }
    return nil
  }

  private func scalar(at offset: Int) -> (Unicode.Scalar, Int)? {
    var decoder = Unicode.UTF8.ForwardParser()
    var rest = bytes[offset...].prefix(4).makeIterator()
    guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else { return nil }
    return (Unicode.UTF8.decode(encoded), encoded.count)
  }

  /// Directives are refused before libyaml compares each with all others.
  private func directive() -> YAMLFault? {
    guard let place = content(from: .start), place.column == 1,
      bytes[lineStarts[place.line - 1]] == UInt8(ascii: "%")
    else { return nil }
    return YAMLFault("directives (%YAML, %TAG) are not read: leave the line out", at: place)
  }

  /// The first character at or behind a place that is neither space, comment nor the end of a document.
  func content(from place: YAMLPlace) -> YAMLPlace? {
    guard place.line <= lineStarts.count else { return nil }
    for line in place.line...lineStarts.count {
      let skipped = line == place.line ? place.column - 1 : 0
      let text = Array(characters(of: line).dropFirst(skipped))
      guard let first = text.firstIndex(where: { $0 != " " && $0 != "\t" }) else { continue }
      guard text[first] != "#", !text.starts(with: "...".unicodeScalars) else { continue }
      return YAMLPlace(line: line, column: first + skipped + 1)
    }
    return nil
  }

  /// Where a place is in `bytes`; nil where there is none.
  func offset(of place: YAMLPlace) -> Int? {
    guard lineStarts.indices.contains(place.line - 1) else { return nil }
    var at = lineStarts[place.line - 1]
    for _ in 1..<max(1, place.column) {
      guard let (_, length) = scalar(at: at) else { return nil }
      at += length
    }
    return at
  }

  /// A tab among the spaces that a line begins with.
  func tab(in line: Int) -> YAMLPlace? {
    let indent = characters(of: line).prefix { $0 == " " || $0 == "\t" }
    return indent.firstIndex(of: "\t").map { YAMLPlace(line: line, column: $0 + 1) }
  }

  /// The characters of a line, without its end; none where there is no such line.
  private func characters(of line: Int) -> [Unicode.Scalar] {
    guard lineStarts.indices.contains(line - 1) else { return [] }
    let end = line < lineStarts.count ? lineStarts[line] : bytes.count
    let text = String(decoding: bytes[lineStarts[line - 1]..<end], as: UTF8.self)
    return text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }
  }
}

/// Why a character has no place in a text; nil for one that has.
///
/// - Source: YAML 1.2.2, section 5.1; the three old line breaks are left out, since no editor counts lines by
///   them.
private func objection(to scalar: Unicode.Scalar) -> String? {
  switch scalar.value {
  case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
    0x10000...:
    nil
  case 0: "a zero byte stands here: this is no text"
  case 0x85, 0x2028, 0x2029: "a line ends in a way that few editors show (\(name(of: scalar)))"
  default: "a character stands here that no text needs (\(name(of: scalar)))"
  }
}

private func name(of scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

private let newline = UInt8(ascii: "\n")
