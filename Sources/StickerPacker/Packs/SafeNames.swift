/// A name for files, which may differ from the original name.
package struct SafeName: Hashable, Sendable {
  /// The reason why a name was changed.
  enum ChangeReason: String, Hashable, Sendable {
    /// The name is not safe in every file system.
    case unsafeName = "its name is not safe in every file system"
    /// Another sticker has the same name, or one that differs only in case, normalization, spaces or
    /// punctuation.
    case duplicateIgnoringCaseAndPunctuation = "another sticker has the same or nearly the same name"
  }
  /// A name that is safe in every file system, and unique.
  package let name: String
  /// Why the name was changed; nil if it is the original name.
  let changeReason: ChangeReason?
}

/// The maximum length of a safe name in bytes. With `@3x.jpeg` or `.sticker` appended, a file name is at most
/// 100 bytes.
let maxSafeNameBytes = 92

/// Returns names for the files of a pack. Safe and unique names are kept, and others are changed. The same
/// names in the same order produce the same result everywhere.
///
/// A safe name consists of letters, marks and digits from any script, spaces, and the characters `-_.()`. It
/// is at most 92 bytes long. It does not begin with a dot, a hyphen or a space, does not end with a dot or a
/// space, and is not a Windows device name. Anything else is replaced with a hyphen.
///
/// A unique name differs from others even if case and Unicode normalization are ignored, as in APFS and
/// Windows. Spaces and punctuation are ignored, too, so that code can turn names into identifiers. A
/// duplicate gets the suffix `-2`. This resolves what the rule `name-collision` reports. Names that are
/// already safe take precedence over names that had to be changed.
package func safeNames(_ names: [String]) -> [SafeName] {
  var registry = NameRegistry()
  var result = [SafeName?](repeating: nil, count: names.count)
  for (index, name) in names.enumerated() where isSafe(name) && registry.claim(name) {
    result[index] = SafeName(name: name, changeReason: nil)
  }
  return zip(names, result).map { name, kept in
    if let kept { return kept }
    let safe = isSafe(name) ? name : sanitized(name)
    return SafeName(
      name: registry.claimNumberedIfTaken(safe),
      changeReason: isSafe(name) ? .duplicateIgnoringCaseAndPunctuation : .unsafeName)
  }
}

private struct NameRegistry {
  private var claimedKeys: Set<String> = []
  /// The next number to try for each name. Without these numbers, ten thousand equal names would need fifty
  /// million attempts.
  private var nextNumbers: [String: Int] = [:]

  mutating func claim(_ name: String) -> Bool {
    claimedKeys.insert(keyIgnoringCaseAndPunctuation(name)).inserted
  }

  mutating func claimNumberedIfTaken(_ name: String) -> String {
    if claim(name) { return name }
    for number in (nextNumbers[keyIgnoringCaseAndPunctuation(name)] ?? 2)... {
      let suffix = "-\(number)"
      let candidate = truncatedTrimmingEnd(name, toBytes: maxSafeNameBytes - suffix.utf8.count) + suffix
      nextNumbers[keyIgnoringCaseAndPunctuation(name)] = number + 1
      if claim(candidate) { return candidate }
    }
    return name  // not reached, because there are more numbers than names
  }
}

/// A key that is the same for names that would collide. `String` compares by canonical equivalence,
/// uppercasing first makes ß equal to ss, and only letters, marks and digits count.
private func keyIgnoringCaseAndPunctuation(_ name: String) -> String {
  let folded = name.uppercased().lowercased()
  let identifier = folded.unicodeScalars.filter { !" -_.()".unicodeScalars.contains($0) }
  return identifier.isEmpty ? folded : String(String.UnicodeScalarView(identifier))
}

private func isSafe(_ name: String) -> Bool {
  guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last else { return false }
  return name.utf8.count <= maxSafeNameBytes && name.unicodeScalars.allSatisfy(isSafe)
    && !isCombiningMark(first)
    && !".- ".unicodeScalars.contains(first) && !". ".unicodeScalars.contains(last)
    && !isWindowsDeviceName(name)
}

private func isSafe(_ scalar: Unicode.Scalar) -> Bool {
  if " -_.()".unicodeScalars.contains(scalar) { return true }
  let properties = scalar.properties
  if properties.isDefaultIgnorableCodePoint { return false }  // invisible fillers and selectors
  return switch properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
    true
  default: isCombiningMark(scalar)
  }
}

/// Whether a scalar combines with the letter before it, in which case a name cannot begin with it.
private func isCombiningMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .spacingMark: true
  default: false
  }
}

/// Whether Windows reserves a name for a device, regardless of anything after the first dot.
func isWindowsDeviceName(_ name: String) -> Bool {
  let stem = name.prefix { $0 != "." }.uppercased()
  if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
  return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.last?.isNumber == true
}

private func sanitized(_ name: String) -> String {
  var scalars: [Unicode.Scalar] = []
  var isReplaced = false
  for scalar in name.unicodeScalars {
    if isSafe(scalar), !isReplaced || !isCombiningMark(scalar) {
      scalars.append(scalar)
      isReplaced = false
    } else if !isReplaced {
      scalars.append("-")  // one for a run of unsafe scalars
      isReplaced = true
    }
  }
  func isEdge(_ scalar: Unicode.Scalar) -> Bool { ".- ".unicodeScalars.contains(scalar) }
  var text = String.UnicodeScalarView(scalars.drop { isEdge($0) || isCombiningMark($0) })
  while let last = text.last, isEdge(last) { text.removeLast() }
  let short = truncatedTrimmingEnd(String(text), toBytes: maxSafeNameBytes)
  if isWindowsDeviceName(short) { return truncatedTrimmingEnd("sticker-" + short, toBytes: maxSafeNameBytes) }
  return short.isEmpty ? "sticker" : short
}

/// The longest prefix of whole characters with at most `maxBytes` bytes that does not end in a dot or a
/// space.
private func truncatedTrimmingEnd(_ name: String, toBytes maxBytes: Int) -> String {
  var short = Substring(name)
  while short.utf8.count > maxBytes || short.last == "." || short.last == " " { short.removeLast() }
  return String(short)
}
