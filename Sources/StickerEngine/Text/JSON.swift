/// A JSON value (RFC 8259) for catalogs, manifests and reports.
///
/// Foundation is not used, because packs must consist of the same bytes on every machine, and because parsing
/// untrusted files requires a limited stack depth and diagnostics with lines and columns.
package enum JSON: Hashable, Sendable {
  /// Keys with values, unordered.
  case object([String: JSON])
  /// A list.
  case array([JSON])
  /// Text.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number that is not whole or does not fit in `Int`.
  case number(Double)
  /// True or false.
  case bool(Bool)
  /// The value `null`.
  case null

  /// The value of a key, or nil if there is none or this is not an object.
  package subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a string; nil for other values.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The type of the value for messages: `a string`, `a list`.
  package var typeDescription: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .integer, .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

extension JSON {
  /// Returns an integer if the value is whole, otherwise a number.
  package static func integerOrNumber(of value: Double) -> JSON {
    Int(exactly: value).map(JSON.integer) ?? .number(value)
  }

  /// Returns an object with the members that are not nil.
  package static func objectOmittingNil(_ members: [String: JSON?]) -> JSON {
    .object(members.compactMapValues { $0 })
  }

  /// Encodes the value in the style of current Xcode: sorted keys, an indentation of two spaces, `"key" :
  /// value`, unescaped slashes, and a newline at the end.
  package func encoded() -> [UInt8] { encoded(onOneLine: false, writeQuoted) }

  /// Encodes the value as `encoded()` does, or on one line without spaces.
  package func encoded(onOneLine isOneLine: Bool) -> [UInt8] { encoded(onOneLine: isOneLine, writeQuoted) }

  /// Encodes the value with a custom encoding of strings.
  ///
  /// - Parameter isOneLine: whether to write no spaces outside strings, and no newline except the last.
  /// - Parameter writeString: appends a string with its quotes.
  func encoded(
    onOneLine isOneLine: Bool, _ writeString: (String, inout [UInt8]) -> Void
  ) -> [UInt8] {
    var out: [UInt8] = []
    write(to: &out, leadingSpaces: isOneLine ? nil : 0, writeString)
    out.append(newline)
    return out
  }

  /// - Parameter indent: the number of spaces before each line, or nil to write one line.
  private func write(
    to out: inout [UInt8], leadingSpaces indent: Int?, _ writeString: (String, inout [UInt8]) -> Void
  ) {
    let inner = indent.map { $0 + 2 }
    switch self {
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      writeList(sorted, between: "{", "}", to: &out, leadingSpaces: indent) { member, out in
        writeString(member.key, &out)
        out += (indent == nil ? ":" : " : ").utf8
        member.value.write(to: &out, leadingSpaces: inner, writeString)
      }
    case .array(let elements):
      writeList(elements, between: "[", "]", to: &out, leadingSpaces: indent) { element, out in
        element.write(to: &out, leadingSpaces: inner, writeString)
      }
    case .string(let string): writeString(string, &out)
    case .integer(let integer): out += String(integer).utf8
    case .number(let number): out += String(number).utf8
    case .bool(let bool): out += (bool ? "true" : "false").utf8
    case .null: out += "null".utf8
    }
  }

  private func writeList<Element>(
    _ elements: [Element], between opening: Unicode.Scalar, _ closing: Unicode.Scalar, to out: inout [UInt8],
    leadingSpaces indent: Int?, _ write: (Element, inout [UInt8]) -> Void
  ) {
    out.append(UInt8(ascii: opening))
    for (number, element) in elements.enumerated() {
      if number > 0 { out.append(UInt8(ascii: ",")) }
      breakLine(&out, leadingSpaces: indent.map { $0 + 2 })
      write(element, &out)
    }
    if !elements.isEmpty { breakLine(&out, leadingSpaces: indent) }
    out.append(UInt8(ascii: closing))
  }
}

private func breakLine(_ out: inout [UInt8], leadingSpaces indent: Int?) {
  guard let indent else { return }
  out.append(newline)
  out += repeatElement(UInt8(ascii: " "), count: indent)
}

/// Appends a JSON string that escapes only what RFC 8259 requires.
private func writeQuoted(_ string: String, _ out: inout [UInt8]) {
  out.append(UInt8(ascii: "\""))
  for byte in string.utf8 {
    switch byte {
    case UInt8(ascii: "\""): out += "\\\"".utf8
    case UInt8(ascii: "\\"): out += "\\\\".utf8
    case UInt8(ascii: "\n"): out += "\\n".utf8
    case UInt8(ascii: "\r"): out += "\\r".utf8
    case UInt8(ascii: "\t"): out += "\\t".utf8
    case 0...0x1F:
      let digits = String(byte, radix: 16)
      out += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
    default: out.append(byte)
    }
  }
  out.append(UInt8(ascii: "\""))
}

/// Finds the value of a top-level key in a JSON text without parsing other values. Parsing a report of 1 GiB
/// would take 10 GiB of memory.
///
/// - Returns: the bytes of the value, or nil if there is no such key.
/// - Throws: a diagnostic if the text is not an object, ends early or continues after the object, or if the
///   key is duplicated.
package func jsonValueBytes(_ key: String, ofObject text: [UInt8]) throws(Diagnostic) -> ArraySlice<UInt8>? {
  var skim = JSONMemberFinder(text)
  return try skim.valueBytes(Array(key.utf8)[...])
}

private struct JSONMemberFinder {
  private let text: [UInt8]
  private var offset = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func valueBytes(_ wanted: ArraySlice<UInt8>) throws(Diagnostic) -> ArraySlice<UInt8>? {
    var found: ArraySlice<UInt8>?
    try skipSpaceAndExpect("{", "the document is not an object")
    skipSpace()
    let isEmpty = currentByte == UInt8(ascii: "}")
    while !isEmpty {
      skipSpace()
      let key = offset
      try skipString()
      let isWanted = text[key + 1..<offset - 1] == wanted
      try skipSpaceAndExpect(":", "a colon is missing")
      skipSpace()
      let value = offset
      try skipValueWithoutValidation()
      if isWanted {
        guard found == nil else { throw diagnostic("duplicate key") }
        found = text[value..<offset]
      }
      skipSpace()
      guard currentByte == UInt8(ascii: ",") else { break }
      offset += 1
    }
    try skipSpaceAndExpect("}", "a comma or } is missing")
    skipSpace()
    guard offset == text.count else { throw diagnostic("unexpected data after the end of the document") }
    return found
  }

  private var currentByte: UInt8? { offset < text.count ? text[offset] : nil }

  private mutating func skipSpace() {
    while let byte = currentByte, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { offset += 1 }
  }

  private mutating func skipSpaceAndExpect(_ character: Unicode.Scalar, _ complaint: UserMessage)
    throws(Diagnostic)
  {
    skipSpace()
    guard currentByte == UInt8(ascii: character) else {
      throw diagnostic(offset == text.count ? "the document ends early" : complaint)
    }
    offset += 1
  }

  /// Skips a string, including its closing quote.
  private mutating func skipString() throws(Diagnostic) {
    try skipSpaceAndExpect("\"", "a key in quotes is missing")
    while let byte = currentByte, byte != UInt8(ascii: "\"") { offset += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard offset < text.count else { throw Diagnostic("the document ends early", at: text.count, in: text) }
    offset += 1
  }

  private mutating func skipValueWithoutValidation() throws(Diagnostic) {
    let start = offset
    var depth = 0
    while let byte = currentByte {
      switch byte {
      case UInt8(ascii: "\""):
        try skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return try requireValue(since: start) }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return try requireValue(since: start)
      default: break
      }
      offset += 1
    }
    throw diagnostic("the document ends early")
  }

  private func requireValue(since start: Int) throws(Diagnostic) {
    if offset == start { throw diagnostic("a value is missing") }
  }

  private func diagnostic(_ reason: UserMessage) -> Diagnostic {
    Diagnostic(reason, at: min(offset, text.count), in: text)
  }
}

extension JSON {
  /// The maximum size of a `manifest.json` in bytes, enough for about 20,000 stickers. The index of a
  /// generated project has the same limit.
  package static let maxManifestBytes = 64 << 20
}

/// Returns JSON that is safe to show in a terminal or a build log, in the layout of `JSON.encoded`.
///
/// Characters that control a terminal or change the direction of text are escaped. The second of two
/// consecutive `#` is escaped too, because `##` begins commands to CI runners (`##[`, `##vso[`). Parsers
/// still read the same value.
func terminalSafeJSONText(of json: JSON) -> String {
  String(decoding: json.encoded(onOneLine: false, writeTerminalSafeQuoted), as: UTF8.self)
}

/// Returns the same JSON on one line that ends with a line break.
func terminalSafeJSONLine(of json: JSON) -> String {
  String(decoding: json.encoded(onOneLine: true, writeTerminalSafeQuoted), as: UTF8.self)
}

private func writeTerminalSafeQuoted(_ string: String, _ out: inout [UInt8]) {
  out.append(UInt8(ascii: "\""))
  if string.utf8.allSatisfy(needsNoEscape) {
    out += string.utf8
  } else {
    var previous: Unicode.Scalar?
    for scalar in string.unicodeScalars {
      writeEscapedIfNeeded(scalar, after: previous, &out)
      previous = scalar
    }
  }
  out.append(UInt8(ascii: "\""))
}

private func writeEscapedIfNeeded(
  _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, _ out: inout [UInt8]
) {
  switch scalar {
  case "\"": out += "\\\"".utf8
  case "\\": out += "\\\\".utf8
  case "\n": out += "\\n".utf8
  case "\r": out += "\\r".utf8
  case "\t": out += "\\t".utf8
  // `##` would start a command in the logs of some CI services.
  case "#" where previous == "#": out += "\\u0023".utf8
  case "#": out.append(UInt8(ascii: "#"))
  case _ where scalar.isASCII ? needsNoEscape(UInt8(ascii: scalar)) : UntrustedText.isHarmless(scalar):
    out += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  default:
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      let digits = String(unit, radix: 16)
      out += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
    }
  }
}

/// Whether a byte is printable ASCII that never needs escaping in a JSON string.
private func needsNoEscape(_ byte: UInt8) -> Bool {
  0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "#")
}
