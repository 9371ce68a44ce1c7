/// A change to a pack file. Stickers are identified by their indices in the file.
package enum PackFileEdit: Hashable, Sendable {
  /// Sets the name, or only the main name if there is a name for each language. An empty string removes it.
  case name(String)
  /// Sets the author. An empty string removes it.
  case author(String)
  /// Sets the publisher. An empty string removes it.
  case publisher(String)
  /// Sets the icon source. Nil removes it.
  case icon(IconChoice?)
  /// Sets the color behind the icon, 0xRRGGBB.
  case iconBackground(UInt32)
  /// Sets the grid size. Nil selects the grid size that is closest to the size of the art.
  case gridSize(GridSize?)
  case languages([String])
  /// Sets a description. An empty string keeps the key without a value.
  case description(sticker: Int, language: String, String)
  case keywords(sticker: Int, [String])
  case emoji(sticker: Int, [String])
  /// Reorders all stickers, by their current indices.
  case reorder([Int])
  /// Removes stickers.
  case removeStickers([Int])
  /// Appends images as stickers.
  case addStickers([Path])
  /// Replaces stickers with one animation, whose frames are the files that match a glob.
  case joinAsSequence([Int], frames: String, framesPerSecond: Int)

  /// The icon source.
  package enum IconChoice: Hashable, Sendable {
    case file(Path)
    /// A sticker on a background color, 0xRRGGBB.
    case sticker(Path, background: UInt32)
  }
}

/// Returns a `stickerpack.yml` with a change applied. Comments, quotes, the order of keys and keys that begin
/// with `x-` stay as they are, and the comments above a sticker move with it.
///
/// - Parameter bytes: the pack file, which may be hostile.
/// - Throws: a diagnostic if the file cannot be read, or if its layout allows only manual changes.
package func editedPackFile(_ bytes: [UInt8], applying edit: PackFileEdit) throws(Diagnostic) -> [UInt8] {
  var editor = PackFileEditor(yaml: try YAMLEditor(bytes))
  try editor.apply(edit)
  return editor.yaml.bytes
}

private struct PackFileEditor {
  var yaml: YAMLEditor

  private var root: YAMLNode { yaml.root }

  mutating func apply(_ edit: PackFileEdit) throws(Diagnostic) {
    switch edit {
    case .name(let name): try setName(name)
    case .author(let name): try set(.author, name.isEmpty ? nil : .text(name))
    case .publisher(let name): try set(.publisher, name.isEmpty ? nil : .text(name))
    case .icon(let choice): try setIcon(choice)
    case .iconBackground(let color): try set(.iconBackground, .text(hexColorText(color)))
    case .gridSize(let size):
      if root[PackFileKey.gridSize]?.scalarTextIfPresent == "medium", size == .regular { return }
      try set(.gridSize, size.map { .text($0.rawValue) })
    case .languages(let languages): try setLanguagesRemovingOtherTexts(languages)
    case .description(let sticker, let language, let text): try setDescription(sticker, language, text)
    case .keywords(let sticker, let words): try setStickerValues(words, at: sticker, .keywords)
    case .emoji(let sticker, let emoji): try setStickerValues(emoji, at: sticker, .emoji)
    case .reorder(let order):
      guard order.sorted() == Array(0..<stickerCount) else {
        throw Diagnostic("the new order must contain each sticker once")
      }
      try rearrange(order.map { .existing($0) })
    case .removeStickers(let taken):
      for sticker in taken { try requireSticker(sticker) }
      let out = Set(taken)
      try rearrange((0..<stickerCount).filter { !out.contains($0) }.map { .existing($0) })
    case .addStickers(let paths): try addStickers(paths)
    case .joinAsSequence(let taken, let glob, let rate):
      try joinStickers(taken, frames: glob, framesPerSecond: rate)
    }
  }

  private var stickers: [YAMLNode] { root[PackFileKey.stickers]?.elements ?? [] }

  private var stickerCount: Int { stickers.count }

  private var languages: [String] {
    root[PackFileKey.languages]?.elements.compactMap(\.scalarTextIfPresent) ?? []
  }

  private func requireSticker(_ sticker: Int) throws(Diagnostic) {
    guard stickers.indices.contains(sticker) else { throw Diagnostic("the sticker does not exist") }
  }

  /// Sets or removes a top-level value.
  private mutating func set(_ key: PackFileKey, _ value: YAMLNode?) throws(Diagnostic) {
    let steps = [YAMLPathStep.key(key.rawValue)]
    let old = root[key]
    if let value {
      if old?.isEquivalent(to: value) != true {
        try yaml.applyTogether([.set(steps, value, keyOrder: PackFileKey.keyNames)])
      }
    } else if old != nil {
      try yaml.applyTogether([.removeBlockMappingKey(steps)])
    }
  }

  /// Sets the name. If there is a name for each language, sets only the one in the main language.
  private mutating func setName(_ name: String) throws(Diagnostic) {
    guard !name.isEmpty, case .mapping(let texts)? = root[PackFileKey.name]?.content,
      let language = preferredNameLanguage(
        of: texts.filter { !$0.value.isMissing }.map(\.key), languages: languages)
    else { return try set(.name, name.isEmpty ? nil : .text(name)) }
    if root[PackFileKey.name]?[language]?.scalarTextIfPresent == name { return }
    try yaml.applyTogether([
      .set([.key(PackFileKey.name.rawValue), .key(language)], .text(name), keyOrder: languages)
    ])
  }

  /// Sets a list of strings for a sticker.
  private mutating func setStickerValues(
    _ values: [String], at sticker: Int, _ key: PackFileStickerKey
  ) throws(Diagnostic) {
    try requireSticker(sticker)
    let steps = yamlPath(sticker, key)
    if (root[steps[...]] ?? .missingValue).isEquivalent(to: .texts(values)) { return }
    try yaml.applyTogether([.set(steps, .texts(values), keyOrder: PackFileStickerKey.keyNames)])
  }

  private func yamlPath(_ sticker: Int, _ key: PackFileStickerKey) -> [YAMLPathStep] {
    [.key(PackFileKey.stickers.rawValue), .index(sticker), .key(key.rawValue)]
  }

  private mutating func setIcon(_ choice: PackFileEdit.IconChoice?) throws(Diagnostic) {
    switch choice {
    case nil:
      try set(.icon, nil)
      try set(.iconSticker, nil)
      // The color is also used behind icons for individual sizes.
      if root[PackFileKey.slotIcons] == nil { try set(.iconBackground, nil) }
    case .file(let path):
      try set(.icon, .text(try utf8Text(of: path)))
      try set(.iconSticker, nil)
    case .sticker(let path, let background):
      try set(.icon, nil)
      try set(.iconSticker, .text(try utf8Text(of: path)))
      try set(.iconBackground, .text(hexColorText(background)))
    }
  }

  private func utf8Text(of path: Path) throws(Diagnostic) -> String {
    guard let text = path.text else {
      throw Diagnostic("the file name \(path.displayText) is not valid UTF-8")
    }
    return text
  }

  /// Sets the languages. A description without a language belongs to the pack's only language, so it is given
  /// that language as its key before other languages are added. Descriptions in removed languages are
  /// removed.
  private mutating func setLanguagesRemovingOtherTexts(_ new: [String]) throws(Diagnostic) {
    let old = languages
    let isAlone = old.count == 1 || new.count == 1
    let own = old.count == 1 ? old[0] : PackSticker.undeterminedLanguage
    // If no languages remain, all descriptions stay.
    let gone = new.isEmpty ? [] : Set(old).subtracting(new)
    var edits: [YAMLEdit] = []
    for (index, sticker) in stickers.enumerated() where old != new {
      let description = sticker[PackFileStickerKey.description.rawValue]
      if let text = description?.scalarTextIfPresent, gone.contains(own) || isAlone {
        let texts = gone.contains(own) ? YAMLNode.missingValue : .mapping([(own, .text(text))])
        edits.append(.set(yamlPath(index, .description), texts, keyOrder: PackFileStickerKey.keyNames))
      } else if case .mapping(let texts)? = description?.content {
        let unspoken = texts.map(\.key).filter(gone.contains)
        edits.append(.removeKeys(unspoken, of: yamlPath(index, .description)))
      }
    }
    if case .mapping(let names)? = root[PackFileKey.name]?.content {
      let unspoken = names.map(\.key).filter(gone.contains)
      if unspoken.count < names.count {
        edits.append(.removeKeys(unspoken, of: [.key(PackFileKey.name.rawValue)]))
      }
    }
    try yaml.applyTogether(edits)
    guard root[PackFileKey.languages] != nil || !new.isEmpty else { return }
    try set(.languages, .texts(new))
  }

  private mutating func setDescription(
    _ sticker: Int, _ language: String, _ text: String
  ) throws(Diagnostic) {
    try requireSticker(sticker)
    let steps = yamlPath(sticker, .description)
    let new: YAMLNode = text.isEmpty ? .missingValue : .text(text)
    let order = PackFileStickerKey.keyNames
    let description = root[steps[...]]
    if let old = description?.scalarTextIfPresent {
      let own = languages.count == 1 ? languages[0] : PackSticker.undeterminedLanguage
      if language == own { return try yaml.applyTogether([.set(steps, new, keyOrder: order)]) }
      if text.isEmpty { return }
      try yaml.applyTogether([.set(steps, .mapping([(own, .text(old)), (language, new)]), keyOrder: order)])
    } else if case .mapping? = description?.content {
      let old = description?[language]
      if old?.isEquivalent(to: new) ?? text.isEmpty { return }
      try yaml.applyTogether([.set(steps + [.key(language)], new, keyOrder: languages)])
    } else if !text.isEmpty {
      try yaml.applyTogether([.set(steps, .mapping([(language, new)]), keyOrder: order)])
    }
  }

  private mutating func addStickers(_ paths: [Path]) throws(Diagnostic) {
    let texts = languages.map { (key: $0, value: YAMLNode.missingValue) }
    var elements = (0..<stickerCount).map { YAMLEdit.RearrangedElement.existing($0) }
    for path in paths {
      var members: [(key: String, value: YAMLNode)] = [
        (PackFileStickerKey.file.rawValue, .text(try utf8Text(of: path)))
      ]
      if !texts.isEmpty { members.append((PackFileStickerKey.description.rawValue, .mapping(texts))) }
      elements.append(.new(.mapping(members)))
    }
    try rearrange(elements)
  }

  private mutating func joinStickers(
    _ taken: [Int], frames glob: String, framesPerSecond rate: Int
  ) throws(Diagnostic) {
    for sticker in taken { try requireSticker(sticker) }
    guard let first = taken.min() else { throw Diagnostic("the sticker does not exist") }
    var members: [(key: String, value: YAMLNode)] = [
      (PackFileStickerKey.frames.rawValue, .text(glob)),
      (PackFileStickerKey.fps.rawValue, YAMLNode(.scalar("\(rate)", isQuoted: false), at: .start)),
    ]
    let texts = languages.map { (key: $0, value: YAMLNode.missingValue) }
    if !texts.isEmpty { members.append((PackFileStickerKey.description.rawValue, .mapping(texts))) }
    let out = Set(taken)
    try rearrange(
      (0..<stickerCount).compactMap { index in
        index == first ? .new(.mapping(members)) : out.contains(index) ? nil : .existing(index)
      })
  }

  private mutating func rearrange(_ elements: [YAMLEdit.RearrangedElement]) throws(Diagnostic) {
    try yaml.applyTogether([
      .rearrangeList([.key(PackFileKey.stickers.rawValue)], elements, keyOrder: PackFileKey.keyNames)
    ])
  }
}

extension YAMLNode {
  fileprivate subscript(key: PackFileKey) -> YAMLNode? { self[key.rawValue] }
}

/// Formats a color 0xRRGGBB as in a pack file: `#FFD54F`.
package func hexColorText(_ color: UInt32) -> String {
  let digits = String(color & 0xFF_FFFF, radix: 16, uppercase: true)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}

extension Diagnostic {
  /// The human-readable reason, with its line: `line 3 cannot be edited automatically: it is in brackets`.
  package var refusedEditText: String {
    line.map { "line \($0) cannot be edited automatically: \(message)" }
      ?? "this change cannot be made automatically: \(message)"
  }
}
