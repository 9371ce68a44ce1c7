package import StickerEngine

/// The files of a run, with a configuration for each.
public struct StickerRun: Sendable {
  /// The files, with the roles that their configurations give them.
  package private(set) var discoveredFiles: DiscoveredFiles
  /// The configuration for each path.
  package let settings: SettingsMap
  /// Notes about how the files were found.
  private(set) var remarks: [String]
  /// The errors in configurations and pack files, if the run ignores them; a line for each.
  /// The errors in configuration files and pack files, if the run ignores them; one line each.
  package let faults: [String]
  /// The resolved paths of the configuration files that were read.
  package let settingsRead: [Path]
  /// The resolved paths of the files and folders on the command line.
  package let named: [Path]
  /// The file system of the files.
  package let disk: FileSystem
  /// The files, packs and documents to report on; nil for all.
  package private(set) var reported: Set<Path>?
  /// The paths to search, as on the command line.
  let walked: [Path]
  /// The number of files to analyze at the same time.
  var jobs = 1

  package var sources: [AssetSource] { discoveredFiles.sources }

  /// Finds the files and reads every configuration file.
  ///
  /// - Parameter checksPacks: whether pack rules run.
  /// - Parameter passingOverFaults: whether to ignore invalid parts of configuration files and pack files.
  /// - Parameter isExcluded: whether to leave a file out.
  package init(
    _ files: FileSelection, _ search: inout SettingsSearch, checksPacks: Bool, on disk: FileSystem = .disk,
    passingOverFaults: Bool = false, leavingOut isExcluded: (Path) -> Bool = { _ in false }
  ) throws {
    var found = try files.discover(&search, checksPacks: checksPacks, on: disk)
    found.sources.removeAll { isExcluded($0.path) }
    settings = SettingsMap(
      despiteFaults: found.sources, packs: Array(found.declarations.keys),
      documents: found.documents, &search)
    faults = search.faults + found.faults
    guard passingOverFaults || faults.isEmpty else { throw UsageError(lines: faults) }
    discoveredFiles = try files.filtered(found, by: settings)
    remarks = discoveredFiles.remarks
    // A run that ignores faults may cover one file among many, so remarks on the whole run do not apply.
    if !passingOverFaults { remarks += search.remarks + search.unmatchedGlobs(below: files.walked) }
    settingsRead = search.filesRead
    walked = files.walked
    named = walked.map { disk.realPath(of: $0) }
    self.disk = disk
  }

  /// The paths of everything that the run reads. A report must not replace any of them.
  package var inputPaths: [Path] {
    discoveredFiles.sources.map(\.path) + discoveredFiles.declarations.keys + discoveredFiles.documents
  }

  /// The paths of files, packs and documents that findings can be about.
  var reportablePaths: [Path] {
    let all =
      inputPaths
      + Set(discoveredFiles.sources.compactMap(\.pack)).subtracting(discoveredFiles.declarations.keys)
    return reported.map { reported in all.filter(reported.contains) } ?? all
  }

  /// Removes files that no pack file lists from their packs, so that no finding reports them as unlisted.
  package mutating func removeUnlistedFromPacks() {
    guard discoveredFiles.declarations.values.contains(where: { $0.source == .description }) else { return }
    discoveredFiles.sources = discoveredFiles.sources.map { source in
      guard let pack = source.pack, discoveredFiles.declarations[pack] == nil else { return source }
      return AssetSource(path: source.path, role: source.role, pack: nil, read: source.read)
    }
    for pack in discoveredFiles.declarations.keys { discoveredFiles.declarations[pack]?.unlisted = [] }
  }

  /// Returns the notes about how the files were found.
  ///
  /// - Parameter quiet: whether to return only notes about what was left out.
  package func notes(quiet: Bool) -> [String] {
    (discoveredFiles.leftOut + (quiet ? [] : remarks)).map { "note: \($0)" }
  }

  /// One note for each format of unreadable art.
  package var notesOnUnreadArt: [String] { discoveredFiles.unread.byFormat.map { "note: \($0.sentence)" } }

  /// Adds a note.
  mutating func note(_ remark: String) { remarks.append(remark) }

  /// Removes files, catalogs and messages that need not be checked.
  ///
  /// - Parameter isNeeded: whether a file stays.
  /// - Parameter reported: the remaining paths to report on.
  mutating func narrow(
    to isNeeded: (AssetSource) -> Bool, _ catalogs: [CatalogListing], _ messages: [MessageDeclaration],
    reporting reported: Set<Path>
  ) {
    discoveredFiles.sources = discoveredFiles.sources.filter(isNeeded)
    (discoveredFiles.catalogs, discoveredFiles.messages) = (catalogs, messages)
    let packs = Set(discoveredFiles.sources.compactMap(\.pack))
    discoveredFiles.declarations = discoveredFiles.declarations.filter {
      packs.contains($0.key) || reported.contains($0.key)
    }
    self.reported = reported
  }

  /// Lints all files. Unless quiet, a line on a terminal shows the progress.
  package func lint(_ linter: Linter, quiet: Bool) async -> Report {
    var (line, count) = (quiet ? nil : Progress("checked"), 0)
    let report = await linter.lint(discoveredFiles.input) { _ in
      count += 1
      line?.advance(to: count, of: sources.count)
    }
    line?.finish()
    return report
  }
}
