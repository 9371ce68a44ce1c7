/// A JSON value (RFC 8259): what catalogs, manifests and reports are read from and written in.
///
/// Ours and not Foundation's, since a pack must be the same bytes on every machine, and a stranger's file
/// wants a line and a column in its message and a bounded stack.
public enum JSON: Hashable, Sendable {
  /// Keys in no order.
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
  /// Nothing.
  case null

  /// The value of a key; nil where there is none, or this is no object.
  public subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// What it is, for messages: `a text`, `a list`.
  public var kind: String {
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
  public static func number(of value: Double) -> JSON {
    Int(exactly: value).map(JSON.integer) ?? .number(value)
  }

  /// An object of the members that have a value.
  public static func members(_ members: [String: JSON?]) -> JSON { .object(members.compactMapValues { $0 }) }

  /// Bytes in the style of current Xcode: keys sorted, two spaces, `"key" : value`, slashes as they are, a
  /// newline at the end.
  public func encoded() -> [UInt8] {
    var text = ""
    write(to: &text, indent: "")
    text += "\n"
    return Array(text.utf8)
  }

  /// The same without any space outside of strings, and without a line break.
  public var line: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// - Parameter indent: in front of each line; nil writes all in one.
  private func write(to text: inout String, indent: String?) {
    switch self {
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      list(sorted, between: ("{", "}"), to: &text, indent: indent) { member, text, inner in
        text += quoted(member.key) + (inner == nil ? ":" : " : ")
        member.value.write(to: &text, indent: inner)
      }
    case .array(let elements):
      list(elements, between: ("[", "]"), to: &text, indent: indent) { element, text, inner in
        element.write(to: &text, indent: inner)
      }
    case .string(let string): text += quoted(string)
    case .integer(let integer): text += String(integer)
    case .number(let number): text += String(number)
    case .bool(let bool): text += bool ? "true" : "false"
    case .null: text += "null"
    }
  }

  private func list<Element>(
    _ elements: [Element], between marks: (String, String), to text: inout String, indent: String?,
    _ write: (Element, inout String, String?) -> Void
  ) {
    guard !elements.isEmpty else {
      text += marks.0 + marks.1
      return
    }
    let inner = indent.map { $0 + "  " }
    let (start, end) = (inner.map { "\n" + $0 } ?? "", indent.map { "\n" + $0 } ?? "")
    text += marks.0
    for (index, element) in elements.enumerated() {
      text += (index == 0 ? "" : ",") + start
      write(element, &text, inner)
    }
    text += end + marks.1
  }
}

/// A JSON string: only what RFC 8259 asks for is escaped.
private func quoted(_ string: String) -> String {
  var text = "\""
  for scalar in string.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\u{0}"..."\u{1F}":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}
