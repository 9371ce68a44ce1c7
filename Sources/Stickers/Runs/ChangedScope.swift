package import StickerEngine

/// The part of a run that a change has touched: what of it is reported.
package struct ChangedScope {
  private let changes: GitChanges
  private var places = RealPathCache()
  /// The folders of descriptions that have changed and are not there any more.
  private var removedPackFiles: Set<Path> = []

  /// Asks git what has changed since `ref`.
  package init(since ref: Path, _ run: StickerRun) throws(UsageError) {
    // A list of paths names no folder, and what is named can lead elsewhere.
    let folders = Set(Set(run.sources.map(\.path.parent)).map { FileSystem.disk.realPath(of: $0) })
    let others = folders.filter { folder in !run.named.contains { folder.isInsideOrEqual($0) } }
    changes = try gitChanges(since: ref, at: run.named + others.sorted())
  }

  /// Leaves out of a run what the change cannot have given a finding: a pack is looked at as a whole, since
  /// one changed sticker can be the twin of another.
  ///
  /// - Parameter baselines: the files of accepted findings.
  package mutating func narrow(_ run: inout StickerRun, _ baselines: [Path]) {
    if let file = changedSettings(run, baselines) {
      run.note("\(shownFromHere(file)) has changed: all files are reported")
      return
    }
    let count = run.sources.count
    removedPackFiles = gone(descriptionNames, Array(run.discoveredFiles.declarations.keys)).union(
      gone([MessageDeclaration.fileName], run.discoveredFiles.messages.map(\.path)))
    let packs = Set(run.sources.compactMap(\.pack)).union(run.discoveredFiles.declarations.keys)
    let touched = packs.filter { isTouched($0) }
    let rewritten = touched.filter { isRewritten($0) }
    var changed = Set<Path>()
    // What a picture is for, a message says.
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

  /// The folders in which a description of one of these names has changed, and none is left.
  private mutating func gone(_ names: Set<Path>, _ left: [Path]) -> Set<Path> {
    Set(names.flatMap { changes.folders(of: $0) }).subtracting(left.map { places.place(of: $0).parent })
  }

  /// What all files depend on and has changed: also a configuration that has gone, or is another link by now.
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
    // A description that has gone said what the files around it are for.
    if removedPackFiles.contains(where: { place.isInsideOrEqual($0) }) { return true }
    // What is said of a picture of a catalog, its set says.
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

  /// Whether what is said of all stickers of a pack has changed.
  private mutating func isRewritten(_ pack: Path) -> Bool {
    let place = places.place(of: pack)
    return changes.includes(isDescription(pack) ? place : place.appending(Catalog.documentName))
  }

  private func isDescription(_ pack: Path) -> Bool { descriptionNames.contains(pack.name) }
}

extension StickerRun {
  /// Of all that was found what is to be reported: findings on what has changed, and those on the rest of a
  /// pack, or on the pack, that are not there without it.
  ///
  /// - Parameter linter: the linter of the report.
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

/// Where the files of a run lie: absolute, and without links on the way to them.
struct RealPathCache {
  private var folders: [Path: Path] = [:]

  init() {}

  /// The absolute path of what a report names; a link that is itself named stays one.
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
