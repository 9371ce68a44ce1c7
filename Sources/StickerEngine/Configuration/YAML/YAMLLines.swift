/// Bytes of a document that others take the place of.
struct YAMLReplacement {
  let range: Range<Int>
  let new: [UInt8]

  init(_ range: Range<Int>, _ new: [UInt8]) {
    self.range = range
    self.new = new
  }

  init(_ range: Range<Int>, _ new: String) { self.init(range, Array(new.utf8)) }
}

/// A document by its lines.
struct YAMLLines {
  /// The text without a byte order mark: what offsets count in.
  let bytes: [UInt8]
  /// How the document ends its lines.
  let ending: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.firstIndex(of: 0x0A)
    ending = first.map { $0 > 0 && bytes[$0 - 1] == 0x0D } == true ? [0x0D, 0x0A] : [0x0A]
  }

  /// - Throws: where a carriage return alone ends a line.
  func mustEndInLineFeeds() throws(Diagnostic) {
    for at in bytes.indices where bytes[at] == 0x0D {
      guard at + 1 < bytes.count, bytes[at + 1] == 0x0A else {
        throw Diagnostic("a line ends as on old Macs", line: bytes[..<at].count { $0 == 0x0A } + 1)
      }
    }
  }

  /// - Parameter replacements: in the order of the document.
  func replacing(_ replacements: [YAMLReplacement]) -> [UInt8] {
    var (out, at) = ([UInt8](), 0)
    for replacement in replacements {
      out += bytes[at..<replacement.range.lowerBound] + replacement.new
      at = replacement.range.upperBound
    }
    return out + bytes[at...]
  }

  /// Lines that are new, where a line begins or the document ends.
  func inserting(_ new: [String], at offset: Int) -> YAMLReplacement {
    let isTorn = offset > 0 && bytes[offset - 1] != 0x0A
    return YAMLReplacement(offset..<offset, (isTorn ? ending : []) + joined(new))
  }

  func joined(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + ending } }

  /// The number of the line that a byte is in.
  func number(of offset: Int) -> Int { bytes[..<offset].count { $0 == 0x0A } + 1 }

  func start(of offset: Int) -> Int {
    var at = offset
    while at > 0, bytes[at - 1] != 0x0A { at -= 1 }
    return at
  }

  /// Behind the line in which something ends.
  func end(of offset: Int) -> Int {
    if offset > 0, bytes[offset - 1] == 0x0A { return offset }
    return bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  /// Whether nothing follows in a line.
  func isEnd(_ offset: Int) -> Bool { offset >= bytes.count || [0x0A, 0x0D].contains(bytes[offset]) }

  func isInBrackets(_ node: YAMLNode) -> Bool {
    bytes.indices.contains(node.range.lowerBound) && "[{".utf8.contains(bytes[node.range.lowerBound])
  }

  /// The bytes of a node as they are written.
  func written(_ node: YAMLNode) -> ArraySlice<UInt8> { bytes[node.range] }

  /// How far the comment is indented that a line holds alone; nil for another line.
  func comment(at start: Int) -> Int? {
    let spaces = bytes[start...].prefix { $0 == UInt8(ascii: " ") }.count
    guard start + spaces < bytes.count, bytes[start + spaces] == UInt8(ascii: "#") else { return nil }
    return spaces
  }

  /// - Throws: where something stands before it in its line.
  func mustBegin(_ offset: Int) throws(Diagnostic) {
    guard bytes[start(of: offset)..<offset].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
      throw Diagnostic("something stands before it", line: number(of: offset))
    }
  }
}
