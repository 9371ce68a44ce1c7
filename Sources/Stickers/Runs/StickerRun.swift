package import StickerEngine

/// The files of a run with what is in force for each: what is checked, and what fixing begins with.
public struct StickerRun: Sendable {
  /// The files, with the roles that their configurations give them.
  package private(set) var inventory: Inventory
  /// What is in force for each path.
  package let settings: SettingsMap
  /// Other notes about how the files were found.
  private(set) var remarks: [String]
  /// Everything that is wrong in configurations and descriptions, where that is passed over; a line each.
  package let faults: [String]
  /// Configurations that were read, without links.
  package let settingsRead: [Path]
  /// What the command line names, absolute and without links.
  package let named: [Path]
  /// The file system that the files lie on.
  package let disk: FileSystem
  /// What is reported on: files, packs, documents; nil for everything.
  package private(set) var reported: Set<Path>?
  /// The paths that are walked, as they were named.
  let walked: [Path]
  /// Files at once, where a program's own options say.
  var jobs = 1

  package var sources: [AssetSource] { inventory.sources }

  /// Finds the files and reads every configuration.
  ///
  /// - Parameter judgesPacks: whether pack rules run.
  /// - Parameter passingOverFaults: what is wrong in a configuration or a description counts as not written.
  /// - Parameter isLeftOut: whether a file is none of the run.
  package init(
    _ files: FileSelection, _ search: inout SettingsSearch, judgesPacks: Bool, on disk: FileSystem = .disk,
    passingOverFaults: Bool = false, leavingOut isLeftOut: (Path) -> Bool = { _ in false }
  ) throws {
    var found = try files.found(&search, judgesPacks: judgesPacks, on: disk)
    found.sources.removeAll { isLeftOut($0.path) }
    settings = SettingsMap(
      despiteFaults: found.sources, packs: Array(found.declarations.keys),
      documents: found.documents, &search)
    faults = search.faults + found.faults
    guard passingOverFaults || faults.isEmpty else { throw UsageError(lines: faults) }
    inventory = try files.settled(found, by: settings)
    remarks = inventory.remarks
    // A run that passes over faults is not reported as a whole: it may be of one file among many.
    if !passingOverFaults { remarks += search.remarks + search.unmatchedGlobs(below: files.walked) }
    settingsRead = search.filesRead
    walked = files.walked
    named = walked.map { disk.realPath(of: $0) }
    self.disk = disk
  }

  /// The paths that were read, which a report must not take the place of.
  package var read: [Path] {
    inventory.sources.map(\.path) + inventory.declarations.keys + inventory.documents
  }

  /// Everything that findings can be on: files, packs, and documents.
  var looked: [Path] {
    let all = read + Set(inventory.sources.compactMap(\.pack)).subtracting(inventory.declarations.keys)
    return reported.map { reported in all.filter(reported.contains) } ?? all
  }

  /// Has what a description does not name be in no pack, and be missing in none: whoever sees it beside the
  /// pack needs no word of it.
  package mutating func setAsideUnlisted() {
    guard inventory.declarations.values.contains(where: { $0.source == .description }) else { return }
    inventory.sources = inventory.sources.map { source in
      guard let pack = source.pack, inventory.declarations[pack] == nil else { return source }
      return AssetSource(path: source.path, role: source.role, pack: nil, read: source.read)
    }
    for pack in inventory.declarations.keys { inventory.declarations[pack]?.unlisted = [] }
  }

  /// Returns the notes about how the files were found.
  ///
  /// - Parameter quiet: whether to return only notes about what was left out.
  package func notes(quiet: Bool) -> [String] {
    (inventory.leftOut + (quiet ? [] : remarks)).map { "note: \($0)" }
  }

  /// One note for each format of unreadable art.
  package var notesOnUnreadArt: [String] { inventory.unread.byFormat.map { "note: \($0.sentence)" } }

  /// Adds a note.
  mutating func note(_ remark: String) { remarks.append(remark) }

  /// Leaves out what need not be checked.
  ///
  /// - Parameter reported: of what is left, what is reported on.
  mutating func narrow(
    to isNeeded: (AssetSource) -> Bool, _ catalogs: [CatalogListing], _ messages: [MessageDeclaration],
    reporting reported: Set<Path>
  ) {
    inventory.sources = inventory.sources.filter(isNeeded)
    (inventory.catalogs, inventory.messages) = (catalogs, messages)
    let packs = Set(inventory.sources.compactMap(\.pack))
    inventory.declarations = inventory.declarations.filter {
      packs.contains($0.key) || reported.contains($0.key)
    }
    self.reported = reported
  }

  /// Lints all files. Unless quiet, a line on a terminal shows the progress.
  package func lint(_ linter: Linter, quiet: Bool) async -> Report {
    var (line, count) = (quiet ? nil : Progress("checked"), 0)
    let report = await linter.lint(inventory.input) { _ in
      count += 1
      line?.advance(to: count, of: sources.count)
    }
    line?.finish()
    return report
  }
}
