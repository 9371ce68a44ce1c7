extension Rule {
  /// Names stay apart wherever the pack goes.
  static let nameCollision = Rule(
    id: "name-collision",
    severity: .error,
    summary: "No two names of a pack become the same name.",
    reason: """
      On a Mac and on Windows, Sun and sun are one name, and so are the two ways to store an accent: one file
      replaces the other. Built packs and code drop spaces and signs from names, so that my heart and my-heart
      are one as well.
      """,
    advice: "Rename one of the two so that letters or digits tell them apart.",
    resolution: .renamesStickers,
    examples: [
      .passes(
        "the sizes of one export", .disc(136, 136).named("moon.png"), .disc(408, 408).named("moon@3X.png")),
      .passes("two names", .disc(300, 300).named("sun 1.png"), .disc(300, 300).named("sun 2.png")),
      .fires(
        "only signs and spaces differ", .disc(300, 300).named("my heart.png"),
        .disc(300, 300).named("my-heart.png"),
        message: "“my-heart” and “my heart” differ only in spaces and signs (my heart.png)"),
      .fires(
        "only capitals differ", .disc(300, 300).named("Sun.png"), .disc(300, 300).named("sun.png"),
        message: "“sun” and “Sun” are one name where capitals and accents are not told apart (Sun.png)"),
      .fires(
        "two formats of one sticker", .gif().named("sun.gif"), .disc(300, 300).named("sun@3x.png"),
        message: "“sun” is the name of two stickers (sun.gif)"),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  var first: [Key: (name: String, path: Path)] = [:]
  // A drawing's source may lie beside the sticker under the same name: it is no sticker.
  let judged = pack.stickers.filter { $0.facts.format != nil }
  return judged.compactMap { sticker in
    let collisions = names(of: sticker.path).compactMap { name in
      let key = Key(kind: name.kind, identifier: identifier(name.text))
      guard let earlier = first[key] else {
        first[key] = (name.text, sticker.path)
        return nil as String?
      }
      return comparison(of: name.text, earlier.name) + " (\(shown(earlier.path, beside: sticker.path)))"
    }
    // A sticker folder and the file in it mostly share a name: one finding a sticker says it.
    return collisions.first.map { PackEvidence($0, on: sticker.path) }
  }
}

/// A catalog's sticker folders have names of their own, beside those of the files in them.
private struct Key: Hashable {
  let kind: Name.Kind
  let identifier: String
}

private struct Name {
  enum Kind: Hashable { case folder, file }
  let kind: Kind
  let text: String
}

private func names(of path: Path) -> [Name] {
  let folder = path.parent.name
  let folderName: [Name] =
    folder.lowercasedExtension == "sticker" ? [Name(kind: .folder, text: folder.stem.displayText)] : []
  let (unscaled, scale) = path.splitScale
  return folderName + [Name(kind: .file, text: (scale == 3 ? unscaled : path).stem.displayText)]
}

/// As file systems compare that do not tell capitals apart: by way of capitals, ß and ss are one. Swift
/// compares text by canonical equivalence, which takes care of accents.
private func folded(_ name: String) -> String { name.uppercased().lowercased() }

/// What is left once spaces and signs are dropped; the name itself where nothing would be left. Emoji are
/// kept: they tell stickers apart, also in Swift's identifiers.
private func identifier(_ name: String) -> String {
  var kept = String.UnicodeScalarView()
  kept.append(contentsOf: folded(name).unicodeScalars.filter { !isSpaceOrSign($0) })
  return kept.isEmpty ? folded(name) : String(kept)
}

private func isSpaceOrSign(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII {  // most names are nothing else, and looking categories up takes its time
    return switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": false
    default: true
    }
  }
  return switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: false
  case .nonspacingMark, .spacingMark, .enclosingMark: false
  case .decimalNumber, .letterNumber, .otherNumber: false
  case .otherSymbol, .modifierSymbol, .mathSymbol, .currencySymbol: false
  default: true
  }
}

private func comparison(of name: String, _ other: String) -> String {
  // Accents stored in two ways are equal to Swift: their scalars tell whether the names really are.
  if name.unicodeScalars.elementsEqual(other.unicodeScalars) {
    return "“\(name)” is the name of two stickers"
  }
  if folded(name) == folded(other) {
    return "“\(name)” and “\(other)” are one name where capitals and accents are not told apart"
  }
  return "“\(name)” and “\(other)” differ only in spaces and signs"
}
