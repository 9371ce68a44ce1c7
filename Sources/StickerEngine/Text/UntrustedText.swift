/// Text from a file or a file name, which may be hostile and must be escaped for display.
package struct UntrustedText: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Creates text from bytes that should be UTF-8.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates text from a file.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The text for display, on one line. Bytes that are not UTF-8 become `\xNN`. Control characters and
  /// characters that change the direction or appearance of the text around them become `\u{N}`. Backslashes
  /// are not escaped.
  ///
  /// Commands in build logs are broken up: a CI runner executes `::error::` at the start of a line, and
  /// `##[error]`, `##vso[...]` or `##teamcity[...]` anywhere in it.
  ///
  /// Reports also apply the escaping that their format (XML, workflow commands, …) requires.
  package var displayText: String {
    if let text = String(validating: bytes, as: UTF8.self), isHarmlessWithoutCommands(text) { return text }
    var out = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      let plain = rest.prefix(while: isAlwaysHarmlessASCII)
      if !plain.isEmpty {
        out += String(decoding: plain, as: UTF8.self)
        rest = rest.dropFirst(plain.count)
        continue
      }
      guard let (scalar, length) = firstScalarAndLength(of: rest) else {
        out += "\\x" + hexadecimal(UInt32(rest.removeFirst()), digits: 2)
        continue
      }
      rest = rest.dropFirst(length)
      if UntrustedText.isHarmless(scalar), !opensLogCommand(scalar, after: out, before: rest) {
        out.unicodeScalars.append(scalar)
      } else {
        out += "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
      }
    }
    return out
  }

  /// Whether a character can neither control a terminal nor hide or reverse the text around it.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return 0x20...0x7E ~= scalar.value }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    case .format: scalar.value == 0x200D  // joins emoji; other format characters hide or reverse text
    default: true
    }
  }
}

/// Whether text contains only harmless characters, and neither `::` nor `##`, one of which every command contains.
private func isHarmlessWithoutCommands(_ text: String) -> Bool {
  var previous = Unicode.Scalar(0 as UInt8)
  for scalar in text.unicodeScalars {
    guard UntrustedText.isHarmless(scalar), scalar != previous || scalar != ":" && scalar != "#" else {
      return false
    }
    previous = scalar
  }
  return true
}

/// Whether a byte is printable ASCII that cannot be part of a command.
private func isAlwaysHarmlessASCII(_ byte: UInt8) -> Bool {
  0x20...0x7E ~= byte && byte != UInt8(ascii: "#") && byte != UInt8(ascii: ":")
}

/// Whether a CI runner could interpret this character as part of a command.
///
/// - Source: actions/runner, `ActionCommand.cs`: `::` after white space, `##[` anywhere. The commands of
///   other agents have a word between `##` and `[`.
private func opensLogCommand(
  _ scalar: Unicode.Scalar, after text: String, before rest: ArraySlice<UInt8>
) -> Bool {
  switch scalar {
  case ":": rest.first == UInt8(ascii: ":") && text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  case "#": text.utf8.last == UInt8(ascii: "#") && rest.first { !isLetter($0) } == UInt8(ascii: "[")
  default: false
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  default: false
  }
}

private func firstScalarAndLength(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
  guard let first = bytes.first else { return nil }
  let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  guard bytes.count >= length, let text = String(validating: bytes.prefix(length), as: UTF8.self),
    let scalar = text.unicodeScalars.first
  else { return nil }
  return (scalar, length)
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// Escapes text from a file for a message, and shortens it to 60 characters.
package func escapedAndShortened(_ text: String) -> String {
  let most = 60
  // A grapheme cluster has no maximum length, so count scalars.
  let scalars = text.unicodeScalars
  let shown = UntrustedText(String(String.UnicodeScalarView(scalars.prefix(most)))).displayText
  return scalars.count > most ? shown + "…" : shown
}
