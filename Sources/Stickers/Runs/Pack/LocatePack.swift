package import StickerEngine
import StickerPacker

/// The `stickerpack.yml` if the source is one or contains one; nil for other sources.
func packFilePath(of source: Path, on disk: ReadOnlyFileSystem = .disk) throws -> Path? {
  let named = source.withoutTrailingSlashes
  let real = disk.realPath(of: named)
  switch try disk.entryKind(at: real) {
  case .file where ["yml", "yaml"].contains(named.lowercasedExtension):
    return try disk.walk([named]).packFiles.first  // throws for other names
  case .folder where !catalogExtensions.contains(real.lowercasedExtension ?? ""):
    let file = named.appending(PackFile.fileName)
    return try disk.entryKind(at: file) == .file ? file : nil
  default: return nil
  }
}

/// Reads a `stickerpack.yml`, and finds images in its folder that it does not list.
///
/// - Throws: `CommandError` with every problem in the file.
func locateByPackFile(
  _ file: Path, _ overrides: PackOverrides, on disk: ReadOnlyFileSystem,
  excludingDocument excluding: (Path) -> Bool
) throws -> LocatedPack {
  let folder = file.parent
  let description: PackFile
  do throws(Diagnostic) { description = try readPackFile(file, on: disk) } catch {
    throw CommandError(messages: error.allDiagnostics.map(\.messageLineWithFile))
  }
  let name = overrides.name ?? description.metadata.name
  let derived = name ?? packNameSkippingGenericFolders(of: disk.realPath(of: folder))
  var notes = name == nil ? [overrides.derivedNameNote(derived)] : []
  let roles = description.roles(resolvingFilesIn: folder)
  let walked = try disk.walk(
    [folder], rendering: overrides.artPreparation.renderer?.formats ?? []
  ).withoutMessageImages(on: disk, excluding: excluding)
  let given = overrides.icon.map(disk.realPath)
  let unnamed = walked.sources.filter { source in
    source.role == .sticker && roles[source.path] == nil && disk.realPath(of: source.path) != given
  }
  notes += walked.gitIgnoredCountNotes.map { UserMessage($0) }
  var unread = walked
  unread.removeUnsupportedArt { roles[$0] != nil || excluding($0) }
  // The rule `unlisted-sticker` reports images that were probably forgotten. Note all others here.
  let declared = PackDiscovery(walked, checksPacks: false, on: disk, excluding: excluding)
  let missed = Set(declared.packDeclarations[file]?.unlistedImages ?? [])
  let unlisted = unnamed.map(\.path).filter(missed.contains)
  let others = unnamed.map(\.path).filter { !missed.contains($0) }
  var leftOut = unread.skippedAndUnsupportedFileNotes
  if !others.isEmpty {
    let shown = others.prefix(5).map(\.displayText)
    let more = others.count > shown.count ? ["\(others.count - shown.count) more"] : []
    let which = others.count == 1 ? "it" : "them"
    leftOut.append("\(listText(shown + more)): left out, because \(file.displayText) does not list \(which)")
  }
  var seen: Set<Path> = []
  let sources = description.files.map { folder.appending($0.value) }.filter { seen.insert($0).inserted }.map {
    path in
    let real = disk.realPath(of: path)
    return AssetSource(path: path, role: roles[path] ?? .sticker, pack: file) {
      // Read the resolved path that was validated, even if the link has changed since.
      disk.readWholeFile(real, maxFileBytes: $0, follow: false)
    }
  }
  return LocatedPack(
    folder: folder, kind: .packFile(description, sources), name: derived, hasExplicitName: name != nil,
    overrides: overrides, notes: notes + leftOut, leftOutNotes: Set(leftOut), unlistedImages: unlisted,
    path: file,
    disk: disk)
}

/// Options that override what the pack's source specifies.
package struct PackOverrides {
  /// The pack's name; nil to take it from the pack file or the folder.
  var name: String?
  /// The option or record key that sets a name, for messages.
  var nameOption: UserMessage = "\(.packNameOption)"
  /// The icon source, relative to the working folder.
  var icon: Path?
  /// The message file of an extension with code, relative to the working folder.
  var messageFile: Path?
  var iconBackgroundColor: UInt32?
  /// The background color of the sticker browser, as 0xRRGGBB.
  var stickerBrowserBackgroundColor: UInt32?
  /// The team and the version numbers of the app.
  var appBuildSettings: AppBuildSettings
  /// How to prepare art before it is checked.
  package var artPreparation = ArtPreparation()

  package init(
    name: String? = nil, nameOption: UserMessage = "\(.packNameOption)", icon: Path? = nil,
    message: Path? = nil,
    iconBackgroundColor: UInt32? = nil, browserBackgroundColor: UInt32? = nil,
    appBuildSettings appSettings: AppBuildSettings = AppBuildSettings()
  ) {
    self.name = name
    self.nameOption = nameOption
    self.icon = icon
    self.messageFile = message
    self.iconBackgroundColor = iconBackgroundColor
    self.stickerBrowserBackgroundColor = browserBackgroundColor
    self.appBuildSettings = appSettings
  }

  /// Whether the overrides add metadata to a source without a pack file.
  var hasIconOrColors: Bool {
    icon != nil || iconBackgroundColor != nil || stickerBrowserBackgroundColor != nil
  }
}

/// A source that has been found but not read yet.
package struct LocatedPack {
  enum Kind {
    /// The art that the search found.
    case folder([AssetSource])
    /// The outermost folder of a catalog.
    case catalog(Path)
    /// A pack file, and the files that it refers to.
    case packFile(PackFile, [AssetSource])
  }
  /// The folder that file paths are relative to, as specified by the user: the source, or the folder of a
  /// pack file.
  package let folder: Path
  let kind: Kind
  let name: String
  /// Whether the name was specified explicitly instead of being derived from a folder.
  let hasExplicitName: Bool
  let overrides: PackOverrides
  /// Notes about how the pack was found.
  let notes: [UserMessage]
  /// The notes that report something that was left out.
  var leftOutNotes: Set<UserMessage> = []
  /// Images next to `stickerpack.yml` that it does not list.
  var unlistedImages: [Path] = []
  /// TGS and Lottie animations in a folder, which are stickers only for messengers that accept them.
  var lottieAnimations: [UnsupportedArt] = []
  /// The path for findings on the pack as a whole: the folder or the pack file.
  package let path: Path
  /// The file system of the source.
  var disk = ReadOnlyFileSystem.disk

  /// The art of a folder. The art of a catalog is known only after it has been read.
  package var artKnownBeforeReading: [AssetSource] {
    switch kind {
    case .folder(let art), .packFile(_, let art): art
    case .catalog: []
    }
  }
}

extension LocatedPack {
  /// The identity of the app: the bundle identifier, or the name that it is derived from.
  var appBundleIdentifierOrName: String {
    if case .packFile(let description, _) = kind, let given = description.bundleIdentifier {
      given
    } else {
      name
    }
  }
}

/// A source and its destination.
package struct PackToBuild {
  package let pack: LocatedPack
  package let destination: Path

  package init(_ pack: LocatedPack, destination: Path) {
    self.pack = pack
    self.destination = destination
  }

  /// Throws if the destination would replace the art of a pack in this run, or is inside an art folder, where
  /// the next run would read it as art.
  func ensureNoOverlapWithSources(of packs: [LocatedPack]) throws {
    let place = ReadOnlyFileSystem.disk.realPath(of: destination)
    for other in packs {
      let art = ReadOnlyFileSystem.disk.realPath(of: other.folder)
      if art.isInsideOrEqual(place) {
        let problem: UserMessage =
          art == place
          ? "\(destination.displayText) is the art folder. "
          : "\(destination.displayText) contains the art folder \(other.folder.displayText). "
        throw CommandError(problem + "Choose another \(.outputFolderOption).")
      }
      if place.isInsideOrEqual(art) {
        throw CommandError(
          "\(destination.displayText) is inside the art folder \(other.folder.displayText). Choose a "
            + "folder next to it."
        )
      }
    }
  }
}

/// Determines the kind of a source: a pack file or a folder that contains one, a folder of art, a catalog, or
/// a folder that contains one catalog.
///
/// - Parameter ignoringPackFile: whether to ignore the `stickerpack.yml` in a folder.
/// - Parameter excluding: returns whether to exclude a message file, before the file is read.
package func locatePack(
  _ source: Path, _ overrides: PackOverrides, on disk: ReadOnlyFileSystem = .disk,
  ignoringPackFile: Bool = false,
  excluding: (Path) -> Bool = configurationExclusionPredicate()
) throws -> LocatedPack {
  if !ignoringPackFile, let description = try packFilePath(of: source, on: disk) {
    return try locateByPackFile(description, overrides, on: disk, excludingDocument: excluding)
  }
  var walked = try disk.walk(
    [source], rendering: overrides.artPreparation.renderer?.formats ?? []
  ).withoutMessageImages(on: disk, excluding: excluding)
  let animations = walked.unsupportedArt.filter { walked.lottieSources[$0.path] != nil }
  walked.moveLottieAnimationsToSources { _ in true }
  let real = disk.realPath(of: source)
  guard try disk.entryKind(at: real) == .folder else {
    throw CommandError(
      "\(source.displayText) is not a folder. Specify a folder of @3x art, a catalog, or a stickerpack.yml.")
  }
  let place = SourceRoot(source, on: disk)
  let found = walked.sources
  let packs = Set(found.compactMap(\.pack).filter { $0.lowercasedExtension == "stickerpack" }).sorted()
  let art = found.filter { $0.role == .sticker && !packs.contains($0.pack ?? Path("")) }
  guard let pack = packs.first else {
    if catalogExtensions.contains(real.lowercasedExtension ?? "") {
      return place.makeLocatedPack(.catalog(place.source), at: real, overrides, [])
    }
    guard walked.packFiles.isEmpty else {
      let names = walked.packFiles.prefix(3).map(\.displayText)
      throw CommandError(
        "\(source.displayText) contains \(countText(walked.packFiles.count, "pack file")) in subfolders. "
          + "Specify each pack: \(names.joined(separator: " ")) ...")
    }
    guard !art.isEmpty else { throw walked.noImagesError(in: source) }
    var pack = place.makeLocatedPack(
      .folder(art), at: real, overrides, walked.gitIgnoredCountNotes, walked.skippedAndUnsupportedFileNotes)
    pack.lottieAnimations = animations
    return pack
  }
  guard packs.count == 1 else {
    let names = packs.map(\.displayText).joined(separator: ", ")
    throw CommandError(
      "\(source.displayText) contains \(packs.count) sticker packs. Specify each one: \(names)")
  }
  guard art.isEmpty else {
    throw CommandError(
      "\(source.displayText) contains the catalog \(pack.displayText) and \(countText(art.count, "image")) "
        + "next to it. Specify one of the two."
    )
  }
  let catalog = place.outermostCatalog(around: pack)
  // If the source is a catalog itself, the search leaves out only files that belong to the app. Do not report
  // those.
  let isInFolder = catalog != place.source
  return place.makeLocatedPack(
    .catalog(catalog), at: place.pathBelowRealPath(of: pack), overrides,
    isInFolder ? walked.gitIgnoredCountNotes : [],
    isInFolder ? walked.skippedAndUnsupportedFileNotes : [])
}

extension WalkResult {
  /// One sentence for each reason why files in the art folder are left out, including unsupported art.
  var skippedAndUnsupportedFileNotes: [UserMessage] {
    (skipNotesExceptGitIgnored + unsupportedArt.summariesByFormat.map(\.message)).map { UserMessage($0) }
  }

  /// Returns the error for a folder without supported art. Its first lines list the unsupported art.
  fileprivate func noImagesError(in source: Path) -> CommandError {
    CommandError(
      messages: unsupportedArt.summariesByFormat.map { UserMessage($0.message) }
        + ["no images found in \(source.displayText). Specify a folder that contains stickers."])
  }
}

/// The extensions of catalog folders.
package let catalogExtensions: Set<String> = ["xcstickers", "xcassets", "stickerpack"]

/// The path of a source as specified by the user, and its resolved path.
package struct SourceRoot {
  let source: Path
  package let realPath: Path
  private let disk: ReadOnlyFileSystem

  package init(_ named: Path, on disk: ReadOnlyFileSystem = .disk) {
    source = named.withoutTrailingSlashes  // to match the paths that searches return
    realPath = disk.realPath(of: named)
    self.disk = disk
  }

  /// The path of a found file relative to the source.
  package func pathRelativeToSource(of found: Path) -> Path {
    let folder = source.bytes == Array(".".utf8) ? [] : source.appending("").bytes
    return found.bytes.starts(with: folder) ? Path(bytes: Array(found.bytes.dropFirst(folder.count))) : found
  }

  func pathBelowRealPath(of found: Path) -> Path {
    found == source ? realPath : realPath.appending(pathRelativeToSource(of: found))
  }

  /// The outermost catalog folder that contains a `.stickerpack`, relative to the working folder.
  func outermostCatalog(around pack: Path) -> Path {
    if catalogExtensions.contains(realPath.lowercasedExtension ?? "") { return source }
    var folder = source
    for part in pathRelativeToSource(of: pack).components {
      folder = folder.appending(part)
      if catalogExtensions.contains(part.lowercasedExtension ?? "") { return folder }
    }
    return pack
  }

  fileprivate func makeLocatedPack(
    _ kind: LocatedPack.Kind, at folder: Path, _ overrides: PackOverrides, _ remarks: [String],
    _ leftOut: [UserMessage] = []
  ) -> LocatedPack {
    let derived = overrides.name ?? packNameSkippingGenericFolders(of: folder)
    return LocatedPack(
      folder: source, kind: kind, name: derived, hasExplicitName: overrides.name != nil, overrides: overrides,
      notes: remarks.map { UserMessage($0) } + leftOut
        + (overrides.name == nil ? [overrides.derivedNameNote(derived)] : []),
      leftOutNotes: Set(leftOut), path: source, disk: disk)
  }
}

extension PackOverrides {
  /// A note about a name that is derived from a folder.
  func derivedNameNote(_ name: String) -> UserMessage {
    "the pack is named \(UntrustedText(name).displayText) after its folder (set another name with \(nameOption))"
  }
}
