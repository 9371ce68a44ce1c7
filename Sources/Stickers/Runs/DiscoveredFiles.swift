package import StickerEngine

/// What there is to look at: the files of a run, and what lies around them says of them.
package struct DiscoveredFiles: Sendable {
  /// The assets, in the order of the report.
  package var sources: [AssetSource]
  /// What catalogs and descriptions say of their packs.
  package var declarations: [Path: PackDeclaration]
  /// The Xcode catalogs, still to be read.
  package var catalogs: [CatalogListing]
  /// The interactive messages that are described.
  package var messages: [MessageDeclaration]
  /// Packs of which there was a file before any was left out.
  var packsWithFiles: Set<Path>
  /// Art in formats that stickerlint cannot read.
  package var unread: [UnreadArt] = []
  /// One sentence for each other reason why files were left out without being excluded by the user.
  package var leftOut: [String] = []
  /// Other notes about how the files were found.
  package var remarks: [String]
  /// What is wrong in descriptions, a line each.
  var faults: [String]

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

  /// Packs without any file; there is something to say of them.
  var emptyPacks: Set<Path> { Set(declarations.keys).subtracting(packsWithFiles) }

  /// Whether there is something to say though no image was found.
  var hasOtherWork: Bool {
    !emptyPacks.isEmpty || !faults.isEmpty || !catalogs.isEmpty || !messages.isEmpty
  }

  /// Documents that are judged though they are no packs.
  var documents: [Path] { catalogs.flatMap(\.documents) + messages.map(\.path) }

  /// What is said of the packs and stickers that are left of the run.
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

/// Which files are looked at.
package struct FileSelection: Sendable {
  /// Files, folders and catalogs.
  var paths: [Path]
  /// One image that is no file.
  package var extra: AssetSource?
  /// What the files are; nil: their place tells.
  package var role: Role?
  /// Globs of which a file meets one at least, unless there is none.
  package var include: [String] = []
  /// Globs; a file that one of them matches is left out.
  package var exclude: [String] = []
  package var respectsGitIgnore = false
  /// Whether it is all right that no image is found.
  package var allowsEmpty = false
  /// Whether pictures are looked at, too, in place of which their packs have what was fixed of them.
  package var includesReplaced = false
  /// Whether videos and Lottie animations in folders are checked.
  package var includesVideos = false
  /// Whether there may be no path at all: then nothing is walked, not the current folder either.
  package var isList = false

  /// - Parameter paths: files, folders and catalogs; none stands for the current folder.
  package init(_ paths: [Path] = []) { self.paths = paths }

  /// What is walked; a list of files walks nothing.
  var walked: [Path] { paths.isEmpty && !isList ? [Path(".")] : paths }

  /// Finds the files.
  ///
  /// - Parameter checksPacks: whether pack rules run.
  /// - Throws: `UsageError` where nothing is found, or what is named cannot be walked.
  func discover(
    _ search: inout SettingsSearch, checksPacks: Bool = true, on disk: FileSystem = .disk
  ) throws -> DiscoveredFiles {
    // An empty list of paths is an empty list, not the current folder.
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
      let (what, whose) = (countText(replaced.count, "picture"), replaced.count == 1 ? "its" : "their")
      found.remarks.append(
        "\(what) passed over: a fixed copy, or what was fixed, is in the pack in \(whose) place")
    }
    return found
  }

  /// Gives files the roles of their configurations, and leaves out those that a configuration leaves out;
  /// what catalogs and descriptions say of files that are left out is left out too.
  func filtered(_ found: DiscoveredFiles, by settings: SettingsMap) throws -> DiscoveredFiles {
    var filtered = found
    let kept = found.sources.filter { !settings.excludes($0.path) }
    guard !kept.isEmpty || found.sources.isEmpty || allowsEmpty else {
      throw UsageError(
        "the configuration leaves out every image that was found: see `stickerlint config`")
    }
    filtered.sources = kept.map { source in withRole(source, role ?? settings.role(at: source.path)) }
    filtered.declarations = found.declarations(of: filtered.sources)
    let left = found.sources.count - kept.count
    if left > 0 { filtered.remarks.append("\(countText(left, "file")) left out by the configuration") }
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
        "files named one by one are no pack: rules that compare stickers did not run; name their folder")
    }
    return remarks
  }

  /// - Parameter unread: unreadable art that was found. If there is any, the message lists it first.
  private func nothingFound(_ unread: [UnreadArt]) -> [UserMessage] {
    unread.isEmpty ? [nothingFound] : unread.byFormat.map { UserMessage($0.sentence) } + [nothingFound]
  }

  private var nothingFound: UserMessage {
    let named = paths.map(\.displayText) + (extra.map { _ in ["-"] } ?? [])
    if named.isEmpty, isList { return "no path was named on standard input: \(.stickers)" }
    let places = named.isEmpty ? "the current folder" : named.joined(separator: ", ")
    return "no image found in \(places): \(.stickers)"
  }
}

extension ConfigurationSchema {
  /// Every rule and profile there is.
  package static let ours = ConfigurationSchema(rules: Rule.all, profiles: MessengerProfile.all)
}

extension FileAccess {
  /// Configurations as they lie on the disk.
  package static let disk = FileAccess(
    exists: { path in (try? FileSystem.disk.entryKind(at: path)).flatMap { $0 } != nil },
    read: { path, limit in FileSystem.disk.readFile(path, limit: limit, follow: true) },
    real: { path in FileSystem.disk.realPath(of: path) })

  /// Files that are in memory only, as if they lay in a folder: configurations of that folder and above hold
  /// for them.
  ///
  /// - Parameter folder: absolute and without links.
  /// - Parameter isWatched: whether the files really lie there, and those in it hold too.
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
