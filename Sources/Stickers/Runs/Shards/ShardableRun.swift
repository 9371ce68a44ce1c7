package import StickerEngine
import StickerImage

/// A part of a run's files. The hash of a file's path determines which shard the file belongs to, so that all
/// machines agree.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of the shard, starting at 1.
  public let number: Int
  /// The number of shards.
  public let shardCount: Int

  /// The maximum number of shards.
  public static let maxCount = 100_000

  /// Creates a shard, or returns nil if the index or the count is out of range.
  public init?(_ index: Int, of count: Int) {
    guard 1...Self.maxCount ~= count, 1...count ~= index else { return nil }
    self.number = index
    self.shardCount = count
  }

  /// Parses a shard such as `2/7`.
  ///
  /// - Throws: `StickersError.invalidRequest`, with a message that describes the expected format.
  public init(parsing text: String) throws(StickersError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      // If the digits do not fit in an `Int`, the number is too large.
      part.isEmpty || !part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? nil : Int(part) ?? .max
    }
    let shown = UntrustedText(text).displayText
    guard parts.count == 2, let index = parts[0], let count = parts[1] else {
      throw .invalidRequest([
        "invalid shard \(shown) (expected INDEX/COUNT, for example 2/7)"
      ])
    }
    guard 1...Self.maxCount ~= count else {
      throw .invalidRequest([
        "invalid shard \(shown) (the count must be 1 to \(numberText(Self.maxCount)))"
      ])
    }
    guard let shard = Shard(index, of: count) else {
      throw .invalidRequest([
        "invalid shard \(shown) (the first is 1/\(count), the last is \(count)/\(count))"
      ])
    }
    self = shard
  }

  /// Whether a file belongs to the shard. This depends on the lower 64 bits of the XXH3-128 hash (seed 0) of
  /// the path in reports, modulo the number of shards.
  func contains(_ path: Path) -> Bool {
    Int(XXH3Digest(of: path.bytes).lowerHalf % UInt64(shardCount)) == number - 1
  }

  /// A description such as `shard 2 of 7`.
  public var description: String { "shard \(number) of \(shardCount)" }
}

/// A run whose files are checked in shards on several machines, and whose results are merged afterward.
package struct ShardableRun: Sendable {
  let sources: [AssetSource]
  let packDeclarations: [Path: PackDeclaration]
  let catalogs: [CatalogListing]
  let interactiveMessages: [InteractiveMessageFile]
  let unsupportedArt: [UnsupportedArt]
  let acceptedFindings: ResolvedBaselines
  private let configurationForPath: @Sendable (Path) -> Configuration

  /// Creates a run with all files of all shards.
  ///
  /// - Parameter acceptedFindings: the baselines, with a reference for every path that can have findings.
  /// - Parameter configuration: returns the configuration for the path of an asset, a pack or a document.
  package init(
    _ sources: [AssetSource], packDeclarations: [Path: PackDeclaration] = [:],
    catalogs: [CatalogListing] = [],
    messages: [InteractiveMessageFile] = [], unsupportedArt: [UnsupportedArt] = [],
    acceptedFindings: ResolvedBaselines = ResolvedBaselines(),
    configuration: @escaping @Sendable (Path) -> Configuration
  ) {
    self.sources = sources
    self.packDeclarations = packDeclarations
    self.catalogs = catalogs
    (self.interactiveMessages, self.acceptedFindings, configurationForPath) = (
      messages, acceptedFindings, configuration
    )
    self.unsupportedArt = unsupportedArt
  }

  /// Checks the files of a shard. Rules about packs, catalogs and messages run when the shards are merged.
  ///
  /// - Parameter cache: the results of earlier runs.
  /// - Parameter onAnalysis: called in order with the analysis of each asset.
  /// - Returns: the report on the shard's files, including the data that `merge` needs.
  package func lintFiles(
    of shard: Shard, jobs: Int, cache: ResultCache? = nil, service: any ImageService,
    onAnalysis: (AssetAnalysis) async -> Void = { _ in }
  ) async -> Report {
    let own = sources.indices.filter { shard.contains(sources[$0].path) }
    var linter = LintPass(service: service, cache: cache, jobs: jobs, configuration: configurationForPath)
    linter.computesContentDigests = !acceptedFindings.baselines.isEmpty
    // Possible duplicates may be in other shards.
    linter.hashesAllPixels = { [configurationForPath] source in
      source.pack.map { configurationForPath($0).checksPacks } ?? false
    }
    let assets = await linter.analyze(
      own.map { sources[$0] }, in: AssetPackContexts(sources, packDeclarations), onAnalysis)
    var acceptance = acceptedFindings
    var report = acceptance.removeAcceptedFindings(from: Report(assets: assets, packFindings: []))
    report.unsupportedArt = unsupportedArt
    report.shardData = ShardResults(shard, of: self, Array(zip(own, assets))).json
    return report
  }

  /// The configuration for a path.
  func configuration(at path: Path) -> Configuration { configurationForPath(path) }
}

/// A run to store in shards, with digests that show whether shards belong together.
struct RunWithDigests {
  let run: StoredRunMetadata
  /// The digest of rules, configuration, limits and baselines.
  let configurationAndBaselineDigest: XXH3Digest
  /// The digest of everything else, and of the configuration of each file.
  let fileListAndMetadataDigest: XXH3Digest
  var configurationTable: ConfigurationTable

  init(_ whole: ShardableRun) {
    // No file has this path, so this is the configuration for all paths that are not in a list.
    var table = ConfigurationTable(whole.configuration(at: Path(bytes: [])))
    var run = StoredRunMetadata(whole, &table)
    // Encode a digest of each file. The list itself would be as long as all paths together.
    var list = BinaryEncoder()
    for source in whole.sources {
      var file = BinaryEncoder()
      let configuration = table.index(adding: whole.configuration(at: source.path))
      let accepted = whole.acceptedFindings.baselineReferencesByFindingPath[source.path]
      file.encode(source.path, source.role, source.pack, configuration, accepted)
      list.encode(XXH3Digest(of: file.bytes))
    }
    run.configurations = table.configurations
    configurationAndBaselineDigest = Self.configurationAndBaselineDigest(run)
    // Leave out the names of baselines, because they depend on the working folder.
    var nameless = run
    nameless.baselines = []
    nameless.encode(to: &list)
    fileListAndMetadataDigest = XXH3Digest(of: list.bytes)
    self.run = run
    self.configurationTable = table
  }

  private static func configurationAndBaselineDigest(_ run: StoredRunMetadata) -> XXH3Digest {
    var encoder = BinaryEncoder()
    encoder.encode(run.configurations)
    encoder.encodeList(run.baselines) { $1.encodeContent(to: &$0) }
    encoder.encode(run.baselineMatch == .fileRuleAndContent)
    return XXH3Digest(of: encoder.bytes)
  }
}

extension StoredRunMetadata {
  /// Creates a run without its configurations. They are set later, because files add more of them.
  fileprivate init(_ whole: ShardableRun, _ table: inout ConfigurationTable) {
    self.init()
    let subjects = whole.acceptedFindings.baselineReferencesByFindingPath
    func entry(_ path: Path) -> ConfiguredPath {
      ConfiguredPath(
        path: path, configurationIndex: table.index(adding: whole.configuration(at: path)),
        baselineReference: subjects[path],
        packDeclaration: whole.packDeclarations[path])
    }
    fileCount = whole.sources.count
    let paths = Set(whole.sources.compactMap(\.pack)).union(whole.packDeclarations.keys)
    packs = paths.sorted().map(entry)
    catalogAndMessageDocuments =
      (whole.catalogs.flatMap(\.expectedDocumentPaths) + whole.interactiveMessages.map(\.path)).map(entry)
    catalogs = whole.catalogs
    interactiveMessageFindings = findings(
      onInteractiveMessages: whole.interactiveMessages, whole.configuration)
    unsupportedArt = whole.unsupportedArt
    (baselines, baselineMatch) = (whole.acceptedFindings.baselines, whole.acceptedFindings.matchCriterion)
    let known = paths.union(catalogAndMessageDocuments.map(\.path)).union(whole.sources.map(\.path))
    baselineReferencesOfOtherPaths = subjects.filter { !known.contains($0.key) }
  }
}

/// The configurations of a run, without duplicates.
struct ConfigurationTable {
  private(set) var configurations: [Configuration] = []
  private var indices: [Key: Int] = [:]

  private struct Key: Hashable {
    let fingerprint: XXH3Digest
    let checksPacks: Bool
  }

  /// - Parameter first: the configuration that gets the index 0.
  init(_ first: Configuration) { _ = index(adding: first) }

  /// Returns the index of a configuration, which is added if it is new.
  mutating func index(adding configuration: Configuration) -> Int {
    let key = Key(fingerprint: configuration.assetFindingsFingerprint, checksPacks: configuration.checksPacks)
    if let known = indices[key] { return known }
    indices[key] = configurations.count
    configurations.append(configuration)
    return configurations.count - 1
  }
}
