/// One thing that a person changes in a `stickerpack.yml`. Stickers are named by their places in it.
package enum PackFileEdit: Hashable, Sendable {
  /// An empty name takes it out.
  case name(String)
  /// Who drew the stickers; an empty text takes it out.
  case author(String)
  /// Who publishes the pack; an empty text takes it out.
  case publisher(String)
  case icon(IconChoice?)
  /// 0xRRGGBB.
  case iconBackground(UInt32)
  /// Nil: the one nearest to the art.
  case gridSize(GridSize?)
  case languages([String])
  /// An empty text leaves the description to be written.
  case description(sticker: Int, language: String, String)
  case keywords(sticker: Int, [String])
  case emoji(sticker: Int, [String])
  /// All stickers in a new order: their places now.
  case order([Int])
  case takeOut([Int])
  /// Pictures become the last stickers.
  case add([Path])

  /// What icons are made of.
  package enum IconChoice: Hashable, Sendable {
    case file(Path)
    /// Drawn from a sticker, on a color, 0xRRGGBB.
    case sticker(Path, background: UInt32)
  }
}

/// A `stickerpack.yml` with something changed in it: comments, quotes, the order of keys and what begins with
/// `x-` stay as they are, and a sticker takes the comments above it along. What is made is read again: it
/// says what was asked for, and nothing else has changed.
///
/// - Parameter bytes: of the description; hostile.
/// - Throws: if the file cannot be read, or if its layout allows only manual changes.
package func edited(packFile bytes: [UInt8], _ edit: PackFileEdit) throws(Diagnostic) -> [UInt8] {
  var text = try EditedText(bytes)
  try text.apply(edit)
  return text.bytes
}

/// A description in which one change follows the other.
private struct EditedText {
  private(set) var bytes: [UInt8]
  private var root: PlainYAML

  init(_ bytes: [UInt8]) throws(Diagnostic) {
    self.bytes = bytes
    root = try Self.read(bytes)
  }

  private static func read(_ bytes: [UInt8]) throws(Diagnostic) -> PlainYAML {
    PlainYAML(try readYAML(bytes))
  }

  private mutating func change(_ changes: YAMLChange...) throws(Diagnostic) { try change(changes) }

  private mutating func change(_ changes: [YAMLChange]) throws(Diagnostic) {
    if changes.isEmpty { return }
    bytes = try YAMLPatching(bytes).applying(changes)
    root = try Self.read(bytes)
  }

  mutating func apply(_ edit: PackFileEdit) throws(Diagnostic) {
    switch edit {
    case .name(let name): try set(.name, name.isEmpty ? nil : .text(name))
    case .author(let name): try set(.author, name.isEmpty ? nil : .text(name))
    case .publisher(let name): try set(.publisher, name.isEmpty ? nil : .text(name))
    case .icon(let choice): try choose(choice)
    case .iconBackground(let color): try set(.iconBackground, .text(writtenColor(color)))
    case .gridSize(let size):
      if root[PackKey.gridSize] == .text("medium"), size == .regular { return }
      try set(.gridSize, size.map { .text($0.rawValue) })
    case .languages(let languages): try speak(languages)
    case .description(let sticker, let language, let text): try describe(sticker, language, text)
    case .keywords(let sticker, let words): try set(words, at: sticker, .keywords)
    case .emoji(let sticker, let emoji): try set(emoji, at: sticker, .emoji)
    case .order(let order):
      guard order.sorted() == Array(0..<stickerCount) else {
        throw Diagnostic("the new order does not hold each sticker once")
      }
      try arrange(order.map { .kept($0) })
    case .takeOut(let taken):
      for sticker in taken { try mustHave(sticker) }
      let out = Set(taken)
      try arrange((0..<stickerCount).filter { !out.contains($0) }.map { .kept($0) })
    case .add(let paths): try add(paths)
    }
  }

  private var stickers: [PlainYAML] {
    if case .list(let stickers)? = root[PackKey.stickers] { stickers } else { [] }
  }

  private var stickerCount: Int { stickers.count }

  /// The languages as they are written.
  private var languages: [String] {
    guard case .list(let languages)? = root[PackKey.languages] else { return [] }
    return languages.compactMap { if case .text(let language) = $0 { language } else { nil } }
  }

  private func mustHave(_ sticker: Int) throws(Diagnostic) {
    guard stickers.indices.contains(sticker) else { throw Diagnostic("there is no such sticker in it") }
  }

  /// Writes a value of the pack, or takes it out.
  private mutating func set(_ key: PackKey, _ value: PlainYAML?) throws(Diagnostic) {
    guard root[key] != value else { return }
    let steps = [YAMLStep.key(key.rawValue)]
    if let value {
      try change(.set(steps, value, order: PackKey.words))
    } else {
      try change(.remove(steps))
    }
  }

  /// Writes a list of a sticker.
  private mutating func set(
    _ values: [String], at sticker: Int, _ key: StickerKey
  ) throws(Diagnostic) {
    try mustHave(sticker)
    let steps = path(sticker, key)
    let old = root[steps[...]]
    if (old ?? .nothing) == .texts(values) { return }
    try change(.set(steps, .texts(values), order: StickerKey.words))
  }

  private func path(_ sticker: Int, _ key: StickerKey) -> [YAMLStep] {
    [.key(PackKey.stickers.rawValue), .at(sticker), .key(key.rawValue)]
  }

  private mutating func choose(_ choice: PackFileEdit.IconChoice?) throws(Diagnostic) {
    switch choice {
    case nil:
      try set(.icon, nil)
      try set(.iconSticker, nil)
      // Pictures of single sizes lie on the color too.
      if root[PackKey.icons] == nil { try set(.iconBackground, nil) }
    case .file(let path):
      try set(.icon, .text(try written(path)))
      try set(.iconSticker, nil)
    case .sticker(let path, let background):
      try set(.icon, nil)
      try set(.iconSticker, .text(try written(path)))
      try set(.iconBackground, .text(writtenColor(background)))
    }
  }

  private func written(_ path: Path) throws(Diagnostic) -> String {
    guard let text = path.text else { throw Diagnostic("\(path.shown) is a name that no text can hold") }
    return text
  }

  /// A text alone is in the only language: it says so before there are others. Texts go with their language.
  private mutating func speak(_ new: [String]) throws(Diagnostic) {
    let old = languages
    let isAlone = old.count == 1 || new.count == 1
    let own = old.count == 1 ? old[0] : Sticker.undeterminedLanguage
    // Without a language nothing is said in one that is not spoken.
    let gone = new.isEmpty ? [] : Set(old).subtracting(new)
    var changes: [YAMLChange] = []
    for (index, sticker) in stickers.enumerated() where old != new {
      switch sticker[StickerKey.description.rawValue] {
      case .text(let text)? where gone.contains(own) || isAlone:
        let texts = gone.contains(own) ? PlainYAML.nothing : .mapping([(own, .text(text))])
        changes.append(.set(path(index, .description), texts, order: StickerKey.words))
      case .mapping(let texts)?:
        let unspoken = texts.map(\.key).filter(gone.contains)
        changes.append(.take(unspoken, of: path(index, .description)))
      default: break
      }
    }
    try change(changes)
    guard root[PackKey.languages] != nil || !new.isEmpty else { return }
    try set(.languages, .texts(new))
  }

  private mutating func describe(
    _ sticker: Int, _ language: String, _ text: String
  ) throws(Diagnostic) {
    try mustHave(sticker)
    let steps = path(sticker, .description)
    let new: PlainYAML = text.isEmpty ? .nothing : .text(text)
    let order = StickerKey.words
    switch root[steps[...]] {
    case .text(let old)?:
      let own = languages.count == 1 ? languages[0] : Sticker.undeterminedLanguage
      if language == own { return try change(.set(steps, new, order: order)) }
      if text.isEmpty { return }
      try change(.set(steps, .mapping([(own, .text(old)), (language, new)]), order: order))
    case .mapping(let members)?:
      let old = members.first { $0.key == language }?.value
      if old == new || (old == nil && text.isEmpty) { return }
      try change(.set(steps + [.key(language)], new, order: languages))
    default:
      if text.isEmpty { return }
      try change(.set(steps, .mapping([(language, new)]), order: order))
    }
  }

  private mutating func add(_ paths: [Path]) throws(Diagnostic) {
    let texts = languages.map { (key: $0, value: PlainYAML.nothing) }
    var slots = (0..<stickerCount).map { YAMLSlot.kept($0) }
    for path in paths {
      var members: [(key: String, value: PlainYAML)] = [(StickerKey.file.rawValue, .text(try written(path)))]
      if !texts.isEmpty { members.append((StickerKey.description.rawValue, .mapping(texts))) }
      slots.append(.new(.mapping(members)))
    }
    try arrange(slots)
  }

  private mutating func arrange(_ slots: [YAMLSlot]) throws(Diagnostic) {
    try change(.arrange([.key(PackKey.stickers.rawValue)], slots, order: PackKey.words))
  }
}

extension PlainYAML {
  fileprivate subscript(key: PackKey) -> PlainYAML? { self[key.rawValue] }
}

/// A color 0xRRGGBB as a description writes it: `#FFD54F`.
package func writtenColor(_ color: UInt32) -> String {
  let digits = String(color & 0xFF_FFFF, radix: 16, uppercase: true)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}

extension Diagnostic {
  /// An error for lines that only a person can change: `line 3 cannot be changed here: it is written in brackets`.
  package var refusedEdit: String {
    line.map { "line \($0) cannot be changed here: \(message)" } ?? "this cannot be changed here: \(message)"
  }
}
