import StickerIO
import StickerModel
import StickerSettings

/// The files of a run with what is in force for each: what `lint` checks and `fix` begins with.
struct CheckRun {
  /// The files, with the roles that their configurations give them.
  private(set) var found: FileOptions.Found
  /// By path.
  let settings: SettingsMap
  /// What people should know of how the files were found.
  private(set) var remarks: [String]
  /// Everything that is wrong in configurations and descriptions, where that is passed over; a line each.
  let faults: [String]
  /// Configurations that were read, without links.
  let settingsRead: [Path]
  /// What the command line names, absolute and without links.
  let named: [Path]
  /// Where the files lie.
  let disk: FileSystem
  /// What is reported on: files, packs, documents; nil for everything.
  private(set) var reported: Set<Path>?

  var sources: [AssetSource] { found.sources }

  /// Finds the files and reads every configuration.
  ///
  /// - Parameter judgesPacks: whether pack rules run.
  /// - Parameter passingOverFaults: what is wrong in a configuration or a description counts as not written.
  /// - Parameter isLeftOut: whether a file is none of the run.
  init(
    _ files: FileOptions, _ search: inout SettingsSearch, judgesPacks: Bool, on disk: FileSystem = .disk,
    passingOverFaults: Bool = false, leavingOut isLeftOut: (Path) -> Bool = { _ in false }
  ) throws {
    var found = try files.found(&search, judgesPacks: judgesPacks, on: disk)
    found.sources.removeAll { isLeftOut($0.path) }
    settings = SettingsMap(
      despiteFaults: found.sources, packs: Array(found.declarations.keys),
      documents: found.documents, &search)
    faults = search.faults + found.faults
    guard passingOverFaults || faults.isEmpty else { throw CommandFailure(lines: faults) }
    let settled = try files.settled(found, by: settings)
    self.found = settled
    remarks = settled.remarks + search.remarks + search.unmatchedGlobs(below: files.named)
    settingsRead = search.filesRead
    named = files.named.map { disk.realPath(of: $0) }
    self.disk = disk
  }

  /// Everything that a report must not take the place of.
  var read: [Path] {
    found.sources.map(\.path) + found.declarations.keys + found.documents
  }

  /// Everything that findings can be on: files, packs, and documents.
  var looked: [Path] {
    let all = read + Set(found.sources.compactMap(\.pack)).subtracting(found.declarations.keys)
    return reported.map { reported in all.filter(reported.contains) } ?? all
  }

  /// Adds something that people should know.
  mutating func note(_ remark: String) { remarks.append(remark) }

  /// Leaves out what need not be checked.
  ///
  /// - Parameter reported: of what is left, what is reported on.
  mutating func narrow(
    to isNeeded: (AssetSource) -> Bool, _ catalogs: [CatalogListing], _ messages: [MessageDeclaration],
    reporting reported: Set<Path>
  ) {
    found.sources = found.sources.filter(isNeeded)
    (found.catalogs, found.messages) = (catalogs, messages)
    let packs = Set(found.sources.compactMap(\.pack))
    found.declarations = found.declarations.filter { packs.contains($0.key) || reported.contains($0.key) }
    self.reported = reported
  }

  /// - Parameter digests: whether the files' contents are to be told apart.
  func lint(
    jobs: Int, digests: Bool = false, known: inout KnownResults?,
    examiner: any Examiner, quiet: Bool
  ) async -> Report {
    await lintWithProgress(
      found.sources, settings, declarations: found.declarations, catalogs: found.catalogs,
      messages: found.messages, jobs: jobs, digests: digests,
      known: &known, examiner: examiner, quiet: quiet)
  }
}
