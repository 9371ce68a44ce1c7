/// Text that comes from a file or a name: hostile until it is shown escaped.
public struct Untrusted: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Bytes that should be UTF-8.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Text out of a file.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The text for people, one line: what is not UTF-8 becomes `\xNN`, control characters and those that
  /// change the direction or the look of the text around them become `\u{N}`, a backslash stays.
  ///
  /// A report's own escaping (XML, workflow commands ...) comes on top.
  public var shown: String {
    var out = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let (scalar, length) = firstScalar(of: rest) else {
        out += "\\x" + hexadecimal(UInt32(rest.removeFirst()), digits: 2)
        continue
      }
      rest = rest.dropFirst(length)
      if Untrusted.isHarmless(scalar) {
        out.unicodeScalars.append(scalar)
      } else {
        out += "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
      }
    }
    return out
  }

  /// Whether a character can neither steer a terminal nor turn around or hide the text beside it.
  public static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    case .format: scalar.value == 0x200D  // joins emoji; the others turn text around or hide it
    default: true
    }
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
