package import StickerEngine
import StickerImage

/// A run that was merged from its shards.
package struct MergedRun: Sendable {
  /// The report that a run on one machine would have produced.
  package let report: Report
  /// The accepted findings that no longer occur, one line for each baseline.
  package let staleBaselineEntryMessages: [UserMessage]
}

/// Merges the results of the shards of a run, and checks packs and catalogs as a whole. Reads none of the
/// checked files.
///
/// - Parameter reports: the results in any order, each with a name for messages.
/// - Parameter rules: all rules.
/// - Throws: a `CommandError` with one line for each problem: shards that are missing or duplicated, belong
///   to another run, or are damaged.
package func mergeShards(
  _ reports: [(name: String, results: ShardResults)], _ rules: [Rule]
) async throws(CommandError) -> MergedRun {
  let faults = shardInconsistencies(reports)
  guard faults.isEmpty, !reports.isEmpty else { throw CommandError(messages: faults) }
  var (assets, run): ([ShardedAsset], StoredRunMetadata?) = ([], nil)
  var damaged: [String] = []
  for (name, results) in reports {
    guard let read = try? results.decodeResults(rules), (read.run != nil) == (results.shard.number == 1)
    else {
      damaged.append("\(name): \(ShardResults.damagedError.message)")
      continue
    }
    assets += read.assets
    run = run ?? read.run
  }
  guard damaged.isEmpty, let run else { throw CommandError(messages: damaged) }
  assets.sort { $0.indexInRun < $1.indexInRun }
  guard let merging = try? ShardMerge(run, assets) else {
    throw CommandError("the reports cannot be merged. Check all shards again.")
  }
  return await merging.mergedRunAfterPackRules()
}

/// A whole run, assembled from its shards.
private struct ShardMerge {
  private let run: StoredRunMetadata
  private let sources: [AssetSource]
  private let analyses: [AssetAnalysis]
  /// The configurations by the path of a file, a pack or a document.
  private let configurations: [Path: Configuration]
  private let packDeclarations: [Path: PackDeclaration]
  private let acceptedFindings: ResolvedBaselines

  /// - Throws: `Diagnostic.corruptData` if a file is missing or appears twice, an index is out of range, or
  ///   an analysis is damaged.
  init(_ run: StoredRunMetadata, _ assets: [ShardedAsset]) throws {
    let files = run.baselines.count
    let listed = run.packs + run.catalogAndMessageDocuments
    let places =
      listed.compactMap(\.baselineReference) + assets.compactMap(\.baselineReference)
      + run.baselineReferencesOfOtherPaths.values
    guard assets.count == run.fileCount, zip(assets, 0...).allSatisfy({ $0.indexInRun == $1 }),
      assets.allSatisfy({ $0.configurationIndex < run.configurations.count }),
      places.allSatisfy({ $0.baselineIndex < files })
    else { throw Diagnostic.corruptData }
    var configurations: [Path: Configuration] = [:]
    var accepted = run.baselineReferencesOfOtherPaths
    // Like `ConfigurationMap`, later entries override earlier ones.
    for pack in run.packs {
      configurations[pack.path] = run.configurations[pack.configurationIndex]
    }
    for asset in assets {
      configurations[asset.path] = run.configurations[asset.configurationIndex]
    }
    for document in run.catalogAndMessageDocuments {
      configurations[document.path] = run.configurations[document.configurationIndex]
    }
    for entry in listed { accepted[entry.path] = entry.baselineReference }
    for asset in assets { accepted[asset.path] = asset.baselineReference }
    self.run = run
    // The shards have hashed all pixels of possible duplicates, so no file has to be read again.
    sources = assets.map {
      AssetSource(path: $0.path, role: $0.role, pack: $0.pack, reader: missingFileReader)
    }
    analyses = try zip(assets, sources).map { asset, source in
      try asset.analysis(of: source, configurations[asset.path] ?? run.configurations[0])
    }
    self.configurations = configurations
    packDeclarations = Dictionary(
      run.packs.compactMap { pack in pack.packDeclaration.map { (pack.path, $0) } }
    ) { first, _ in first }
    acceptedFindings = ResolvedBaselines(
      baselines: run.baselines, baselineReferences: accepted, match: run.baselineMatch)
  }

  func mergedRunAfterPackRules() async -> MergedRun {
    let judged = await LintPass(service: InProcessImageService()) { configuration(at: $0) }.report(
      on: analyses,
      of: LintInput(
        sources, packDeclarations: packDeclarations, catalogs: run.catalogs,
        unsupportedArt: run.unsupportedArt))
    var acceptance = acceptedFindings
    let report = acceptance.removeAcceptedFindings(
      from: judged.appendingPackAndDocumentFindings(run.interactiveMessageFindings))
    return MergedRun(report: report, staleBaselineEntryMessages: acceptance.staleEntryMessages())
  }

  private func configuration(at path: Path) -> Configuration {
    configurations[path] ?? run.configurations[0]
  }
}

private let missingFileReader: @Sendable (Path, Int) -> ReadOutcome = { _, _ in
  .unreadable("it does not exist")
}

/// The reasons why reports are not the shards of one run, one line each. The order of the reports does not
/// matter.
///
/// - Parameter reports: the results, each with a name for messages.
package func shardInconsistencies(_ reports: [(name: String, results: ShardResults)]) -> [String] {
  let sorted = reports.sorted {
    ($0.results.shard.number, $0.name) < ($1.results.shard.number, $1.name)
  }
  guard let count = mostFrequent(sorted.map(\.results.shard.shardCount)) else { return [] }
  let others = sorted.filter { $0.results.shard.shardCount != count }
  let fitting = sorted.filter { $0.results.shard.shardCount == count }
  // The digest of the files also covers the configuration, so compare it only among reports with the same
  // configuration. Otherwise, one difference would be reported twice.
  let usual = mostFrequent(fitting.map(\.results.configurationAndBaselineDigest))
  let alike = fitting.filter { $0.results.configurationAndBaselineDigest == usual }
  return others.map { "\($0.name) is \($0.results.shard), but the others are shards of \(count)" }
    + mismatchMessages(fitting, \.configurationAndBaselineDigest) {
      "\($0) was checked with a different configuration than \($1)"
    }
    + mismatchMessages(alike, \.fileListAndMetadataDigest) {
      "\($0) has different files or arguments than \($1)"
    }
    + duplicateShardMessages(fitting, of: count)
    + missingShardMessages(Set(fitting.map(\.results.shard.number)), of: count)
}

/// Returns a message for each result whose digest differs from the digest of most others.
///
/// - Parameter words: returns the message, given the names of a differing report and of a typical one.
private func mismatchMessages(
  _ reports: [(name: String, results: ShardResults)], _ digest: (ShardResults) -> XXH3Digest,
  _ words: (String, String) -> String
) -> [String] {
  let usual = mostFrequent(reports.map { digest($0.results) })
  guard let example = reports.first(where: { digest($0.results) == usual })?.name else { return [] }
  return reports.filter { digest($0.results) != usual }.map { words($0.name, example) }
}

private func duplicateShardMessages(
  _ reports: [(name: String, results: ShardResults)], of count: Int
) -> [String] {
  Dictionary(grouping: reports, by: \.results.shard.number).sorted { $0.key < $1.key }
    .filter { $0.value.count > 1 }
    .map { index, same in
      "shard \(index) of \(count) occurs \(same.count == 2 ? "twice" : "\(same.count) times"): "
        + listText(same.map(\.name))
    }
}

private func missingShardMessages(_ there: Set<Int>, of count: Int) -> [String] {
  let missing = (1...count).filter { !there.contains($0) }
  guard let first = missing.first else { return [] }
  guard missing.count > 1 else { return ["shard \(first) of \(count) is missing"] }
  let most = 10
  let named = missing.prefix(most).map(String.init)
  let more = missing.count > most ? ["\(numberText(missing.count - most)) more"] : []
  return ["shards \(listText(named + more)) of \(count) are missing"]
}

/// Returns the most frequent value. If several are equally frequent, returns the first of them.
private func mostFrequent<Value: Hashable>(_ values: [Value]) -> Value? {
  var counts: [Value: Int] = [:]
  for value in values { counts[value, default: 0] += 1 }
  let most = counts.values.max()
  return values.first { counts[$0] == most }
}
