/// A JSON value (RFC 8259): what catalogs, manifests and reports are read from and written in.
///
/// Ours and not Foundation's, since a pack must be the same bytes on every machine, and a stranger's file
/// wants a line and a column in its message and a bounded stack.
package enum JSON: Hashable, Sendable {
  /// Keys with values, in no order.
  case object([String: JSON])
  /// A list.
  case array([JSON])
  /// Text.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number that is not whole, or does not fit.
  case number(Double)
  /// True or false.
  case bool(Bool)
  /// The value `null`.
  case null

  /// The value of a key; nil where there is none, or this is no object.
  package subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// What it is, for messages: `a text`, `a list`.
  package var kind: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a text"
    case .integer, .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

extension JSON {
  /// A whole number where the value is one.
  package static func number(of value: Double) -> JSON {
    Int(exactly: value).map(JSON.integer) ?? .number(value)
  }

  /// An object of the members that have a value.
  package static func members(_ members: [String: JSON?]) -> JSON { .object(members.compactMapValues { $0 }) }

  /// Bytes in the style of current Xcode: keys sorted, two spaces, `"key" : value`, slashes as they are, a
  /// newline at the end.
  package func encoded() -> [UInt8] { encoded(inOneLine: false, writeQuoted) }

  /// The value as bytes, as `encoded()` gives it, or in one line without spaces.
  package func encoded(inOneLine isOneLine: Bool) -> [UInt8] { encoded(inOneLine: isOneLine, writeQuoted) }

  /// The same with strings written in a way of its own.
  ///
  /// - Parameter isOneLine: whether there is no space outside of strings, and no newline but the last.
  /// - Parameter writeString: adds a string, with its quotes.
  package func encoded(
    inOneLine isOneLine: Bool, _ writeString: (String, inout [UInt8]) -> Void
  ) -> [UInt8] {
    var out: [UInt8] = []
    write(to: &out, indent: isOneLine ? nil : 0, writeString)
    out.append(newline)
    return out
  }

  /// - Parameter indent: spaces in front of each line; nil writes all in one.
  private func write(
    to out: inout [UInt8], indent: Int?, _ writeString: (String, inout [UInt8]) -> Void
  ) {
    let inner = indent.map { $0 + 2 }
    switch self {
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      list(sorted, between: "{", "}", to: &out, indent: indent) { member, out in
        writeString(member.key, &out)
        out += (indent == nil ? ":" : " : ").utf8
        member.value.write(to: &out, indent: inner, writeString)
      }
    case .array(let elements):
      list(elements, between: "[", "]", to: &out, indent: indent) { element, out in
        element.write(to: &out, indent: inner, writeString)
      }
    case .string(let string): writeString(string, &out)
    case .integer(let integer): out += String(integer).utf8
    case .number(let number): out += String(number).utf8
    case .bool(let bool): out += (bool ? "true" : "false").utf8
    case .null: out += "null".utf8
    }
  }

  private func list<Element>(
    _ elements: [Element], between opening: Unicode.Scalar, _ closing: Unicode.Scalar, to out: inout [UInt8],
    indent: Int?, _ write: (Element, inout [UInt8]) -> Void
  ) {
    out.append(UInt8(ascii: opening))
    for (number, element) in elements.enumerated() {
      if number > 0 { out.append(UInt8(ascii: ",")) }
      breakLine(&out, indent.map { $0 + 2 })
      write(element, &out)
    }
    if !elements.isEmpty { breakLine(&out, indent) }
    out.append(UInt8(ascii: closing))
  }
}

private func breakLine(_ out: inout [UInt8], _ indent: Int?) {
  guard let indent else { return }
  out.append(newline)
  out += repeatElement(UInt8(ascii: " "), count: indent)
}

/// A JSON string: only what RFC 8259 asks for is escaped.
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
