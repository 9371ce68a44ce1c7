import StickerEngine
import Stickers

/// Applies edits to a pack file on the page. The result is used only if all edits succeed.
struct EditedPack {
  /// The current bytes of the `stickerpack.yml`.
  private(set) var bytes: [UInt8]
  private let files: DescribedFiles

  /// - Parameter bytes: the pack file before the edits; untrusted.
  init(_ bytes: [UInt8], among files: DescribedFiles) { (self.bytes, self.files) = (bytes, files) }

  /// Applies edits in order.
  ///
  /// - Throws: one sentence if an edit cannot be applied.
  mutating func apply(_ edits: [PageEdit]) throws(UsageError) {
    var rest = edits[...]
    while let first = rest.first {
      // Consecutive additions, and consecutive removals, are applied as one.
      let alike = rest.prefix { $0.isLike(first) }
      rest = rest.dropFirst(alike.count)
      try apply(first, and: alike.compactMap(\.number))
    }
    _ = try description()
  }

  private func description() throws(UsageError) -> PackFile {
    do throws(Diagnostic) { return try files.description(of: bytes) } catch {
      throw UsageError("stickerpack.yml would be invalid: \(error.message)")
    }
  }

  private mutating func change(_ edit: PackFileEdit) throws(UsageError) {
    do throws(Diagnostic) { bytes = try edited(packFile: bytes, edit) } catch {
      throw UsageError("stickerpack.yml: \(error.refusedEdit)")
    }
  }

  /// - Parameter numbers: the numbers of all stickers to add or to remove.
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

  /// All files that the pack file names, without duplicates.
  var named: [Path] {
    get throws(UsageError) {
      var seen: Set<Path> = []
      return try description().files.map(\.value).filter { seen.insert($0).inserted }
    }
  }

  private func path(of number: Int) throws(UsageError) -> Path {
    guard let path = files.paths[number] else {
      throw UsageError("this image was removed, or is outside the folder of the pack")
    }
    return path
  }

  /// The index of a sticker in the pack file.
  private func index(of number: Int) throws(UsageError) -> Int {
    let path = try path(of: number)
    guard let index = try description().stickers.firstIndex(where: { $0.file.value == path }) else {
      throw UsageError("\(path.displayText) is not a sticker in the pack")
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
      // The icon must not be a sticker as well.
      let index = try description().stickers.firstIndex { $0.file.value == path }
      try change(.icon(.file(path)))
      if let background { try change(.iconBackground(background)) }
      if let index { try change(.takeOut([index])) }
    }
  }

  /// Reorders the stickers. Those that are not on the page keep their positions.
  private mutating func arrange(_ numbers: [Int]) throws(UsageError) {
    let stickers = try description().stickers
    let shown = stickers.indices.filter { files.number(of: stickers[$0].file.value) != nil }
    let places = Dictionary(
      shown.map { (files.number(of: stickers[$0].file.value) ?? 0, $0) }
    ) { first, _ in first }
    let wanted = numbers.compactMap { places[$0] }
    guard wanted.count == numbers.count, wanted.sorted() == shown else {
      throw UsageError("the stickers in the pack have changed. Arrange them again.")
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
      throw UsageError("\(path.displayText) is not a sticker in the pack")
    }
    if let icon = description.iconSticker, paths.contains(icon.value) { try change(.icon(nil)) }
    try change(.takeOut(paths.compactMap { places[$0] }))
  }

  private mutating func exchange(_ old: Int, _ new: Int) throws(UsageError) {
    let (from, to) = (try path(of: old), try path(of: new))
    guard !(try description().files.contains { $0.value == to }) else {
      throw UsageError("\(to.displayText) is already in the pack")
    }
    guard files.canBeSticker(new) else { throw UsageError("\(to.displayText) cannot be a sticker") }
    try rename(from, to: to)
  }

  /// Renames a file everywhere in the pack file.
  mutating func rename(_ old: Path, to new: Path) throws(UsageError) {
    switch renamed(inPackFile: bytes, from: old, to: new) {
    case .renamed(let now): bytes = now
    case .notNamed: throw UsageError("\(old.displayText) is not an image in the pack")
    case .impossible(let reason): throw UsageError(UserMessage("stickerpack.yml: \(reason)"))
    }
  }

  private mutating func add(_ numbers: [Int]) throws(UsageError) {
    let paths = try numbers.map { number throws(UsageError) in try path(of: number) }
    let description = try description()
    let listed = Set(description.stickers.flatMap(\.files).map(\.value))
    for (path, number) in zip(paths, numbers) {
      guard !listed.contains(path) else { throw UsageError("\(path.displayText) is already in the pack") }
      guard files.canBeSticker(number) else { throw UsageError("\(path.displayText) cannot be a sticker") }
    }
    if let icon = description.icon, paths.contains(icon.value) { try change(.icon(nil)) }
    try change(.add(paths))
  }
}

extension PageEdit {
  /// The sticker to add or remove; nil for other edits.
  fileprivate var number: Int? {
    switch self {
    case .takeOut(let number), .add(let number): number
    default: nil
    }
  }

  /// Whether two edits are applied as one.
  fileprivate func isLike(_ other: PageEdit) -> Bool {
    switch (self, other) {
    case (.takeOut, .takeOut), (.add, .add): true
    default: self == other
    }
  }
}

/// The images on the page, with paths relative to the folder of the `stickerpack.yml`.
struct DescribedFiles {
  /// The folder of the pack file, as the page names it.
  let folder: Path
  /// The images in the folder by number.
  let paths: [Int: Path]
  private let numbers: [Path: Int]
  /// Smaller variants and the images that they belong to. Packs are built without them.
  let smaller: [Path: Path]

  /// - Parameter pictures: all images on the page by number.
  init(_ pictures: [Int: Path], around folder: Path) {
    self.folder = folder
    let isWhole = folder == Path(".")
    paths = pictures.filter { isWhole || $0.value.isInsideOrEqual(folder) }
      .mapValues { isWhole ? $0 : Path(bytes: Array($0.bytes.dropFirst(folder.bytes.count + 1))) }
    numbers = Dictionary(paths.map { ($0.value, $0.key) }) { first, _ in first }
    smaller = paths.values.smallerSizes()
  }

  /// The number of an image; nil if it is not on the page.
  func number(of path: Path) -> Int? { numbers[path] }

  /// Whether a pack file may list an image as a sticker.
  func canBeSticker(_ number: Int) -> Bool {
    guard let path = paths[number] else { return false }
    return path.hasNameOfPicture && smaller[path] == nil
  }

  /// The images of a pack without a pack file, in natural order.
  func inNaturalOrder(_ numbers: some Sequence<Int>) -> [Path] {
    naturallySorted(numbers.filter(canBeSticker).compactMap { paths[$0] })
  }

  /// Reads a pack file. The files that it names need not be on the page.
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

/// A message to the page: the contents of the `stickerpack.yml`, and the images that are not in the pack.
struct PackFileMessage {
  /// An image that is on the page but not in the pack.
  struct PictureOutsidePack {
    let number: Int
    let name: String
    let why: String
    let canBeAdded: Bool
    /// The number of the image that replaces it in the pack; nil if there is none.
    var replaceable: Int?
  }

  /// The parsed pack file; nil if it cannot be read.
  var description: PackFile?
  /// The name of the pack if the pack file has none.
  var derivedName = ""
  /// Changes when the image of the icon changes.
  var iconRevision = 0
  /// The grid size nearest to the art; nil if there is no art.
  var fits: GridSize?
  var picturesOutsidePack: [PictureOutsidePack] = []
  /// The path of a pack file that was dropped or found; nil for one that the page writes.
  var source: String?
  /// The current text of the pack file.
  var text = ""
  /// Why the pack file cannot be edited here; nil if it can.
  var problem: String?
  var isUnsaved = false
  /// The folder that it can be saved to; nil if there is none.
  var folder: String?
  /// Returns the number of a file, given its path relative to the pack file.
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
