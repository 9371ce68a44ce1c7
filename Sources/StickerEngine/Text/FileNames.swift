extension Path {
  /// The path without the `@1x`, `@2x` or `@3x` (capitals or not) behind its stem, and that scale; the path
  /// itself and nil where its name ends in none, or is nothing else.
  package var splitScale: (unscaled: Path, scale: Int?) {
    let (stem, name) = (stem.bytes, name.bytes)
    let suffix = String(decoding: stem.suffix(3), as: UTF8.self).lowercased()
    guard stem.count > 3, let scale = ["@1x": 1, "@2x": 2, "@3x": 3][suffix] else { return (self, nil) }
    let unscaled = Path(bytes: stem.dropLast(3) + name.dropFirst(stem.count))
    return (bytes.count == name.count ? unscaled : parent.appending(unscaled), scale)
  }
}

extension Sequence<Path> {
  /// The files that are a smaller size of another one, and that one: `wave.png`, `wave@1x.png` and
  /// `wave@2x.png` beside `wave@3x.png`. An export without a suffix is @1x.
  package func smallerSizes() -> [Path: Path] {
    var (originals, smaller): ([Path: Path], [Path: Path]) = ([:], [:])
    for path in self {
      let split = path.splitScale
      if split.scale == 3 { originals[split.unscaled] = path }
    }
    guard !originals.isEmpty else { return [:] }
    for path in self {
      let split = path.splitScale
      if split.scale != 3, let original = originals[split.unscaled] { smaller[path] = original }
    }
    return smaller
  }
}

/// A file's name without its extension and a trailing `@3x`; bytes that are not UTF-8 are replaced by U+FFFD.
package func nameWithoutScale(of file: Path) -> String {
  let (unscaled, scale) = file.splitScale
  return String(decoding: (scale == 3 ? unscaled : file).stem.bytes, as: UTF8.self)
}

/// A name in letters of ASCII, digits and underscores: what people type between colons.
///
/// Latin letters with marks lose the marks, everything else becomes an underscore; none stands at an end, and
/// no two stand together. Nothing is left of a name that has no such letter.
package func plainName(_ name: String) -> String {
  var out: [UInt8] = []
  for scalar in name.unicodeScalars {
    if let letter = plainLetter(scalar) {
      out.append(letter)
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

/// - Source: the Unicode Character Database names them so: LATIN SMALL LETTER E WITH ACUTE.
private func plainLetter(_ scalar: Unicode.Scalar) -> UInt8? {
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

/// A name in lower-case letters of any script, digits, underscores and hyphens.
///
/// Each run of other characters becomes one underscore, except at the start and the end.
///
/// - Returns: the name, empty if it has no letter, digit, underscore or hyphen.
func lowercaseName(_ name: String) -> String {
  var scalars = String.UnicodeScalarView()
  var isPending = false
  for scalar in name.lowercased().unicodeScalars {
    guard isPartOfWord(scalar) else {
      isPending = !scalars.isEmpty
      continue
    }
    if isPending { scalars.append("_") }
    isPending = false
    scalars.append(scalar)
  }
  return String(scalars)
}

private func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
    .nonspacingMark, .spacingMark:
    // Emoji variation selectors are marks too, but not part of a word.
    !(0xFE00...0xFE0F).contains(scalar.value)
  default: scalar == "_" || scalar == "-"
  }
}
