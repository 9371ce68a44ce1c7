import StickerEngine

/// Searches paths. Uses a stack instead of recursion, because the depth of the folders is untrusted.
struct Walker {
  private(set) var result = WalkResult()
  private let disk: ReadOnlyFileSystem
  private let respectsGitIgnore: Bool
  /// Whether videos and Lottie animations are assets in every folder.
  private let includesVideosAndLottie: Bool
  /// The formats of drawings and videos that a program draws. Files in these formats are assets.
  private let renderedFormats: Set<UnsupportedArtFormat>
  private var seenFiles: Set<FolderEntryKey> = []
  private var visitedFolders: Set<FileStatus.Identity> = []
  private var pending: [PendingEntry] = []
  private var addedLinks: [AddedLink] = []
  /// The absolute path of the folder that is being searched; nil if there is no such path.
  private var searchRootRealPath: Path?

  // Shared by all sources, so that a source needs memory only for its path.
  private let readFileListedByFolder: @Sendable (Path, Int) -> ReadOutcome
  private let readWithoutFollowingLinks: @Sendable (Path, Int) -> ReadOutcome
  private let readFollowingLinks: @Sendable (Path, Int) -> ReadOutcome

  init(
    _ disk: ReadOnlyFileSystem, respectsGitIgnore: Bool, includesVideosAndLottie: Bool,
    rendering: Set<ExternallyRenderedFormat> = []
  ) {
    self.disk = disk
    self.respectsGitIgnore = respectsGitIgnore
    self.includesVideosAndLottie = includesVideosAndLottie
    renderedFormats = Set(rendering.flatMap(\.unsupportedArtFormats))
    readFileListedByFolder = { disk.readWholeListedFile($0, maxFileBytes: $1).outcome }
    readWithoutFollowingLinks = { disk.readWholeFile($0, maxFileBytes: $1, follow: false) }
    readFollowingLinks = { disk.readWholeFile($0, maxFileBytes: $1, follow: true) }
  }

  /// Adds a file, or everything in a folder.
  mutating func walkNamedPath(_ named: Path) {
    let path = named.withoutTrailingSlashes
    let real = try? disk.calls.resolveLinks(named)
    if (try? disk.calls.status(FileLocation(named), true).kind) == .folder {
      searchRootRealPath = real
      let ignore = respectsGitIgnore ? GitIgnore(above: real, on: disk) : nil
      let place = context(ofFolder: path, real: real)
      pending = [PendingEntry(path: path, kind: .folder, containingFolderContext: place, gitIgnore: ignore)]
      while let next = pending.popLast() { visit(next) }
      removeDuplicateLinks()
    } else if let catalog = enclosingPackOrCatalog(ofContentsJSON: path) {
      walkNamedPath(catalog)
    } else {
      guard seenFiles.insert(folderEntryKey(of: real) ?? FolderEntryKey(folder: nil, name: path)).inserted
      else { return }
      if hasYAMLExtension(path) {
        if path.name == messageFileName {
          result.messageFiles.append(path)
        } else {
          result.packFiles.append(path)
        }
        return
      }
      let folder = context(ofFolder: path.parent, real: real?.parent)
      // A file that is named individually is not part of a pack that can be checked.
      result.sources.append(
        AssetSource(path: path, role: folder.role ?? .sticker, reader: readFollowingLinks))
      result.individuallyNamedFiles.insert(path)
    }
  }

  /// Returns the context of a folder on the command line, or of the folder of a named file.
  private func context(ofFolder path: Path, real: Path?) -> AssetFolderContext {
    if let real, disk.isMessageFolderBesideStickers(real, named: real.name) { return .messageFolder }
    return AssetFolderContext(of: path, real: real ?? path)
  }

  private mutating func visit(_ next: PendingEntry) {
    switch next.kind {
    case .folder: visitFolder(next)
    case .symbolicLink: visitLink(next)
    case .file: addOrSkipAsset(next, reader: readFileListedByFolder)
    default: addOrSkipAsset(next, reader: readWithoutFollowingLinks)
    }
  }

  private mutating func addOrSkipAsset(
    _ next: PendingEntry, reader: @escaping @Sendable (Path, Int) -> ReadOutcome
  ) {
    guard let role = next.containingFolderContext.role else {
      return countSkipped(next.containingFolderContext.isInLayeredIcon ? .layeredIcon : .otherAssetSet)
    }
    if let folder = next.containingFolder,
      !seenFiles.insert(FolderEntryKey(folder: folder, name: next.path.name)).inserted
    {
      return
    }
    result.sources.append(
      AssetSource(
        path: next.path, role: role, pack: next.containingFolderContext.packOrPlainFolder, reader: reader))
  }

  /// Adds a message file that was found, unless it has already been added.
  private mutating func addMessageFileIfNew(_ next: PendingEntry) {
    if let folder = next.containingFolder,
      !seenFiles.insert(FolderEntryKey(folder: folder, name: messageFileName)).inserted
    {
      return
    }
    result.messageFiles.append(next.path)
  }

  private mutating func visitFolder(_ next: PendingEntry) {
    let isRoot = next.containingFolder == nil
    if !isRoot, next.extensionKind == .asset, next.containingFolderContext.role != nil {
      addOrSkipAsset(next, reader: readWithoutFollowingLinks)
    }
    do throws(SystemError) {
      let descriptor = try disk.calls.open(FileLocation(next.path), .folder(follow: isRoot))
      defer { try? disk.calls.close(descriptor) }
      let identity = try disk.calls.statusOfDescriptor(descriptor).identity
      guard visitedFolders.insert(identity).inserted else { return }
      let place =
        isRoot
        ? next.containingFolderContext
        : disk.isMessageFolderBesideStickers(next.path, named: next.path.name)
          ? .messageFolder : next.containingFolderContext.entering(next.path, realName: next.path.name)
      let entries = try disk.calls.entries(descriptor)
      let name = isRoot ? searchRootRealPath?.name : nil
      let catalog = recordCatalogOrPack(next, named: name ?? next.path.name)
      let ignore = next.gitIgnore?.entering(
        next.path, realName: name ?? next.path.name, holding: entries, on: disk)
      recordOrPush(
        entries,
        PendingEntry(
          path: next.path, kind: .folder, containingFolderContext: place, containingFolder: identity,
          gitIgnore: ignore,
          catalog: catalog))
    } catch {
      // Report a folder that cannot be opened as a finding, and continue the search.
      let reason = "the folder cannot be opened: \(error.reason)"
      guard seenFiles.insert(FolderEntryKey(folder: nil, name: next.path)).inserted else { return }
      result.sources.append(
        AssetSource(path: next.path, role: next.containingFolderContext.role ?? .sticker) { _ in
          .unreadable(reason)
        })
    }
  }

  /// Puts the entries of a folder on the stack, with the context of the folder.
  private mutating func recordOrPush(_ entries: [FolderEntry], _ folder: PendingEntry) {
    let hasManifest = entries.contains { $0.name == manifestFileName && $0.kind == .file }
    let build = hasManifest ? disk.builtFolder(at: folder.path) : nil
    var exports: Set<Path>?
    for entry in entries.sorted(by: { $0.name > $1.name }) {  // the last one is taken from the stack first
      let meaning = FileExtensionKind(entry.name)
      guard isRelevant(entry, meaning) else { continue }
      var next = folder
      next.path = folder.path.appending(entry.name)
      next.kind = entry.kind
      next.extensionKind = meaning
      if let reason = reasonToSkipByName(entry, build) {
        if entry.kind != .file || !disk.isAppleDoubleFile(next.path) { countSkipped(reason) }
        continue
      }
      if entry.kind == .file, meaning == .json {
        guard next.containingFolderContext.role != nil, disk.isLottie(next.path) else { continue }
      }
      if let ignore = folder.gitIgnore, ignore.ignores(entry) {
        countSkipped(.gitIgnored)
        if folder.catalog != nil { result.skippedGitIgnoredCatalogFiles.insert(next.path) }
        continue
      }
      if entry.kind == .file || entry.kind == .symbolicLink, recordPackOrMessageFile(entry, next) { continue }
      if entry.kind == .file, meaning == .drawingProgramFile || meaning == .mp4OrMOV || meaning == .json {
        let known =
          exports ?? Set(entries.filter { $0.kind == .file && canBeDrawingExport($0.name) }.map(\.name.stem))
        exports = known
        if recordOrSkipUnsupportedArt(next, isExported: known.contains(entry.name.stem)) { continue }
      }
      pending.append(next)
    }
  }

  /// Records a file in a format that stickerlint cannot read. Opens only files with the extension of such a
  /// format.
  ///
  /// - Parameter isExported: whether an image with the same name is next to it.
  /// - Returns: false if the file must be handled like any other file.
  private mutating func recordOrSkipUnsupportedArt(_ next: PendingEntry, isExported: Bool) -> Bool {
    let meaning = next.extensionKind
    guard meaning == .drawingProgramFile || meaning == .mp4OrMOV || meaning == .json else { return false }
    // Catalog rules report videos and unreferenced files in a catalog.
    if next.catalog != nil || next.containingFolderContext.role == nil {
      return meaning == .drawingProgramFile
    }
    if includesVideosAndLottie, meaning != .drawingProgramFile { return false }
    let inside = meaning == .json ? .unsupported(.lottie) : disk.detectArt(in: next.path)
    if inside == .image { return false }
    let format: UnsupportedArtFormat? = if case .unsupported(let format) = inside { format } else { nil }
    if inside == .readableLayeredDocument || format.map(renderedFormats.contains) ?? false {
      if isExported { countSkipped(.documentWithExport) }
      return isExported
    }
    guard let format else { return true }
    if includesVideosAndLottie, format == .tgs { return false }
    if let folder = next.containingFolder,
      !seenFiles.insert(FolderEntryKey(folder: folder, name: next.path.name)).inserted
    {
      return true
    }
    result.unsupportedArt.append(UnsupportedArt(next.path, format))
    if format == .tgs || format == .lottie, let role = next.containingFolderContext.role {
      result.lottieSources[next.path] = AssetSource(
        path: next.path, role: role, pack: next.containingFolderContext.packOrPlainFolder,
        reader: readFileListedByFolder)
    }
    return true
  }

  /// Records a pack file or a message file, or a file that only looks like one.
  ///
  /// - Returns: whether the file is one of these.
  private mutating func recordPackOrMessageFile(_ entry: FolderEntry, _ next: PendingEntry) -> Bool {
    let isOfMessage = isMessageYMLOrYAML(entry.name)
    guard isOfMessage || isStickerpackYMLOrYAML(entry.name) else { return false }
    guard next.containingFolderContext.role != nil else { return true }
    let isOne = entry.kind == .file && entry.name == (isOfMessage ? messageFileName : PackFile.fileName)
    if !isOne {
      result.unrecognizedPackOrMessageFiles.append(next.path)
    } else if isOfMessage {
      addMessageFileIfNew(next)
    } else {
      result.packFiles.append(next.path)
    }
    return true
  }

  /// Records a pack, and the outermost searched folder of the catalog that contains it.
  ///
  /// - Returns: the catalog for the entries of the folder.
  private mutating func recordCatalogOrPack(_ folder: PendingEntry, named name: Path) -> CatalogLocation? {
    guard let kind = CatalogFolder.Kind(name) else { return folder.catalog }
    let catalog =
      folder.catalog
      ?? CatalogLocation(path: folder.path, realName: name, allowedLinkTargetFolder: searchRootRealPath)
    if kind == .pack {
      result.catalogPacks.append(catalogPack(at: folder))
    }
    // An app's asset catalog is recorded only after a set with stickers is found in it. A sticker that is
    // named individually is not a catalog.
    if kind != .assetCatalog,
      kind == .stickerCatalog || folder.catalog != nil || kind == .pack || kind == .icons,
      result.catalogs.last != catalog
    {
      result.catalogs.append(catalog)
    }
    return kind == .sticker || kind == .sequence ? folder.catalog : catalog
  }

  /// A pack with the catalog that contains it. If only a folder that groups packs was named, only a part of
  /// the catalog is searched.
  private func catalogPack(at folder: PendingEntry) -> CatalogPack {
    guard let catalog = folder.catalog else {
      let isInCatalog =
        searchRootRealPath?.components.contains { CatalogFolder.Kind($0)?.isCatalog ?? false } ?? false
      return CatalogPack(
        path: folder.path, searchedCatalogFolder: folder.path.parent,
        isWholeCatalogWalked: folder.containingFolder != nil && !isInCatalog)
    }
    return CatalogPack(
      path: folder.path, searchedCatalogFolder: catalog.path,
      isWholeCatalogWalked: CatalogFolder.Kind(catalog.realName)?.isCatalog ?? false)
  }

  private func isRelevant(_ entry: FolderEntry, _ meaning: FileExtensionKind) -> Bool {
    switch entry.kind {
    case .folder: entry.name != Path(".git")  // skipped silently, because people expect that
    case .file:
      meaning != .otherOrNone || isStickerpackYMLOrYAML(entry.name) || isMessageYMLOrYAML(entry.name)
    case .symbolicLink: meaning == .asset || entry.name.bytes.first != UInt8(ascii: ".")
    case .pipe, .socket, .device: meaning == .asset
    }
  }

  private func reasonToSkipByName(_ entry: FolderEntry, _ build: BuiltFolder?) -> SkipReason? {
    if entry.name.bytes.first == UInt8(ascii: ".") { return .hidden }
    if let build, build.isGeneratedFromCatalog(entry.name, isFolder: entry.kind == .folder) {
      return .generatedFromCatalog
    }
    guard entry.kind == .folder else { return nil }
    return entry.name == Path("node_modules") || entry.name == Path("Pods") ? .dependencies : nil
  }

  private mutating func countSkipped(_ reason: SkipReason) { result.skipCounts[reason, default: 0] += 1 }
}

/// Whether drawing programs export images with such a name.
private func canBeDrawingExport(_ name: Path) -> Bool {
  name.hasMessagesImageExtension || name.lowercasedExtension == "webp"
}

// Links are added after the folder has been searched, so that a file is not checked again under another name.
extension Walker {
  private mutating func visitLink(_ next: PendingEntry) {
    guard next.extensionKind == .asset else {
      let isArt = next.extensionKind == .mp4OrMOV || next.extensionKind == .drawingProgramFile
      if isArt || (try? disk.calls.status(FileLocation(next.path), true).kind) == .folder {
        countSkipped(.unfollowedLink)
      }
      return
    }
    guard let searchRootRealPath, let target = try? disk.calls.resolveLinks(next.path),
      target.isInside(searchRootRealPath),
      (try? disk.calls.status(FileLocation(target), false).kind) == .file,
      let key = folderEntryKey(of: target)
    else { return countSkipped(.unfollowedLink) }
    let count = result.sources.count
    // Read the path that was validated, even if the link has changed since.
    addOrSkipAsset(next) { [readWithoutFollowingLinks] _, limit in readWithoutFollowingLinks(target, limit) }
    if result.sources.count > count { addedLinks.append(AddedLink(indexInResultSources: count, target: key)) }
  }

  private mutating func removeDuplicateLinks() {
    let dropped = Set(addedLinks.filter { !seenFiles.insert($0.target).inserted }.map(\.indexInResultSources))
    if !dropped.isEmpty {
      result.skipCounts[.unfollowedLink, default: 0] += dropped.count
      result.sources = result.sources.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    }
    addedLinks = []
  }

  private func folderEntryKey(of real: Path?) -> FolderEntryKey? {
    guard let real, let folder = try? disk.calls.status(FileLocation(real.parent), true) else { return nil }
    return FolderEntryKey(folder: folder.identity, name: real.name)
  }
}

private struct PendingEntry {
  var path: Path
  var kind: EntryKind
  /// The kind that the entry's extension suggests; `otherOrNone` for paths on the command line.
  var extensionKind = FileExtensionKind.otherOrNone
  /// The context of the folder that contains the entry; for paths on the command line, their own context.
  let containingFolderContext: AssetFolderContext
  /// The folder that contains the entry; nil for paths on the command line.
  var containingFolder: FileStatus.Identity?
  /// What git ignores in that folder; nil if `.gitignore` files are not read.
  var gitIgnore: GitIgnore?
  /// The outermost searched catalog that contains the entry.
  var catalog: CatalogLocation?
}

/// The identity of a file for detecting duplicates. It is not the inode, because two hard links are two
/// stickers.
private struct FolderEntryKey: Hashable {
  let folder: FileStatus.Identity?
  let name: Path
}

private struct AddedLink {
  let indexInResultSources: Int
  let target: FolderEntryKey
}
