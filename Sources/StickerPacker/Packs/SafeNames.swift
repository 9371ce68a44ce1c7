/// A name that may have been changed so that it can name files.
package struct SafeName: Hashable, Sendable {
  /// Why a name was changed.
  enum Change: String, Hashable, Sendable {
    /// The name is not safe in every file system.
    case notSafe = "its name is not safe in every file system"
    /// Another one has it, or one that differs only in capitals, accents' encoding, spaces or signs.
    case taken = "another sticker already has this name, or nearly this"
  }
  /// A name that is safe in every file system, and unique.
  package let name: String
  /// Why the name was changed; nil where it is as it was given.
  let change: Change?
}

/// Bytes of the longest safe name: with `@3x.jpeg` or `.sticker` behind it, a file's name has 100.
let maxNameLength = 92

/// Names for the files of a pack: kept where they are safe and unique, otherwise made so. The same names in
/// the same order give the same result everywhere.
///
/// Safe are letters, marks and digits of any script, space and `-_.()`, in at most 92 bytes, not beginning
/// with a dot, a hyphen or a space, not ending with a dot or a space, and none of the names that Windows
/// keeps for devices. Anything else becomes a hyphen. Unique means: ignoring case and Unicode normalization,
/// which APFS and Windows do, and spaces and signs, so that code can turn names into identifiers; a second
/// one gets `-2`. This cures what the rule `name-collision` finds. Names that are safe come first, so that
/// none is pushed aside by one that had to be changed.
package func safeNames(_ names: [String]) -> [SafeName] {
  var registry = NameRegistry()
  var result = [SafeName?](repeating: nil, count: names.count)
  for (index, name) in names.enumerated() where isSafe(name) && registry.claim(name) {
    result[index] = SafeName(name: name, change: nil)
  }
  return zip(names, result).map { name, kept in
    if let kept { return kept }
    let safe = isSafe(name) ? name : sanitized(name)
    return SafeName(name: registry.claimNext(safe), change: isSafe(name) ? .taken : .notSafe)
  }
}

private struct NameRegistry {
  private var taken: Set<String> = []
  /// The next number to try for a name, so that ten thousand equal names do not take a hundred million steps.
  private var next: [String: Int] = [:]

  mutating func claim(_ name: String) -> Bool { taken.insert(folded(name)).inserted }

  mutating func claimNext(_ name: String) -> String {
    if claim(name) { return name }
    for number in (next[folded(name)] ?? 2)... {
      let suffix = "-\(number)"
      let candidate = cut(name, to: maxNameLength - suffix.utf8.count) + suffix
      next[folded(name)] = number + 1
      if claim(candidate) { return candidate }
    }
    return name  // not reached: the numbers are more than any list is long
  }
}

/// Equal for names that may not stand side by side: `String` compares by canonical equivalence, upper case
/// first lets ß meet ss, and only letters, marks and digits count.
private func folded(_ name: String) -> String {
  let folded = name.uppercased().lowercased()
  let identifier = folded.unicodeScalars.filter { !" -_.()".unicodeScalars.contains($0) }
  return identifier.isEmpty ? folded : String(String.UnicodeScalarView(identifier))
}

private func isSafe(_ name: String) -> Bool {
  guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last else { return false }
  return name.utf8.count <= maxNameLength && name.unicodeScalars.allSatisfy(isSafe) && !isMark(first)
    && !".- ".unicodeScalars.contains(first) && !". ".unicodeScalars.contains(last) && !isDevice(name)
}

private func isSafe(_ scalar: Unicode.Scalar) -> Bool {
  if " -_.()".unicodeScalars.contains(scalar) { return true }
  let properties = scalar.properties
  if properties.isDefaultIgnorableCodePoint { return false }  // fillers and selectors that nobody sees
  return switch properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
    true
  default: isMark(scalar)
  }
}

/// Joins the letter before it, so it cannot stand first.
private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .spacingMark: true
  default: false
  }
}

/// Windows reserves these whatever follows the first dot.
func isDevice(_ name: String) -> Bool {
  let stem = name.prefix { $0 != "." }.uppercased()
  if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
  return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.last?.isNumber == true
}

private func sanitized(_ name: String) -> String {
  var scalars: [Unicode.Scalar] = []
  var isReplaced = false
  for scalar in name.unicodeScalars {
    if isSafe(scalar), !isReplaced || !isMark(scalar) {
      scalars.append(scalar)
      isReplaced = false
    } else if !isReplaced {
      scalars.append("-")  // one for a run
      isReplaced = true
    }
  }
  func isEdge(_ scalar: Unicode.Scalar) -> Bool { ".- ".unicodeScalars.contains(scalar) }
  var text = String.UnicodeScalarView(scalars.drop { isEdge($0) || isMark($0) })
  while let last = text.last, isEdge(last) { text.removeLast() }
  let short = cut(String(text), to: maxNameLength)
  if isDevice(short) { return cut("sticker-" + short, to: maxNameLength) }
  return short.isEmpty ? "sticker" : short
}

/// The longest beginning of whole characters in at most `most` bytes, not ending in a dot or a space.
private func cut(_ name: String, to most: Int) -> String {
  var short = Substring(name)
  while short.utf8.count > most || short.last == "." || short.last == " " { short.removeLast() }
  return String(short)
}
