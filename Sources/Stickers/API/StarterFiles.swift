import StickerEngine
import StickerPacker

/// The initial files for a folder of art: a configuration file with every option and its default, and a
/// `stickerpack.yml` that lists every sticker.
public struct StarterFiles: Hashable, Sendable {
  /// The files that were written, and messages about them.
  public struct Result: Hashable, Sendable {
    /// The files that were written.
    public fileprivate(set) var writtenFiles: [BytePath] = []
    /// Notes on what was left out or may be worth knowing, one sentence each.
    public fileprivate(set) var notes: [String] = []
    /// What was written or not, and what to fill in, one line each.
    public fileprivate(set) var summaryLines: [String] = []
    /// What the folder contains.
    public fileprivate(set) var contents = Contents.images
  }

  /// What a folder contains, which determines the files that it needs.
  public enum Contents: Hashable, Sendable {
    /// Images. A `stickerpack.yml` describes them.
    case images
    /// No images, so no `stickerpack.yml` was written.
    case noImages
    /// One catalog with one pack. A `stickerpack.yml` is needed only for messengers other than Messages.
    case catalog
    /// Several catalogs or packs, or a catalog that cannot be read, so no `stickerpack.yml` was written.
    case severalOrUnreadableCatalogs
  }

  /// The languages of the descriptions. The first is the app's development language. If nil, a new file has
  /// English, and an existing file keeps its languages.
  public var languages: [String]?
  /// The name of the pack. If nil, a new file has the name of the folder, and an existing file keeps its name.
  public var packName: String?
  /// Who drew the stickers, for messengers that require it.
  public var author: String?
  /// Who publishes the pack, if not the author.
  public var publisher: String?
  /// The messengers that the pack is for. The `stickerpack.yml` gets a place for everything that they require.
  public var messengers: [Profile] = []
  /// Whether to replace existing files. Otherwise, existing files are an error.
  public var replacesFiles = false

  /// Creates files for a pack in English.
  public init() {}

  /// Returns what is wrong with a language tag, such as `en` or `pt-BR`; nil if it is valid.
  public static func problem(withLanguage tag: String) -> String? {
    isLanguageTag(tag) ? nil : invalidLanguageTagMessage(tag)
  }

  /// Writes both files. A catalog already contains what a `stickerpack.yml` would describe, so that file is
  /// written beside a catalog only if ``messengers`` has messengers other than Messages.
  ///
  /// - Parameter folder: the folder of the art, or a catalog. Without images, only the configuration file is written.
  /// - Throws: `StickersError` if the folder does not exist, a file already exists, or a file cannot be written.
  public func write(to folder: some FilePathConvertible) throws(StickersError) -> Result {
    do {
      let writer = try StarterFileWriter(self, folder.bytePath.path)
      return try writer.writeCatalogPackFileIfNeeded() ?? writer.write()
    } catch { throw StickersError(error) }
  }

  /// Adds new images to the `stickerpack.yml` of a folder, sets ``packName`` and ``languages``, and keeps the rest.
  /// Descriptions are matched by the name of the sticker, so that art in another format keeps them.
  ///
  /// - Parameter folder: the folder of the art.
  /// - Throws: `StickersError` if the file does not exist, is invalid or cannot be written.
  public func updatePackFile(in folder: some FilePathConvertible) throws(StickersError) -> Result {
    do { return try StarterFileWriter(self, folder.bytePath.path).updateImagesAndMetadata() } catch {
      throw StickersError(error)
    }
  }
}

private struct StarterFileWriter {
  let files: StarterFiles
  /// The folder of the art, as specified by the user.
  let folder: Path
  /// The folder, with links resolved.
  let realFolder: Path

  init(_ files: StarterFiles, _ folder: Path) throws {
    self.files = files
    self.folder = folder
    realFolder = ReadOnlyFileSystem.disk.realPath(of: folder)
    guard try ReadOnlyFileSystem.disk.entryKind(at: realFolder) == .folder else {
      throw CommandError("\(folder.displayText) is not a folder. Specify an existing folder.")
    }
    let problems = (files.languages ?? []).compactMap { StarterFiles.problem(withLanguage: $0) }
    guard problems.isEmpty, files.languages?.isEmpty != true else {
      throw CommandError(messages: problems.isEmpty ? ["the list of languages is empty"] : problems)
    }
  }

  private var credits: PackCredits {
    var credits = PackCredits()
    (credits.author, credits.publisher) = (files.author, files.publisher)
    return credits
  }

  private var languages: [String] { files.languages ?? ["en"] }

  private var packFile: Path { folder.withoutTrailingSlashes.appending(PackFile.fileName) }

  /// Searches the folder. The result includes images that its configuration excludes.
  private func walkWithoutMessageImages() throws -> WalkResult {
    try ReadOnlyFileSystem.disk.walk([folder]).withoutMessageImages(
      excluding: configurationExclusionPredicate())
  }

  func write() throws -> StarterFiles.Result {
    let settings = folder.withoutTrailingSlashes.appending(configurationFileName)
    let walked = try walkWithoutMessageImages()
    let art = packArtUnlessCatalog(walked)
    if art == nil, !files.messengers.isEmpty, try ReadOnlyFileSystem.disk.entryKind(at: packFile) != nil {
      throw CommandError("\(packFile.displayText) already exists. Edit it, or remove it first.")
    }
    // A catalog already contains what a pack file would describe.
    let paths = [settings] + (art == nil ? [] : [packFile])
    let there = try paths.filter { try ReadOnlyFileSystem.disk.entryKind(at: $0) != nil }
    guard files.replacesFiles || there.isEmpty else {
      throw CommandError(
        "\(listText(there.map(\.displayText))) already \(there.count == 1 ? "exists" : "exist"). "
          + "\(.replaceStarterFiles(count: there.count))")
    }
    var result = StarterFiles.Result()
    result.notes = walked.unsupportedArt.summariesByFormat.map(\.message)
    let needs = try art.map { _ in try requirements(of: files.messengers, withConfigurationOf: realFolder) }
    try FileWriter.shared.writeFile(Array(starterConfigurationText(.builtIn).utf8), to: settings)
    result.writtenFiles.append(BytePath(settings))
    result.summaryLines.append(
      "wrote \(settings.displayText) with every option and its default, commented out")
    guard let art, let needs else {
      recordReasonForNoPackFile(&result, isCatalog: isOrContainsCatalog(walked))
      return result
    }
    let numbered = ConsecutivelyNumberedFiles.all(among: art.stickers)
    result.notes +=
      art.unwritable.map { "skipped \($0.displayText): its name is not valid UTF-8" }
      + numbered.map(numberedFilesNote)
    let text = starterPackFile(
      name: files.packName ?? packNameSkippingGenericFolders(of: realFolder), languages: languages,
      stickers: art.stickers, icon: art.icon, credits: credits, requirements: needs, numberedFiles: numbered)
    try FileWriter.shared.writeFile(Array(text.utf8), to: packFile)
    result.writtenFiles.append(BytePath(packFile))
    result.summaryLines.append(
      "wrote \(packFile.displayText): \(countText(art.stickers.count, "sticker")) to describe"
        + (art.icon == nil ? ", and an icon to choose" : ""))
    result.summaryLines += missingValueLines(needs)
    return result
  }

  private func numberedFilesNote(on run: ConsecutivelyNumberedFiles) -> String {
    let (first, last) = (run.files[0].displayText, run.files[run.files.count - 1].displayText)
    return "\(first) to \(last) are numbered (\(run.files.count) files). If they are the frames of one "
      + "animation, use the lines with `frames` in \(packFile.displayText)"
  }

  private func missingValueLines(_ needs: PackFileRequirements) -> [String] {
    needs.requiredValuesToFillIn(in: credits).map {
      "fill in the \($0.key) (required by \(listText($0.messengers)))"
    }
  }

  /// Adds the reason why no `stickerpack.yml` was written.
  ///
  /// - Parameter isCatalog: whether the folder is a catalog or contains one.
  private func recordReasonForNoPackFile(_ result: inout StarterFiles.Result, isCatalog: Bool) {
    guard isCatalog else {
      let images = result.notes.isEmpty ? "sticker image" : "readable image"
      result.summaryLines.append("did not write stickerpack.yml: \(folder.displayText) has no \(images)")
      result.contents = .noImages
      return
    }
    result.summaryLines.append(
      "did not write stickerpack.yml: \(folder.displayText) is or contains a catalog, which already has this "
        + "information")
    // Ignore the error if the catalog cannot be read, because `lint` reports it.
    result.contents = (try? NewCatalogPackFile(of: folder)) != nil ? .catalog : .severalOrUnreadableCatalogs
  }

  /// Returns the values that messengers require, according to the configuration of a folder.
  private func requirements(of messengers: [Profile], withConfigurationOf folder: Path) throws
    -> PackFileRequirements
  {
    var needs = PackFileRequirements()
    for messenger in messengers {
      var search = try LintConfiguration().configurationSearchWithoutDocument(for: messenger.name)
      let settings = search.resolvedConfiguration(at: folder, isFolder: true)
      if let fault = search.errors.first { throw CommandError(UserMessage(fault)) }
      needs.addRequirements(
        of: Path(messenger.name).stem.displayText, settings.configuration.messengerLimits)
    }
    return needs
  }

  func updateImagesAndMetadata() throws -> StarterFiles.Result {
    guard try ReadOnlyFileSystem.disk.entryKind(at: packFile) != nil else {
      throw CommandError("\(packFile.displayText) does not exist. \(.createMissingPackFile)")
    }
    let place = SourceRoot(folder)
    let walked = try walkWithoutMessageImages()
    let pictures = walked.sources.filter { $0.role == .sticker }.map {
      place.pathRelativeToSource(of: $0.path)
    }
    let update = try packFileAddingUnlistedImages(in: folder, pictures: pictures)
    let bytes = try packFileReplacingMetadata(
      update.bytes, name: files.packName, languages: files.languages, pathInErrors: packFile)
    var result = StarterFiles.Result()
    result.notes =
      walked.unsupportedArt.summariesByFormat.map(\.message)
      + update.missingFiles.map { "\(packFile.displayText) lists \($0.displayText), which does not exist" }
    guard !update.addedImages.isEmpty || !update.renamedStickers.isEmpty || bytes != update.bytes else {
      result.summaryLines = ["\(packFile.displayText) already lists all images. Nothing was changed."]
      return result
    }
    try FileWriter.shared.writeFile(bytes, to: packFile)
    result.writtenFiles = [BytePath(packFile)]
    result.summaryLines = update.renamedStickers.map {
      "\($0.from.displayText) is now \($0.to.displayText) and keeps its text"
    }
    if !update.addedImages.isEmpty {
      result.summaryLines.append(
        "wrote \(packFile.displayText): \(countText(update.addedImages.count, "new sticker")) to describe")
    }
    return result
  }

  /// Whether the folder is a catalog or contains one.
  private func isOrContainsCatalog(_ walked: WalkResult) -> Bool {
    catalogExtensions.contains(SourceRoot(folder).realPath.lowercasedExtension ?? "")
      || !walked.catalogPacks.isEmpty
  }

  /// Returns the images in the folder, in natural order, with those whose names are not valid UTF-8 in
  /// `unwritable`. Returns nil if there are no images, or if the folder is a catalog or contains one.
  private func packArtUnlessCatalog(_ walked: WalkResult) -> (
    stickers: [Path], icon: Path?, unwritable: [Path]
  )? {
    guard !isOrContainsCatalog(walked) else { return nil }
    let place = SourceRoot(folder)
    let found = walked.sources.filter { $0.role == .sticker }.map { place.pathRelativeToSource(of: $0.path) }
    let icon = found.first { $0 == Path("icon.png") }
    let smaller = found.pathsAt3xByVariant()
    let stickers = naturallySorted(found.filter { $0 != icon && smaller[$0] == nil })
    guard !stickers.isEmpty else { return nil }
    return (stickers.filter { $0.text != nil }, icon, stickers.filter { $0.text == nil })
  }

  /// Writes a `stickerpack.yml` beside a catalog if there are messengers other than Messages. They may require
  /// values that a catalog cannot contain, such as the author and emoji.
  ///
  /// - Returns: nil if the file is not needed: the folder is not a catalog, or there is no such messenger.
  func writeCatalogPackFileIfNeeded() throws -> StarterFiles.Result? {
    let messengers = files.messengers.filter { $0 != .iMessage }
    guard !messengers.isEmpty, let catalog = try NewCatalogPackFile(of: folder) else { return nil }
    let file = catalog.folder.appending(PackFile.fileName)
    guard try files.replacesFiles || ReadOnlyFileSystem.disk.entryKind(at: file) == nil else {
      throw CommandError("\(file.displayText) already exists. \(.replaceStarterFiles(count: 1))")
    }
    let needs = try requirements(
      of: messengers, withConfigurationOf: ReadOnlyFileSystem.disk.realPath(of: catalog.folder))
    let text = starterPackFile(
      name: files.packName ?? catalog.derivedPackName, languages: languages, stickers: catalog.stickers,
      icon: catalog.largestIcon, credits: credits, requirements: needs)
    try FileWriter.shared.writeFile(Array(text.utf8), to: file)
    var result = StarterFiles.Result()
    result.writtenFiles = [BytePath(file)]
    result.notes = catalog.leftOutNotes
    result.summaryLines =
      ["wrote \(file.displayText): \(countText(catalog.stickers.count, "sticker")) from the catalog"]
      + missingValueLines(needs)
    result.contents = .catalog
    return result
  }
}
