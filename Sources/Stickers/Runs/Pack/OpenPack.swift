package import StickerEngine
import StickerImage
package import StickerPacker

/// A source in memory. The same bytes are linted and built, even if the files change in the meantime.
package struct OpenedPack: Sendable {
  package var readResult: PackReadResult
  /// The message of an extension with code; nil for other templates.
  var message: InteractiveMessageFile?
  /// The folder that sticker paths are relative to.
  package let root: Path
  /// The path for findings on the pack as a whole.
  let pathForPackFindings: Path
  /// The catalog that the pack was read from; empty for other sources.
  private(set) var sourceCatalogs: [CatalogListing] = []
  private var files: [Path: ReadOutcome]
  /// The metadata that the source declares; nil for a plain folder.
  private var declaration: PackDeclaration?
  /// The art that programs drew, by path relative to the root.
  private(set) var renderedArt: [Path: ArtPreparation.RenderedArt] = [:]
  /// The value of `localize` in `stickerpack.yml`; nil if the key is missing.
  private(set) var packFileRequestsLocalizedCatalog: Bool?

  /// Reads a source.
  ///
  /// - Parameter configuration: the resource limits, and the limits of the messenger that art is drawn for.
  /// - Parameter previous: files that are already in memory. Files with the same bytes share their memory,
  ///   except in catalogs.
  package init(_ pack: LocatedPack, _ configuration: Configuration, reusing previous: FileTree? = nil) throws
  {
    let budget = configuration.budget
    let place = SourceRoot(pack.folder, on: pack.disk)
    var prepared = ArtPreparation.PreparedFiles()
    func prepare(_ art: [AssetSource]) -> [AssetSource] {
      guard !pack.overrides.artPreparation.isEmpty else { return art }
      prepared = pack.overrides.artPreparation.prepare(art) { _ in configuration }
      return prepared.sources
    }
    switch pack.kind {
    case .catalog(let catalog):
      let opened = try OpenedCatalog(at: catalog, name: pack.name, budget, on: pack.disk)
      readResult = opened.readResult
      files = opened.artAndIconFiles
      sourceCatalogs = [opened.listing]
      root = catalog
      pathForPackFindings = opened.stickerPackOrCatalogPath
      declaration = opened.packDeclaration
    case .folder(let found):
      let icon = pack.overrides.icon.map(pack.disk.realPath)
      let art = prepare(
        icon == nil ? found : found.filter { pack.disk.realPath(of: $0.path) != icon })
      files = try readFiles(art, of: pack, budget.fileBytes, previous)
      readResult = packFromFolder(art.map { place.pathRelativeToSource(of: $0.path) }, name: pack.name)
      root = place.source
      pathForPackFindings = pack.path
    case .packFile(let description, let sources):
      files = try readFiles(prepare(sources), of: pack, budget.fileBytes, previous)
      readResult = packWithIDsFromNames(description.packWithoutIDs(named: pack.name))
      root = pack.folder
      pathForPackFindings = pack.path
      declaration = description.packDeclaration(in: pack.folder)
      declaration?.unlistedImages = pack.unlistedImages
      packFileRequestsLocalizedCatalog = description.localizesCatalog
    }
    apply(pack.overrides, budget)
    readResult.notes += prepared.notes
    renderedArt = Dictionary(prepared.renderedArt.map { (place.pathRelativeToSource(of: $0.key), $0.value) })
    { first, _ in
      first
    }
    for sticker in readResult.pack.stickers {
      if let fault = sequenceFaultBeforeDecoding(sticker, budget: budget, read: read) {
        readResult.addFaultRemovingSticker(fault)
      }
    }
  }

  /// Applies the user's options, which override the source.
  private mutating func apply(_ overrides: PackOverrides, _ budget: DecodingBudget) {
    if let icon = overrides.icon {
      let slots = readResult.pack.icon?.slotImages ?? [:]
      readResult.pack.icon = PackIcon(
        art: outsideFileKey(icon), background: readResult.pack.icon?.background, slotImages: slots)
      addOutsideFile(
        AssetSource(path: icon) {
          ReadOnlyFileSystem.disk.readWholeFile(icon, maxFileBytes: $0, follow: true)
        }.read(
          maxBytes: budget.fileBytes), from: icon
      )
    }
    if let color = overrides.iconBackgroundColor { readResult.pack.icon?.background = color }
    if let color = overrides.stickerBrowserBackgroundColor {
      readResult.pack.metadata.browserBackgroundColor = color
    }
    readResult.pack.appBuildSettings = readResult.pack.appBuildSettings.overridden(
      by: overrides.appBuildSettings)
    if let name = overrides.name { declaration?.metadata.name = name }
    guard overrides.hasIconOrColors || declaration != nil else { return }
    var listing = declarationOrDefault
    if let icon = overrides.icon { (listing.iconSourcePath, listing.hasIcon) = (icon, true) }
    listing.hasIconBackground = readResult.pack.icon?.background != nil
    listing.metadata.browserBackgroundColor = readResult.pack.metadata.browserBackgroundColor
    declaration = listing
  }

  /// Declares the name of the pack if the source does not. Messengers require a name.
  mutating func declareNameIfMissing(_ name: String) {
    var listing = declarationOrDefault
    if listing.metadata.name == nil { listing.metadata.name = name }
    declaration = listing
  }

  /// The declared metadata, or empty metadata for a plain folder, which needs no icon.
  private var declarationOrDefault: PackDeclaration {
    if let declaration { return declaration }
    var plain = PackDeclaration(.packFile)
    plain.hasIcon = true
    return plain
  }

  /// The documents of catalogs, existing or missing, and the message file.
  var catalogAndMessageDocuments: [Path] {
    sourceCatalogs.flatMap(\.expectedDocumentPaths) + (message.map { [$0.path] } ?? [])
  }

  /// Removes documents and unlisted images that the configuration excludes, and unlisted images that the
  /// configuration gives a role other than sticker.
  mutating func removeExcludedDocumentsAndUnlistedImages(by search: inout ConfigurationSearch) {
    for index in sourceCatalogs.indices {
      sourceCatalogs[index].markExcluded { search.excludes(packOrCatalogDocument: $0) }
    }
    declaration?.unlistedImages.removeAll { path in
      let settings = search.resolvedConfiguration(at: path, isFolder: false)
      return settings.exclusionOrigin != nil
        || settings.role.map { !Set<AssetRole>.stickerAndFrameRoles.contains($0.value) } ?? false
    }
  }

  /// Removes the stickers that the configuration excludes or assigns a different role.
  mutating func removeExcludedOrReassignedStickers(by settings: ConfigurationMap) {
    var left: Set<String> = []
    for sticker in readResult.pack.stickers {
      let reasons = sticker.files.compactMap { file -> String? in
        let path = root.appending(file)
        return reasonToLeaveOut(path, settings).map { "\(path.displayText) is left out: \($0)" }
      }
      guard let reason = reasons.first else { continue }
      readResult.addLeftOutNotes([reason])
      left.insert(sticker.id)
    }
    readResult.pack.stickers.removeAll { left.contains($0.id) }
    readResult.faults.removeAll { $0.stickerID.map(left.contains) ?? false }
  }

  /// Removes TGS and Lottie animations that the messenger does not accept.
  ///
  /// - Throws: a `CommandError` if no sticker remains.
  mutating func removeUnacceptedLottieAnimations(of pack: LocatedPack, _ settings: ConfigurationMap) throws {
    let unaccepted = pack.lottieAnimations.filter {
      !$0.format.isAccepted(by: settings.configuration(at: $0.path).messengerLimits)
    }
    guard !unaccepted.isEmpty else { return }
    let paths = Set(unaccepted.map(\.path))
    let count = readResult.pack.stickers.count
    readResult.pack.stickers.removeAll { paths.contains(root.appending($0.file)) }
    guard readResult.pack.stickers.count < count else { return }
    let messages = unaccepted.summariesByFormat.map(\.message)
    guard !readResult.pack.stickers.isEmpty else {
      throw CommandError(
        messages: messages.map { UserMessage($0) }
          + ["no images found in \(pack.path.displayText). Specify a folder that contains stickers."])
    }
    readResult.addLeftOutNotes(messages)
  }

  /// Removes all stickers except the given ones.
  ///
  /// - Parameter ids: the ids of the stickers to keep.
  /// - Parameter withFaults: whether to keep the faults of stickers that cannot be read.
  mutating func keepStickers(_ ids: Set<String>, withFaults: Bool) {
    readResult.pack.stickers.removeAll { !ids.contains($0.id) }
    if !withFaults { readResult.faults.removeAll { $0.stickerID != nil } }
  }

  private func reasonToLeaveOut(_ path: Path, _ settings: ConfigurationMap) -> String? {
    if settings.excludes(path) { return "excluded by the configuration" }
    guard let role = settings.configuredRole(at: path), !Set<AssetRole>.stickerAndFrameRoles.contains(role)
    else {
      return nil
    }
    return "the configuration gives it the role \(role.rawValue)"
  }

  /// The metadata of the pack, without stickers that were removed.
  var packDeclarations: [Path: PackDeclaration] {
    guard var listing = declaration else { return [:] }
    let art = Set(readResult.pack.stickers.map { root.appending($0.file) })
    listing.stickers.removeAll { !art.contains($0.imagePath) }
    return [pathForPackFindings: listing]
  }

  /// The key for a file outside the source. Paths inside the source have no leading `.` and are never
  /// absolute.
  func outsideFileKey(_ file: Path) -> Path {
    file.bytes.first == UInt8(ascii: "/") ? file : Path("./").appending(file)
  }

  /// Adds a file from outside the source.
  mutating func addOutsideFile(_ outcome: ReadOutcome, from file: Path) {
    files[outsideFileKey(file)] = outcome
  }

  /// The total size of all files in bytes.
  var byteCount: Int {
    files.values.reduce(0) { sum, file in
      if case .bytes(let bytes) = file { sum + bytes.count } else { sum }
    }
  }

  /// Takes the values that neither the pack file nor an option sets from the previous build's project.
  mutating func inheritTeamAndVersions(_ previous: AppBuildSettings) {
    readResult.pack.appBuildSettings = previous.overridden(by: readResult.pack.appBuildSettings)
  }

  /// The bytes of a file in the pack.
  package func read(_ file: Path) -> ReadOutcome { files[file] ?? .unreadable("it does not exist") }

  /// Replaces the bytes of a file in memory. The path is the one that appears in reports.
  mutating func replaceBytes(_ bytes: [UInt8], atPathInReports path: Path) {
    let beside = (readResult.pack.icon?.iconFilesExceptSticker ?? []) + (readResult.pack.message?.files ?? [])
    let all = readResult.pack.stickers.flatMap(\.files) + beside
    for file in all where pathInReports(of: file) == path { files[file] = .bytes(bytes) }
  }

  /// The stickers and icons as assets of one pack.
  var assets: [AssetSource] {
    func asset(_ file: Path, _ role: AssetRole) -> AssetSource {
      AssetSource(path: pathInReports(of: file), role: role, pack: pathForPackFindings) { _ in read(file) }
    }
    let art = readResult.pack.stickers.flatMap { sticker -> [AssetSource] in
      var seen: Set<Path> = []  // a sequence can show an image several times
      return sticker.files.filter { seen.insert($0).inserted }.map {
        asset($0, sticker.sequence == nil ? .sticker : .frame)
      }
    }
    let beside = readResult.pack.message?.files ?? []
    return art + (readResult.pack.icon?.iconFilesExceptSticker ?? []).map { asset($0, .icon) }
      + beside.map { file in
        AssetSource(path: pathInReports(of: file), role: .messageImage, pack: nil) { _ in read(file) }
      }
  }

  /// The path of a file for reports.
  private func pathInReports(of file: Path) -> Path {
    if file.bytes.first == UInt8(ascii: "/") { return file }
    let isGiven = file.bytes.starts(with: Array("./".utf8))
    return isGiven ? Path(bytes: Array(file.bytes.dropFirst(2))) : root.appending(file)
  }
}

/// Reads files once. Their paths are relative to the pack's folder.
///
/// - Parameter previous: files that are already in memory.
private func readFiles(
  _ sources: [AssetSource], of pack: LocatedPack, _ fileBytes: Int, _ previous: FileTree?
) throws -> [Path: ReadOutcome] {
  let known = previous?.contentsByLength ?? [:]
  let place = SourceRoot(pack.folder, on: pack.disk)
  var (files, total) = ([Path: ReadOutcome](), 0)
  for source in sources {
    var outcome = source.read(maxBytes: fileBytes)
    if case .bytes(let bytes) = outcome {
      total += bytes.count
      if let same = known[bytes.count]?.first(where: bytes.hasSameBytes) { outcome = .bytes(same) }
    }
    guard total <= maxTotalArtBytes else {
      throw CommandError(
        "\(pack.path.displayText): art is larger than \(numberText(maxTotalArtBytes)) bytes in total, "
          + "which is too much for one pack")
    }
    files[place.pathRelativeToSource(of: source.path)] = outcome
  }
  return files
}

/// The maximum total size of one pack's art in bytes. A thousand stickers of the maximum file size take up
/// half of this.
private let maxTotalArtBytes = 1 << 30

extension PackFile {
  /// The pack that the file describes. Its stickers have no ids yet.
  fileprivate func packWithoutIDs(named name: String) -> Pack {
    let stickers = stickers.map {
      PackSticker(id: "", metadata: $0.metadata, file: $0.file.value, sequence: $0.sequence)
    }
    var pack = Pack(metadata: metadata, stickers: stickers)
    pack.name = name
    pack.bundleIdentifier = bundleIdentifier
    pack.appBuildSettings = appBuildSettings
    pack.stickerDownloadBaseURL = stickerDownloadBaseURL
    pack.coverSticker = coverSticker?.value
    let slots = Dictionary(slotIcons.map { ($0.slot, $0.file.value) }) { first, _ in first }
    pack.icon = (icon ?? iconSticker).map {
      PackIcon(art: $0.value, background: iconBackground, slotImages: slots)
    }
    pack.icon?.isStickerArt = icon == nil
    return pack
  }
}

extension PackIcon {
  /// The image files of the icon, without a sticker that the icon is drawn from. The main icon source comes
  /// first.
  var iconFilesExceptSticker: [Path] {
    var seen: Set<Path> = []
    let pictures = isStickerArt ? [] : [art]  // a sticker is already among the stickers
    return (pictures + slotImages.sorted { $0.key < $1.key }.map(\.value)).filter { seen.insert($0).inserted }
  }
}

/// The sources on the command line with their destinations.
package struct CommandLinePacks {
  /// The packs, in the same order as on the command line. An invalid source does not stop the others.
  package let packsOrErrors: [Result<PackToBuild, CommandError>]

  /// The destination of each pack, in the same order.
  package let destinations: [Path]

  /// The packs that can be built.
  package var packs: [PackToBuild] { packsOrErrors.compactMap { try? $0.get() } }

  /// Finds every source.
  ///
  /// - Throws: an error if the only source is invalid, or if a destination would overwrite a source.
  ///
  /// - Parameter hasProject: returns whether the pack at a destination gets a project, and therefore its own app.
  package init(
    _ sources: [Path], _ overrides: PackOverrides, _ output: Path, into: Path?, hasProject: (Path) -> Bool
  ) throws {
    let located = try sources.map { source in
      do { return Result<LocatedPack, CommandError>.success(try locatePack(source, overrides)) } catch {
        guard sources.count > 1, let failure = error as? CommandError else { throw error }
        return .failure(failure)
      }
    }
    // An invalid source keeps its name, so that the names of the other packs do not depend on it.
    let names = zip(sources, located).map { source, pack in
      (try? pack.get().name)
        ?? packNameSkippingGenericFolders(of: ReadOnlyFileSystem.disk.realPath(of: source))
    }
    let packs = located.compactMap { try? $0.get() }
    let folders = safeNames(names).map { sources.count == 1 ? output : output.appending($0.name) }
    destinations = folders
    var apps: [String: Path] = [:]
    packsOrErrors = try zip(located, folders).map { pack, destination in
      guard case .success(let pack) = pack else {
        return pack.map { PackToBuild($0, destination: destination) }
      }
      // A single pack cannot be the same app as another, so the previous manifest, which can be long, is not parsed.
      if packs.count > 1, hasProject(destination),
        let other = apps.updateValue(pack.path, forKey: pack.appBundleIdentifierOrName)
      {
        return .failure(
          CommandError(
            "\(pack.path.displayText) and \(other.displayText) would be the same app, "
              + "\(UntrustedText(pack.appBundleIdentifierOrName).displayText). "
              + "Give each its own name and bundle-identifier in a stickerpack.yml."))
      }
      let build = PackToBuild(pack, destination: destination)
      try build.ensureNoOverlapWithSources(of: packs)
      return .success(build)
    }
    guard let into, let pack = packs.first else { return }
    let (app, art, build) = (
      ReadOnlyFileSystem.disk.realPath(of: into), ReadOnlyFileSystem.disk.realPath(of: pack.folder),
      ReadOnlyFileSystem.disk.realPath(of: output)
    )
    if app.isInsideOrEqual(art) || art.isInsideOrEqual(app) {
      throw CommandError(
        "\(into.displayText) and the art folder \(pack.folder.displayText) must not contain each other. "
          + "Move one elsewhere."
      )
    }
    if app.isInsideOrEqual(build) || build.isInsideOrEqual(app) {
      throw CommandError(
        "\(into.displayText) and \(output.displayText) must not contain each other. Choose another "
          + "\(.outputFolderOption).")
    }
  }
}

/// A pack that is read once for all messengers.
struct SharedPackReader {
  let pack: LocatedPack
  /// The sequences that have been joined.
  var joinedSequences = JoinedSequences()
  private var lastOpenedPack: (budget: DecodingBudget, canvas: PixelSize?, pack: OpenedPack)?

  init(_ pack: LocatedPack) { self.pack = pack }

  /// The pack for a configuration, with the original art.
  mutating func open(_ configuration: Configuration) throws -> OpenedPack {
    let budget = configuration.budget
    // Art is drawn for each messenger at a size that the messenger accepts.
    let canvas =
      pack.overrides.artPreparation.renderer == nil
      ? nil : configuration.messengerLimits.maxWidthAndHeight(isAnimated: false)
    if let lastOpenedPack, lastOpenedPack.budget == budget, lastOpenedPack.canvas == canvas {
      return lastOpenedPack.pack
    }
    let opened = try OpenedPack(pack, configuration)
    lastOpenedPack = (budget, canvas, opened)
    joinedSequences = JoinedSequences()
    return opened
  }

  /// The number of messengers to process at once. The art for each of them is held in memory.
  var maxConcurrentMessengers: Int {
    // Drawn art differs between messengers, so it cannot share memory.
    lastOpenedPack?.pack.renderedArt.isEmpty == false
      ? 1 : maxTotalArtBytes / max(1, lastOpenedPack?.pack.byteCount ?? 1)
  }
}
