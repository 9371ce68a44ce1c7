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
    parsing bytes: [UInt8], maxBytes most: Int, maxValues: Int = .max
  ) throws(Diagnostic) {
    let placed = try JSONNode(parsing: bytes, maxBytes: most, maxValues: maxValues)
    self = try placed.jsonRejectingDuplicateKeys(in: bytes)
  }
}

extension JSONNode {
  /// Parses a document. Duplicate keys are kept.
  ///
  /// - Parameter maxDepth: the maximum depth of nested lists and objects.
  init(
    parsing bytes: [UInt8], maxBytes most: Int, maxValues: Int = .max, maxDepth: Int = JSON.maxDepth
  ) throws(Diagnostic) {
    guard bytes.count <= most else {
      throw Diagnostic(
        "too large: \(numberText(bytes.count)) bytes (limit: \(numberText(most)) bytes)", line: 1)
    }
    var parser = JSONParser(bytes, maxValues: maxValues, maxDepth: maxDepth)
    self = try parser.parseDocument()
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
  private let maxDepth: Int
  private var valueCount = 0
  private var offset = 0

  init(_ bytes: [UInt8], maxValues: Int, maxDepth: Int) {
    self.bytes = bytes
    self.maxValues = maxValues
    self.maxDepth = maxDepth
  }

  mutating func parseDocument() throws(Diagnostic) -> JSONNode {
    if bytes.starts(with: byteOrderMark) { offset = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw diagnostic("the text is UTF-16. Save it as UTF-8")
    }
    let value = try parseValue(depth: 0)
    skipSpace()
    guard offset == bytes.count else { throw diagnostic("unexpected data after the end of the document") }
    return value
  }

  private func diagnostic(_ reason: UserMessage) -> Diagnostic { Diagnostic(reason, at: offset, in: bytes) }

  private var currentByte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = currentByte, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { offset += 1 }
  }

  private mutating func skipIfPresent(_ character: Unicode.Scalar) -> Bool {
    guard currentByte == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func parseValue(depth: Int) throws(Diagnostic) -> JSONNode {
    guard depth <= maxDepth else { throw diagnostic("more than \(maxDepth) nested levels") }
    valueCount += 1
    guard valueCount <= maxValues else { throw diagnostic("more than \(maxValues) values") }
    skipSpace()
    let start = offset
    return JSONNode(content: try parseContent(depth: depth), offset: start)
  }

  private mutating func parseContent(depth: Int) throws(Diagnostic) -> JSONNode.Content {
    switch currentByte {
    case nil: throw diagnostic("the document ends early")
    case UInt8(ascii: "{"): return try parseObject(depth: depth)
    case UInt8(ascii: "["): return try parseArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseLiteral("true", .bool(true))
    case UInt8(ascii: "f"): return try parseLiteral("false", .bool(false))
    case UInt8(ascii: "n"): return try parseLiteral("null", .null)
    default: return try parseNumber()
    }
  }

  private mutating func parseLiteral(
    _ word: String, _ value: JSONNode.Content
  ) throws(Diagnostic) -> JSONNode.Content {
    guard bytes[offset...].starts(with: word.utf8) else { throw diagnostic("not a JSON value") }
    offset += word.utf8.count
    return value
  }

  private mutating func parseObject(depth: Int) throws(Diagnostic) -> JSONNode.Content {
    offset += 1
    var members: [JSONNode.Member] = []
    skipSpace()
    if skipIfPresent("}") { return .object(members) }
    while true {
      skipSpace()
      guard currentByte == UInt8(ascii: "\"") else { throw diagnostic("a key in quotes is missing") }
      let start = offset
      let key = try parseString()
      skipSpace()
      guard skipIfPresent(":") else { throw diagnostic("a colon is missing") }
      members.append(JSONNode.Member(key: key, keyOffset: start, value: try parseValue(depth: depth + 1)))
      skipSpace()
      if skipIfPresent("}") { return .object(members) }
      guard skipIfPresent(",") else { throw diagnostic("a comma or } is missing") }
    }
  }

  private mutating func parseArray(depth: Int) throws(Diagnostic) -> JSONNode.Content {
    offset += 1
    var elements: [JSONNode] = []
    skipSpace()
    if skipIfPresent("]") { return .array(elements) }
    while true {
      elements.append(try parseValue(depth: depth + 1))
      skipSpace()
      if skipIfPresent("]") { return .array(elements) }
      guard skipIfPresent(",") else { throw diagnostic("a comma or ] is missing") }
    }
  }

  private mutating func parseNumber() throws(Diagnostic) -> JSONNode.Content {
    let start = offset
    _ = skipIfPresent("-")
    let leading = currentByte
    let whole = skipDigits()
    guard whole > 0 else {
      offset = start
      throw diagnostic("not a JSON value")
    }
    var isWhole = true
    if skipIfPresent(".") {
      isWhole = false
      guard skipDigits() > 0 else { throw diagnostic("a digit is missing") }
    }
    if skipIfPresent("e") || skipIfPresent("E") {
      isWhole = false
      if !skipIfPresent("+") { _ = skipIfPresent("-") }
      guard skipDigits() > 0 else { throw diagnostic("a digit is missing") }
    }
    guard whole == 1 || leading != UInt8(ascii: "0") else {
      throw diagnostic("a number must not start with 0")
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw diagnostic("the number is too large") }
    return .number(number)
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = currentByte, (0x30...0x39).contains(byte) { offset += 1 }
    return offset - start
  }

  private mutating func parseString() throws(Diagnostic) -> String {
    let opening = offset
    offset += 1
    while let byte = currentByte, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      offset += 1
    }
    guard currentByte != UInt8(ascii: "\"") else {  // most strings have no escapes
      offset += 1
      return try validatedUTF8(bytes[(opening + 1)..<(offset - 1)], from: opening)
    }
    var text = Array(bytes[(opening + 1)..<offset])
    while let byte = currentByte {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return try validatedUTF8(text[...], from: opening)
      case UInt8(ascii: "\\"): text += try parseEscape()
      case ..<0x20: throw diagnostic("a string contains a control character")
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw diagnostic("the string is not closed")
  }

  private mutating func validatedUTF8(
    _ text: ArraySlice<UInt8>, from opening: Int
  ) throws(Diagnostic) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      offset = opening
      throw diagnostic("the string is not UTF-8")
    }
    return string
  }

  /// Returns the UTF-8 bytes that an escape sequence represents. A surrogate pair counts as one escape.
  private mutating func parseEscape() throws(Diagnostic) -> [UInt8] {
    offset += 1
    guard let byte = currentByte else { throw diagnostic("the string is not closed") }
    offset += 1
    if let plain = singleByteEscapes[byte] { return [plain] }
    guard byte == UInt8(ascii: "u") else { throw diagnostic("unknown escape") }
    var unit = try parseFourHexDigits()
    if (0xD800..<0xDC00).contains(unit), skipIfPresent("\\"), skipIfPresent("u") {
      let low = try parseFourHexDigits()
      guard (0xDC00..<0xE000).contains(low) else { throw diagnostic("unpaired surrogate") }
      unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw diagnostic("unpaired surrogate") }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func parseFourHexDigits() throws(Diagnostic) -> UInt32 {
    let digits = bytes[offset...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw diagnostic("four hexadecimal digits are missing") }
    offset += 4
    return value
  }
}

/// U+FEFF in UTF-8.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
let newline = UInt8(ascii: "\n")
private let singleByteEscapes: [UInt8: UInt8] = [
  UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
  UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
]
