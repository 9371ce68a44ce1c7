import StickerModel

/// JSON that a terminal or the log of a build may show: characters that would steer a terminal or turn text
/// around are written as their numbers, and so is the second of two `#`, with which commands to a runner
/// begin (`##[`, `##vso[`). To every parser that means the same. Laid out as `JSON.encoded` does.
func harmlessText(of json: JSON) -> String { text(of: json, indent: 0) }

/// The same in one line, as `JSON.line` has it, with a line break at its end.
func harmlessLine(of json: JSON) -> String { text(of: json, indent: nil) }

private func text(of json: JSON, indent: Int?) -> String {
  var writer = HarmlessWriter()
  writer.write(json, indent: indent)
  writer.out.append(UInt8(ascii: "\n"))
  return String(decoding: writer.out, as: UTF8.self)
}

private struct HarmlessWriter {
  var out: [UInt8] = []

  /// - Parameter indent: in front of each line; nil writes all in one.
  mutating func write(_ json: JSON, indent: Int?) {
    switch json {
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      list(sorted, between: "{", "}", indent: indent) { writer, member in
        writer.write(member.key)
        writer.out += (indent == nil ? ":" : " : ").utf8
        writer.write(member.value, indent: indent.map { $0 + 2 })
      }
    case .array(let elements):
      list(elements, between: "[", "]", indent: indent) { $0.write($1, indent: indent.map { $0 + 2 }) }
    case .string(let string): write(string)
    case .integer(let integer): out += String(integer).utf8
    case .number(let number): out += String(number).utf8
    case .bool(let bool): out += (bool ? "true" : "false").utf8
    case .null: out += "null".utf8
    }
  }

  private mutating func list<Element>(
    _ elements: [Element], between opening: Unicode.Scalar, _ closing: Unicode.Scalar, indent: Int?,
    _ write: (inout HarmlessWriter, Element) -> Void
  ) {
    out.append(UInt8(ascii: opening))
    for (number, element) in elements.enumerated() {
      if number > 0 { out.append(UInt8(ascii: ",")) }
      breakLine(indent.map { $0 + 2 })
      write(&self, element)
    }
    if !elements.isEmpty { breakLine(indent) }
    out.append(UInt8(ascii: closing))
  }

  private mutating func breakLine(_ indent: Int?) {
    guard let indent else { return }
    out.append(UInt8(ascii: "\n"))
    out += repeatElement(UInt8(ascii: " "), count: indent)
  }

  private mutating func write(_ string: String) {
    out.append(UInt8(ascii: "\""))
    if string.utf8.allSatisfy(isPlain) {
      out += string.utf8
    } else {
      var previous: Unicode.Scalar?
      for scalar in string.unicodeScalars {
        write(scalar, after: previous)
        previous = scalar
      }
    }
    out.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) {
    switch scalar {
    case "\"": out += "\\\"".utf8
    case "\\": out += "\\\\".utf8
    case "\n": out += "\\n".utf8
    case "\r": out += "\\r".utf8
    case "\t": out += "\\t".utf8
    case "#" where previous == "#": out += "\\u0023".utf8
    case "#": out.append(UInt8(ascii: "#"))
    case _ where scalar.isASCII ? isPlain(UInt8(ascii: scalar)) : Untrusted.isHarmless(scalar):
      out += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    default:
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16)
        out += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      }
    }
  }
}

/// Printable ASCII that means itself in a JSON string, whatever stands beside it.
private func isPlain(_ byte: UInt8) -> Bool {
  0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "#")
}
