/// Text that comes from a file or a name: hostile until it is shown escaped.
package struct Untrusted: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Bytes that should be UTF-8.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Text out of a file.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The text for people, one line: what is not UTF-8 becomes `\xNN`, control characters and those that
  /// change the direction or the look of the text around them become `\u{N}`, a backslash stays.
  ///
  /// What a build's log takes for a command is broken too: a runner obeys `::error::` at the start of a line,
  /// and `##[error]`, `##vso[...]` or `##teamcity[...]` anywhere in it.
  ///
  /// A report's own escaping (XML, workflow commands ...) comes on top.
  package var displayText: String {
    if bytes.allSatisfy(isPlain) { return String(decoding: bytes, as: UTF8.self) }
    var out = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      let plain = rest.prefix(while: isPlain)
      if !plain.isEmpty {
        out += String(decoding: plain, as: UTF8.self)
        rest = rest.dropFirst(plain.count)
        continue
      }
      guard let (scalar, length) = firstScalar(of: rest) else {
        out += "\\x" + hexadecimal(UInt32(rest.removeFirst()), digits: 2)
        continue
      }
      rest = rest.dropFirst(length)
      if Untrusted.isHarmless(scalar), !opensCommand(scalar, after: out, before: rest) {
        out.unicodeScalars.append(scalar)
      } else {
        out += "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
      }
    }
    return out
  }

  /// Whether a character can neither steer a terminal nor turn around or hide the text beside it.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return 0x20...0x7E ~= scalar.value }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    case .format: scalar.value == 0x200D  // joins emoji; the others turn text around or hide it
    default: true
    }
  }
}

/// Whether a character of a name can be neither steer nor command.
private func isPlain(_ byte: UInt8) -> Bool {
  0x20...0x7E ~= byte && byte != UInt8(ascii: "#") && byte != UInt8(ascii: ":")
}

/// Whether a runner would take what begins or goes on with this character for a command.
///
/// - Source: actions/runner, `ActionCommand.cs`: `::` after white space, `##[` at any place; agents of others
///   put a word between `##` and `[`.
private func opensCommand(
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

private func firstScalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
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

/// Text out of a file for a message: one line, harmless, at most 60 characters of it.
package func shortened(_ text: String) -> String {
  let most = 60
  // Characters of a grapheme have no bound, scalars do.
  let scalars = text.unicodeScalars
  let shown = Untrusted(String(String.UnicodeScalarView(scalars.prefix(most)))).displayText
  return scalars.count > most ? shown + "…" : shown
}
