import StickerEngine
import Stickers

/// Applies edits to a pack file on the page. The result is used only if all edits succeed.
struct PagePackFileEditor {
  /// The current bytes of the `stickerpack.yml`.
  private(set) var bytes: [UInt8]
  private let files: PackFolderImages

  /// - Parameter bytes: the pack file before the edits; untrusted.
  init(_ bytes: [UInt8], among files: PackFolderImages) { (self.bytes, self.files) = (bytes, files) }

  /// Applies edits in order.
  ///
  /// - Throws: one sentence if an edit cannot be applied.
  mutating func apply(_ edits: [PageEdit]) throws(CommandError) {
    var rest = edits[...]
    while let first = rest.first {
      // Consecutive additions are applied as one edit, and so are consecutive removals.
      let alike = rest.prefix { $0.canBeBatchedWith(first) }
      rest = rest.dropFirst(alike.count)
      try applyEditOrBatch(first, addedOrRemovedNumbers: alike.compactMap(\.addedOrRemovedStickerNumber))
    }
    _ = try parsedPackFile()
  }

  private func parsedPackFile() throws(CommandError) -> PackFile {
    do throws(Diagnostic) { return try files.parsedPackFile(bytes) } catch {
      throw CommandError("stickerpack.yml would be invalid: \(error.message)")
    }
  }

  private mutating func applyPackFileEdit(_ edit: PackFileEdit) throws(CommandError) {
    do throws(Diagnostic) { bytes = try editedPackFile(bytes, applying: edit) } catch {
      throw CommandError("stickerpack.yml: \(error.refusedEditText)")
    }
  }

  /// - Parameter numbers: the numbers of all stickers to add or to remove.
  private mutating func applyEditOrBatch(_ edit: PageEdit, addedOrRemovedNumbers numbers: [Int])
    throws(CommandError)
  {
    switch edit {
    case .name(let name): try applyPackFileEdit(.name(name))
    case .author(let name): try applyPackFileEdit(.author(name))
    case .publisher(let name): try applyPackFileEdit(.publisher(name))
    case .gridSize(let size): try applyPackFileEdit(.gridSize(size))
    case .languages(let languages): try applyPackFileEdit(.languages(languages))
    case .icon(let icon): try setIconRemovingDuplicateSticker(icon)
    case .description(let sticker, let language, let text):
      try applyPackFileEdit(.description(sticker: try stickerIndex(of: sticker), language: language, text))
    case .keywords(let sticker, let words):
      try applyPackFileEdit(.keywords(sticker: try stickerIndex(of: sticker), words))
    case .emoji(let sticker, let emoji):
      try applyPackFileEdit(.emoji(sticker: try stickerIndex(of: sticker), emoji))
    case .stickerNumbersInNewOrder(let numbers): try reorderStickersOnPage(numbers)
    case .removeSticker: try removeStickersAndTheirIcon(numbers)
    case .addSticker: try appendStickers(numbers)
    case .replaceSticker(let old, let new): try replaceArt(ofFile: old, withFile: new)
    case .removeMissingStickersAndIcons: try removeMissingStickersAndIcons()
    case .joinFrames(let numbers, let rate): try joinFrames(numbers, rate)
    }
  }

  /// Numbered files that are separate stickers, but may be the frames of one animation.
  var joinableStickerGroups: [ConsecutivelyNumberedFiles] {
    get throws(CommandError) {
      let single = Set(try parsedPackFile().stickers.filter { $0.sequence == nil }.map(\.file.value))
      return ConsecutivelyNumberedFiles.all(
        among: files.sortedStickerCandidatePaths(files.relativePathsByNumber.keys)
      ).filter {
        run in
        run.files.allSatisfy(single.contains)
      }
    }
  }

  private mutating func joinFrames(_ numbers: [Int], _ rate: Int) throws(CommandError) {
    let paths = Set(try numbers.map { number throws(CommandError) in try path(of: number) })
    guard let run = try joinableStickerGroups.first(where: { Set($0.files) == paths }) else {
      throw CommandError("these files are not numbered consecutively")
    }
    let stickers = try parsedPackFile().stickers
    let places = stickers.indices.filter { paths.contains(stickers[$0].file.value) }
    try applyPackFileEdit(.joinAsSequence(places, frames: run.glob, framesPerSecond: rate))
  }

  /// The stickers and icons whose files are all missing.
  var missingStickersAndIcons: [Path] {
    get throws(CommandError) {
      let description = try parsedPackFile()
      let icons = [description.icon, description.iconSticker].compactMap { $0?.value }
      return description.stickers.filter(areAllFilesMissing).map(\.file.value)
        + icons.filter { files.number(of: $0) == nil }
    }
  }

  /// Removes stickers and icons whose files are all missing.
  mutating func removeMissingStickersAndIcons() throws(CommandError) {
    let description = try parsedPackFile()
    if let icon = description.icon ?? description.iconSticker, files.number(of: icon.value) == nil {
      try applyPackFileEdit(.icon(nil))
    }
    let missing = description.stickers.indices.filter { areAllFilesMissing(description.stickers[$0]) }
    if !missing.isEmpty { try applyPackFileEdit(.removeStickers(missing)) }
  }

  private func areAllFilesMissing(_ sticker: PackFileSticker) -> Bool {
    !sticker.files.isEmpty && sticker.files.allSatisfy { files.number(of: $0.value) == nil }
  }

  /// All files that the pack file refers to, without duplicates.
  var referencedFiles: [Path] {
    get throws(CommandError) {
      var seen: Set<Path> = []
      return try parsedPackFile().files.map(\.value).filter { seen.insert($0).inserted }
    }
  }

  private func path(of number: Int) throws(CommandError) -> Path {
    guard let path = files.relativePathsByNumber[number] else {
      throw CommandError("this image was removed, or is outside the pack's folder")
    }
    return path
  }

  /// The index of a sticker in the pack file.
  private func stickerIndex(of number: Int) throws(CommandError) -> Int {
    let path = try path(of: number)
    guard let index = try parsedPackFile().stickers.firstIndex(where: { $0.file.value == path }) else {
      throw CommandError("\(path.displayText) is not a sticker in the pack")
    }
    return index
  }

  private mutating func setIconRemovingDuplicateSticker(_ icon: PageEdit.IconChoice?) throws(CommandError) {
    switch icon {
    case nil: try applyPackFileEdit(.icon(nil))
    case .sticker(let number, let background):
      _ = try stickerIndex(of: number)
      try applyPackFileEdit(.icon(.sticker(try path(of: number), background: background)))
    case .file(let number, let background):
      let path = try path(of: number)
      // The icon must not be a sticker as well.
      let index = try parsedPackFile().stickers.firstIndex { $0.file.value == path }
      try applyPackFileEdit(.icon(.file(path)))
      if let background { try applyPackFileEdit(.iconBackground(background)) }
      if let index { try applyPackFileEdit(.removeStickers([index])) }
    }
  }

  /// Reorders the stickers. Stickers whose files are not on the page keep their positions.
  private mutating func reorderStickersOnPage(_ numbers: [Int]) throws(CommandError) {
    let stickers = try parsedPackFile().stickers
    let shown = stickers.indices.filter { files.number(of: stickers[$0].file.value) != nil }
    let places = Dictionary(
      shown.map { (files.number(of: stickers[$0].file.value) ?? 0, $0) }
    ) { first, _ in first }
    let wanted = numbers.compactMap { places[$0] }
    guard wanted.count == numbers.count, wanted.sorted() == shown else {
      throw CommandError("the stickers in the pack have changed. Arrange them again.")
    }
    var order = Array(stickers.indices)
    for (place, sticker) in zip(shown, wanted) { order[place] = sticker }
    try applyPackFileEdit(.reorder(order))
  }

  private mutating func removeStickersAndTheirIcon(_ numbers: [Int]) throws(CommandError) {
    let paths = try numbers.map { number throws(CommandError) in try path(of: number) }
    let description = try parsedPackFile()
    let places = Dictionary(description.stickers.enumerated().map { ($1.file.value, $0) }) { first, _ in first
    }
    for path in paths where places[path] == nil {
      throw CommandError("\(path.displayText) is not a sticker in the pack")
    }
    if let icon = description.iconSticker, paths.contains(icon.value) { try applyPackFileEdit(.icon(nil)) }
    try applyPackFileEdit(.removeStickers(paths.compactMap { places[$0] }))
  }

  private mutating func replaceArt(ofFile old: Int, withFile new: Int) throws(CommandError) {
    let (from, to) = (try path(of: old), try path(of: new))
    guard !(try parsedPackFile().files.contains { $0.value == to }) else {
      throw CommandError("\(to.displayText) is already in the pack")
    }
    guard files.canBeSticker(new) else { throw CommandError("\(to.displayText) cannot be a sticker") }
    try renameFileReferences(from, to: to)
  }

  /// Renames a file everywhere in the pack file.
  mutating func renameFileReferences(_ old: Path, to new: Path) throws(CommandError) {
    switch fileReferenceRenaming(in: bytes, from: old, to: new) {
    case .renamed(let now): bytes = now
    case .nothingToRename: throw CommandError("\(old.displayText) is not an image in the pack")
    case .impossible(let reason): throw CommandError(UserMessage("stickerpack.yml: \(reason)"))
    }
  }

  private mutating func appendStickers(_ numbers: [Int]) throws(CommandError) {
    let paths = try numbers.map { number throws(CommandError) in try path(of: number) }
    let description = try parsedPackFile()
    let listed = Set(description.stickers.flatMap(\.files).map(\.value))
    for (path, number) in zip(paths, numbers) {
      guard !listed.contains(path) else { throw CommandError("\(path.displayText) is already in the pack") }
      guard files.canBeSticker(number) else { throw CommandError("\(path.displayText) cannot be a sticker") }
    }
    if let icon = description.icon, paths.contains(icon.value) { try applyPackFileEdit(.icon(nil)) }
    try applyPackFileEdit(.addStickers(paths))
  }
}

extension PageEdit {
  /// The sticker to add or remove; nil for other edits.
  fileprivate var addedOrRemovedStickerNumber: Int? {
    switch self {
    case .removeSticker(let number), .addSticker(let number): number
    default: nil
    }
  }

  /// Whether two edits are applied as one.
  fileprivate func canBeBatchedWith(_ other: PageEdit) -> Bool {
    switch (self, other) {
    case (.removeSticker, .removeSticker), (.addSticker, .addSticker): true
    default: self == other
    }
  }
}

/// The images in the folder of a pack file, with paths relative to that folder.
struct PackFolderImages {
  /// The folder of the pack file, as shown on the page.
  let folder: Path
  /// The paths of the images in the folder, by number.
  let relativePathsByNumber: [Int: Path]
  private let numbersByRelativePath: [Path: Int]
  /// Smaller variants and the images that they belong to. Packs are built without these variants.
  let largerImagesByVariant: [Path: Path]

  /// - Parameter pictures: the paths of all images on the page, by number.
  init(_ pictures: [Int: Path], in folder: Path) {
    self.folder = folder
    let isWhole = folder == Path(".")
    relativePathsByNumber = pictures.filter { isWhole || $0.value.isInsideOrEqual(folder) }
      .mapValues { isWhole ? $0 : Path(bytes: Array($0.bytes.dropFirst(folder.bytes.count + 1))) }
    numbersByRelativePath = Dictionary(relativePathsByNumber.map { ($0.value, $0.key) }) { first, _ in first }
    largerImagesByVariant = relativePathsByNumber.values.pathsAt3xByVariant()
  }

  /// The number of the image at a path relative to the folder; nil if no image has this path.
  func number(of path: Path) -> Int? { numbersByRelativePath[path] }

  /// Whether a pack file may list an image as a sticker.
  func canBeSticker(_ number: Int) -> Bool {
    guard let path = relativePathsByNumber[number] else { return false }
    return DroppedFileKind.hasStickerExtension(path) && largerImagesByVariant[path] == nil
  }

  /// Returns the paths of the images that can be stickers, in natural order.
  func sortedStickerCandidatePaths(_ numbers: some Sequence<Int>) -> [Path] {
    naturallySorted(numbers.filter(canBeSticker).compactMap { relativePathsByNumber[$0] })
  }

  /// Reads a pack file. The files that it refers to do not have to be on the page.
  func parsedPackFile(_ bytes: [UInt8]) throws(Diagnostic) -> PackFile {
    let around = PackFolderAccess(
      isFile: { _ in true },
      framesMatching: { glob in
        let pattern = Glob(git: Array(glob.utf8)[...], anchored: true)
        return naturallySorted(
          relativePathsByNumber.values.filter {
            largerImagesByVariant[$0] == nil && pattern?.matches($0) ?? false
          })
      })
    return try readPackFile(bytes, in: around, allowedIconSlots: IconSlot.all.map(\.name))
  }
}

/// A message to the page: the contents of the `stickerpack.yml`, and the images that are not in the pack.
struct PackFileMessage {
  /// An image that is on the page but not in the pack.
  struct ImageNotUsedAsSticker {
    let imageNumber: Int
    let name: String
    let reason: String
    let canBeAdded: Bool
    /// The number of the image that is in the pack instead of this one, or nil.
    var listedOriginalOrCopyNumber: Int?
  }

  /// The parsed pack file; nil if it cannot be read.
  var packFile: PackFile?
  /// The name that the pack gets if the pack file does not set one.
  var defaultPackName = ""
  /// A number that changes when the icon's image changes.
  var iconRevision = 0
  /// The grid size closest to the size of the art; nil if there is no art.
  var nearestGridSize: GridSize?
  var imagesNotUsedAsStickers: [ImageNotUsedAsSticker] = []
  /// The paths of stickers and icons whose files are missing.
  var missingStickersAndIcons: [String] = []
  /// Groups of files that may each be the frames of one animation, as file numbers.
  var joinableStickerGroups: [[Int]] = []
  /// The path of the pack file if it was dropped or found in the folder; nil if the page writes it.
  var userPackFilePath: String?
  /// The current text of the pack file.
  var packFileText = ""
  /// Why the pack file cannot be edited on the page; nil if it can be edited.
  var editingProblem: String?
  var hasUnsavedChanges = false
  /// The folder that the pack file can be saved to, or nil.
  var saveFolder: String?
  /// Returns the number of a file, given its path relative to the pack file.
  var numberOfFile: (Path) -> Int? = { _ in nil }

  var json: JSON {
    let shown = (packFile?.stickers ?? []).compactMap { sticker in
      numberOfFile(sticker.file.value).map { (sticker: sticker, number: $0) }
    }
    return .object([
      "type": .string("description"), "name": stringOrNull(packFile?.metadata.name),
      "called": .string(defaultPackName),
      "author": stringOrNull(packFile?.metadata.credits.author),
      "publisher": stringOrNull(packFile?.metadata.credits.publisher),
      "icon": iconJSON, "grid": stringOrNull(packFile?.metadata.gridSize?.rawValue),
      "fits": stringOrNull(nearestGridSize?.rawValue),
      "languages": .array(jsonStrings(packFile?.metadata.languages)),
      "order": .array(shown.map { JSON.integer($0.number) }), "stickers": .array(shown.map(stickerJSON)),
      "apart": .array(imagesNotUsedAsStickers.map(\.json)),
      "missing": .array(jsonStrings(missingStickersAndIcons)),
      "runs": .array(joinableStickerGroups.map { .array($0.map { JSON.integer($0) }) }),
      "source": stringOrNull(userPackFilePath),
      "text": .string(packFileText),
      "problem": stringOrNull(editingProblem), "unsaved": .bool(hasUnsavedChanges),
      "folder": stringOrNull(saveFolder),
    ])
  }

  private func stickerJSON(_ sticker: PackFileSticker, _ number: Int) -> JSON {
    .object([
      "number": .integer(number), "name": .string(sticker.metadata.name),
      "heard": .string(sticker.file.value.accessibilityLabelKey),
      "descriptions": .object(sticker.metadata.descriptions.mapValues { JSON.string($0) }),
      "keywords": .array(jsonStrings(sticker.metadata.keywords)),
      "emoji": .array(jsonStrings(sticker.metadata.emoji)),
    ])
  }

  private var iconJSON: JSON {
    let file = packFile?.icon ?? packFile?.iconSticker
    let kind = packFile?.icon != nil ? "file" : file != nil ? "sticker" : "none"
    return .object([
      "kind": .string(kind), "name": stringOrNull(file?.value.displayText),
      "number": file.flatMap { numberOfFile($0.value) }.map { JSON.integer($0) } ?? .null,
      "revision": .integer(iconRevision), "slots": .bool(packFile?.slotIcons.isEmpty == false),
      "background": stringOrNull(packFile?.iconBackground.map(hexColorText)),
    ])
  }
}

extension PackFileMessage.ImageNotUsedAsSticker {
  fileprivate var json: JSON {
    .object([
      "number": .integer(imageNumber), "name": .string(name), "why": .string(reason),
      "canBeAdded": .bool(canBeAdded),
      "inPlace": listedOriginalOrCopyNumber.map { JSON.integer($0) } ?? .null,
    ])
  }
}

private func stringOrNull(_ text: String?) -> JSON { text.map { JSON.string($0) } ?? .null }

private func jsonStrings(_ texts: [String]?) -> [JSON] { (texts ?? []).map { JSON.string($0) } }
