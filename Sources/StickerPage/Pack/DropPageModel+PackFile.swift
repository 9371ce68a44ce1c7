import StickerEngine
import StickerImage
import StickerPacker
import Stickers

// Reads and edits the pack file: the `stickerpack.yml` among the files, or one that the page writes.
extension DropPageModel {
  /// A pack file and its path.
  struct ExistingOrNewPackFile {
    let path: Path
    let bytes: [UInt8]
    /// Whether the pack file is among the files on the page. If it is not, `bytes` is what the page would write.
    let existsOnPage: Bool
  }

  /// Edits the pack file at the user's request, and sends it to the pages.
  ///
  /// - Parameter action: the identifier of the action, for undo.
  /// - Returns: nil on success, or the reason why nothing was changed.
  func editPackFile(_ edits: [PageEdit], actionIdentifier action: String?) -> String? {
    let before = snapshot
    let reason = editPackFile(edits)
    if reason == nil, let first = edits.last {
      recordAndBroadcastUnsavedAction(first.undoLabel, id: action, from: before)
    }
    return reason
  }

  /// Edits the pack file, and sends it to the pages.
  ///
  /// - Returns: nil on success, or the reason why nothing was changed.
  func editPackFile(_ edits: [PageEdit]) -> String? {
    let open: ExistingOrNewPackFile
    switch existingOrNewPackFile() {
    case .failure(let failure): return failure.message
    case .success(let found): open = found
    }
    var pack = PagePackFileEditor(open.bytes, among: pageImages(in: open.path.parent))
    do throws(CommandError) { try pack.apply(edits) } catch { return error.message }
    if open.existsOnPage, pack.bytes == open.bytes { return nil }
    let isOurs = !open.existsOnPage || packFileWriteStatus.pageWrittenPath == open.path
    // Numbers are not reused, so the numbers of removed images can be dropped.
    let knownNumbers = packFileWriteStatus.imageNumbersAtLastWrite.intersection(allImagePaths.keys)
    if case .rejected(_, let sentence) = addOrReplaceFile(open.path.displayText, pack.bytes) {
      return sentence
    }
    packFileWriteStatus.pageWrittenPath = isOurs ? open.path : nil
    packFileWriteStatus.imageNumbersAtLastWrite = knownNumbers.union(allImagePaths.keys)
    packFileWriteStatus.hasUnsavedChanges = true
    broadcastPackFileIfChanged()
    return nil
  }

  /// Removes a file from the page, and from the pack that lists it.
  ///
  /// - Parameter action: the identifier of the action, for undo.
  /// - Returns: whether the file existed.
  func removeFromPackAndPage(_ number: Int, actionIdentifier action: String? = nil) -> Bool {
    let before = snapshot
    defer {
      if before.files.contains(number) {
        recordAndBroadcastUnsavedAction("Remove from page", id: action, from: before)
      }
    }
    if case .success(let open) = existingOrNewPackFile(), open.existsOnPage, files[number]?.kind == .art {
      let pack = pageImages(in: open.path.parent)
      let isIcon = (try? pack.parsedPackFile(open.bytes))?.icon.map { pack.number(of: $0.value) } == number
      // If the pack file cannot be edited, findings report the missing file.
      _ = editPackFile([isIcon ? .icon(nil) : .removeSticker(number)])
    }
    return remove(number)
  }

  /// Sends the pack file to the pages if it has changed.
  ///
  /// - Returns: the current pack file.
  @discardableResult func broadcastPackFileIfChanged() -> PackFileMessage {
    let current = packFileMessage
    let message = MessageToPage.packFile(current)
    let line = message.jsonLine
    guard line != packFileWriteStatus.lastSentMessage else { return current }
    packFileWriteStatus.lastSentMessage = line
    connectedPages.broadcast(message)
    return current
  }

  /// Adds, in natural order, the images that arrived after the page wrote the pack file.
  ///
  /// - Returns: whether any were added.
  func addImagesSinceLastWrite() -> Bool {
    guard let path = packFileWriteStatus.pageWrittenPath, case .success(let open) = existingOrNewPackFile(),
      open.path == path,
      let message = try? makePackFileMessage(of: open)
    else { return false }
    let new = message.imagesNotUsedAsStickers.filter {
      $0.canBeAdded && !packFileWriteStatus.imageNumbersAtLastWrite.contains($0.imageNumber)
    }.map(
      \.imageNumber)
    packFileWriteStatus.imageNumbersAtLastWrite = Set(allImagePaths.keys)
    let pack = pageImages(in: path.parent)
    let sorted = pack.sortedStickerCandidatePaths(new).compactMap(pack.number)
    return !sorted.isEmpty && editPackFile(sorted.map { .addSticker($0) }) == nil
  }

  /// Returns the path to use for a dropped file. A file that was dropped without a folder goes into the
  /// folder of the pack file. The paths of other files stay the same.
  func droppedPathDefaultingToPackFolder(for text: String) -> String {
    let path = Path(text)
    guard !text.isEmpty, path.components == [path], !files.isEmpty,
      case .success(let place) = locatePackFile(),
      place.exists || path == PackFile.fileName
    else { return text }
    return place.path.parent.appending(path).text ?? text
  }

  /// The bytes of the pack file. If it does not exist yet, the bytes that the page would write, or nil if the
  /// page cannot write one.
  var existingOrNewPackFileBytes: [UInt8]? {
    if case .success(let open) = existingOrNewPackFile() { open.bytes } else { nil }
  }

  /// Returns the bytes to use for every file, by path. The pack file omits stickers and icons whose files are
  /// missing, so that a deleted file does not stop the build.
  ///
  /// - Parameter content: the bytes to use for a file.
  func bytesForBuild(using content: (DroppedFile) -> [UInt8]) -> [Path: [UInt8]] {
    var contents = Dictionary(uniqueKeysWithValues: files.allFiles().map { ($0.path, content($0)) })
    guard files.hasImages, files.packFilePaths.count == 1, let path = files.packFilePaths.first,
      let bytes = contents[path]
    else { return contents }
    var pack = PagePackFileEditor(bytes, among: pageImages(in: path.parent))
    if (try? pack.removeMissingStickersAndIcons()) != nil { contents[path] = pack.bytes }
    return contents
  }

  /// The pack file as a message to the page.
  var packFileMessage: PackFileMessage {
    var message = PackFileMessage()
    switch existingOrNewPackFile() {
    case .failure(let failure): message.editingProblem = failure.message
    case .success(let open):
      do throws(Diagnostic) { message = try makePackFileMessage(of: open) } catch {
        message.editingProblem = error.messageLine(in: open.path.displayText)
      }
      let isTheirs = open.existsOnPage && packFileWriteStatus.pageWrittenPath != open.path
      message.userPackFilePath = isTheirs ? open.path.displayText : nil
      message.defaultPackName = packNameSkippingGenericFolders(of: virtualFolder.appending(open.path.parent))
      message.packFileText = String(decoding: open.bytes, as: UTF8.self)
      message.hasUnsavedChanges = packFileWriteStatus.hasUnsavedChanges && open.existsOnPage
    }
    message.saveFolder = folder?.realPath.displayText
    return message
  }

  private func makePackFileMessage(of open: ExistingOrNewPackFile) throws(Diagnostic) -> PackFileMessage {
    let pack = pageImages(in: open.path.parent)
    var message = PackFileMessage()
    let description = try pack.parsedPackFile(open.bytes)
    message.packFile = description
    message.numberOfFile = pack.number
    let icon = (description.icon ?? description.iconSticker).flatMap { pack.number(of: $0.value) }
    message.iconRevision =
      icon.flatMap { files[$0] }.map { $0.shownSticker?.imageRevision ?? $0.analysisRevision } ?? 0
    let stickers = description.stickers.compactMap { pack.number(of: $0.file.value) }
    let sides = stickers.compactMap { files[$0]?.fixedOrOriginalAnalysis?.facts.canvas?.longerSide }
    let limits =
      allFilesRunShowingErrors()?.run.configurationMap.configuration(at: open.path).messengerLimits ?? .apple
    message.nearestGridSize = sides.isEmpty ? nil : limits.gridSides.nearest(to: sides)
    message.imagesNotUsedAsStickers = imagesNotUsedAsStickers(from: description, pack, open)
    message.joinableStickerGroups =
      (try? PagePackFileEditor(open.bytes, among: pack).joinableStickerGroups.map { run in
        run.files.compactMap(pack.number)
      }) ?? []
    message.missingStickersAndIcons =
      (try? PagePackFileEditor(open.bytes, among: pack).missingStickersAndIcons.map(\.displayText)) ?? []
    return message
  }

  /// Returns an icon as it will be in the built pack.
  func builtIcon(for slot: IconSlot) async -> Result<[UInt8], CommandError> {
    guard case .success(let open) = existingOrNewPackFile(),
      let packFile = try? pageImages(in: open.path.parent).parsedPackFile(open.bytes)
    else { return .failure(CommandError("stickerpack.yml cannot be read")) }
    let folder = open.path.parent
    func file(_ described: Located<Path>?) -> DroppedFile? {
      described.flatMap { number(of: folder.appending($0.value)) }.flatMap { files[$0] }
    }
    if let own = packFile.slotIcons.first(where: { $0.slot == slot.name }), let file = file(own.file) {
      return .success(file.fixedOrOriginalFile.bytes)
    }
    guard let source = file(packFile.icon ?? packFile.iconSticker), source.analysis?.hasCrashedWorker != true
    else {
      return .failure(CommandError("there is no icon source yet"))
    }
    let key = LatestSourceIconCache.Key(
      sourceFileNumber: source.id,
      imageRevision: source.shownSticker?.imageRevision ?? source.analysisRevision,
      drawing: IconOrMessageImageRequest.AppIcon(
        slot, isDrawnFromSticker: packFile.icon == nil, backgroundColor: packFile.iconBackground))
    if let known = drawnIcons[key] { return .success(known) }
    guard let input = allFilesRunShowingErrors() else {
      return .failure(CommandError("no icon can be drawn"))
    }
    let configuration = input.run.configurationMap.configuration(at: source.path)
    let outcome = await service.draw(
      .appIcon(key.drawing), of: source.fixedOrOriginalFile.bytes, configuration)
    guard case .answered(let picture?) = outcome else {
      return .failure(CommandError("\(source.path.displayText) cannot be used as an icon"))
    }
    drawnIcons[key] = picture
    return .success(picture)
  }

  /// Returns the images that are not in the pack, each with the reason.
  private func imagesNotUsedAsStickers(
    from description: PackFile, _ pack: PackFolderImages, _ open: ExistingOrNewPackFile
  ) -> [PackFileMessage.ImageNotUsedAsSticker] {
    let listed = Set(description.stickers.flatMap(\.files).map(\.value))
    let slots = Set(description.slotIcons.map(\.file.value))
    let isOurs = self.packFileWriteStatus.pageWrittenPath == open.path || !open.existsOnPage
    let input = allFilesRunShowingErrors()
    let replacements = FixedCopyMatcher(among: pack.relativePathsByNumber.values).listedOriginalsAndCopies(
      in: listed)
    let loose = allImagePaths.filter { number, _ in
      pack.relativePathsByNumber[number].map { !listed.contains($0) } ?? true
    }
    return naturallySorted(Array(loose.values)).compactMap { path in
      guard let number = number(of: path) else { return nil }
      func unused(_ why: String, canBeAdded: Bool = false) -> PackFileMessage.ImageNotUsedAsSticker {
        PackFileMessage.ImageNotUsedAsSticker(
          imageNumber: number, name: path.name.displayText, reason: why, canBeAdded: canBeAdded)
      }
      guard let own = pack.relativePathsByNumber[number] else {
        return unused(
          "it is outside the pack's folder, \(pack.folder.displayText)")
      }
      if own == description.icon?.value { return unused("it is the icon") }
      if slots.contains(own) { return unused("it is an icon for one size") }
      if let larger = pack.largerImagesByVariant[own] {
        return unused("it is a smaller variant of \(larger.name.displayText)")
      }
      if let replacement = replacements.listedOriginalOrCopy(for: own) {
        return PackFileMessage.ImageNotUsedAsSticker(
          imageNumber: number, name: path.name.displayText,
          reason: "\(replacement.displayText) replaces it in the pack",
          canBeAdded: false, listedOriginalOrCopyNumber: pack.number(of: replacement))
      }
      if input?.contexts.isReferencedByMessage(path) == true { return unused("it belongs to a message") }
      guard DroppedFileKind.hasStickerExtension(own) else { return unused("it is not an image") }
      if let input, input.contexts[path] == nil { return unused("the configuration excludes it") }
      return unused(
        isOurs ? "it was removed" : "\(open.path.name.displayText) does not list it", canBeAdded: true)
    }
  }

  /// The paths of the images on the page, by number.
  private var allImagePaths: [Int: Path] {
    Dictionary(uniqueKeysWithValues: files.allFiles().filter { $0.kind == .art }.map { ($0.id, $0.path) })
  }

  func pageImages(in folder: Path) -> PackFolderImages {
    PackFolderImages(allImagePaths, in: folder)
  }

  /// Returns the pack file among the files, or the one that the first edit would write.
  func existingOrNewPackFile() -> Result<ExistingOrNewPackFile, CommandError> {
    locatePackFile().map { path, exists in
      let bytes = exists ? files[path]?.bytes ?? [] : newPackFile(in: path.parent)
      return ExistingOrNewPackFile(path: path, bytes: bytes, existsOnPage: exists)
    }
  }

  /// Returns the path of the pack file, and whether it is among the files.
  func locatePackFile() -> Result<(path: Path, exists: Bool), CommandError> {
    let found = files.packFilePaths
    guard found.count < 2 else {
      return .failure(
        CommandError(
          "\(found.count) files are named \(PackFile.fileName.displayText). Drop only one pack at a time."))
    }
    if let only = found.first { return .success((only, true)) }
    guard !files.hasCatalogContentsJSON else {
      return .failure(
        CommandError(
          "the catalog contains the name, icon and descriptions. Change them in Xcode."))
    }
    return .success((files.topFolderOfAllImages.appending(PackFile.fileName), false))
  }

  /// Returns a new pack file that lists the stickers in a folder, in natural order.
  private func newPackFile(in folder: Path) -> [UInt8] {
    let pack = pageImages(in: folder)
    let input = allFilesRunShowingErrors()
    let art = allImagePaths.filter { _, path in
      input.map { $0.contexts[path]?.role == .sticker && !$0.contexts.isReferencedByMessage(path) } ?? true
    }
    let text = starterPackFile(
      name: "", languages: [], stickers: pack.sortedStickerCandidatePaths(art.keys), icon: nil)
    return (try? editedPackFile(Array(text.utf8), applying: .name(""))) ?? Array(text.utf8)
  }
}

/// What the page remembers about its last write to the pack file and its last message about it.
struct PackFileWriteStatus: Sendable {
  /// The path of the pack file if the page wrote it; nil if it came with the files or does not exist.
  var pageWrittenPath: Path?
  /// The numbers of the images that existed when the page last wrote the pack file. Those that are not in the
  /// pack were removed from it.
  var imageNumbersAtLastWrite: Set<Int> = []
  var hasUnsavedChanges = false
  /// The last message to the pages.
  var lastSentMessage = ""

  /// Forgets that the page wrote the pack file, because the file was replaced or removed. Keeps
  /// `lastSentMessage`.
  mutating func forgetLastWrite() {
    pageWrittenPath = nil
    imageNumbersAtLastWrite = []
    hasUnsavedChanges = false
  }
}

/// The most recently drawn icons, all from the same image and on the same background color.
struct LatestSourceIconCache: Sendable {
  /// The image that an icon is drawn from, and how it is drawn.
  struct Key: Hashable, Sendable {
    let sourceFileNumber: Int
    let imageRevision: Int
    let drawing: IconOrMessageImageRequest.AppIcon
  }

  private var iconFiles: [Key: [UInt8]] = [:]

  init() {}

  subscript(key: Key) -> [UInt8]? {
    get { iconFiles[key] }
    set {
      // Icons from another image or on another color are no longer needed.
      let isOther = iconFiles.keys.contains { old in
        (old.sourceFileNumber, old.imageRevision) != (key.sourceFileNumber, key.imageRevision)
          || (old.drawing.isDrawnFromSticker, old.drawing.backgroundColor) != (
            key.drawing.isDrawnFromSticker, key.drawing.backgroundColor
          )
      }
      if isOther { iconFiles = [:] }
      iconFiles[key] = newValue
    }
  }
}
