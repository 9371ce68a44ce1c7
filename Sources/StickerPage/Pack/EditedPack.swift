import StickerEngine
import Stickers

/// The description of a pack on the page, as edits change it. Nothing of it is kept before all of them are
/// done.
struct EditedPack {
  /// The bytes of the `stickerpack.yml` by now.
  private(set) var bytes: [UInt8]
  private let files: DescribedFiles

  /// - Parameter bytes: of the description before; hostile.
  init(_ bytes: [UInt8], among files: DescribedFiles) { (self.bytes, self.files) = (bytes, files) }

  /// Carries out edits one after the other.
  ///
  /// - Throws: one sentence, where one of them cannot be.
  mutating func apply(_ edits: [PageEdit]) throws(UsageError) {
    var rest = edits[...]
    while let first = rest.first {
      // Stickers that come or go together do so at once.
      let alike = rest.prefix { $0.isLike(first) }
      rest = rest.dropFirst(alike.count)
      try apply(first, and: alike.compactMap(\.number))
    }
    _ = try description()
  }

  private func description() throws(UsageError) -> PackFile {
    do throws(Diagnostic) { return try files.description(of: bytes) } catch {
      throw UsageError("stickerpack.yml would not be right then: \(error.message)")
    }
  }

  private mutating func change(_ edit: PackFileEdit) throws(UsageError) {
    do throws(Diagnostic) { bytes = try edited(packFile: bytes, edit) } catch {
      throw UsageError("stickerpack.yml: \(error.refusedEdit)")
    }
  }

  /// - Parameter numbers: of all stickers that come, or that go.
  private mutating func apply(_ edit: PageEdit, and numbers: [Int]) throws(UsageError) {
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
  var named: [Path] {
    get throws(UsageError) {
      var seen: Set<Path> = []
      return try description().files.map(\.value).filter { seen.insert($0).inserted }
    }
  }

  private func path(of number: Int) throws(UsageError) -> Path {
    guard let path = files.paths[number] else {
      throw UsageError("this picture is no longer there, or lies outside of the folder of the pack")
    }
    return path
  }

  /// The place of a sticker in the description.
  private func index(of number: Int) throws(UsageError) -> Int {
    let path = try path(of: number)
    guard let index = try description().stickers.firstIndex(where: { $0.file.value == path }) else {
      throw UsageError("\(path.displayText) is no sticker of the pack")
    }
    return index
  }

  private mutating func choose(_ icon: PageEdit.Icon?) throws(UsageError) {
    switch icon {
    case nil: try change(.icon(nil))
    case .sticker(let number, let background):
      _ = try index(of: number)
      try change(.icon(.sticker(try path(of: number), background: background)))
    case .file(let number, let background):
      let path = try path(of: number)
      // An icon is none of the stickers.
      let index = try description().stickers.firstIndex { $0.file.value == path }
      try change(.icon(.file(path)))
      if let background { try change(.iconBackground(background)) }
      if let index { try change(.takeOut([index])) }
    }
  }

  /// Stickers that are not on the page stay where they are.
  private mutating func arrange(_ numbers: [Int]) throws(UsageError) {
    let stickers = try description().stickers
    let shown = stickers.indices.filter { files.number(of: stickers[$0].file.value) != nil }
    let places = Dictionary(
      shown.map { (files.number(of: stickers[$0].file.value) ?? 0, $0) }
    ) { first, _ in first }
    let wanted = numbers.compactMap { places[$0] }
    guard wanted.count == numbers.count, wanted.sorted() == shown else {
      throw UsageError("the pack has other stickers by now: put them in order once more")
    }
    var order = Array(stickers.indices)
    for (place, sticker) in zip(shown, wanted) { order[place] = sticker }
    try change(.order(order))
  }

  private mutating func takeOut(_ numbers: [Int]) throws(UsageError) {
    let paths = try numbers.map { number throws(UsageError) in try path(of: number) }
    let description = try description()
    let places = Dictionary(description.stickers.enumerated().map { ($1.file.value, $0) }) { first, _ in first
    }
    for path in paths where places[path] == nil {
      throw UsageError("\(path.displayText) is no sticker of the pack")
    }
    if let icon = description.iconSticker, paths.contains(icon.value) { try change(.icon(nil)) }
    try change(.takeOut(paths.compactMap { places[$0] }))
  }

  private mutating func exchange(_ old: Int, _ new: Int) throws(UsageError) {
    let (from, to) = (try path(of: old), try path(of: new))
    guard !(try description().files.contains { $0.value == to }) else {
      throw UsageError("\(to.displayText) is in the pack already")
    }
    guard files.canBeSticker(new) else { throw UsageError("\(to.displayText) can be no sticker") }
    try rename(from, to: to)
  }

  /// Has a file be called otherwise wherever it is named.
  mutating func rename(_ old: Path, to new: Path) throws(UsageError) {
    switch renamed(inPackFile: bytes, from: old, to: new) {
    case .renamed(let now): bytes = now
    case .notNamed: throw UsageError("\(old.displayText) is no picture of the pack")
    case .impossible(let reason): throw UsageError(UserMessage("stickerpack.yml: \(reason)"))
    }
  }

  private mutating func add(_ numbers: [Int]) throws(UsageError) {
    let paths = try numbers.map { number throws(UsageError) in try path(of: number) }
    let description = try description()
    let listed = Set(description.stickers.flatMap(\.files).map(\.value))
    for (path, number) in zip(paths, numbers) {
      guard !listed.contains(path) else { throw UsageError("\(path.displayText) is in the pack already") }
      guard files.canBeSticker(number) else { throw UsageError("\(path.displayText) can be no sticker") }
    }
    if let icon = description.icon, paths.contains(icon.value) { try change(.icon(nil)) }
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

/// The pictures on the page as a `stickerpack.yml` sees them: by their paths from its folder.
struct DescribedFiles {
  /// The folder of the description, as the page names it.
  let folder: Path
  /// The pictures inside of it, by their numbers.
  let paths: [Int: Path]
  private let numbers: [Path: Int]
  /// Smaller sizes of others, which packs are built without.
  let smaller: [Path: Path]

  /// - Parameter pictures: all that are on the page, by their numbers.
  init(_ pictures: [Int: Path], around folder: Path) {
    self.folder = folder
    let isWhole = folder == Path(".")
    paths = pictures.filter { isWhole || $0.value.isInsideOrEqual(folder) }
      .mapValues { isWhole ? $0 : Path(bytes: Array($0.bytes.dropFirst(folder.bytes.count + 1))) }
    numbers = Dictionary(paths.map { ($0.value, $0.key) }) { first, _ in first }
    smaller = paths.values.smallerSizes()
  }

  /// The number of a picture; nil where it is not on the page.
  func number(of path: Path) -> Int? { numbers[path] }

  /// Whether a description may list a picture among its stickers.
  func canBeSticker(_ number: Int) -> Bool {
    guard let path = paths[number] else { return false }
    return path.hasNameOfPicture && smaller[path] == nil
  }

  /// The pictures that a pack without a description has, in their order.
  func inNaturalOrder(_ numbers: some Sequence<Int>) -> [Path] {
    naturallySorted(numbers.filter(canBeSticker).compactMap { paths[$0] })
  }

  /// Reads a description, whether its files have come already or not.
  func description(of bytes: [UInt8]) throws(Diagnostic) -> PackFile {
    let around = PackFolder(
      isFile: { _ in true },
      frames: { glob in
        let pattern = Glob(git: Array(glob.utf8)[...], anchored: true)
        return naturallySorted(
          paths.values.filter { smaller[$0] == nil && pattern?.matches($0) ?? false })
      })
    return try readPackFile(bytes, in: around, slots: IconSlot.all.map(\.name))
  }
}

/// What the page is told of its pack: all that its `stickerpack.yml` says, and what is not in the pack.
struct PackFileMessage {
  /// A picture that is on the page and not in the pack.
  struct PictureOutsidePack {
    let number: Int
    let name: String
    let why: String
    let canBeAdded: Bool
    /// The number of what is in the pack in its place; nil where nothing is.
    var replaceable: Int?
  }

  /// What it says; nil where it cannot be read.
  var description: PackFile?
  /// What the pack is called where it does not say so.
  var derivedName = ""
  /// Another one where the picture of the icon is another.
  var iconRevision = 0
  /// The size nearest to the art; nil where there is none.
  var fits: GridSize?
  var picturesOutsidePack: [PictureOutsidePack] = []
  /// What the description is called that was dropped, or found; nil for one that the page writes.
  var source: String?
  /// The description as it is now.
  var text = ""
  /// Why it cannot be changed here; nil where it can.
  var problem: String?
  var isUnsaved = false
  /// The folder that it can be saved to; nil where there is none.
  var folder: String?
  /// The number of a file, by its path from the description.
  var number: (Path) -> Int? = { _ in nil }

  var json: JSON {
    let shown = (description?.stickers ?? []).compactMap { sticker in
      number(sticker.file.value).map { (sticker: sticker, number: $0) }
    }
    return .object([
      "type": .string("description"), "name": optional(description?.metadata.name),
      "called": .string(derivedName),
      "author": optional(description?.metadata.credits.author),
      "publisher": optional(description?.metadata.credits.publisher),
      "icon": icon, "grid": optional(description?.metadata.gridSize?.rawValue),
      "fits": optional(fits?.rawValue),
      "languages": .array(texts(description?.metadata.languages)),
      "order": .array(shown.map { JSON.integer($0.number) }), "stickers": .array(shown.map(entry)),
      "apart": .array(picturesOutsidePack.map(\.json)), "source": optional(source), "text": .string(text),
      "problem": optional(problem), "unsaved": .bool(isUnsaved),
      "folder": optional(folder),
    ])
  }

  private func entry(_ sticker: PackFileSticker, _ number: Int) -> JSON {
    .object([
      "number": .integer(number), "name": .string(sticker.metadata.name),
      "heard": .string(sticker.file.value.heardKey),
      "descriptions": .object(sticker.metadata.descriptions.mapValues { JSON.string($0) }),
      "keywords": .array(texts(sticker.metadata.keywords)),
      "emoji": .array(texts(sticker.metadata.emoji)),
    ])
  }

  private var icon: JSON {
    let file = description?.icon ?? description?.iconSticker
    let kind = description?.icon != nil ? "file" : file != nil ? "sticker" : "none"
    return .object([
      "kind": .string(kind), "name": optional(file?.value.displayText),
      "number": file.flatMap { number($0.value) }.map { JSON.integer($0) } ?? .null,
      "revision": .integer(iconRevision), "slots": .bool(description?.slotIcons.isEmpty == false),
      "background": optional(description?.iconBackground.map(writtenColor)),
    ])
  }
}

extension PackFileMessage.PictureOutsidePack {
  fileprivate var json: JSON {
    .object([
      "number": .integer(number), "name": .string(name), "why": .string(why), "canBeAdded": .bool(canBeAdded),
      "inPlace": replaceable.map { JSON.integer($0) } ?? .null,
    ])
  }
}

private func optional(_ text: String?) -> JSON { text.map { JSON.string($0) } ?? .null }

private func texts(_ texts: [String]?) -> [JSON] { (texts ?? []).map { JSON.string($0) } }
