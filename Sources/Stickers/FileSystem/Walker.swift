import StickerEngine

/// Searches paths. Uses a stack instead of recursion, because the depth of folders is not trusted.
struct Walker {
  private(set) var walk = Walk()
  private let disk: FileSystem
  private let respectsGitIgnore: Bool
  /// Whether videos and Lottie animations are assets in every folder.
  private let includesVideos: Bool
  private var met: Set<FileKey> = []
  private var entered: Set<FileStatus.Identity> = []
  private var pending: [Pending] = []
  private var links: [MetLink] = []
  /// The absolute path of the folder that is being searched; nil if it has none.
  private var root: Path?

  // Shared by all sources, so that a source needs memory only for its path.
  private let readWalked: @Sendable (Path, Int) -> ReadOutcome
  private let readOther: @Sendable (Path, Int) -> ReadOutcome
  private let readNamed: @Sendable (Path, Int) -> ReadOutcome

  init(_ disk: FileSystem, respectsGitIgnore: Bool, includesVideos: Bool) {
    self.disk = disk
    self.respectsGitIgnore = respectsGitIgnore
    self.includesVideos = includesVideos
    readWalked = { disk.readListedFile($0, limit: $1).outcome }
    readOther = { disk.readFile($0, limit: $1, follow: false) }
    readNamed = { disk.readFile($0, limit: $1, follow: true) }
  }

  /// Adds a file or everything below a folder.
  mutating func add(_ named: Path) {
    let path = named.withoutTrailingSlashes
    let real = try? disk.calls.resolve(named)
    if (try? disk.calls.status(Location(named), true).kind) == .folder {
      root = real
      let ignore = respectsGitIgnore ? GitIgnore(above: real, on: disk) : nil
      let place = place(of: path, real: real)
      pending = [Pending(path: path, kind: .folder, place: place, ignore: ignore)]
      while let next = pending.popLast() { visit(next) }
      settleLinks()
    } else if let catalog = catalogAround(document: path) {
      add(catalog)
    } else {
      guard met.insert(key(of: real) ?? FileKey(folder: nil, name: path)).inserted else { return }
      if isYAML(path) {
        if path.name == messageName { walk.messages.append(path) } else { walk.descriptions.append(path) }
        return
      }
      let folder = place(of: path.parent, real: real?.parent)
      // A file that is named individually is not part of a pack that can be checked.
      walk.sources.append(AssetSource(path: path, role: folder.role ?? .sticker, reader: readNamed))
      walk.loneFiles.insert(path)
    }
  }

  /// Returns the context of a folder on the command line, or of the folder of a named file.
  private func place(of path: Path, real: Path?) -> FolderContext {
    if let real, disk.isMessageFolder(real, named: real.name) { return .ofMessage }
    return FolderContext(of: path, real: real ?? path)
  }

  private mutating func visit(_ next: Pending) {
    switch next.kind {
    case .folder: visitFolder(next)
    case .link: visitLink(next)
    case .file: add(next, reader: readWalked)
    default: add(next, reader: readOther)
    }
  }

  private mutating func add(_ next: Pending, reader: @escaping @Sendable (Path, Int) -> ReadOutcome) {
    guard let role = next.place.role else {
      return skip(next.place.isInLayeredIcon ? .layeredIcon : .otherAssetSet)
    }
    if let folder = next.folder, !met.insert(FileKey(folder: folder, name: next.path.name)).inserted {
      return
    }
    walk.sources.append(AssetSource(path: next.path, role: role, pack: next.place.pack, reader: reader))
  }

  /// Adds a message file that was found, unless it was named before.
  private mutating func addMessage(_ next: Pending) {
    if let folder = next.folder, !met.insert(FileKey(folder: folder, name: messageName)).inserted { return }
    walk.messages.append(next.path)
  }

  private mutating func visitFolder(_ next: Pending) {
    let isRoot = next.folder == nil
    if !isRoot, next.meaning == .asset, next.place.role != nil {
      add(next, reader: readOther)
    }
    do throws(SystemError) {
      let descriptor = try disk.calls.open(Location(next.path), .folder(follow: isRoot))
      defer { try? disk.calls.close(descriptor) }
      let identity = try disk.calls.statusOfOpen(descriptor).identity
      guard entered.insert(identity).inserted else { return }
      let place =
        isRoot
        ? next.place
        : disk.isMessageFolder(next.path, named: next.path.name)
          ? .ofMessage : next.place.entering(next.path, named: next.path.name)
      let entries = try disk.calls.entries(descriptor)
      let name = isRoot ? root?.name : nil
      let catalog = noteCatalog(next, named: name ?? next.path.name)
      let ignore = next.ignore?.entering(
        next.path, named: name ?? next.path.name, holding: entries, on: disk)
      push(
        entries,
        Pending(
          path: next.path, kind: .folder, place: place, folder: identity, ignore: ignore, catalog: catalog))
    } catch {
      // Report a folder that cannot be opened as a finding, and continue the search.
      let reason = "the folder cannot be opened: \(error.words)"
      guard met.insert(FileKey(folder: nil, name: next.path)).inserted else { return }
      walk.sources.append(
        AssetSource(path: next.path, role: next.place.role ?? .sticker) { _ in .unreadable(reason) })
    }
  }

  /// Puts the entries of a folder on the stack, with the context of the folder.
  private mutating func push(_ entries: [Entry], _ folder: Pending) {
    let hasManifest = entries.contains { $0.name == manifestName && $0.kind == .file }
    let build = hasManifest ? disk.builtFolder(folder.path) : nil
    for entry in entries.sorted(by: { $0.name > $1.name }) {  // the last one is taken from the stack first
      let meaning = NameMeaning(entry.name)
      guard mayMatter(entry, meaning) else { continue }
      var next = folder
      next.path = folder.path.appending(entry.name)
      next.kind = entry.kind
      next.meaning = meaning
      if let reason = reasonToSkip(entry, build) {
        if entry.kind != .file || !disk.isFinderLeftover(next.path) { skip(reason) }
        continue
      }
      if entry.kind == .file, meaning == .json {
        guard next.place.role != nil, disk.isLottie(next.path) else { continue }
      }
      if let ignore = folder.ignore, ignore.ignores(entry) {
        skip(.ignored)
        if folder.catalog != nil { walk.ignoredInCatalogs.insert(next.path) }
        continue
      }
      if entry.kind == .file || entry.kind == .link, noteDescription(entry, next) { continue }
      if entry.kind == .file, noteUnreadArt(next) { continue }
      pending.append(next)
    }
  }

  /// Records a file in a format that stickerlint cannot read. Opens only files with such an extension.
  ///
  /// - Returns: false if the file must be handled like any other file.
  private mutating func noteUnreadArt(_ next: Pending) -> Bool {
    let meaning = next.meaning
    guard meaning == .artwork || meaning == .video || meaning == .json else { return false }
    // Catalog rules report videos and unreferenced files in a catalog.
    if next.catalog != nil || next.place.role == nil { return meaning == .artwork }
    if includesVideos, meaning != .artwork { return false }
    let inside = meaning == .json ? .unread(.lottie) : disk.artInside(next.path)
    if inside == .image { return false }
    guard case .unread(let format) = inside else { return true }
    if let folder = next.folder, !met.insert(FileKey(folder: folder, name: next.path.name)).inserted {
      return true
    }
    walk.unread.append(UnreadArt(next.path, format))
    return true
  }

  /// Records a pack file or a message file, or a file that only looks like one.
  ///
  /// - Returns: whether the file is one of these.
  private mutating func noteDescription(_ entry: Entry, _ next: Pending) -> Bool {
    let isOfMessage = isMessage(entry.name)
    guard isOfMessage || isDescription(entry.name) else { return false }
    guard next.place.role != nil else { return true }
    let isOne = entry.kind == .file && entry.name == (isOfMessage ? messageName : PackFile.fileName)
    if !isOne {
      walk.misnamedDescriptions.append(next.path)
    } else if isOfMessage {
      addMessage(next)
    } else {
      walk.descriptions.append(next.path)
    }
    return true
  }

  /// Records a pack, and the outermost searched folder of the catalog around it.
  ///
  /// - Returns: the catalog for the entries of the folder.
  private mutating func noteCatalog(_ folder: Pending, named name: Path) -> WalkedCatalog? {
    guard let kind = CatalogSet.Kind(name) else { return folder.catalog }
    let catalog = folder.catalog ?? WalkedCatalog(path: folder.path, name: name, root: root)
    if kind == .pack {
      walk.catalogPacks.append(pack(at: folder))
    }
    // An app's catalog counts from its first set with stickers on. A sticker that is named individually is
    // not a catalog.
    if kind != .assetCatalog,
      kind == .stickerCatalog || folder.catalog != nil || kind == .pack || kind == .icons,
      walk.catalogs.last != catalog
    {
      walk.catalogs.append(catalog)
    }
    return kind == .sticker || kind == .sequence ? folder.catalog : catalog
  }

  /// A pack with the catalog around it. If only a folder that groups packs was named, the catalog is only a
  /// part.
  private func pack(at folder: Pending) -> CatalogPack {
    guard let catalog = folder.catalog else {
      let isInCatalog = root?.components.contains { CatalogSet.Kind($0)?.isCatalog ?? false } ?? false
      return CatalogPack(
        path: folder.path, catalog: folder.path.parent,
        isCatalogWalked: folder.folder != nil && !isInCatalog)
    }
    return CatalogPack(
      path: folder.path, catalog: catalog.path,
      isCatalogWalked: CatalogSet.Kind(catalog.name)?.isCatalog ?? false)
  }

  private func mayMatter(_ entry: Entry, _ meaning: NameMeaning) -> Bool {
    switch entry.kind {
    case .folder: entry.name != Path(".git")  // skipped silently, because people expect that
    case .file: meaning != .other || isDescription(entry.name) || isMessage(entry.name)
    case .link: meaning == .asset || entry.name.bytes.first != UInt8(ascii: ".")
    case .pipe, .socket, .device: meaning == .asset
    }
  }

  private func reasonToSkip(_ entry: Entry, _ build: BuiltFolder?) -> SkipReason? {
    if entry.name.bytes.first == UInt8(ascii: ".") { return .hidden }
    if let build, build.isGenerated(entry.name, isFolder: entry.kind == .folder) { return .built }
    guard entry.kind == .folder else { return nil }
    return entry.name == Path("node_modules") || entry.name == Path("Pods") ? .dependencies : nil
  }

  private mutating func skip(_ reason: SkipReason) { walk.skipped[reason, default: 0] += 1 }
}

// Links are added after the folder was searched, so that a file is not checked again under another name.
extension Walker {
  private mutating func visitLink(_ next: Pending) {
    guard next.meaning == .asset else {
      let isArt = next.meaning == .video || next.meaning == .artwork
      if isArt || (try? disk.calls.status(Location(next.path), true).kind) == .folder { skip(.link) }
      return
    }
    guard let root, let target = try? disk.calls.resolve(next.path), target.isInside(root),
      (try? disk.calls.status(Location(target), false).kind) == .file, let key = key(of: target)
    else { return skip(.link) }
    let count = walk.sources.count
    // Read the path that was validated, even if the link has changed since.
    add(next) { [readOther] _, limit in readOther(target, limit) }
    if walk.sources.count > count { links.append(MetLink(source: count, target: key)) }
  }

  private mutating func settleLinks() {
    let dropped = Set(links.filter { !met.insert($0.target).inserted }.map(\.source))
    if !dropped.isEmpty {
      walk.skipped[.link, default: 0] += dropped.count
      walk.sources = walk.sources.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    }
    links = []
  }

  private func key(of real: Path?) -> FileKey? {
    guard let real, let folder = try? disk.calls.status(Location(real.parent), true) else { return nil }
    return FileKey(folder: folder.identity, name: real.name)
  }
}

private struct Pending {
  var path: Path
  var kind: EntryKind
  /// The meaning of its name; `other` for paths on the command line.
  var meaning = NameMeaning.other
  /// The context of the folder around it; for paths on the command line, their own context.
  let place: FolderContext
  /// The folder around it; nil for paths on the command line.
  var folder: FileStatus.Identity?
  /// What git ignores in the folder around it; nil if .gitignore is not read.
  var ignore: GitIgnore?
  /// The outermost searched catalog around it.
  var catalog: WalkedCatalog?
}

/// The identity of a file for detecting duplicates. It is not the inode, because two hard links are two
/// stickers.
private struct FileKey: Hashable {
  let folder: FileStatus.Identity?
  let name: Path
}

private struct MetLink {
  let source: Int
  let target: FileKey
}
