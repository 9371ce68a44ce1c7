package import StickerEngine

/// The files of a run, and the pack files, catalogs and messages that describe them.
package struct DiscoveredFiles: Sendable {
  /// The assets, in the order of the report.
  package var sources: [AssetSource]
  /// The metadata of packs, from catalogs and pack files.
  package var packDeclarations: [Path: PackDeclaration]
  /// The Xcode catalogs, which have not been read yet.
  package var catalogs: [CatalogListing]
  /// The interactive messages.
  package var interactiveMessages: [InteractiveMessageFile]
  /// The packs that had at least one file before files were excluded.
  var packsWithFilesBeforeExclusion: Set<Path>
  /// Art in formats that stickerlint cannot read.
  package var unsupportedArt: [UnsupportedArt] = []
  /// Notes on files that were left out although the user did not exclude them, one sentence for each reason.
  package var skippedFileNotes: [String] = []
  /// Other notes about the search for files.
  package var discoveryNotes: [String]
  /// The problems in pack files, one line each.
  var packAndMessageFileErrors: [String]

  /// - Parameter discovery: what a search found; nil if there was no search.
  init(_ discovery: PackDiscovery?) {
    sources = discovery?.sources ?? []
    packDeclarations = discovery?.packDeclarations ?? [:]
    catalogs = discovery?.catalogs ?? []
    interactiveMessages = discovery?.interactiveMessages ?? []
    packsWithFilesBeforeExclusion = Set(sources.compactMap(\.pack))
    discoveryNotes = []
    packAndMessageFileErrors = discovery?.packAndMessageFileErrors ?? []
  }

  /// The files to lint, with their packs, catalogs and messages.
  package var lintInput: LintInput {
    LintInput(
      sources, packDeclarations: packDeclarations, catalogs: catalogs,
      interactiveMessages: interactiveMessages,
      unsupportedArt: unsupportedArt)
  }

  /// Packs without files. Rules still check their metadata.
  var packsEmptyBeforeExclusion: Set<Path> {
    Set(packDeclarations.keys).subtracting(packsWithFilesBeforeExclusion)
  }

  /// Whether there is something to check even if no image was found.
  var hasChecksWithoutImages: Bool {
    !packsEmptyBeforeExclusion.isEmpty || !packAndMessageFileErrors.isEmpty || !catalogs.isEmpty
      || !interactiveMessages.isEmpty
  }

  /// Documents that rules check although they are not packs.
  var catalogAndMessageDocuments: [Path] {
    catalogs.flatMap(\.expectedDocumentPaths) + interactiveMessages.map(\.path)
  }

  /// The metadata of the packs and stickers that remain in the run, without that of files that are not in `sources`.
  func packDeclarations(restrictedTo sources: [AssetSource]) -> [Path: PackDeclaration] {
    let packs = Set(sources.compactMap(\.pack)).union(packsEmptyBeforeExclusion)
    let stickers = Set(sources.filter { Set<AssetRole>.stickerAndFrameRoles.contains($0.role) }.map(\.path))
    return packDeclarations.filter { packs.contains($0.key) }.mapValues { listing in
      var listing = listing
      listing.stickers.removeAll { !stickers.contains($0.imagePath) }
      listing.unlistedImages.removeAll { !stickers.contains($0) }
      return listing
    }
  }
}

/// The files to check. See ``Linter/findFiles(_:changedSince:)``.
public struct FileSelection: Sendable {
  /// Files, folders and catalogs.
  var paths: [Path]
  /// An image that is not in a file, such as one from standard input.
  package var inMemorySource: AssetSource?
  /// The role of the files; nil to infer it from their location.
  package var role: AssetRole?
  /// Globs to include. If there are any, a file must match at least one.
  public var includeGlobs: [String] = []
  /// Globs to exclude.
  public var excludeGlobs: [String] = []
  /// Whether to skip files and folders that git ignores. Files in the list of paths are still checked.
  public var respectsGitIgnore = false
  /// Whether a selection without images is allowed. Otherwise, it is an error.
  public var allowsNoImages = false
  /// Whether to include images that have been replaced by a fixed copy in their packs.
  package var includesReplacedImages = false
  /// Whether to check videos and Lottie animations in folders.
  package var includesVideosAndLottie = false
  /// Whether the paths are an explicit list. If that list is empty, nothing is searched, not even the working
  /// folder.
  package var hasExplicitPathList = false
  /// The number of paths at the end of `paths` that are from a list.
  var trailingListedPathCount = 0
  /// The programs that draw SVG files and videos. If empty, the configuration of the first path specifies
  /// them.
  public var renderingPrograms: [ArtRenderingProgram] = []
  /// Whether every tag of an Aseprite sprite becomes a separate sticker.
  public var splitsAsepriteTags = false
  /// How to prepare art before it is checked.
  package var artPreparation = ArtPreparation()

  /// Selects the working folder.
  public init() { paths = [] }

  /// - Parameter paths: files, folders and catalogs; empty for the working folder.
  package init(_ paths: [Path]) { self.paths = paths }

  /// The paths to search. If an explicit list is empty, nothing is searched.
  var pathsOrWorkingFolder: [Path] { paths.isEmpty && !hasExplicitPathList ? [Path(".")] : paths }

  /// Finds the files.
  ///
  /// - Parameter checksPacks: whether pack rules run.
  /// - Throws: `CommandError` if no image is found, or a path cannot be searched.
  func discoverBeforeConfiguredExclusions(
    _ search: inout ConfigurationSearch, checksPacks: Bool = true, on disk: ReadOnlyFileSystem = .disk
  ) throws -> DiscoveredFiles {
    // An empty explicit list does not mean the working folder.
    var walked =
      paths.isEmpty && (hasExplicitPathList || inMemorySource != nil)
      ? nil
      : try disk.walk(
        paths, respectingGitIgnore: respectsGitIgnore, includingVideosAndLottie: includesVideosAndLottie,
        rendering: artPreparation.renderer?.formats ?? [])
    walked?.moveLottieAnimationsToSources { art in
      let settings = search.resolvedConfiguration(at: art.path, isFolder: false)
      return art.format.isAccepted(by: settings.configuration.messengerLimits)
    }
    let left = excludeGlobs.map(Glob.init)
    let declared = walked.map { walked in
      PackDiscovery(walked, checksPacks: checksPacks, on: disk) { document in
        left.contains { $0.matches(document) } || search.excludes(packOrCatalogDocument: document)
      }
    }
    var found = DiscoveredFiles(declared)
    if let inMemorySource { found.sources.append(inMemorySource) }
    found.sources = matchingGlobs(found.sources)
    let replaced = includesReplacedImages ? [] : declared?.imagesWithListedCopyOrOriginal ?? []
    found.sources.removeAll { replaced.contains($0.path) }
    found.unsupportedArt = unsupportedArt(in: walked, besides: found.sources) {
      search.excludes(packOrCatalogDocument: $0)
    }
    guard !found.sources.isEmpty || found.hasChecksWithoutImages || allowsNoImages else {
      throw CommandError(
        messages: (declared?.skippedFileNotes ?? []).map { UserMessage($0) }
          + noImagesMessages(found.unsupportedArt))
    }
    found.skippedFileNotes = (walked?.skipNotesExceptGitIgnored ?? []) + (declared?.skippedFileNotes ?? [])
    found.discoveryNotes = discoveryNotes(walked, found.sources)
    if !replaced.isEmpty {
      let (what, have) = (countText(replaced.count, "image"), replaced.count == 1 ? "has" : "have")
      found.discoveryNotes.append("skipped \(what) that \(have) a fixed copy in the pack")
    }
    return found
  }

  /// Applies the roles and the exclusions of configuration files. Also removes the metadata of excluded
  /// files.
  func applyingRolesAndExclusions(_ found: DiscoveredFiles, of settings: ConfigurationMap) throws
    -> DiscoveredFiles
  {
    var filtered = found
    let kept = found.sources.filter { !settings.excludes($0.path) }
    guard !kept.isEmpty || found.sources.isEmpty || allowsNoImages else {
      throw CommandError(
        "the configuration excludes every image that was found. Run `stickerlint config` to see it.")
    }
    filtered.sources = kept.map { source in withRole(source, role ?? settings.configuredRole(at: source.path))
    }
    filtered.packDeclarations = found.packDeclarations(restrictedTo: filtered.sources)
    let left = found.sources.count - kept.count
    if left > 0 { filtered.discoveryNotes.append("the configuration excludes \(countText(left, "file"))") }
    return filtered
  }

  private func matchingGlobs(_ sources: [AssetSource]) -> [AssetSource] {
    let isWanted = globInclusionPredicate()
    return sources.filter { isWanted($0.path) }
  }

  /// Returns a predicate that checks whether the globs of the selection include a file.
  private func globInclusionPredicate() -> (Path) -> Bool {
    let (taken, left) = (includeGlobs.map(Glob.init), excludeGlobs.map(Glob.init))
    return { path in
      (taken.isEmpty || taken.contains { $0.matches(path) }) && !left.contains { $0.matches(path) }
    }
  }

  /// Returns the unsupported art of the walk, without files that a `stickerpack.yml` lists or a glob
  /// excludes.
  private func unsupportedArt(
    in walk: WalkResult?, besides sources: [AssetSource], excluding: (Path) -> Bool
  ) -> [UnsupportedArt] {
    guard let unread = walk?.unsupportedArt, !unread.isEmpty else { return [] }
    let (isWanted, named) = (globInclusionPredicate(), Set(sources.map(\.path)))
    return unread.filter { isWanted($0.path) && !named.contains($0.path) && !excluding($0.path) }
  }

  private func withRole(_ source: AssetSource, _ role: AssetRole?) -> AssetSource {
    guard let role, role != source.role else { return source }
    return AssetSource(path: source.path, role: role, pack: source.pack, read: source.read)
  }

  private func discoveryNotes(_ walk: WalkResult?, _ sources: [AssetSource]) -> [String] {
    var remarks = walk?.gitIgnoredCountNotes ?? []
    let art = sources.filter { $0.role != .messageImage }
    if art.count > 1, art.allSatisfy({ $0.pack == nil }) {
      remarks.append(
        "pack rules were skipped, because single files are not a pack. Specify their folder instead.")
    }
    return remarks
  }

  /// - Parameter unread: art in unsupported formats that was found. The messages about it come first.
  private func noImagesMessages(_ unread: [UnsupportedArt]) -> [UserMessage] {
    unread.isEmpty
      ? [noImagesMessage] : unread.summariesByFormat.map { UserMessage($0.message) } + [noImagesMessage]
  }

  private var noImagesMessage: UserMessage {
    let named = paths.map(\.displayText) + (inMemorySource.map { _ in ["-"] } ?? [])
    if named.isEmpty, hasExplicitPathList {
      return "standard input contains no paths: \(.chooseStickerFolder)"
    }
    let places = named.isEmpty ? "the current folder" : named.joined(separator: ", ")
    return "no images found in \(places): \(.chooseStickerFolder)"
  }
}

extension KnownRulesAndProfiles {
  /// All rules and profiles.
  package static let builtIn = KnownRulesAndProfiles(rules: Rule.all, profiles: MessengerProfile.all)
}

extension ConfigurationFileAccess {
  /// Reads configuration files from the file system.
  package static let disk = ConfigurationFileAccess(
    fileOrFolderExists: { path in (try? ReadOnlyFileSystem.disk.entryKind(at: path)).flatMap { $0 } != nil },
    read: { path, limit in ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: limit, follow: true) },
    realPath: { path in ReadOnlyFileSystem.disk.realPath(of: path) })

  /// Treats files in memory as if they were in a folder. The configuration files of that folder and its
  /// parents apply.
  ///
  /// - Parameter folder: an absolute path without symbolic links.
  /// - Parameter areOnDisk: whether the files also exist on disk. If so, configuration files in subfolders
  ///   apply as well.
  package static func forInMemoryFiles(in folder: Path, alsoExistOnDisk areOnDisk: Bool)
    -> ConfigurationFileAccess
  {
    let disk = ConfigurationFileAccess.disk
    return ConfigurationFileAccess(
      fileOrFolderExists: { path in
        (areOnDisk || folder.isInsideOrEqual(path.parent)) && disk.fileOrFolderExists(path)
      },
      read: disk.read,
      realPath: { path in
        path.bytes.first == UInt8(ascii: "/") ? disk.realPath(path) : path.absolute(from: folder)
      })
  }
}
