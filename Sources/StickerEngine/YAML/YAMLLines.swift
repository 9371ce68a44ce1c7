/// A range of bytes in a document, and the bytes that replace it.
struct YAMLReplacement {
  let range: Range<Int>
  let newBytes: [UInt8]

  init(_ range: Range<Int>, _ new: [UInt8]) {
    self.range = range
    self.newBytes = new
  }

  init(_ range: Range<Int>, _ new: String) { self.init(range, Array(new.utf8)) }
}

/// A document split into lines.
struct YAMLLines {
  /// The text without its byte order mark. Offsets are indices into it.
  let bytes: [UInt8]
  /// The line ending of the first line.
  let firstLineEnding: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.firstIndex(of: 0x0A)
    firstLineEnding = first.map { $0 > 0 && bytes[$0 - 1] == 0x0D } == true ? [0x0D, 0x0A] : [0x0A]
  }

  /// Throws if a line ends with a carriage return but no line feed.
  func rejectLoneCarriageReturns() throws(Diagnostic) {
    for at in bytes.indices where bytes[at] == 0x0D {
      guard at + 1 < bytes.count, bytes[at + 1] == 0x0A else {
        throw Diagnostic(
          "the line ends with a carriage return but no line feed", line: bytes[..<at].count { $0 == 0x0A } + 1
        )
      }
    }
  }

  /// Returns the text with the replacements applied.
  ///
  /// - Parameter replacements: replacements in document order.
  func applying(_ replacements: [YAMLReplacement]) -> [UInt8] {
    var (out, at) = ([UInt8](), 0)
    for replacement in replacements {
      out += bytes[at..<replacement.range.lowerBound] + replacement.newBytes
      at = replacement.range.upperBound
    }
    return out + bytes[at...]
  }

  /// Returns a replacement that inserts lines.
  ///
  /// - Parameter offset: the start of a line, or the end of the document.
  func insertion(of new: [String], at offset: Int) -> YAMLReplacement {
    let lacksLineFeed = offset > 0 && bytes[offset - 1] != 0x0A
    return YAMLReplacement(offset..<offset, (lacksLineFeed ? firstLineEnding : []) + withLineEndings(new))
  }

  /// Returns lines as bytes, each with a line ending.
  func withLineEndings(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + firstLineEnding } }

  /// Returns the number of the line at an offset, counted from 1.
  func lineNumber(at offset: Int) -> Int { bytes[..<offset].count { $0 == 0x0A } + 1 }

  /// Returns the offset of the start of the line that contains an offset.
  func lineStart(at offset: Int) -> Int {
    var at = offset
    while at > 0, bytes[at - 1] != 0x0A { at -= 1 }
    return at
  }

  /// Returns the start of the next line, or `offset` if a line starts there.
  func nextLineStart(atOrAfter offset: Int) -> Int {
    if offset > 0, bytes[offset - 1] == 0x0A { return offset }
    return bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  /// Whether a line ends at an offset.
  func isLineEnd(at offset: Int) -> Bool { offset >= bytes.count || [0x0A, 0x0D].contains(bytes[offset]) }

  func isBracketed(_ node: YAMLNode) -> Bool {
    bytes.indices.contains(node.byteRange.lowerBound) && "[{".utf8.contains(bytes[node.byteRange.lowerBound])
  }

  /// Returns a space if a colon comes directly before an offset, to separate it from a new value.
  func missingSpaceAfterColon(at offset: Int) -> String {
    offset > 0 && bytes[offset - 1] == UInt8(ascii: ":") ? " " : ""
  }

  /// Returns the bytes of a node, with its quotes or brackets.
  func bytes(of node: YAMLNode) -> ArraySlice<UInt8> { bytes[node.byteRange] }

  /// Returns the indentation of a line that contains only a comment; nil for any other line.
  func commentLineIndent(startingAt start: Int) -> Int? {
    let spaces = bytes[start...].prefix { $0 == UInt8(ascii: " ") }.count
    guard start + spaces < bytes.count, bytes[start + spaces] == UInt8(ascii: "#") else { return nil }
    return spaces
  }

  /// Throws if anything but spaces precedes an offset on its line.
  func requireOnlySpacesBefore(_ offset: Int) throws(Diagnostic) {
    guard bytes[lineStart(at: offset)..<offset].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
      throw Diagnostic("other text comes before it on the line", line: lineNumber(at: offset))
    }
  }
}
