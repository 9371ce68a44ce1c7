package import StickerEngine

/// A value of an old-style property list, the format of Xcode's project files.
package indirect enum OldStylePropertyList: Hashable {
  case text(String)
  case list([OldStylePropertyList])
  /// Keys with values, in order.
  case members([Member])

  /// A key with its value.
  package struct Member: Hashable {
    let key: String
    let value: OldStylePropertyList
  }

  /// The value of a key; nil if it is missing, or if this is not a dictionary.
  subscript(key: String) -> OldStylePropertyList? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text; nil for other values.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The strings in a list; empty for other values.
  var texts: [String] { if case .list(let values) = self { values.compactMap(\.text) } else { [] } }

  /// The members of a dictionary; empty for other values.
  var members: [Member] { if case .members(let members) = self { members } else { [] } }
}

extension OldStylePropertyList {
  /// Parses an old-style property list with strings, lists, dictionaries and comments. Throws on binary data,
  /// which project files do not contain, and on duplicate keys.
  ///
  /// - Parameter bytes: UTF-8 text, which is not trusted.
  package init(parsing bytes: [UInt8]) throws(Diagnostic) {
    var parser = OldStylePropertyListParser(bytes: bytes)
    self = try parser.parseDocument()
  }
}

/// The maximum nesting depth of values. Xcode's files have five levels.
private let maxPropertyListDepth = 32

private struct OldStylePropertyListParser {
  let bytes: [UInt8]
  var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var nextByte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func fault(_ reason: String) -> Diagnostic {
    let line = bytes[..<min(offset, bytes.count)].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return Diagnostic("\(reason)", line: line)
  }

  mutating func parseDocument() throws(Diagnostic) -> OldStylePropertyList {
    let value = try self.parseValue(depth: 0)
    try skipSpaceAndComments()
    guard nextByte == nil else { throw fault("unexpected content after the end") }
    return value
  }

  mutating func parseValue(depth: Int) throws(Diagnostic) -> OldStylePropertyList {
    guard depth < maxPropertyListDepth else {
      throw fault("values are nested too deeply (limit: \(maxPropertyListDepth) levels)")
    }
    try skipSpaceAndComments()
    if consume("{") { return try .members(parseMembers(depth: depth + 1)) }
    if consume("(") { return try .list(parseList(depth: depth + 1)) }
    return try .text(parseText())
  }

  private mutating func parseMembers(depth: Int) throws(Diagnostic) -> [OldStylePropertyList.Member] {
    var (members, keys) = ([OldStylePropertyList.Member](), Set<[UInt8]>())
    while true {
      try skipSpaceAndComments()
      if consume("}") { return members }
      let key = try parseText()
      // Compare bytes, because Xcode distinguishes strings that are canonically equivalent in Swift.
      guard keys.insert(Array(key.utf8)).inserted else { throw fault("duplicate key") }
      try expect("=")
      members.append(OldStylePropertyList.Member(key: key, value: try parseValue(depth: depth)))
      try expect(";")
    }
  }

  private mutating func parseList(depth: Int) throws(Diagnostic) -> [OldStylePropertyList] {
    var values: [OldStylePropertyList] = []
    while true {
      try skipSpaceAndComments()
      if consume(")") { return values }
      values.append(try parseValue(depth: depth))
      try skipSpaceAndComments()
      if consume(",") { continue }
      try expect(")")
      return values
    }
  }

  private mutating func parseText() throws(Diagnostic) -> String {
    if consume("\"") { return try parseQuoted(until: UInt8(ascii: "\"")) }
    if consume("'") { return try parseQuoted(until: UInt8(ascii: "'")) }
    let start = offset
    while let byte = nextByte, isASCIILetterOrDigit(byte) || "_$/:.-".utf8.contains(byte) { offset += 1 }
    guard offset > start else { throw fault(nextByte == nil ? "unexpected end" : "missing value") }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func parseQuoted(until mark: UInt8) throws(Diagnostic) -> String {
    var text: [UInt8] = []
    while let byte = nextByte {
      offset += 1
      if byte == mark {
        guard let text = String(validating: text, as: UTF8.self) else {
          throw fault("a string is not valid UTF-8")
        }
        return text
      }
      if byte == UInt8(ascii: "\\") { text += try parseEscape() } else { text.append(byte) }
    }
    throw fault("a string is not terminated")
  }

  /// The characters after a backslash: `n`, `t` and so on, `U` with four hexadecimal digits, or a literal
  /// character.
  private mutating func parseEscape() throws(Diagnostic) -> [UInt8] {
    guard let byte = nextByte else { throw fault("a string is not terminated") }
    offset += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "U"):
      let digits = bytes[offset..<min(offset + 4, bytes.count)]
      guard digits.count == 4, digits.allSatisfy(isASCIILetterOrDigit),
        let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
      else { throw fault("\\U must be followed by the four hexadecimal digits of a character") }
      offset += 4
      return Array(String(scalar).utf8)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return [byte]
    default: throw fault("invalid escape after a backslash")
    }
  }

  private mutating func expect(_ mark: Unicode.Scalar) throws(Diagnostic) {
    try skipSpaceAndComments()
    guard consume(mark) else { throw fault("missing \(mark)") }
  }

  private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    guard nextByte == UInt8(ascii: mark) else { return false }
    offset += 1
    return true
  }

  /// Skips whitespace and comments.
  private mutating func skipSpaceAndComments() throws(Diagnostic) {
    while let byte = nextByte {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        offset += 1
      } else if bytes[offset...].starts(with: "//".utf8) {
        while let byte = nextByte, byte != UInt8(ascii: "\n") { offset += 1 }
      } else if bytes[offset...].starts(with: "/*".utf8) {
        offset += 2
        while nextByte != nil, !bytes[offset...].starts(with: "*/".utf8) { offset += 1 }
        guard nextByte != nil else { throw fault("a comment is not terminated") }
        offset += 2
      } else {
        return
      }
    }
  }
}
