package import StickerEngine

/// Limits a run to what changed since a git revision.
package struct ChangedScope {
  private let changes: GitChanges
  private var places = RealPathCache()
  /// The folders whose pack file or message file was removed.
  private var removedPackFiles: Set<Path> = []

  /// Asks git what changed since `ref`.
  package init(since ref: Path, _ run: StickerRun) throws(UsageError) {
    // With a list of paths, no folder is named. A named path can also be a symbolic link to another place.
    let folders = Set(Set(run.sources.map(\.path.parent)).map { FileSystem.disk.realPath(of: $0) })
    let others = folders.filter { folder in !run.named.contains { folder.isInsideOrEqual($0) } }
    changes = try gitChanges(since: ref, at: run.named + others.sorted())
  }

  /// Removes from a run what the change cannot affect. Packs that changed stay complete, because a changed
  /// sticker can be a duplicate of an unchanged one.
  ///
  /// - Parameter baselines: the baseline files of the run.
  package mutating func narrow(_ run: inout StickerRun, _ baselines: [Path]) {
    if let file = changedSettings(run, baselines) {
      run.note("reporting all files, because \(shownFromHere(file)) changed")
      return
    }
    let count = run.sources.count
    removedPackFiles = gone(descriptionNames, Array(run.discoveredFiles.declarations.keys)).union(
      gone([MessageDeclaration.fileName], run.discoveredFiles.messages.map(\.path)))
    let packs = Set(run.sources.compactMap(\.pack)).union(run.discoveredFiles.declarations.keys)
    let touched = packs.filter { isTouched($0) }
    let rewritten = touched.filter { isRewritten($0) }
    var changed = Set<Path>()
    // A message file decides the role of its images.
    let messages = run.discoveredFiles.messages.filter { changes.includes(places.place(of: $0.path)) }
    let pictures = Set(messages.flatMap(\.files).map(\.value))
    for source in run.sources
    where pictures.contains(source.path) || isChanged(source) || source.pack.map(rewritten.contains) == true {
      changed.insert(source.path)
    }
    let catalogs = run.discoveredFiles.catalogs.filter { changes.touches(places.place(of: $0.path)) }
    let documents = catalogs.flatMap(\.documents).filter { changes.touches(places.place(of: $0.parent)) }
    run.narrow(
      to: { source in
        changed.contains(source.path) || source.pack.map(touched.contains) == true
          || catalogs.contains { source.path.isInsideOrEqual($0.path) }
      }, catalogs, messages, reporting: changed.union(touched).union(documents).union(messages.map(\.path)))
    run.note("\(changed.count) of \(countText(count, "file")) changed")
  }

  /// The folders where a file with one of these names changed and none is left.
  private mutating func gone(_ names: Set<Path>, _ left: [Path]) -> Set<Path> {
    Set(names.flatMap { changes.folders(of: $0) }).subtracting(left.map { places.place(of: $0).parent })
  }

  /// Returns a changed file that affects all files, such as a configuration file or a baseline. A removed
  /// configuration file counts, and so does one whose symbolic link changed.
  private mutating func changedSettings(_ run: StickerRun, _ baselines: [Path]) -> Path? {
    if let file = (run.settingsRead + baselines).first(where: changes.includes) { return file }
    let folders = changes.folders(of: Path(settingsFileName))
    let concerned = folders.isEmpty ? [] : run.reportablePaths.map { places.place(of: $0) }
    let near = folders.sorted().first { folder in concerned.contains { $0.isInsideOrEqual(folder) } }
    return near?.appending(settingsFileName)
  }

  private mutating func isChanged(_ source: AssetSource) -> Bool {
    let place = places.place(of: source.path)
    if changes.includes(place) { return true }
    // A pack file that was removed decided the roles of the files around it.
    if removedPackFiles.contains(where: { place.isInsideOrEqual($0) }) { return true }
    // The document of a set describes the images in it.
    if CatalogSet.Kind(place.parent.name) != nil,
      changes.includes(place.parent.appending(Catalog.documentName))
    {
      return true
    }
    let real = FileSystem.disk.realPath(of: source.path)
    return real != place && changes.includes(real)
  }

  private mutating func isTouched(_ pack: Path) -> Bool {
    let place = places.place(of: pack)
    if isDescription(pack) { return changes.touches(place.parent) }
    return CatalogSet.Kind(place.name) == .pack ? changes.touches(place) : changes.touchesDirectly(place)
  }

  /// Whether the document that describes all stickers of a pack changed.
  private mutating func isRewritten(_ pack: Path) -> Bool {
    let place = places.place(of: pack)
    return changes.includes(isDescription(pack) ? place : place.appending(Catalog.documentName))
  }

  private func isDescription(_ pack: Path) -> Bool { descriptionNames.contains(pack.name) }
}

extension StickerRun {
  /// Keeps only findings to report: those on changed files, and those that the rest of a pack, or the pack
  /// itself, would not have without the changed files.
  ///
  /// - Parameter linter: the linter that made the report.
  package func withoutUnreportedFindings(_ report: Report, _ linter: Linter) async -> Report {
    guard let reported else { return report }
    let rest = report.assets.filter { !reported.contains($0.path) }
    let unreported = sources.filter { !reported.contains($0.path) }
    let before = await linter.report(
      on: rest, of: LintInput(unreported, declarations: discoveredFiles.declarations))
    let known = Set(before.packFindings)
    let places = Set(rest.map(\.path) + rest.compactMap(\.pack))
    return report.only(reported) { finding in
      let isOfRest = places.contains(finding.path)
      return isOfRest ? !known.contains(finding) : reported.contains(finding.path)
    }
  }
}

/// Resolves the paths of a run to absolute paths without symbolic links in their folders, and caches them.
struct RealPathCache {
  private var folders: [Path: Path] = [:]

  init() {}

  /// The absolute path of a reported path. Only its folder is resolved; the last part may be a link.
  mutating func place(of path: Path) -> Path {
    let path = path.withoutTrailingSlashes
    if [Path("."), Path(".."), Path("/")].contains(path.name) { return folder(path) }
    return folder(path.parent).appending(path.name)
  }

  private mutating func folder(_ path: Path) -> Path {
    if let known = folders[path] { return known }
    let real = FileSystem.disk.realPath(of: path)
    folders[path] = real
    return real
  }
}
