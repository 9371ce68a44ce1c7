import StickerEngine
import StickerImage
import StickerPacker
import Stickers

// Reads and edits the pack file: the `stickerpack.yml` among the files, or one that the page writes.
extension DroppedFiles {
  /// A pack file and its path.
  struct OpenPackFile {
    let path: Path
    let bytes: [UInt8]
    /// Whether it is among the files. If not, the bytes are those that the page would write.
    let isThere: Bool
  }

  /// Edits the pack file, and sends it to the pages.
  ///
  /// - Returns: nil on success, or the reason why nothing was changed.
  func edit(_ edits: [PageEdit]) -> String? {
    let open: OpenPackFile
    switch openPackFile() {
    case .failure(let failure): return failure.message
    case .success(let found): open = found
    }
    var pack = EditedPack(open.bytes, among: described(around: open.path.parent))
    do throws(UsageError) { try pack.apply(edits) } catch { return error.message }
    if open.isThere, pack.bytes == open.bytes { return nil }
    let isOurs = !open.isThere || description.composedPath == open.path
    // Numbers are not reused, so those of removed images can be forgotten.
    let known = description.knownPictures.intersection(pictures.keys)
    if case .rejected(_, let sentence) = put(open.path.displayText, pack.bytes) { return sentence }
    description.composedPath = isOurs ? open.path : nil
    description.knownPictures = known.union(pictures.keys)
    description.isUnsaved = true
    sendPackFile()
    return nil
  }

  /// Removes a file from the page, and from the pack that lists it.
  ///
  /// - Returns: whether the file existed.
  func removeFromPackAndPage(_ number: Int) -> Bool {
    if case .success(let open) = openPackFile(), open.isThere, files[number]?.kind == .art {
      let pack = described(around: open.path.parent)
      let isIcon = (try? pack.description(of: open.bytes))?.icon.map { pack.number(of: $0.value) } == number
      // If the pack file cannot be edited, findings report the missing file.
      _ = edit([isIcon ? .icon(nil) : .takeOut(number)])
    }
    return remove(number)
  }

  /// Sends the pack file to the pages if it has changed.
  ///
  /// - Returns: the current pack file.
  @discardableResult func sendPackFile() -> PackFileMessage {
    let current = packFileMessage
    let message = PageMessage.description(current)
    let line = message.line
    guard line != description.lastSent else { return current }
    description.lastSent = line
    listeners.send(message)
    return current
  }

  /// Adds images that arrived after the page wrote the pack file, in natural order.
  ///
  /// - Returns: whether any were added.
  func addNewPictures() -> Bool {
    guard let path = description.composedPath, case .success(let open) = openPackFile(), open.path == path,
      let message = try? read(open)
    else { return false }
    let new = message.picturesOutsidePack.filter {
      $0.canBeAdded && !description.knownPictures.contains($0.number)
    }.map(
      \.number)
    description.knownPictures = Set(pictures.keys)
    let pack = described(around: path.parent)
    let sorted = pack.inNaturalOrder(new).compactMap(pack.number)
    return !sorted.isEmpty && edit(sorted.map { .add($0) }) == nil
  }

  /// Returns the path for a file without a folder. If the pack has a folder, the file goes there.
  func pathForLooseFile(_ text: String) -> String {
    let path = Path(text)
    guard !text.isEmpty, path.components == [path], !files.isEmpty,
      case .success(let place) = packFileLocation(),
      place.isThere || path == PackFile.fileName
    else { return text }
    return place.path.parent.appending(path).text ?? text
  }

  /// The bytes of the pack file, or those that would be written; nil if there cannot be one.
  var packFileBytes: [UInt8]? {
    if case .success(let open) = openPackFile() { open.bytes } else { nil }
  }

  /// The pack file as a message to the page.
  var packFileMessage: PackFileMessage {
    var message = PackFileMessage()
    switch openPackFile() {
    case .failure(let failure): message.problem = failure.message
    case .success(let open):
      do throws(Diagnostic) { message = try read(open) } catch {
        message.problem = error.line(in: open.path.displayText)
      }
      let isTheirs = open.isThere && description.composedPath != open.path
      message.source = isTheirs ? open.path.displayText : nil
      message.derivedName = packName(of: root.appending(open.path.parent))
      message.text = String(decoding: open.bytes, as: UTF8.self)
      message.isUnsaved = description.isUnsaved && open.isThere
    }
    message.folder = folder?.path.displayText
    return message
  }

  private func read(_ open: OpenPackFile) throws(Diagnostic) -> PackFileMessage {
    let pack = described(around: open.path.parent)
    var message = PackFileMessage()
    let description = try pack.description(of: open.bytes)
    message.description = description
    message.number = pack.number
    let icon = (description.icon ?? description.iconSticker).flatMap { pack.number(of: $0.value) }
    message.iconRevision = icon.flatMap { files[$0] }.map { $0.shown?.revision ?? $0.revision } ?? 0
    let stickers = description.stickers.compactMap { pack.number(of: $0.file.value) }
    let sides = stickers.compactMap { files[$0]?.summary?.facts.canvas?.longerSide }
    let limits = lintInput()?.run.settings.configuration(at: open.path).limits ?? .apple
    message.fits = sides.isEmpty ? nil : limits.grid.nearest(to: sides)
    message.picturesOutsidePack = picturesOutsidePack(from: description, pack, open)
    return message
  }

  /// Returns an icon as it will be built.
  func icon(_ slot: IconSlot) async -> Result<[UInt8], UsageError> {
    guard case .success(let open) = openPackFile(),
      let packFile = try? described(around: open.path.parent).description(of: open.bytes)
    else { return .failure(UsageError("stickerpack.yml cannot be read")) }
    let folder = open.path.parent
    func file(_ described: Located<Path>?) -> DroppedFile? {
      described.flatMap { number(of: folder.appending($0.value)) }.flatMap { files[$0] }
    }
    if let own = packFile.slotIcons.first(where: { $0.slot == slot.name }), let file = file(own.file) {
      return .success(file.best.bytes)
    }
    guard let source = file(packFile.icon ?? packFile.iconSticker), source.analysis?.isLost != true else {
      return .failure(UsageError("there is no icon source yet"))
    }
    let key = DrawnIcons.Key(
      number: source.number, revision: source.shown?.revision ?? source.revision,
      drawing: Drawing.AppIcon(slot, isDrawn: packFile.icon == nil, background: packFile.iconBackground))
    if let known = icons[key] { return .success(known) }
    guard let input = lintInput() else { return .failure(UsageError("no icon can be drawn")) }
    let configuration = input.run.settings.configuration(at: source.path)
    let outcome = await service.draw(
      .appIcon(key.drawing), of: source.best.bytes, configuration)
    guard case .answered(let picture?) = outcome else {
      return .failure(UsageError("\(source.path.displayText) cannot be used as an icon"))
    }
    icons[key] = picture
    return .success(picture)
  }

  /// Returns the images that are not in the pack, each with the reason.
  private func picturesOutsidePack(
    from description: PackFile, _ pack: DescribedFiles, _ open: OpenPackFile
  ) -> [PackFileMessage.PictureOutsidePack] {
    let listed = Set(description.stickers.flatMap(\.files).map(\.value))
    let slots = Set(description.slotIcons.map(\.file.value))
    let isOurs = self.description.composedPath == open.path || !open.isThere
    let input = lintInput()
    let replacements = FixedCopies(among: pack.paths.values).replacements(in: listed)
    let loose = pictures.filter { number, _ in pack.paths[number].map { !listed.contains($0) } ?? true }
    return naturallySorted(Array(loose.values)).compactMap { path in
      guard let number = number(of: path) else { return nil }
      func outsidePack(_ why: String, canBeAdded: Bool = false) -> PackFileMessage.PictureOutsidePack {
        PackFileMessage.PictureOutsidePack(
          number: number, name: path.name.displayText, why: why, canBeAdded: canBeAdded)
      }
      guard let own = pack.paths[number] else {
        return outsidePack(
          "it is outside the folder of the pack, \(pack.folder.displayText)")
      }
      if own == description.icon?.value { return outsidePack("it is the icon") }
      if slots.contains(own) { return outsidePack("it is an icon for one size") }
      if let larger = pack.smaller[own] {
        return outsidePack("it is a smaller variant of \(larger.name.displayText)")
      }
      if let replacement = replacements.replacement(for: own) {
        return PackFileMessage.PictureOutsidePack(
          number: number, name: path.name.displayText,
          why: "\(replacement.displayText) replaces it in the pack",
          canBeAdded: false, replaceable: pack.number(of: replacement))
      }
      if input?.contexts.belongsToMessage(path) == true { return outsidePack("it belongs to a message") }
      guard own.hasNameOfPicture else {
        return outsidePack("a pack can contain only PNG, APNG, GIF and JPEG")
      }
      if let input, input.contexts[path] == nil { return outsidePack("the configuration excludes it") }
      return outsidePack(
        isOurs ? "it was removed" : "\(open.path.name.displayText) does not list it", canBeAdded: true)
    }
  }

  /// The images on the page by number.
  private var pictures: [Int: Path] {
    Dictionary(uniqueKeysWithValues: files.all().filter { $0.kind == .art }.map { ($0.number, $0.path) })
  }

  func described(around folder: Path) -> DescribedFiles { DescribedFiles(pictures, around: folder) }

  /// Returns the pack file among the files, or the one that the first edit would write.
  func openPackFile() -> Result<OpenPackFile, UsageError> {
    packFileLocation().map { path, isThere in
      let bytes = isThere ? files[path]?.bytes ?? [] : composed(in: path.parent)
      return OpenPackFile(path: path, bytes: bytes, isThere: isThere)
    }
  }

  /// Returns the path of the pack file, and whether it is among the files.
  func packFileLocation() -> Result<(path: Path, isThere: Bool), UsageError> {
    let found = files.descriptions
    guard found.count < 2 else {
      return .failure(
        UsageError(
          "\(found.count) files are named \(PackFile.fileName.displayText). Drop only one pack at a time."))
    }
    if let only = found.first { return .success((only, true)) }
    guard !files.hasCatalogDocument else {
      return .failure(
        UsageError(
          "the catalog contains the name, icon and descriptions. Change them in Xcode."))
    }
    return .success((files.commonFolder.appending(PackFile.fileName), false))
  }

  /// Returns a new pack file that lists the images of a folder in natural order.
  private func composed(in folder: Path) -> [UInt8] {
    let pack = described(around: folder)
    let input = lintInput()
    let art = pictures.filter { _, path in
      input.map { $0.contexts[path]?.role == .sticker && !$0.contexts.belongsToMessage(path) } ?? true
    }
    let text = starterPackFile(
      name: "", languages: [], stickers: pack.inNaturalOrder(art.keys), icon: nil)
    return (try? edited(packFile: Array(text.utf8), .name(""))) ?? Array(text.utf8)
  }
}

/// The state of the pack file on the page, without its text.
struct PackFileState: Sendable {
  /// The path of a pack file that the page wrote; nil if it came with the files.
  var composedPath: Path?
  /// The images that existed when the page last wrote the pack file. Those that are not in the pack were removed
  /// from it.
  var knownPictures: Set<Int> = []
  /// Whether it has unsaved changes.
  var isUnsaved = false
  /// The last message to the pages.
  var lastSent = ""

  /// Resets the state after another pack file has arrived.
  mutating func forget() {
    composedPath = nil
    knownPictures = []
    isUnsaved = false
  }
}

/// The most recently drawn icons, all from one image on one color.
struct DrawnIcons: Sendable {
  /// The image and the drawing of an icon.
  struct Key: Hashable, Sendable {
    let number: Int
    let revision: Int
    let drawing: Drawing.AppIcon
  }

  private var pictures: [Key: [UInt8]] = [:]

  init() {}

  subscript(key: Key) -> [UInt8]? {
    get { pictures[key] }
    set {
      // Icons from another image or on another color are not needed again.
      let isOther = pictures.keys.contains { old in
        (old.number, old.revision) != (key.number, key.revision)
          || (old.drawing.isDrawn, old.drawing.background) != (key.drawing.isDrawn, key.drawing.background)
      }
      if isOther { pictures = [:] }
      pictures[key] = newValue
    }
  }
}
