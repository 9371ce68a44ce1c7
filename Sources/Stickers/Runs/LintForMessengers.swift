import StickerEngine
import StickerImage

/// Lints the same files for several messengers.
///
/// - Parameter runs: one or more runs of the same files, each with the configuration of one messenger.
/// - Parameter output: where to report progress.
/// - Returns: a report for each run.
package func lintForMessengers(
  _ runs: [StickerRun], jobs: Int, progress output: ProgressOutput, service: any ImageService
) async -> [Report] {
  guard let first = runs.first else { return [] }
  // Each run draws art at a size that its messenger accepts, so the images differ between runs.
  if runs.count > 1, runs.contains(where: \.hasRenderedArt) {
    var reports: [Report] = []
    for run in runs {
      reports += await lintForMessengers([run], jobs: jobs, progress: output, service: service)
    }
    return reports
  }
  let sources = runs.combinedSources
  // The files that a run leaves out, because its messenger does not accept them.
  let leftOut = runs.map { Set($0.discoveredFiles.unsupportedArt.map(\.path)) }
  let contexts = AssetPackContexts(sources, first.discoveredFiles.packDeclarations)
  var analyses = [[AssetAnalysis]](repeating: [], count: runs.count)
  let progress = output.start(.checking, "checked", of: sources.count)
  var count = 0
  await mapInOrder(sources, jobs: jobs) { source in
    let indices = runs.indices.filter { !leftOut[$0].contains(source.path) }
    let configurations = indices.map { runs[$0].configurationMap.configuration(at: source.path) }
    let analyses = await service.analyze(
      source.readableUnlessCanceled, for: configurations, contexts.context(for: source))
    return zip(indices, analyses)
  } deliver: { results in
    for (index, analysis) in results { analyses[index].append(analysis) }
    count += 1
    progress?.advance(to: count)
  }
  progress?.finish()
  var reports: [Report] = []
  for (index, (run, analyses)) in zip(runs, analyses).enumerated() {
    var input = run.discoveredFiles.lintInput
    input.sources = sources.filter { !leftOut[index].contains($0.path) }
    reports.append(
      await LintPass(run.configurationMap, service: service, jobs: jobs).report(on: analyses, of: input))
  }
  return reports
}

extension [StickerRun] {
  /// The sources of the first run, and the animations that only the other runs check.
  fileprivate var combinedSources: [AssetSource] {
    var sources = self[0].sources
    guard contains(where: { !$0.discoveredFiles.unsupportedArt.isEmpty }) else { return sources }
    var known = Set(sources.map(\.path))
    for run in dropFirst() {
      for (index, source) in run.sources.enumerated() where known.insert(source.path).inserted {
        // Keep the order of the run that has the source.
        let previous = index > 0 ? run.sources[index - 1].path : nil
        let place = previous.flatMap { path in sources.firstIndex { $0.path == path } }
        sources.insert(source, at: place.map { $0 + 1 } ?? 0)
      }
    }
    return sources
  }
}
