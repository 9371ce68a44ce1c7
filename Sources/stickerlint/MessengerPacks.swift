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
    // Apple's form is a build of its own; all others are made together, of art that is decoded once.
    var orders: [(place: Int, order: MessengerOrder)] = []
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
      guard export == .imessage else {
        orders.append((results.count, MessengerOrder(for: name, at: place, search)))
        results.append(PackResult())
        continue
      }
      let build = build(
        selected: settings.selectedRules, into: nil, usesCache: usesCache, jobs: jobs, quiet: quiet)
      results.append(await build.run(PackToBuild(pack.pack, destination: place), &search))
    }
    let build = MessengerBuild(
      skipFailing: skipFailing, force: force, enlarges: enlarge, check: check, effort: effort ?? .normal,
      usesCache: usesCache, jobs: jobs, quiet: quiet)
    let made = await build.run(pack.pack, for: orders.map(\.order))
    for (order, result) in zip(orders, made) { results[order.place] = result }
    if !quiet { tell(results.flatMap(\.notes).map { "note: \($0.onCommandLine)" }) }
    return results
  }
}
