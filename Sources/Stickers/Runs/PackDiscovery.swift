package import StickerEngine
import StickerPacker

/// The assets of a search, each with its pack, and the metadata from catalogs, pack files and message files.
package struct PackDiscovery {
  package private(set) var sources: [AssetSource]
  /// The metadata of each pack, by its path.
  private(set) var packDeclarations: [Path: PackDeclaration] = [:]
  /// The catalogs, with excluded documents marked.
  private(set) var catalogs: [CatalogListing] = []
  /// The interactive messages.
  private(set) var interactiveMessages: [InteractiveMessageFile] = []
  /// The problems in pack files and message files, one line each.
  private(set) var packAndMessageFileErrors: [String] = []
  /// Notes for the user on files that were skipped.
  private(set) var skippedFileNotes: [String] = []
  /// Images that their pack does not list because it lists their fixed copy instead, or the original of which
  /// they are a fixed copy.
  private(set) var imagesWithListedCopyOrOriginal: Set<Path> = []
  private let disk: ReadOnlyFileSystem

  /// - Parameter checksPacks: whether packs are checked. If not, pack files only assign roles to their files,
  ///   and an invalid pack file is ignored.
  /// - Parameter excluding: returns whether to exclude a pack file, message file or catalog document before
  ///   it is read.
  package init(
    _ walk: WalkResult, checksPacks: Bool, on disk: ReadOnlyFileSystem = .disk, excluding: (Path) -> Bool
  ) {
    sources = walk.sources
    self.disk = disk
    if checksPacks {
      var seen: Set<Path> = []
      catalogs = walk.catalogs.map { walked in
        var catalog = disk.listStickerRelatedFolders(of: walked)
        catalog.removeFolders(alreadyIn: &seen)
        catalog.markExcluded { walk.skippedGitIgnoredCatalogFiles.contains($0) || excluding($0) }
        return catalog
      }
    }
    addCatalogPackDeclarations(
      walk.catalogPacks.filter { !excluding($0.path.appending(Catalog.documentName)) })
    for path in walk.packFiles where !excluding(path) {
      do throws(Diagnostic) { addPackFile(try readPackFile(path, on: disk), at: path) } catch {
        if checksPacks {
          packAndMessageFileErrors += error.allDiagnostics.map(\.messageLineWithFile)
        } else {
          skippedFileNotes.append(invalidFileNote(path))
        }
      }
    }
    for path in walk.messageFiles where !excluding(path) {
      addMessageFile(at: path)
    }
    assignRolesToSingleFiles(walk, excluding)
    recordUnlistedAndReplacedImages(walk)
  }

  /// Finds images next to a pack file, or in a folder below it, that nothing refers to.
  private mutating func recordUnlistedAndReplacedImages(_ walk: WalkResult) {
    let descriptions = packDeclarations.keys.filter { packDeclarations[$0]?.source == .packFile }
    guard !descriptions.isEmpty else { return }
    let smaller = sources.map(\.path).pathsAt3xByVariant()
    let loose = sources.filter { source in
      source.role == .sticker && smaller[source.path] == nil
        && (source.path.hasMessagesImageExtension || walk.lottieSources[source.path] != nil)
        && source.pack.map { packDeclarations[$0] == nil } ?? false
    }
    var copies: [Path: FixedCopyMatcher.ListedOriginalsAndCopies] = [:]
    for path in loose.map(\.path) {
      // The pack file in the innermost folder takes precedence.
      let around = descriptions.filter { $0.parent == Path(".") || path.isInsideOrEqual($0.parent) }
      guard let own = around.max(by: { $0.components.count < $1.components.count }) else { continue }
      // `stickerlint init` uses an image with this name as the icon.
      if packDeclarations[own]?.iconSourcePath == nil, path == own.parent.appending("icon.png") { continue }
      let replacements = copies[own] ?? replacements(inPackFile: own)
      copies[own] = replacements
      if replacements.listedOriginalOrCopy(for: relative(path, to: own.parent)) != nil {
        imagesWithListedCopyOrOriginal.insert(path)
      } else {
        packDeclarations[own]?.unlistedImages.append(path)
      }
    }
    sources = sources.map { source in
      guard imagesWithListedCopyOrOriginal.contains(source.path) else { return source }
      return AssetSource(path: source.path, role: source.role, pack: nil, read: source.read)
    }
  }

  private func replacements(inPackFile description: Path) -> FixedCopyMatcher.ListedOriginalsAndCopies {
    let folder = description.parent
    let around = sources.lazy.map(\.path).filter { folder == Path(".") || $0.isInsideOrEqual(folder) }
    return FixedCopyMatcher(among: around.map { relative($0, to: folder) })
      .listedOriginalsAndCopies(
        in: (packDeclarations[description]?.stickers ?? []).map { relative($0.imagePath, to: folder) })
  }

  /// Assigns roles to files that were named individually. The pack files and message files next to them are
  /// read only for this purpose, because their packs are not checked.
  private mutating func assignRolesToSingleFiles(_ walk: WalkResult, _ leavesOut: (Path) -> Bool) {
    func isUnread(_ path: Path, _ read: [Path]) -> Bool {
      !read.contains(path) && !leavesOut(path) && (try? disk.entryKind(at: path)) == .file
    }
    for folder in Set(walk.individuallyNamedFiles.map(\.parent)).sorted() {
      let description = folder.appending(PackFile.fileName)
      if isUnread(description, walk.packFiles) {
        do throws(Diagnostic) {
          assignRolesOutsidePacks(
            try readPackFile(description, on: disk).roles(resolvingFilesIn: folder),
            to: walk.individuallyNamedFiles)
        } catch { skippedFileNotes.append(invalidFileNote(description)) }
      }
      let message = folder.appending(InteractiveMessageFile.fileName)
      if isUnread(message, walk.messageFiles) {
        do throws(Diagnostic) {
          let pictures = try readMessage(message, isUserSpecified: false, on: disk)?.files.map(\.value) ?? []
          assignRolesOutsidePacks(
            Dictionary(pictures.map { ($0, .messageImage) }) { $1 }, to: walk.individuallyNamedFiles)
        } catch { skippedFileNotes.append(invalidFileNote(message)) }
      }
    }
  }

  private func invalidFileNote(_ description: Path) -> String {
    "\(description.displayText) is invalid and was ignored. Check its folder for details."
  }

  private mutating func assignRolesOutsidePacks(_ roles: [Path: AssetRole], to files: Set<Path>) {
    sources = sources.map { source in
      guard let role = roles[source.path], role != source.role, files.contains(source.path),
        source.pack == nil
      else { return source }
      return AssetSource(path: source.path, role: role, pack: nil, read: source.read)
    }
  }

  private mutating func addCatalogPackDeclarations(_ packs: [CatalogPack]) {
    guard !packs.isEmpty else { return }
    let members = Dictionary(grouping: sources.filter { $0.pack != nil }, by: \.pack)
    let icons = sources.filter { $0.role == .icon }.map(\.path)
    for pack in packs {
      // Icons can be anywhere in a catalog, and the pack can be in a subfolder.
      let own = icons.filter {
        pack.searchedCatalogFolder == Path(".") || $0.isInsideOrEqual(pack.searchedCatalogFolder)
      }
      packDeclarations[pack.path] = catalogPackDeclaration(
        of: pack.path, assets: (members[pack.path] ?? []).map(\.path),
        icons: pack.isWholeCatalogWalked ? own : nil,
        document: { readDocument($0) })
    }
    removeUnreferencedCatalogImagesFromPacks()
  }

  /// Removes images from the pack if their `.sticker` folder refers to a different image. Such images do not
  /// ship.
  private mutating func removeUnreferencedCatalogImagesFromPacks() {
    let shipped = Set(packDeclarations.values.flatMap(\.stickers).map(\.imagePath))
    let sets = Set(shipped.map(\.parent).filter { $0.lowercasedExtension == "sticker" })
    sources = sources.map { source in
      guard sets.contains(source.path.parent), !shipped.contains(source.path) else { return source }
      return AssetSource(path: source.path, role: source.role, pack: nil, read: source.read)
    }
  }

  /// Adds the files that a pack file lists to its pack. Files that the search did not find come last.
  private mutating func addPackFile(_ description: PackFile, at path: Path) {
    let folder = path.parent
    let roles = description.roles(resolvingFilesIn: folder)
    let described = Set(sources.lazy.filter { roles[$0.path] != nil }.compactMap(\.pack))
    sources = sources.map { source in
      guard let role = roles[source.path] else { return source }
      return AssetSource(path: source.path, role: role, pack: path, read: source.read)
    }
    // A catalog whose stickers are listed in a `stickerpack.yml` is not a pack of its own.
    let left = Set(
      sources.lazy.filter { Set<AssetRole>.stickerAndFrameRoles.contains($0.role) }.compactMap(\.pack))
    for pack in described.subtracting(left) where packDeclarations[pack]?.source == .catalog {
      packDeclarations[pack] = nil
    }
    addMissingSources(description.files.map { folder.appending($0.value) }) { (roles[$0] ?? .sticker, path) }
    packDeclarations[path] = description.packDeclaration(in: folder)
  }

  /// Assigns the message role to the images of a message. These images belong to no pack.
  private mutating func addMessageFile(at path: Path) {
    let message: InteractiveMessageFile
    do throws(Diagnostic) {
      // Commit hooks pass every file with this name, even if it belongs to another program.
      switch try readMessageCandidate(path, on: disk) {
      case .message(let read): message = read
      case .notAMessage(let remark): return skippedFileNotes.append(remark)
      }
    } catch {
      packAndMessageFileErrors += error.allDiagnostics.map(\.messageLineWithFile)
      return
    }
    let files = Dictionary(message.files.map { ($0.value, $0.location) }) { first, _ in first }
    sources = sources.map { source in
      guard let location = files[source.path] else { return source }
      if let pack = source.pack, packDeclarations[pack] != nil || source.role != .sticker {
        let reason = "is already in the pack \(pack.displayText). Use a separate file for the message image."
        let fault = Diagnostic(
          "\(source.path.name.displayText) \(reason)", at: location)
        packAndMessageFileErrors.append(fault.messageLine(in: path.displayText))
        return source
      }
      return AssetSource(path: source.path, role: .messageImage, pack: nil, read: source.read)
    }
    addMissingSources(message.files.map(\.value)) { _ in (.messageImage, nil) }
    interactiveMessages.append(message)
  }

  /// Adds files that the search did not find, after the others.
  private mutating func addMissingSources(_ files: [Path], _ use: (Path) -> (role: AssetRole, pack: Path?)) {
    var seen = Set(sources.map(\.path))
    for file in files where seen.insert(file).inserted {
      let (real, (role, pack)) = (disk.realPath(of: file), use(file))
      sources.append(
        AssetSource(path: file, role: role, pack: pack) { [disk] in
          // Read the path that was validated, even if a link has changed since.
          disk.readWholeFile(real, maxFileBytes: $0, follow: false)
        })
    }
  }

  private func readDocument(_ path: Path) -> [UInt8]? {
    if case .bytes(let bytes) = disk.readWholeFile(path, maxFileBytes: maxDocumentBytes, follow: false) {
      bytes
    } else {
      nil
    }
  }
}

/// A path relative to the folder of a pack file.
private func relative(_ path: Path, to folder: Path) -> Path {
  folder == Path(".") ? path : path.relativePath(from: folder)
}

extension WalkResult {
  /// Returns the search result without the images of messages, which are not stickers.
  ///
  /// - Parameter excluding: returns whether to exclude a message file before it is read.
  /// - Throws: a `CommandError` with every problem in a message file.
  package func withoutMessageImages(
    on disk: ReadOnlyFileSystem = .disk, excluding: (Path) -> Bool
  ) throws(CommandError) -> WalkResult {
    var pictures: Set<Path> = []
    for path in messageFiles where !excluding(path) {
      do throws(Diagnostic) {
        pictures.formUnion(try readMessage(path, isUserSpecified: false, on: disk)?.files.map(\.value) ?? [])
      } catch { throw CommandError(messages: error.allDiagnostics.map(\.messageLineWithFile)) }
    }
    var walk = self
    walk.sources.removeAll { pictures.contains($0.path) }
    walk.removeUnsupportedArt { pictures.contains($0) || excluding($0) }
    return walk
  }
}

/// Returns a predicate that checks whether the configuration files that apply to a document exclude it.
/// Command-line flags are not considered.
package func configurationExclusionPredicate() -> (Path) -> Bool {
  guard let flags = try? FlagConfiguration(.builtIn) else { return { _ in false } }
  var search = ConfigurationSearch(
    .builtIn, .nearestFile, flags, .disk, workingFolder: ReadOnlyFileSystem.disk.realPath(of: Path(".")))
  return { search.excludes(packOrCatalogDocument: $0) }
}
