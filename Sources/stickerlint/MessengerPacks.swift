import ArgumentParser
import Stickers

extension BuildOptions {
  /// Builds a pack for each messenger; one that takes no such pack stops no other.
  ///
  /// - Parameter isAll: whether nobody named them one by one: then what has no export is only told.
  func packs(
    _ pack: PackToBuild, for names: [String], _ settings: SettingsOptions, usesCache: Bool, jobs: Int,
    isAll: Bool,
    quiet: Bool
  ) async throws -> [PackResult] {
    var results: [PackResult] = []
    for name in names {
      var search = try settings.search(for: name)
      let export = search.settings(at: pack.pack.folder, isFolder: true).export
      if let fault = search.faults.first { throw CommandFailure(Sentence(fault)) }
      let stem = Path(name).stem.shown
      let place = pack.destination.appending(stem)
      guard export != nil || !isAll else {
        if !quiet { tell(["note: \(stem): its profile names no export, so no pack is written for it"]) }
        continue
      }
      let result: PackResult
      if export == .imessage {
        let build = build(
          selected: settings.selectedRules, into: nil, usesCache: usesCache,
          jobs: jobs, quiet: quiet)
        result = await build.run(PackToBuild(pack.pack, destination: place), &search)
      } else {
        let build = MessengerBuild(
          for: name, skipFailing: skipFailing, force: force, enlarges: enlarge, check: check,
          effort: effort ?? .normal, jobs: jobs, quiet: quiet)
        result = await build.run(pack.pack, at: place, &search)
      }
      if !quiet { tell(result.notes.map { "note: \($0.onCommandLine)" }) }
      results.append(result)
    }
    return results
  }
}
