package import StickerEngine

/// The files of a run, and the pack files, catalogs and messages that describe them.
package struct DiscoveredFiles: Sendable {
  /// The assets, in the order of the report.
  package var sources: [AssetSource]
  /// The metadata of packs, from catalogs and pack files.
  package var declarations: [Path: PackDeclaration]
  /// The Xcode catalogs, still to be read.
  package var catalogs: [CatalogListing]
  /// The interactive messages.
  package var messages: [MessageDeclaration]
  /// The packs that had at least one file before files were excluded.
  var packsWithFiles: Set<Path>
  /// Art in formats that stickerlint cannot read.
  package var unread: [UnreadArt] = []
  /// One sentence for each other reason why files were left out without being excluded by the user.
  package var leftOut: [String] = []
  /// Other notes about how the files were found.
  package var remarks: [String]
  /// What is wrong in pack files, one line each.
  var faults: [String]

  /// - Parameter declared: what a search found; nil if there was no search.
  /// What a walk met; nothing where there was no walk.
  init(_ declared: PackDiscovery?) {
    sources = declared?.sources ?? []
    declarations = declared?.declarations ?? [:]
    catalogs = declared?.catalogs ?? []
    messages = declared?.messages ?? []
    packsWithFiles = Set(sources.compactMap(\.pack))
    remarks = []
    faults = declared?.faults ?? []
  }

  /// The files to lint, with the declarations around them.
  package var input: LintInput {
    LintInput(
      sources, declarations: declarations, catalogs: catalogs, messages: messages, unread: unread)
  }

  /// Packs without files. Rules still check their metadata.
  var emptyPacks: Set<Path> { Set(declarations.keys).subtracting(packsWithFiles) }

  /// Whether there is something to check even if no image was found.
  var hasOtherWork: Bool {
    !emptyPacks.isEmpty || !faults.isEmpty || !catalogs.isEmpty || !messages.isEmpty
  }

  /// Documents that rules check although they are not packs.
  var documents: [Path] { catalogs.flatMap(\.documents) + messages.map(\.path) }

  /// The metadata of the packs and stickers that remain in the run.
  func declarations(of sources: [AssetSource]) -> [Path: PackDeclaration] {
    let packs = Set(sources.compactMap(\.pack)).union(emptyPacks)
    let stickers = Set(sources.filter { Set<Role>.sent.contains($0.role) }.map(\.path))
    return declarations.filter { packs.contains($0.key) }.mapValues { declaration in
      var declaration = declaration
      declaration.stickers.removeAll { !stickers.contains($0.path) }
      declaration.unlisted.removeAll { !stickers.contains($0) }
      return declaration
    }
  }
}

/// The files to check.
package struct FileSelection: Sendable {
  /// Files, folders and catalogs.
  var paths: [Path]
  /// One image without a file, such as standard input.
  package var extra: AssetSource?
  /// The role of the files; nil to infer it from their location.
  package var role: Role?
  /// Globs to include. If there are any, a file must match at least one.
  package var include: [String] = []
  /// Globs to exclude.
  package var exclude: [String] = []
  package var respectsGitIgnore = false
  /// Whether finding no image is allowed.
  package var allowsEmpty = false
  /// Whether to include images that a fixed copy replaces in their packs.
  package var includesReplaced = false
  /// Whether to check videos and Lottie animations in folders.
  package var includesVideos = false
  /// Whether the paths are an explicit list. If that list is empty, nothing is searched, not even the working
  /// folder.
  package var isList = false

  /// - Parameter paths: files, folders and catalogs; empty for the working folder.
  package init(_ paths: [Path] = []) { self.paths = paths }

  /// The paths to search. An empty list of files searches nothing.
  var walked: [Path] { paths.isEmpty && !isList ? [Path(".")] : paths }

  /// Finds the files.
  ///
  /// - Parameter checksPacks: whether pack rules run.
  /// - Throws: `UsageError` if no image is found, or a path cannot be searched.
  func discover(
    _ search: inout SettingsSearch, checksPacks: Bool = true, on disk: FileSystem = .disk
  ) throws -> DiscoveredFiles {
    // An empty list of paths does not mean the working folder.
    let walked =
      paths.isEmpty && (isList || extra != nil)
      ? nil : try disk.walk(paths, respectingGitIgnore: respectsGitIgnore, takingVideos: includesVideos)
    let left = exclude.map(Glob.init)
    let declared = walked.map { walked in
      PackDiscovery(walked, checksPacks: checksPacks, on: disk) { document in
        left.contains { $0.matches(document) } || search.excludes(document: document)
      }
    }
    var found = DiscoveredFiles(declared)
    if let extra { found.sources.append(extra) }
    found.sources = wanted(found.sources)
    let replaced = includesReplaced ? [] : declared?.replaced ?? []
    found.sources.removeAll { replaced.contains($0.path) }
    found.unread = unread(walked, besides: found.sources) { search.excludes(document: $0) }
    guard !found.sources.isEmpty || found.hasOtherWork || allowsEmpty else {
      throw UsageError(
        lines: (declared?.remarks ?? []).map { UserMessage($0) } + nothingFound(found.unread))
    }
    found.leftOut = (walked?.leftOut ?? []) + (declared?.remarks ?? [])
    found.remarks = remarks(walked, found.sources)
    if !replaced.isEmpty {
      let (what, have) = (countText(replaced.count, "image"), replaced.count == 1 ? "has" : "have")
      found.remarks.append("skipped \(what) that \(have) a fixed copy in the pack")
    }
    return found
  }

  /// Applies the roles and the exclusions of configuration files. Removes the metadata of excluded files,
  /// too.
  func filtered(_ found: DiscoveredFiles, by settings: SettingsMap) throws -> DiscoveredFiles {
    var filtered = found
    let kept = found.sources.filter { !settings.excludes($0.path) }
    guard !kept.isEmpty || found.sources.isEmpty || allowsEmpty else {
      throw UsageError(
        "the configuration excludes every image that was found. Run `stickerlint config` to see it.")
    }
    filtered.sources = kept.map { source in withRole(source, role ?? settings.role(at: source.path)) }
    filtered.declarations = found.declarations(of: filtered.sources)
    let left = found.sources.count - kept.count
    if left > 0 { filtered.remarks.append("the configuration excludes \(countText(left, "file"))") }
    return filtered
  }

  private func wanted(_ sources: [AssetSource]) -> [AssetSource] {
    let isWanted = isWanted()
    return sources.filter { isWanted($0.path) }
  }

  /// Returns a predicate that tells whether the globs of the selection include a file.
  private func isWanted() -> (Path) -> Bool {
    let (taken, left) = (include.map(Glob.init), exclude.map(Glob.init))
    return { path in
      (taken.isEmpty || taken.contains { $0.matches(path) }) && !left.contains { $0.matches(path) }
    }
  }

  /// Returns the unreadable art of the walk, without files that a stickerpack.yml names or a glob excludes.
  private func unread(
    _ walk: Walk?, besides sources: [AssetSource], leavesOut: (Path) -> Bool
  ) -> [UnreadArt] {
    guard let unread = walk?.unread, !unread.isEmpty else { return [] }
    let (isWanted, named) = (isWanted(), Set(sources.map(\.path)))
    return unread.filter { isWanted($0.path) && !named.contains($0.path) && !leavesOut($0.path) }
  }

  private func withRole(_ source: AssetSource, _ role: Role?) -> AssetSource {
    guard let role, role != source.role else { return source }
    return AssetSource(path: source.path, role: role, pack: source.pack, read: source.read)
  }

  private func remarks(_ walk: Walk?, _ sources: [AssetSource]) -> [String] {
    var remarks = walk?.remarks ?? []
    let art = sources.filter { $0.role != .messageImage }
    if art.count > 1, art.allSatisfy({ $0.pack == nil }) {
      remarks.append(
        "pack rules were skipped, because single files are not a pack. Name their folder instead.")
    }
    return remarks
  }

  /// - Parameter unread: art in unsupported formats that was found. The message lists it first.
  private func nothingFound(_ unread: [UnreadArt]) -> [UserMessage] {
    unread.isEmpty ? [nothingFound] : unread.byFormat.map { UserMessage($0.sentence) } + [nothingFound]
  }

  private var nothingFound: UserMessage {
    let named = paths.map(\.displayText) + (extra.map { _ in ["-"] } ?? [])
    if named.isEmpty, isList { return "standard input names no paths: \(.stickers)" }
    let places = named.isEmpty ? "the current folder" : named.joined(separator: ", ")
    return "no images found in \(places): \(.stickers)"
  }
}

extension ConfigurationSchema {
  /// All rules and profiles.
  package static let ours = ConfigurationSchema(rules: Rule.all, profiles: MessengerProfile.all)
}

extension FileAccess {
  /// Reads configuration files from the file system.
  package static let disk = FileAccess(
    exists: { path in (try? FileSystem.disk.entryKind(at: path)).flatMap { $0 } != nil },
    read: { path, limit in FileSystem.disk.readFile(path, limit: limit, follow: true) },
    real: { path in FileSystem.disk.realPath(of: path) })

  /// Treats files in memory as if they were in a folder. The configuration files of that folder and its
  /// parents apply.
  ///
  /// - Parameter folder: an absolute path without symbolic links.
  /// - Parameter isWatched: whether the files are really there. If so, configuration files of subfolders
  ///   apply.
  package static func seen(from folder: Path, isWatched: Bool) -> FileAccess {
    let disk = FileAccess.disk
    return FileAccess(
      exists: { path in
        (isWatched || folder.isInsideOrEqual(path.parent)) && disk.exists(path)
      },
      read: disk.read,
      real: { path in
        path.bytes.first == UInt8(ascii: "/") ? disk.real(path) : path.absolute(from: folder)
      })
  }
}
