import StickerEngine
import StickerImage
import StickerPacker
import Stickers

// Reads and changes the description of the pack: the `stickerpack.yml` among the files, or one that is written for
// them.
extension DroppedFiles {
  /// A description and its path.
  struct OpenPackFile {
    let path: Path
    let bytes: [UInt8]
    /// Whether it is among the files. Otherwise it is the text that would be written.
    let isThere: Bool
  }

  /// Changes the description, and sends it to the pages.
  ///
  /// - Returns: why nothing was changed; nil if everything was.
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
    // Numbers are not used twice, so those of removed pictures can be forgotten.
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
  /// - Returns: whether it was there.
  func removeFromPackAndPage(_ number: Int) -> Bool {
    if case .success(let open) = openPackFile(), open.isThere, files[number]?.kind == .art {
      let pack = described(around: open.path.parent)
      let isIcon = (try? pack.description(of: open.bytes))?.icon.map { pack.number(of: $0.value) } == number
      // If the description cannot be changed, findings say that the file is missing.
      _ = edit([isIcon ? .icon(nil) : .takeOut(number)])
    }
    return remove(number)
  }

  /// Sends the description to the pages if it has changed.
  ///
  /// - Returns: the description as it is now.
  @discardableResult func sendPackFile() -> PackFileMessage {
    let current = packFileMessage
    let message = PageMessage.description(current)
    let line = message.line
    guard line != description.lastSent else { return current }
    description.lastSent = line
    listeners.send(message)
    return current
  }

  /// Adds pictures that came after the page wrote a description to the pack, where they would be without one.
  ///
  /// - Returns: whether there were any.
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

  /// Returns the path for a file that is in no folder: inside the folder of the pack, if there is one.
  func pathForLooseFile(_ text: String) -> String {
    let path = Path(text)
    guard !text.isEmpty, path.components == [path], !files.isEmpty,
      case .success(let place) = packFileLocation(),
      place.isThere || path == PackFile.fileName
    else { return text }
    return place.path.parent.appending(path).text ?? text
  }

  /// The text of the description, or what would be written; nil if there can be none.
  var packFileBytes: [UInt8]? {
    if case .success(let open) = openPackFile() { open.bytes } else { nil }
  }

  /// The description as a message to the page.
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
    else { return .failure(UsageError("the description cannot be read")) }
    let folder = open.path.parent
    func file(_ described: Located<Path>?) -> DroppedFile? {
      described.flatMap { number(of: folder.appending($0.value)) }.flatMap { files[$0] }
    }
    if let own = packFile.slotIcons.first(where: { $0.slot == slot.name }), let file = file(own.file) {
      return .success(file.best.bytes)
    }
    guard let source = file(packFile.icon ?? packFile.iconSticker), source.analysis?.isLost != true else {
      return .failure(UsageError("there is no picture for icons yet"))
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
      return .failure(UsageError("\(source.path.displayText) can be no icon"))
    }
    icons[key] = picture
    return .success(picture)
  }

  /// Returns the pictures that are not in the pack, each with the reason.
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
          "it lies outside of the folder \(pack.folder.displayText), which the pack is made of")
      }
      if own == description.icon?.value { return outsidePack("it is the icon") }
      if slots.contains(own) { return outsidePack("it is an icon of one size") }
      if let larger = pack.smaller[own] {
        return outsidePack("it is a smaller size of \(larger.name.displayText)")
      }
      if let replacement = replacements.replacement(for: own) {
        return PackFileMessage.PictureOutsidePack(
          number: number, name: path.name.displayText,
          why: "\(replacement.displayText) is in the pack in its place",
          canBeAdded: false, replaceable: pack.number(of: replacement))
      }
      if input?.contexts.belongsToMessage(path) == true { return outsidePack("it is a picture of a message") }
      guard own.hasNameOfPicture else { return outsidePack("a pack holds PNG, APNG, GIF and JPEG") }
      if let input, input.contexts[path] == nil { return outsidePack("the configuration leaves it out") }
      return outsidePack(
        isOurs ? "it was taken out" : "\(open.path.name.displayText) does not list it", canBeAdded: true)
    }
  }

  /// The pictures on the page, by their numbers.
  private var pictures: [Int: Path] {
    Dictionary(uniqueKeysWithValues: files.all().filter { $0.kind == .art }.map { ($0.number, $0.path) })
  }

  func described(around folder: Path) -> DescribedFiles { DescribedFiles(pictures, around: folder) }

  /// Returns the description among the files, or the one that the first change would write.
  func openPackFile() -> Result<OpenPackFile, UsageError> {
    packFileLocation().map { path, isThere in
      let bytes = isThere ? files[path]?.bytes ?? [] : composed(in: path.parent)
      return OpenPackFile(path: path, bytes: bytes, isThere: isThere)
    }
  }

  /// Returns the path of the description, and whether it is among the files.
  func packFileLocation() -> Result<(path: Path, isThere: Bool), UsageError> {
    let found = files.descriptions
    guard found.count < 2 else {
      return .failure(
        UsageError(
          "\(found.count) files are called \(PackFile.fileName.displayText), each of a pack of its own: "
            + "have one pack on the page at a time"))
    }
    if let only = found.first { return .success((only, true)) }
    guard !files.hasCatalogDocument else {
      return .failure(
        UsageError(
          "a catalog says itself what is in it: its name, icon and descriptions are changed in Xcode"))
    }
    return .success((files.commonFolder.appending(PackFile.fileName), false))
  }

  /// Returns a new description for a folder without one. It lists the pictures in natural order.
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

/// The state of the description on the page, beside its text.
struct PackFileState: Sendable {
  /// The path of a description that the page wrote; nil if it came with the files.
  var composedPath: Path?
  /// The pictures that were there when the page last wrote the description. Those not in the pack were taken out.
  var knownPictures: Set<Int> = []
  /// Whether it has changes that are not saved.
  var isUnsaved = false
  /// The last message to the pages.
  var lastSent = ""

  /// Resets the state after another description has come.
  mutating func forget() {
    composedPath = nil
    knownPictures = []
    isUnsaved = false
  }
}

/// The icons drawn last, of one picture on one color.
struct DrawnIcons: Sendable {
  /// What an icon is drawn from.
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
      // Icons of another picture, or on another color, are not needed again.
      let isOther = pictures.keys.contains { old in
        (old.number, old.revision) != (key.number, key.revision)
          || (old.drawing.isDrawn, old.drawing.background) != (key.drawing.isDrawn, key.drawing.background)
      }
      if isOther { pictures = [:] }
      pictures[key] = newValue
    }
  }
}
