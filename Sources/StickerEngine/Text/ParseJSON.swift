extension JSON {
  /// The maximum depth of nested lists and objects. A catalog has a depth of three.
  static let maxDepth = 64

  /// Parses a document (RFC 8259, UTF-8). A byte order mark is ignored. A duplicate key is an error, because
  /// readers disagree on which one counts.
  ///
  /// - Parameter most: the maximum size in bytes. A longer document is not parsed.
  /// - Parameter maxValues: the maximum number of values. Small values take much more memory than their text.
  /// - Throws: a diagnostic with the location of the error.
  package init(
    parsing bytes: [UInt8], atMost most: Int, maxValues: Int = .max
  ) throws(Diagnostic) {
    let placed = try JSONNode(parsing: bytes, atMost: most, maxValues: maxValues)
    self = try placed.withoutLocations(in: bytes)
  }
}

extension JSONNode {
  /// Parses a document. Duplicate keys are kept.
  init(parsing bytes: [UInt8], atMost most: Int, maxValues: Int = .max) throws(Diagnostic) {
    guard bytes.count <= most else {
      throw Diagnostic(
        "too large: \(numberText(bytes.count)) bytes (limit: \(numberText(most)) bytes)", line: 1)
    }
    var parser = JSONParser(bytes, maxValues: maxValues)
    self = try parser.document()
  }
}

extension Diagnostic {
  init(_ message: UserMessage, at offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let line = before.reduce(1) { $1 == newline ? $0 + 1 : $0 }
    self.init(message, at: SourceLocation(line: line, column: offset - (before.lastIndex(of: newline) ?? -1)))
  }
}

private struct JSONParser {
  private let bytes: [UInt8]
  private let maxValues: Int
  private var values = 0
  private var at = 0

  init(_ bytes: [UInt8], maxValues: Int) { (self.bytes, self.maxValues) = (bytes, maxValues) }

  mutating func document() throws(Diagnostic) -> JSONNode {
    if bytes.starts(with: byteOrderMark) { at = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw fault("the text is UTF-16. Save it as UTF-8")
    }
    let value = try value(depth: 0)
    skipSpace()
    guard at == bytes.count else { throw fault("unexpected data after the end of the document") }
    return value
  }

  private func fault(_ reason: UserMessage) -> Diagnostic { Diagnostic(reason, at: at, in: bytes) }

  private var current: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { at += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func value(depth: Int) throws(Diagnostic) -> JSONNode {
    guard depth <= JSON.maxDepth else { throw fault("more than \(JSON.maxDepth) nested levels") }
    values += 1
    guard values <= maxValues else { throw fault("more than \(maxValues) values") }
    skipSpace()
    let start = at
    return JSONNode(content: try content(depth: depth), offset: start)
  }

  private mutating func content(depth: Int) throws(Diagnostic) -> JSONNode.Content {
    switch current {
    case nil: throw fault("the document ends early")
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func literal(
    _ word: String, _ value: JSONNode.Content
  ) throws(Diagnostic) -> JSONNode.Content {
    guard bytes[at...].starts(with: word.utf8) else { throw fault("not a JSON value") }
    at += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(Diagnostic) -> JSONNode.Content {
    at += 1
    var members: [JSONNode.Member] = []
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw fault("a key in quotes is missing") }
      let start = at
      let key = try string()
      skipSpace()
      guard take(":") else { throw fault("a colon is missing") }
      members.append(JSONNode.Member(key: key, offset: start, value: try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw fault("a comma or } is missing") }
    }
  }

  private mutating func array(depth: Int) throws(Diagnostic) -> JSONNode.Content {
    at += 1
    var elements: [JSONNode] = []
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw fault("a comma or ] is missing") }
    }
  }

  private mutating func number() throws(Diagnostic) -> JSONNode.Content {
    let start = at
    _ = take("-")
    let leading = current
    let whole = digits()
    guard whole > 0 else {
      at = start
      throw fault("not a JSON value")
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard digits() > 0 else { throw fault("a digit is missing") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw fault("a digit is missing") }
    }
    guard whole == 1 || leading != UInt8(ascii: "0") else { throw fault("a number must not start with 0") }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw fault("the number is too large") }
    return .number(number)
  }

  private mutating func digits() -> Int {
    let start = at
    while let byte = current, (0x30...0x39).contains(byte) { at += 1 }
    return at - start
  }

  private mutating func string() throws(Diagnostic) -> String {
    let opening = at
    at += 1
    while let byte = current, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { at += 1 }
    guard current != UInt8(ascii: "\"") else {  // most strings have no escapes
      at += 1
      return try validated(bytes[(opening + 1)..<(at - 1)], from: opening)
    }
    var text = Array(bytes[(opening + 1)..<at])
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return try validated(text[...], from: opening)
      case UInt8(ascii: "\\"): text += try escape()
      case ..<0x20: throw fault("a string contains a control character")
      default:
        text.append(byte)
        at += 1
      }
    }
    throw fault("the string is not closed")
  }

  private mutating func validated(
    _ text: ArraySlice<UInt8>, from opening: Int
  ) throws(Diagnostic) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      at = opening
      throw fault("the string is not UTF-8")
    }
    return string
  }

  /// Returns the UTF-8 of an escape. A surrogate pair counts as one escape.
  private mutating func escape() throws(Diagnostic) -> [UInt8] {
    at += 1
    guard let byte = current else { throw fault("the string is not closed") }
    at += 1
    if let plain = plainEscapes[byte] { return [plain] }
    guard byte == UInt8(ascii: "u") else { throw fault("unknown escape") }
    var unit = try hexadecimal()
    if (0xD800..<0xDC00).contains(unit), take("\\"), take("u") {
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw fault("unpaired surrogate") }
      unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw fault("unpaired surrogate") }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(Diagnostic) -> UInt32 {
    let digits = bytes[at...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits are missing") }
    at += 4
    return value
  }
}

/// U+FEFF in UTF-8.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
let newline = UInt8(ascii: "\n")
private let plainEscapes: [UInt8: UInt8] = [
  UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
  UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
]
