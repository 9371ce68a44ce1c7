import StickerEngine
import Stickers

/// Everything that the analysis of a file depends on, except its bytes.
struct FileContext: Sendable {
  let path: Path
  let role: AssetRole
  var pack: Path?
  let configuration: Configuration
  var packContext: Asset.PackContext
  /// Whether an interactive message refers to the file.
  let isReferencedByMessage: Bool

  /// Everything that the findings on the file depend on, except its bytes and its configuration.
  var key: RoleAndPackKey {
    let listing = packContext.packDeclaration
    return RoleAndPackKey(
      role: role, pack: pack, originalAt3x: packContext.originalAt3x,
      gridSize: listing?.metadata.gridSize,
      isIconWithBackground: role == .icon && listing?.hasIconBackground == true,
      isPackIcon: role == .icon && listing?.iconSourcePath == path,
      isListedAsSlotIcon: listing?.slotIcons.contains(path) == true)
  }

  /// Returns the file as an asset source that reads the dropped bytes.
  func assetSource(for file: DroppedFile) -> AssetSource {
    AssetSource(path: path, role: role, pack: pack) { limit in
      file.bytes.count > limit ? .tooLarge(file.bytes.count) : .bytes(file.bytes)
    }
  }
}

/// Everything that the findings on a file depend on, except its bytes and its configuration. If the context
/// changes, the file must be analyzed again.
struct RoleAndPackKey: Hashable, Sendable {
  let role: AssetRole
  let pack: Path?
  let originalAt3x: Path?
  let gridSize: GridSize?
  let isIconWithBackground: Bool
  let isPackIcon: Bool
  let isListedAsSlotIcon: Bool
}

/// The contexts of the files in one run.
struct RunFileContexts: Sendable {
  /// Whether a pack file was read. If so, files that it does not list do not belong to any pack.
  let didReadPackFile: Bool
  private let filesReferencedByMessages: Set<Path>
  private var contexts: [Path: FileContext] = [:]

  init(_ run: StickerRun) {
    let discoveredFiles = run.discoveredFiles
    didReadPackFile = discoveredFiles.packDeclarations.values.contains { $0.source == .packFile }
    filesReferencedByMessages = Set(discoveredFiles.interactiveMessages.flatMap { $0.files.map(\.value) })
    let assetContexts = AssetPackContexts(run.sources, discoveredFiles.packDeclarations)
    for source in run.sources where contexts[source.path] == nil {
      contexts[source.path] = FileContext(
        path: source.path, role: source.role, pack: source.pack,
        configuration: run.configurationMap.configuration(at: source.path),
        packContext: assetContexts.context(for: source),
        isReferencedByMessage: filesReferencedByMessages.contains(source.path))
    }
  }

  /// The context of a file; nil if the file is left out.
  subscript(path: Path) -> FileContext? { contexts[path] }

  /// Whether an interactive message refers to the file.
  func isReferencedByMessage(_ path: Path) -> Bool { filesReferencedByMessages.contains(path) }
}

extension DropPageModel {
  /// Returns the context of a file; nil if the file is left out.
  ///
  /// While files arrive, a run over all files for each new one would be too slow. Instead, the context comes
  /// from the last run, or from a run over the file and the few files that affect it. Pack evaluation
  /// compares this context with the one from a run over all files, and analyzes the file again if they
  /// differ.
  func provisionalContext(of file: DroppedFile) throws -> FileContext? {
    if let cachedAllFilesRun { return cachedAllFilesRun.contexts[file.path] }
    if let last = lastContexts, last.documentChanges == packDocumentChangeCount,
      let known = last.contexts[file.path]
    {
      return known
    }
    return try contextWithoutPackFile(of: file)
  }

  /// Returns the context of a file in a run over this file and the files that affect it.
  private func contextWithoutPackFile(of file: DroppedFile) throws -> FileContext? {
    let near = [file] + file.path.pathsAffectingRoleExceptPackFile.compactMap { files[$0] }
    let input = try partialRun(of: near)
    guard var context = input.contexts[file.path], let pack = context.pack else {
      return input.contexts[file.path]
    }
    if input.run.discoveredFiles.packDeclarations[pack] == nil {
      // The pack file that was read earlier does not list this file.
      if !files.packFilePaths.isEmpty, lastContexts?.contexts.didReadPackFile == true { context.pack = nil }
    } else if let document = files[pack.appending(Catalog.documentName)] {
      context.packContext.packDeclaration?.metadata.gridSize = try catalogGridSize(
        of: pack, document)
    }
    return context
  }

  /// Returns the grid size that the `Contents.json` of a pack in a catalog declares. That file lists every
  /// sticker, so it is read once, not for each sticker.
  private func catalogGridSize(of pack: Path, _ document: DroppedFile) throws -> GridSize? {
    if let known = catalogGridSizes[pack], known.revision == document.analysisRevision {
      return known.gridSize
    }
    let gridSize = try partialRun(of: [document]).run.discoveredFiles.packDeclarations[pack]?.metadata
      .gridSize
    catalogGridSizes[pack] = (document.analysisRevision, gridSize)
    return gridSize
  }

  private func partialRun(of files: [DroppedFile]) throws -> DroppedFilesRun {
    let contents = Dictionary(files.map { ($0.path, $0.bytesSafeToRead) }) { first, _ in first }
    return try DroppedFilesRun(
      contents, in: virtualFolder, &searchWithCachedConfigurations, checksPacks: checksPacks)
  }
}

extension Path {
  /// The paths of files that may determine the role of this file: message files in its parent folders, the
  /// `Contents.json` of its sticker folder in a catalog, and the @3x art that it is a variant of.
  fileprivate var pathsAffectingRoleExceptPackFile: [Path] {
    var all = (parentFolders + [Path(".")]).map { $0.appending(InteractiveMessageFile.fileName) }
    if CatalogFolder.Kind(parent) == .sticker { all.append(parent.appending(Catalog.documentName)) }
    let (unscaled, scale) = unscaledPathAndScale
    guard scale != 3 else { return all }
    let stem = unscaled.stem.bytes
    let dotted = unscaled.name.bytes.dropFirst(stem.count)
    return all + ["@3x", "@3X"].map { parent.appending(Path(bytes: stem + Array($0.utf8) + dotted)) }
  }
}
