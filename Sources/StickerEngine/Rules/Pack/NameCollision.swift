extension Rule {
  /// Reports names that collide in file systems, built packs or code.
  static let nameCollision = Rule(
    id: "name-collision",
    severity: .error,
    summary: "No two names in a pack count as the same name.",
    reason: """
      On macOS and Windows, `Sun` and `sun` are the same name. On macOS, so are two names that encode an
      accented letter differently. One file replaces the other. In built packs and in code, names have no spaces
      or punctuation, so `my heart` and `my-heart` are also the same name.
      """,
    advice: "Rename one of the two so that its letters or digits differ.",
    buildResolution: .makesStickerNamesUnique,
    examples: [
      .passes(
        "two sizes of one sticker", .disc(136, 136).renamed("moon.png"),
        .disc(408, 408).renamed("moon@3X.png")),
      .passes(
        "two different names", .disc(300, 300).renamed("sun 1.png"), .disc(300, 300).renamed("sun 2.png")),
      .fires(
        "names that differ only in punctuation", .disc(300, 300).renamed("my heart.png"),
        .disc(300, 300).renamed("my-heart.png"),
        message: "“my-heart” and “my heart” differ only in spaces and punctuation (my heart.png)"),
      .fires(
        "names that differ only in case", .disc(300, 300).renamed("Sun.png"),
        .disc(300, 300).renamed("sun.png"),
        message: "“sun” and “Sun” differ only in case or in the encoding of accents (Sun.png)"),
      .fires(
        "two formats of one sticker", .singleFrameGIF().renamed("sun.gif"),
        .disc(300, 300).renamed("sun@3x.png"),
        message: "another sticker is also named “sun” (sun.gif)"),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  var first: [CollisionKey: (name: String, path: Path)] = [:]
  // The source file of a drawing may have the same name as the sticker next to it, but it is not a sticker.
  let judged = pack.assetsRuleAppliesTo.filter { $0.facts.format != nil }
  return judged.compactMap { sticker in
    let collisions = namesToCompare(of: sticker.path).compactMap { name in
      let key = CollisionKey(kind: name.kind, normalizedName: caseFoldedNameWithoutPunctuation(name.text))
      guard let earlier = first[key] else {
        first[key] = (name.text, sticker.path)
        return nil as String?
      }
      return collisionText(of: name.text, earlier.name)
        + " (\(distinguishingPathText(earlier.path, from: sticker.path)))"
    }
    // A .sticker folder and the file in it often share a name, so report only one finding per sticker.
    return collisions.first.map { PackEvidence($0, on: sticker.path) }
  }
}

/// A name to compare. The .sticker folders of a catalog and the files in them are compared separately.
private struct CollisionKey: Hashable {
  let kind: NameToCompare.PathComponentKind
  let normalizedName: String
}

private struct NameToCompare {
  enum PathComponentKind: Hashable { case folder, file }
  let kind: PathComponentKind
  let text: String
}

private func namesToCompare(of path: Path) -> [NameToCompare] {
  let folder = path.parent.name
  let folderName: [NameToCompare] =
    folder.lowercasedExtension == "sticker"
    ? [NameToCompare(kind: .folder, text: folder.stem.displayText)] : []
  let (unscaled, scale) = path.unscaledPathAndScale
  return folderName + [NameToCompare(kind: .file, text: (scale == 3 ? unscaled : path).stem.displayText)]
}

/// A name as case-insensitive file systems compare it. Uppercasing first makes ß equal to ss. Swift compares
/// strings by canonical equivalence, which handles the encodings of accents.
private func caseFolded(_ name: String) -> String { name.uppercased().lowercased() }

/// A name without spaces and punctuation, or the name itself if nothing would remain. Keeps emoji, which
/// distinguish stickers and are allowed in Swift identifiers.
private func caseFoldedNameWithoutPunctuation(_ name: String) -> String {
  var kept = String.UnicodeScalarView()
  kept.append(contentsOf: caseFolded(name).unicodeScalars.filter { !isSpaceOrPunctuation($0) })
  return kept.isEmpty ? caseFolded(name) : String(kept)
}

private func isSpaceOrPunctuation(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII {  // a fast path for most names, because looking up categories is slow
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

private func collisionText(of name: String, _ other: String) -> String {
  // Swift treats the two encodings of an accented letter as equal, so compare scalars.
  if name.unicodeScalars.elementsEqual(other.unicodeScalars) {
    return "another sticker is also named “\(name)”"
  }
  if caseFolded(name) == caseFolded(other) {
    return "“\(name)” and “\(other)” differ only in case or in the encoding of accents"
  }
  return "“\(name)” and “\(other)” differ only in spaces and punctuation"
}
