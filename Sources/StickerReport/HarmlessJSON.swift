import StickerModel

/// JSON that a terminal may show: characters that would steer it or turn text around are written as their
/// numbers, which means the same to every parser. Outside of strings JSON has none of them but its line
/// breaks.
func harmlessText(of json: JSON) -> String {
  harmless(String(decoding: json.encoded(), as: UTF8.self))
}

/// The same in one line, with a line break at its end.
func harmlessLine(of json: JSON) -> String { harmless(json.line) + "\n" }

private func harmless(_ json: String) -> String {
  var text = String.UnicodeScalarView()
  for scalar in json.unicodeScalars {
    if scalar == "\n" || isPlain(scalar) || (!scalar.isASCII && Untrusted.isHarmless(scalar)) {
      text.append(scalar)
    } else {
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text.append(contentsOf: "\\u".unicodeScalars)
        text.append(contentsOf: (String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
      }
    }
  }
  return String(text)
}

/// ASCII without its control characters.
private func isPlain(_ scalar: Unicode.Scalar) -> Bool { 0x20...0x7E ~= scalar.value }
