package import Stickers

/// The description of a pack on the page, as edits change it. Nothing of it is kept before all of them are
/// done.
package struct EditedPack {
  /// The bytes of the `stickerpack.yml` by now.
  package private(set) var bytes: [UInt8]
  private let files: DescribedFiles

  /// - Parameter bytes: of the description before; hostile.
  package init(_ bytes: [UInt8], among files: DescribedFiles) { (self.bytes, self.files) = (bytes, files) }

  /// Carries out edits one after the other.
  ///
  /// - Throws: one sentence, where one of them cannot be.
  package mutating func apply(_ edits: [PageEdit]) throws(CommandFailure) {
    var rest = edits[...]
    while let first = rest.first {
      // Stickers that come or go together do so at once.
      let alike = rest.prefix { $0.isLike(first) }
      rest = rest.dropFirst(alike.count)
      try apply(first, and: alike.compactMap(\.number))
    }
    _ = try description()
  }

  private func description() throws(CommandFailure) -> PackDescription {
    do throws(YAMLFaults) { return try files.description(of: bytes) } catch {
      throw CommandFailure(Sentence("stickerpack.yml would not be right then: \(error.all[0].reason)"))
    }
  }

  private mutating func change(_ edit: DescriptionEdit) throws(CommandFailure) {
    do throws(CannotPatch) { bytes = try edited(description: bytes, edit) } catch {
      throw CommandFailure(Sentence("stickerpack.yml: \(error.sentence)"))
    }
  }

  /// - Parameter numbers: of all stickers that come, or that go.
  private mutating func apply(_ edit: PageEdit, and numbers: [Int]) throws(CommandFailure) {
    switch edit {
    case .name(let name): try change(.name(name))
    case .author(let name): try change(.author(name))
    case .publisher(let name): try change(.publisher(name))
    case .grid(let size): try change(.gridSize(size))
    case .languages(let languages): try change(.languages(languages))
    case .icon(let icon): try choose(icon)
    case .description(let sticker, let language, let text):
      try change(.description(sticker: try index(of: sticker), language: language, text))
    case .keywords(let sticker, let words):
      try change(.keywords(sticker: try index(of: sticker), words))
    case .emoji(let sticker, let emoji): try change(.emoji(sticker: try index(of: sticker), emoji))
    case .order(let numbers): try arrange(numbers)
    case .takeOut: try takeOut(numbers)
    case .add: try add(numbers)
    case .instead(let old, let new): try exchange(old, new)
    }
  }

  /// Every file that it names, once.
  package var named: [Path] {
    get throws(CommandFailure) {
      var met: Set<Path> = []
      return try description().files.map(\.path).filter { met.insert($0).inserted }
    }
  }

  private func path(of number: Int) throws(CommandFailure) -> Path {
    guard let path = files.paths[number] else {
      throw CommandFailure("this picture is no longer there, or lies outside of the folder of the pack")
    }
    return path
  }

  /// The place of a sticker in the description.
  private func index(of number: Int) throws(CommandFailure) -> Int {
    let path = try path(of: number)
    guard let index = try description().stickers.firstIndex(where: { $0.file.path == path }) else {
      throw CommandFailure("\(path.shown) is no sticker of the pack")
    }
    return index
  }

  private mutating func choose(_ icon: PageEdit.Icon?) throws(CommandFailure) {
    switch icon {
    case nil: try change(.icon(nil))
    case .sticker(let number, let background):
      _ = try index(of: number)
      try change(.icon(.sticker(try path(of: number), background: background)))
    case .file(let number, let background):
      let path = try path(of: number)
      // An icon is none of the stickers.
      let index = try description().stickers.firstIndex { $0.file.path == path }
      try change(.icon(.file(path)))
      if let background { try change(.iconBackground(background)) }
      if let index { try change(.takeOut([index])) }
    }
  }

  /// Stickers that are not on the page stay where they are.
  private mutating func arrange(_ numbers: [Int]) throws(CommandFailure) {
    let stickers = try description().stickers
    let shown = stickers.indices.filter { files.number(of: stickers[$0].file.path) != nil }
    let places = Dictionary(
      shown.map { (files.number(of: stickers[$0].file.path) ?? 0, $0) }
    ) { first, _ in first }
    let wanted = numbers.compactMap { places[$0] }
    guard wanted.count == numbers.count, wanted.sorted() == shown else {
      throw CommandFailure("the pack has other stickers by now: put them in order once more")
    }
    var order = Array(stickers.indices)
    for (place, sticker) in zip(shown, wanted) { order[place] = sticker }
    try change(.order(order))
  }

  private mutating func takeOut(_ numbers: [Int]) throws(CommandFailure) {
    let paths = try numbers.map { number throws(CommandFailure) in try path(of: number) }
    let description = try description()
    let places = Dictionary(description.stickers.enumerated().map { ($1.file.path, $0) }) { first, _ in first
    }
    for path in paths where places[path] == nil {
      throw CommandFailure("\(path.shown) is no sticker of the pack")
    }
    if let icon = description.iconSticker, paths.contains(icon.path) { try change(.icon(nil)) }
    try change(.takeOut(paths.compactMap { places[$0] }))
  }

  private mutating func exchange(_ old: Int, _ new: Int) throws(CommandFailure) {
    let (from, to) = (try path(of: old), try path(of: new))
    guard !(try description().files.contains { $0.path == to }) else {
      throw CommandFailure("\(to.shown) is in the pack already")
    }
    guard files.canBeSticker(new) else { throw CommandFailure("\(to.shown) can be no sticker") }
    try rename(from, to: to)
  }

  /// Has a file be called otherwise wherever it is named.
  package mutating func rename(_ old: Path, to new: Path) throws(CommandFailure) {
    switch renamed(inDescription: bytes, from: old, to: new) {
    case .renamed(let now): bytes = now
    case .notNamed: throw CommandFailure("\(old.shown) is no picture of the pack")
    case .impossible(let reason): throw CommandFailure(Sentence("stickerpack.yml: \(reason)"))
    }
  }

  private mutating func add(_ numbers: [Int]) throws(CommandFailure) {
    let paths = try numbers.map { number throws(CommandFailure) in try path(of: number) }
    let description = try description()
    let listed = Set(description.stickers.flatMap(\.files).map(\.path))
    for (path, number) in zip(paths, numbers) {
      guard !listed.contains(path) else { throw CommandFailure("\(path.shown) is in the pack already") }
      guard files.canBeSticker(number) else { throw CommandFailure("\(path.shown) can be no sticker") }
    }
    if let icon = description.icon, paths.contains(icon.path) { try change(.icon(nil)) }
    try change(.add(paths))
  }
}

extension PageEdit {
  /// The sticker that comes or goes; nil for another edit.
  fileprivate var number: Int? {
    switch self {
    case .takeOut(let number), .add(let number): number
    default: nil
    }
  }

  /// Whether two are carried out as one.
  fileprivate func isLike(_ other: PageEdit) -> Bool {
    switch (self, other) {
    case (.takeOut, .takeOut), (.add, .add): true
    default: self == other
    }
  }
}
