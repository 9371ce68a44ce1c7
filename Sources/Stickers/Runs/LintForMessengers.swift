import StickerEngine
import StickerImage

/// Lints the same files for several messengers.
///
/// - Parameter runs: runs of the same files, each with the configuration of one messenger; at least one.
/// - Parameter quiet: whether to show no progress.
/// - Returns: a report for each run.
package func lintForMessengers(
  _ runs: [StickerRun], jobs: Int, quiet: Bool, service: any ImageService
) async -> [Report] {
  guard let first = runs.first else { return [] }
  let contexts = AssetContexts(first.sources, first.discoveredFiles.listings)
  var analyses = [[AssetAnalysis]](repeating: [], count: runs.count)
  let progress = quiet ? nil : ProgressLine("checked", of: first.sources.count)
  await mapInOrder(first.sources, jobs: jobs) { source in
    let configurations = runs.map { $0.configurationMap.configuration(at: source.path) }
    return await service.analyze(source, for: configurations, contexts.context(for: source))
  } deliver: { results in
    for (index, analysis) in results.enumerated() { analyses[index].append(analysis) }
    progress?.advance(to: analyses[0].count)
  }
  progress?.finish()
  var reports: [Report] = []
  for (run, analyses) in zip(runs, analyses) {
    var input = run.discoveredFiles.lintInput
    input.sources = first.sources
    reports.append(
      await LintPass(run.configurationMap, service: service, jobs: jobs).report(on: analyses, of: input))
  }
  return reports
}
