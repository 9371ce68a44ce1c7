import StickerEngine

/// Lints the art of a pack. Files that did not change since keep their results.
struct PackLinter {
  let settings: SettingsMap
  let jobs: Int
  let examiner: any Examiner
  let quiet: Bool
  /// The result for each file, in the order of the assets, before the rules about packs ran.
  private var results: [AssetAnalysis] = []

  init(_ settings: SettingsMap, jobs: Int, examiner: any Examiner, quiet: Bool) {
    self.settings = settings
    self.jobs = jobs
    self.examiner = examiner
    self.quiet = quiet
  }

  /// Lints all files, then the pack.
  ///
  /// - Parameter known: the results of earlier runs; receives the new ones.
  mutating func lint(_ pack: OpenedPack, _ known: inout KnownResults?) async -> Report {
    let assets = pack.assets
    results = await lint(assets, of: pack, &known)
    return await report(on: pack, assets)
  }

  /// Lints the files that changed since `lint`, then the pack with the results of all files.
  ///
  /// - Parameter changed: the paths of the files with new bytes. No file was added or removed.
  mutating func lintAgain(
    _ pack: OpenedPack, changed: Set<Path>, _ known: inout KnownResults?
  ) async -> Report {
    let assets = pack.assets
    let places = assets.indices.filter { changed.contains(assets[$0].path) }
    let new = await lint(places.map { assets[$0] }, of: pack, &known)
    for (place, result) in zip(places, new) { results[place] = result }
    return await report(on: pack, assets)
  }

  private func lint(
    _ assets: [AssetSource], of pack: OpenedPack, _ known: inout KnownResults?
  ) async -> [AssetAnalysis] {
    var (progress, done) = (quiet ? nil : Progress("checked"), 0)
    let results = await summaries(
      of: assets, Surroundings(pack.assets, pack.declarations), jobs: jobs, digests: false,
      configuration: { [settings] in settings.configuration(at: $0.path) }, known: &known, examiner: examiner
    ) { _ in
      done += 1
      progress?.advance(to: done, of: assets.count)
    }
    progress?.finish()
    return results
  }

  private func report(on pack: OpenedPack, _ assets: [AssetSource]) async -> Report {
    var report = await StickerEngine.report(
      on: results, assets, declarations: pack.declarations, catalogs: pack.catalogs,
      messages: pack.message.map { [$0] } ?? [], jobs: jobs,
      configuration: { [settings] in settings.configuration(at: $0) }, examiner: examiner)
    report.isolation = examiner.isolation
    return report
  }
}
