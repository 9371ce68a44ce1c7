package import StickerEngine

/// Limits a run to the files that changed since a git revision.
package struct ChangedScope {
  private let changes: GitChanges
  private var realPaths = FolderRealPathCache()
  /// The folders whose pack file or message file was removed.
  private var foldersWithRemovedPackOrMessageFiles: Set<Path> = []

  /// Asks git which files changed since `ref`.
  package init(since ref: Path, _ run: StickerRun) throws(CommandError) {
    // If the paths come from a list, the command line names no folder. A named path can also be a symbolic
    // link that leads elsewhere.
    let folders = Set(Set(run.sources.map(\.path.parent)).map { ReadOnlyFileSystem.disk.realPath(of: $0) })
    let others = folders.filter { folder in !run.argumentRealPaths.contains { folder.isInsideOrEqual($0) } }
    changes = try gitBranchChanges(since: ref, inRepositoriesAround: run.argumentRealPaths + others.sorted())
  }

  /// Removes from a run everything that the changes cannot affect. Packs that changed stay complete, because
  /// a changed sticker can be a duplicate of an unchanged one.
  ///
  /// - Parameter baselines: the baseline files of the run.
  package mutating func narrow(_ run: inout StickerRun, _ baselines: [Path]) {
    if let file = changedFileAffectingAll(run, baselines) {
      run.addNote("reporting all files, because \(displayTextFromWorkingFolder(file)) changed")
      return
    }
    let count = run.sources.count
    foldersWithRemovedPackOrMessageFiles = foldersWithRemovedFiles(
      named: packFileNames, remaining: Array(run.discoveredFiles.packDeclarations.keys)
    ).union(
      foldersWithRemovedFiles(
        named: [InteractiveMessageFile.fileName],
        remaining: run.discoveredFiles.interactiveMessages.map(\.path)))
    let packs = Set(run.sources.compactMap(\.pack)).union(run.discoveredFiles.packDeclarations.keys)
    let touched = packs.filter { hasChanges(inPack: $0) }
    let rewritten = touched.filter { hasChangedDeclaration($0) }
    var changed = Set<Path>()
    // A message file determines the role of its images.
    let messages = run.discoveredFiles.interactiveMessages.filter {
      changes.includesPathOrAncestor(realPaths.absolutePathResolvingFolder(of: $0.path))
    }
    let pictures = Set(messages.flatMap(\.files).map(\.value))
    for source in run.sources
    where pictures.contains(source.path) || isDirectlyAffectedByChange(source)
      || source.pack.map(rewritten.contains) == true
    {
      changed.insert(source.path)
    }
    let catalogs = run.discoveredFiles.catalogs.filter {
      changes.hasChanges(in: realPaths.absolutePathResolvingFolder(of: $0.path))
    }
    let documents = catalogs.flatMap(\.expectedDocumentPaths).filter {
      changes.hasChanges(in: realPaths.absolutePathResolvingFolder(of: $0.parent))
    }
    run.narrow(
      to: { source in
        changed.contains(source.path) || source.pack.map(touched.contains) == true
          || catalogs.contains { source.path.isInsideOrEqual($0.path) }
      }, catalogs: catalogs, messages: messages,
      reporting: changed.union(touched).union(documents).union(messages.map(\.path)))
    run.addNote("\(changed.count) of \(countText(count, "file")) changed")
  }

  /// The folders in which a file with one of these names changed, and that no longer contain such a file.
  private mutating func foldersWithRemovedFiles(named names: Set<Path>, remaining left: [Path]) -> Set<Path> {
    Set(names.flatMap { changes.folders(withChangedFileNamed: $0) }).subtracting(
      left.map { realPaths.absolutePathResolvingFolder(of: $0).parent })
  }

  /// Returns a changed file that affects all files, such as a configuration file or a baseline. This includes
  /// a removed configuration file, and one whose symbolic link changed.
  private mutating func changedFileAffectingAll(_ run: StickerRun, _ baselines: [Path]) -> Path? {
    if let file = (run.configurationFilesRead + baselines).first(where: changes.includesPathOrAncestor) {
      return file
    }
    let folders = changes.folders(withChangedFileNamed: Path(configurationFileName))
    let concerned =
      folders.isEmpty ? [] : run.reportablePaths.map { realPaths.absolutePathResolvingFolder(of: $0) }
    let near = folders.sorted().first { folder in concerned.contains { $0.isInsideOrEqual(folder) } }
    return near?.appending(configurationFileName)
  }

  private mutating func isDirectlyAffectedByChange(_ source: AssetSource) -> Bool {
    let place = realPaths.absolutePathResolvingFolder(of: source.path)
    if changes.includesPathOrAncestor(place) { return true }
    // The removed pack file determined the roles of the files in its folder.
    if foldersWithRemovedPackOrMessageFiles.contains(where: { place.isInsideOrEqual($0) }) { return true }
    // The `Contents.json` of a folder in a catalog describes the images in it.
    if CatalogFolder.Kind(place.parent.name) != nil,
      changes.includesPathOrAncestor(place.parent.appending(Catalog.documentName))
    {
      return true
    }
    let real = ReadOnlyFileSystem.disk.realPath(of: source.path)
    return real != place && changes.includesPathOrAncestor(real)
  }

  private mutating func hasChanges(inPack pack: Path) -> Bool {
    let place = realPaths.absolutePathResolvingFolder(of: pack)
    if isPackFile(pack) { return changes.hasChanges(in: place.parent) }
    return CatalogFolder.Kind(place.name) == .pack
      ? changes.hasChanges(in: place) : changes.hasDirectChanges(in: place)
  }

  /// Whether the document that describes all stickers of a pack changed.
  private mutating func hasChangedDeclaration(_ pack: Path) -> Bool {
    let place = realPaths.absolutePathResolvingFolder(of: pack)
    return changes.includesPathOrAncestor(isPackFile(pack) ? place : place.appending(Catalog.documentName))
  }

  private func isPackFile(_ pack: Path) -> Bool { packFileNames.contains(pack.name) }
}

extension StickerRun {
  /// Keeps only the findings to report: those on changed files, and those that the changed files cause on
  /// other files or on a pack.
  ///
  /// - Parameter linter: the linter that made the report.
  package func keepingFindingsInvolvingChangedFiles(_ report: Report, _ linter: LintPass) async -> Report {
    guard let pathsToReportOn else { return report }
    let rest = report.assets.filter { !pathsToReportOn.contains($0.path) }
    let unreported = sources.filter { !pathsToReportOn.contains($0.path) }
    let before = await linter.report(
      on: rest, of: LintInput(unreported, packDeclarations: discoveredFiles.packDeclarations))
    let known = Set(before.packAndDocumentFindings)
    let places = Set(rest.map(\.path) + rest.compactMap(\.pack))
    return report.restricted(toAssetsAt: pathsToReportOn) { finding in
      let isOfRest = places.contains(finding.path)
      return isOfRest ? !known.contains(finding) : pathsToReportOn.contains(finding.path)
    }
  }
}

/// Resolves the paths of a run to absolute paths without symbolic links in their folders, and caches them.
struct FolderRealPathCache {
  private var realPathsOfFolders: [Path: Path] = [:]

  init() {}

  /// The absolute path of a reported path. Only its folder is resolved; the last part may be a link.
  mutating func absolutePathResolvingFolder(of path: Path) -> Path {
    let path = path.withoutTrailingSlashes
    if [Path("."), Path(".."), Path("/")].contains(path.name) { return realPath(ofFolder: path) }
    return realPath(ofFolder: path.parent).appending(path.name)
  }

  private mutating func realPath(ofFolder path: Path) -> Path {
    if let known = realPathsOfFolders[path] { return known }
    let real = ReadOnlyFileSystem.disk.realPath(of: path)
    realPathsOfFolders[path] = real
    return real
  }
}
