import StickerModel

/// JSON that a terminal or the log of a build may show: characters that would steer a terminal or turn text
/// around are written as their numbers, and so is the second of two `#`, with which commands to a runner
/// begin (`##[`, `##vso[`). To every parser that means the same. Laid out as `JSON.encoded` does.
func harmlessText(of json: JSON) -> String {
  String(decoding: json.encoded(inOneLine: false, writeHarmless), as: UTF8.self)
}

/// Harmless JSON in one line, with a line break at its end.
func harmlessLine(of json: JSON) -> String {
  String(decoding: json.encoded(inOneLine: true, writeHarmless), as: UTF8.self)
}

private func writeHarmless(_ string: String, _ out: inout [UInt8]) {
  out.append(UInt8(ascii: "\""))
  if string.utf8.allSatisfy(isPlain) {
    out += string.utf8
  } else {
    var previous: Unicode.Scalar?
    for scalar in string.unicodeScalars {
      write(scalar, after: previous, &out)
      previous = scalar
    }
  }
  out.append(UInt8(ascii: "\""))
}

private func write(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, _ out: inout [UInt8]) {
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

/// Printable ASCII that means itself in a JSON string, whatever stands beside it.
private func isPlain(_ byte: UInt8) -> Bool {
  0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "#")
}
