extension Path {
  /// The path without its stem's suffix `@1x`, `@2x` or `@3x` (in uppercase or lowercase), and the scale. If
  /// there is no suffix, or nothing before it, the values are the path itself and nil.
  package var unscaledPathAndScale: (unscaled: Path, scale: Int?) {
    let (stem, name) = (stem.bytes, name.bytes)
    let suffix = String(decoding: stem.suffix(3), as: UTF8.self).lowercased()
    guard stem.count > 3, let scale = ["@1x": 1, "@2x": 2, "@3x": 3][suffix] else { return (self, nil) }
    let unscaled = Path(bytes: stem.dropLast(3) + name.dropFirst(stem.count))
    return (bytes.count == name.count ? unscaled : parent.appending(unscaled), scale)
  }
}

extension Sequence<Path> {
  /// Returns each variant with the file that it is a variant of: `wave.png`, `wave@1x.png` and `wave@2x.png`
  /// are variants of `wave@3x.png`. A file without a suffix is @1x.
  package func pathsAt3xByVariant() -> [Path: Path] {
    var (originals, smaller): ([Path: Path], [Path: Path]) = ([:], [:])
    for path in self {
      let split = path.unscaledPathAndScale
      if split.scale == 3 { originals[split.unscaled] = path }
    }
    guard !originals.isEmpty else { return [:] }
    for path in self {
      let split = path.unscaledPathAndScale
      if split.scale != 3, let original = originals[split.unscaled] { smaller[path] = original }
    }
    return smaller
  }
}

/// Returns the name of a file without its extension and without a trailing `@3x`. Bytes that are not UTF-8
/// become U+FFFD.
package func stemWithout3xSuffix(of file: Path) -> String {
  let (unscaled, scale) = file.unscaledPathAndScale
  return String(decoding: (scale == 3 ? unscaled : file).stem.bytes, as: UTF8.self)
}

/// Converts a name to ASCII letters, digits and underscores, as in emoji short codes.
///
/// Latin letters lose their diacritics, and each run of other characters becomes one underscore, except at
/// the start and the end. The result is empty if no letter, digit or kept hyphen remains.
///
/// - Parameter keepsHyphens: whether hyphens stay. Otherwise they become underscores.
package func asciiShortcode(_ name: String, keepsHyphens: Bool = false) -> String {
  var out: [UInt8] = []
  for scalar in name.unicodeScalars {
    if let letter = baseASCIILetterOrDigit(scalar) {
      out.append(letter)
    } else if keepsHyphens, scalar == "-" {
      out.append(UInt8(ascii: "-"))
    } else if scalar.properties.canonicalCombiningClass == .notReordered, let last = out.last,
      last != underscore
    {
      out.append(underscore)
    }
  }
  if out.last == underscore { out.removeLast() }
  return String(decoding: out, as: UTF8.self)
}

private let underscore = UInt8(ascii: "_")

/// Returns the ASCII letter or digit that a scalar is based on, according to its name in the Unicode
/// Character Database, such as LATIN SMALL LETTER E WITH ACUTE.
private func baseASCIILetterOrDigit(_ scalar: Unicode.Scalar) -> UInt8? {
  switch scalar.value {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return UInt8(scalar.value)
  case 0xC0...0x24F: break
  default: return nil
  }
  let words = scalar.properties.name?.split(separator: " ") ?? []
  guard words.count > 4, words[0] == "LATIN", words[2] == "LETTER", words[3].utf8.count == 1,
    words[4] == "WITH", let letter = words[3].utf8.first
  else { return nil }
  return words[1] == "SMALL" ? letter | 0x20 : letter
}

/// Converts a name to lowercase letters of any script, digits, underscores and hyphens.
///
/// Each run of other characters becomes one underscore, except at the start and the end.
///
/// - Returns: the name, empty if it has no letter, digit, underscore or hyphen.
func lowercaseUnicodeShortcode(_ name: String) -> String {
  var scalars = String.UnicodeScalarView()
  var isPending = false
  for scalar in name.lowercased().unicodeScalars {
    guard isUnicodeShortcodeScalar(scalar) else {
      isPending = !scalars.isEmpty
      continue
    }
    if isPending { scalars.append("_") }
    isPending = false
    scalars.append(scalar)
  }
  return String(scalars)
}

private func isUnicodeShortcodeScalar(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
    .nonspacingMark, .spacingMark:
    // Emoji variation selectors are marks too, but they are not part of a word.
    !(0xFE00...0xFE0F).contains(scalar.value)
  default: scalar == "_" || scalar == "-"
  }
}
