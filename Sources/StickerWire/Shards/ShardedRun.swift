package import StickerModel
import StickerImage

/// A run of which each machine checks a part of the files, its shard, and another one joins what they found.
package struct ShardedRun: Sendable {
  let sources: [AssetSource]
  let declarations: [Path: PackDeclaration]
  let catalogs: [CatalogListing]
  let messages: [MessageDeclaration]
  let unread: [UnreadArt]
  let acceptance: Acceptance
  private let settings: @Sendable (Path) -> Configuration

  /// The whole run, as it is without shards.
  ///
  /// - Parameter acceptance: with a place for everything that a finding can be on.
  /// - Parameter configuration: what is in force for an asset, a pack or a document at a path.
  package init(
    _ sources: [AssetSource], declarations: [Path: PackDeclaration] = [:], catalogs: [CatalogListing] = [],
    messages: [MessageDeclaration] = [], unread: [UnreadArt] = [], acceptance: Acceptance = Acceptance(),
    configuration: @escaping @Sendable (Path) -> Configuration
  ) {
    (self.sources, self.declarations, self.catalogs) = (sources, declarations, catalogs)
    (self.messages, self.acceptance, settings) = (messages, acceptance, configuration)
    self.unread = unread
  }

  /// How many files of the run a shard has.
  package func count(of shard: Shard) -> Int { sources.count { shard.takes($0.path) } }

  /// Checks the files of a shard: rules about packs, catalogs and messages wait for the others.
  ///
  /// - Parameter known: what earlier runs found out; gets what this one does.
  /// - Parameter delivered: called in order with each asset's summary.
  /// - Returns: what was found in the shard's own files, which carries what `merge` needs.
  package func lint(
    _ shard: Shard, jobs: Int, known: inout KnownResults?, examiner: any Examiner,
    delivered: (AssetSummary) async -> Void = { _ in }
  ) async -> Report {
    let own = sources.indices.filter { shard.takes(sources[$0].path) }
    let assets = await summaries(
      of: own.map { sources[$0] }, Surroundings(sources, declarations), jobs: jobs,
      digests: !acceptance.files.isEmpty, configuration: configuration(of:), known: &known,
      examiner: examiner, delivered: delivered)
    var acceptance = acceptance
    var report = acceptance.judge(Report(assets: assets, packFindings: []))
    report.unread = unread
    report.shard = ShardResults(shard, of: self, Array(zip(own, assets))).json
    return report
  }

  /// What is in force for what lies at a path.
  func configuration(at path: Path) -> Configuration { settings(path) }

  /// A file's twin may be another shard's, where nobody can look at this one again.
  private func configuration(of source: AssetSource) -> Configuration {
    var configuration = settings(source.path)
    configuration.digestsExactly = source.pack.map { settings($0).checksPacks } ?? false
    return configuration
  }
}
