import StickerEngine
import StickerImage

/// Checks the same files for several messengers: each is read and decoded once, and judged by every profile.
///
/// - Parameter runs: the same files, each with what is in force for one messenger; at least one.
/// - Parameter isolated: who reads the files, once for each messenger; nil: this process, once for all.
/// - Returns: a report for each, in their order.
package func lint(
  _ runs: [StickerRun], jobs: Int, isolated: IsolatedExaminer? = nil, progress: (Int) -> Void = { _ in }
) async -> [Report] {
  guard let first = runs.first else { return [] }
  let sources = first.sources
  let surroundings = Surroundings(sources, first.inventory.declarations)
  let gate = MemoryGate()
  var assets = [[AssetAnalysis]](repeating: [], count: runs.count)
  await mapInOrder(sources, jobs: jobs) { source -> [AssetAnalysis] in
    let configurations = runs.map { $0.settings.configuration(at: source.path) }
    if let isolated {
      var summaries: [AssetAnalysis] = []
      for configuration in configurations {
        let outcome = source.read(configuration.budget.fileBytes)
        summaries.append(await isolated.check(source, outcome, configuration, surroundings.of(source)))
      }
      return summaries
    }
    let asset = await examine(source, Configuration(joining: configurations), gate, surroundings.of(source))
    return configurations.map {
      AssetAnalysis(asset, pack: source.pack, findings: findings(on: asset, $0))
    }
  } deliver: { summaries in
    for (index, summary) in summaries.enumerated() { assets[index].append(summary) }
    progress(assets[0].count)
  }
  var reports: [Report] = []
  for (run, assets) in zip(runs, assets) {
    var report = await report(
      on: assets, sources, declarations: run.inventory.declarations, catalogs: run.inventory.catalogs,
      messages: run.inventory.messages, jobs: jobs,
      configuration: { run.settings.configuration(at: $0) },
      examiner: isolated.map { $0 as any Examiner } ?? LocalExaminer())
    (report.unread, report.isolation) = (run.inventory.unread, isolated?.isolation)
    reports.append(report)
  }
  return reports
}
