import StickerModel
import StickerSettings

/// The files of a run with what is in force for each: what `lint` checks and `fix` begins with.
struct CheckRun {
  /// The files, with the roles that their configurations give them.
  let found: FileOptions.Found
  /// By path.
  let settings: SettingsMap
  /// What people should know of how the files were found.
  let remarks: [String]
  /// Configurations that were read, without links.
  let settingsRead: [Path]

  var sources: [AssetSource] { found.sources }

  /// Finds the files and reads every configuration.
  ///
  /// - Parameter judgesPacks: whether pack rules run.
  /// - Parameter isLeftOut: whether a file is none of the run.
  init(
    _ files: FileOptions, _ search: inout SettingsSearch, judgesPacks: Bool,
    leavingOut isLeftOut: (Path) -> Bool = { _ in false }
  ) throws {
    var found = try files.found(&search, judgesPacks: judgesPacks)
    found.sources.removeAll { isLeftOut($0.path) }
    settings = try SettingsMap(
      found.sources, packs: Array(found.declarations.keys), documents: found.catalogs.flatMap(\.documents),
      &search, faults: found.faults)
    let settled = try files.settled(found, by: settings)
    self.found = settled
    remarks = settled.remarks + search.remarks + search.unmatchedGlobs(below: files.named)
    settingsRead = search.filesRead
  }

  /// Everything that a report must not take the place of.
  var read: [Path] {
    found.sources.map(\.path) + found.declarations.keys + found.catalogs.flatMap(\.documents)
  }

  func lint(jobs: Int, known: inout KnownResults?, quiet: Bool) async -> Report {
    await lintWithProgress(
      found.sources, settings, declarations: found.declarations, catalogs: found.catalogs, jobs: jobs,
      known: &known, quiet: quiet)
  }
}
