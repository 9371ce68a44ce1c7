public import StickerModel

/// Reads a `stickerpack.yml`.
///
/// - Parameter bytes: of the file, at most 1 MiB.
/// - Parameter isFile: whether a regular file lies at a path relative to the description's folder.
/// - Parameter isInside: whether such a file, its links followed, lies in the description's folder.
/// - Throws: everything that is wrong: unknown keys, values of the wrong type, files that are named twice,
///   are missing or lie outside of the folder, each with its place.
public func readPackDescription(
  _ bytes: [UInt8], isFile: (Path) -> Bool, isInside: (Path) -> Bool = { _ in true }
) throws(YAMLFaults) -> PackDescription {
  let document = try readYAML(bytes)
  var reader = PackDescriptionReader()
  let description = reader.description(document)
  reader.complainOfFiles(description, isFile: isFile, isInside: isInside)
  if let faults = YAMLFaults(reader.reader.faults.sorted { $0.place < $1.place }) { throw faults }
  return description
}

private struct PackDescriptionReader {
  var reader = YAMLReader()

  mutating func description(_ document: YAMLNode) -> PackDescription {
    var description = PackDescription()
    guard let members = reader.mapping(document, "the description", keys: keys) else { return description }
    description.name = members["name"].flatMap { reader.text($0.value, "name") }
    description.bundleIdentifier = members["bundle-identifier"].flatMap { bundleIdentifier($0.value) }
    description.gridSize = members["grid-size"].flatMap { gridSize($0.value) }
    description.icon = members["icon"].flatMap { file($0.value, "icon") }
    description.iconBackground = members["icon-background"].flatMap { color($0.value, "icon-background") }
    description.background = members["background"].flatMap { color($0.value, "background") }
    if let node = members["languages"]?.value {
      description.languages = (reader.list(node, "languages") ?? []).compactMap { language($0) }
    }
    if let node = members["stickers"]?.value {
      let single = description.languages.count == 1 ? description.languages[0] : nil
      description.stickers = (reader.list(node, "stickers") ?? []).compactMap { sticker($0, single) }
    }
    return description
  }

  private mutating func sticker(_ node: YAMLNode, _ onlyLanguage: String?) -> DescribedSticker? {
    guard let members = reader.mapping(node, "a sticker", keys: ["file", "description", "keywords"]) else {
      return nil
    }
    guard let named = members["file"] else {
      reader.complain("a sticker needs file: the name of its picture", at: node.place)
      return nil
    }
    let descriptions = members["description"].map { texts($0.value, onlyLanguage) } ?? [:]
    let keywords = members["keywords"].flatMap { reader.list($0.value, "keywords") } ?? []
    let words = keywords.compactMap { reader.text($0, "a keyword") }
    guard let file = file(named.value, "file") else { return nil }
    return DescribedSticker(file: file, descriptions: descriptions, keywords: words)
  }

  /// A text alone is in the pack's only language, or in one that nobody said.
  private mutating func texts(_ node: YAMLNode, _ onlyLanguage: String?) -> [String: String] {
    if case .scalar(let text, _) = node.content {
      return [onlyLanguage ?? Sticker.undeterminedLanguage: text]
    }
    guard let members = reader.mapping(node, "description") else { return [:] }
    var texts: [String: String] = [:]
    for member in members {
      guard isLanguage(member.key) else {
        reader.complain(notALanguage(member.key), at: member.place)
        continue
      }
      guard case .scalar(let text, _) = member.value.content else {
        _ = reader.text(member.value, member.key)  // says what it is instead
        continue
      }
      texts[member.key] = text  // empty ones too: a rule speaks of those
    }
    return texts
  }

  private mutating func language(_ node: YAMLNode) -> String? {
    guard let text = reader.text(node, "a language") else { return nil }
    guard isLanguage(text) else {
      reader.complain(notALanguage(text), at: node.place)
      return nil
    }
    return text
  }

  /// `medium` is Xcode's own word for regular.
  private mutating func gridSize(_ node: YAMLNode) -> GridSize? {
    let words = GridSize.allCases.map(\.rawValue) + ["medium"]
    let word = reader.choice(node, "grid-size", of: words)
    return word == "medium" ? .regular : word.flatMap(GridSize.init)
  }

  private mutating func color(_ node: YAMLNode, _ name: String) -> UInt32? {
    guard !node.isEmpty else {
      let reason = "must be a color in quotes, \"#FFD54F\": without them the # begins a comment"
      reader.complain("\(name) \(reason)", at: node.place)
      return nil
    }
    guard let text = reader.text(node, name) else { return nil }
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.utf8.count == 6, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
      let color = UInt32(digits, radix: 16)
    else {
      reader.complain("\(name) must be a color like \"#FFD54F\", not \(node.kind)", at: node.place)
      return nil
    }
    return color
  }

  private mutating func bundleIdentifier(_ node: YAMLNode) -> String? {
    guard let text = reader.text(node, "bundle-identifier") else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isSound = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
    guard isSound, parts.count > 1 else {
      let expected = "letters, digits and hyphens between dots, like com.example.monkey"
      reader.complain("bundle-identifier must be \(expected), not \(node.kind)", at: node.place)
      return nil
    }
    return text
  }

  private mutating func file(_ node: YAMLNode, _ name: String) -> DescribedFile? {
    guard let text = reader.text(node, name) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.hasPrefix("/"), !parts.contains(".."), !text.utf8.contains(0) else {
      reader.complain("\(shortened(text)) lies outside of the description's folder", at: node.place)
      return nil
    }
    let kept = parts.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    guard !kept.isEmpty else {
      reader.complain("\(name) must be the name of a file, not \(node.kind)", at: node.place)
      return nil
    }
    return DescribedFile(path: Path(kept), place: node.place)
  }

  mutating func complainOfFiles(
    _ description: PackDescription, isFile: (Path) -> Bool, isInside: (Path) -> Bool
  ) {
    var first: [Path: YAMLPlace] = [:]
    for sticker in description.stickers {
      let file = sticker.file
      if let line = first[file.path]?.line {
        reader.complain("\(file.path.shown) stands twice, first in line \(line)", at: file.place)
      } else {
        first[file.path] = file.place
      }
    }
    if let icon = description.icon, first[icon.path] != nil {
      let advice = "draw an icon of its own, or take it out of stickers"
      reader.complain("\(icon.path.shown) is a sticker already: \(advice)", at: icon.place)
    }
    var looked: Set<Path> = []
    for file in description.files where looked.insert(file.path).inserted {
      if !isFile(file.path) {
        reader.complain("there is no file \(file.path.shown) in the description's folder", at: file.place)
      } else if !isInside(file.path) {
        let reason = "is a link that leads out of the description's folder: put the picture there itself"
        reader.complain("\(file.path.shown) \(reason)", at: file.place)
      }
    }
  }
}

private let keys = [
  "name", "bundle-identifier", "grid-size", "icon", "icon-background", "background", "languages", "stickers",
]

/// Whether a text has the shape of a language tag: `en`, `pt-BR`, `zh-Hant`.
///
/// - Source: RFC 5646, 2.1: subtags of 1 to 8 letters and digits, the first of 2 to 8 letters.
private func isLanguage(_ text: String) -> Bool {
  let parts = text.split(separator: "-", omittingEmptySubsequences: false)
  guard let first = parts.first, 2...8 ~= first.utf8.count, first.utf8.allSatisfy(isLetter) else {
    return false
  }
  return parts.dropFirst().allSatisfy { 1...8 ~= $0.utf8.count && $0.utf8.allSatisfy(isAlphanumeric) }
}

private func notALanguage(_ text: String) -> String {
  "\"\(shortened(text))\" is no language: write one like en, pt-BR or zh-Hant"
}

private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
private func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
