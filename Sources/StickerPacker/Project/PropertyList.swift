package import StickerEngine

/// A value of an old-style property list, the format of Xcode's project files.
package indirect enum PropertyList: Hashable {
  /// Text.
  case text(String)
  /// A list.
  case list([PropertyList])
  /// Keys with values, in their order.
  case members([Member])

  /// A key with its value.
  package struct Member: Hashable {
    let key: String
    let value: PropertyList
  }

  /// The value of a key; nil if it is missing, or if this is not a dictionary.
  subscript(key: String) -> PropertyList? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text; nil for other values.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The texts in a list; empty for other values.
  var texts: [String] { if case .list(let values) = self { values.compactMap(\.text) } else { [] } }

  /// The members of a dictionary; empty for other values.
  var members: [Member] { if case .members(let members) = self { members } else { [] } }
}

extension PropertyList {
  /// Parses an old-style property list with texts, lists, dictionaries and comments. Binary data, which
  /// project files do not have, and duplicate keys are faults.
  ///
  /// - Parameter bytes: UTF-8, which is not trusted.
  package init(parsing bytes: [UInt8]) throws(Diagnostic) {
    var parser = Parser(bytes: bytes)
    self = try parser.document()
  }
}

/// The maximum nesting of values. Files of Xcode have five levels.
private let maxDepth = 32

private struct Parser {
  let bytes: [UInt8]
  var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  func fault(_ reason: String) -> Diagnostic {
    let line = bytes[..<min(at, bytes.count)].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return Diagnostic("\(reason)", line: line)
  }

  mutating func document() throws(Diagnostic) -> PropertyList {
    let value = try self.value(depth: 0)
    try skip()
    guard next == nil else { throw fault("unexpected content after the end") }
    return value
  }

  mutating func value(depth: Int) throws(Diagnostic) -> PropertyList {
    guard depth < maxDepth else { throw fault("values are nested too deep (limit: \(maxDepth) levels)") }
    try skip()
    if take("{") { return try .members(members(depth: depth + 1)) }
    if take("(") { return try .list(list(depth: depth + 1)) }
    return try .text(text())
  }

  private mutating func members(depth: Int) throws(Diagnostic) -> [PropertyList.Member] {
    var (members, keys) = ([PropertyList.Member](), Set<[UInt8]>())
    while true {
      try skip()
      if take("}") { return members }
      let key = try text()
      // Compare bytes, because Xcode distinguishes texts that are canonically equivalent in Swift.
      guard keys.insert(Array(key.utf8)).inserted else { throw fault("duplicate key") }
      try expect("=")
      members.append(PropertyList.Member(key: key, value: try value(depth: depth)))
      try expect(";")
    }
  }

  private mutating func list(depth: Int) throws(Diagnostic) -> [PropertyList] {
    var values: [PropertyList] = []
    while true {
      try skip()
      if take(")") { return values }
      values.append(try value(depth: depth))
      try skip()
      if take(",") { continue }
      try expect(")")
      return values
    }
  }

  private mutating func text() throws(Diagnostic) -> String {
    if take("\"") { return try quoted(until: UInt8(ascii: "\"")) }
    if take("'") { return try quoted(until: UInt8(ascii: "'")) }
    let start = at
    while let byte = next, isASCIILetterOrDigit(byte) || "_$/:.-".utf8.contains(byte) { at += 1 }
    guard at > start else { throw fault(next == nil ? "unexpected end" : "missing value") }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func quoted(until mark: UInt8) throws(Diagnostic) -> String {
    var text: [UInt8] = []
    while let byte = next {
      at += 1
      if byte == mark {
        guard let text = String(validating: text, as: UTF8.self) else {
          throw fault("a text is not valid UTF-8")
        }
        return text
      }
      if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
    }
    throw fault("a text is not terminated")
  }

  /// The characters after a backslash: `n`, `t` and so on, `U` with four hexadecimal digits, or a literal
  /// character.
  private mutating func escaped() throws(Diagnostic) -> [UInt8] {
    guard let byte = next else { throw fault("a text is not terminated") }
    at += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "U"):
      let digits = bytes[at..<min(at + 4, bytes.count)]
      guard digits.count == 4, digits.allSatisfy(isASCIILetterOrDigit),
        let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
      else { throw fault("\\U must be followed by the four hexadecimal digits of a character") }
      at += 4
      return Array(String(scalar).utf8)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return [byte]
    default: throw fault("invalid escape after a backslash")
    }
  }

  private mutating func expect(_ mark: Unicode.Scalar) throws(Diagnostic) {
    try skip()
    guard take(mark) else { throw fault("missing \(mark)") }
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: mark) else { return false }
    at += 1
    return true
  }

  /// Skips white space and comments.
  private mutating func skip() throws(Diagnostic) {
    while let byte = next {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        at += 1
      } else if bytes[at...].starts(with: "//".utf8) {
        while let byte = next, byte != UInt8(ascii: "\n") { at += 1 }
      } else if bytes[at...].starts(with: "/*".utf8) {
        at += 2
        while next != nil, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
        guard next != nil else { throw fault("a comment is not terminated") }
        at += 2
      } else {
        return
      }
    }
  }
}
