package import StickerEngine
import StickerImage

/// A part of a run's files. The hash of its path decides to which shard a file belongs, so that all machines
/// agree.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of the shard, starting at 1.
  let index: Int
  /// The number of shards.
  let count: Int

  /// The maximum number of shards.
  static let maxCount = 100_000

  /// Creates a shard, or returns nil if the index or the count is out of range.
  init?(_ index: Int, of count: Int) {
    guard 1...Self.maxCount ~= count, 1...count ~= index else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses a shard such as `2/7`.
  ///
  /// - Throws: a `UsageError` with one line about what is wrong and what is expected.
  package init(parsing text: String) throws(UsageError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      // Digits that do not fit into an Int are too large a number.
      part.isEmpty || !part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? nil : Int(part) ?? .max
    }
    let shown = Untrusted(text).displayText
    guard parts.count == 2, let index = parts[0], let count = parts[1] else {
      throw UsageError("invalid shard \(shown) (expected INDEX/COUNT, for example 2/7)")
    }
    guard 1...Self.maxCount ~= count else {
      throw UsageError("invalid shard \(shown) (the count must be 1 to \(numberText(Self.maxCount)))")
    }
    guard let shard = Shard(index, of: count) else {
      throw UsageError("invalid shard \(shown) (the first is 1/\(count), the last is \(count)/\(count))")
    }
    self = shard
  }

  /// Whether a file belongs to the shard. That depends on the lower 64 bits of the XXH3-128 hash (seed 0) of
  /// the path in reports, modulo the number of shards.
  func contains(_ path: Path) -> Bool {
    Int(PixelDigest(of: path.bytes).lowerHalf % UInt64(count)) == index - 1
  }

  /// `shard 2 of 7`.
  package var description: String { "shard \(index) of \(count)" }
}

/// A run whose files are checked in shards on several machines, and whose results are merged afterward.
package struct ShardedRun: Sendable {
  let sources: [AssetSource]
  let declarations: [Path: PackDeclaration]
  let catalogs: [CatalogListing]
  let messages: [MessageDeclaration]
  let unread: [UnreadArt]
  let acceptance: Acceptance
  private let settings: @Sendable (Path) -> Configuration

  /// Creates a run with all files of all shards.
  ///
  /// - Parameter acceptance: the baselines, with a subject for every path that can have findings.
  /// - Parameter configuration: returns the configuration for the path of an asset, a pack or a document.
  package init(
    _ sources: [AssetSource], declarations: [Path: PackDeclaration] = [:], catalogs: [CatalogListing] = [],
    messages: [MessageDeclaration] = [], unread: [UnreadArt] = [], acceptance: Acceptance = Acceptance(),
    configuration: @escaping @Sendable (Path) -> Configuration
  ) {
    self.sources = sources
    self.declarations = declarations
    self.catalogs = catalogs
    (self.messages, self.acceptance, settings) = (messages, acceptance, configuration)
    self.unread = unread
  }

  /// The number of files in a shard.
  package func count(of shard: Shard) -> Int { sources.count { shard.contains($0.path) } }

  /// Checks the files of a shard. Rules about packs, catalogs and messages run when the shards are merged.
  ///
  /// - Parameter cache: the results of earlier runs.
  /// - Parameter delivered: called in order with the analysis of each asset.
  /// - Returns: the report on the shard's files, including the data that `merge` needs.
  package func lint(
    _ shard: Shard, jobs: Int, cache: ResultCache? = nil, service: any ImageService,
    delivered: (AssetAnalysis) async -> Void = { _ in }
  ) async -> Report {
    let own = sources.indices.filter { shard.contains(sources[$0].path) }
    var linter = Linter(service: service, cache: cache, jobs: jobs, configuration: settings)
    linter.digestsContent = !acceptance.files.isEmpty
    // Possible duplicates may be in other shards.
    linter.hashesAllPixels = { [settings] source in source.pack.map { settings($0).checksPacks } ?? false }
    let assets = await linter.analyze(
      own.map { sources[$0] }, in: AssetContexts(sources, declarations), delivered)
    var acceptance = acceptance
    var report = acceptance.apply(Report(assets: assets, packFindings: []))
    report.unread = unread
    report.shard = ShardResults(shard, of: self, Array(zip(own, assets))).json
    return report
  }

  /// The configuration for a path.
  func configuration(at path: Path) -> Configuration { settings(path) }
}

/// A run to store in shards, with digests that tell whether shards belong together.
struct DigestedRun {
  let run: StoredRun
  /// The digest of rules, configuration, limits and baselines.
  let configuration: PixelDigest
  /// The digest of everything else, and of the configuration of each file.
  let files: PixelDigest
  var table: ConfigurationTable

  init(_ whole: ShardedRun) {
    // No file has this path, so this is the configuration for everything that no list contains.
    var table = ConfigurationTable(whole.configuration(at: Path(bytes: [])))
    var run = StoredRun(whole, &table)
    // Encode a digest of each file. The list itself would be as long as all paths together.
    var list = BinaryEncoder()
    for source in whole.sources {
      var file = BinaryEncoder()
      let configuration = table.number(of: whole.configuration(at: source.path))
      let accepted = whole.acceptance.subjects[source.path]
      file.encode(source.path, source.role, source.pack, configuration, accepted)
      list.encode(PixelDigest(of: file.bytes))
    }
    run.configurations = table.configurations
    configuration = Self.configurationDigest(run)
    // The name of a baseline depends on the working folder.
    var nameless = run
    nameless.baselines = []
    nameless.encode(to: &list)
    files = PixelDigest(of: list.bytes)
    self.run = run
    self.table = table
  }

  private static func configurationDigest(_ run: StoredRun) -> PixelDigest {
    var encoder = BinaryEncoder()
    encoder.encode(run.configurations)
    encoder.encodeList(run.baselines) { $1.encodeContent(to: &$0) }
    encoder.encode(run.match == .content)
    return PixelDigest(of: encoder.bytes)
  }
}

extension StoredRun {
  /// Creates a run without configurations, because files add more of them.
  fileprivate init(_ whole: ShardedRun, _ table: inout ConfigurationTable) {
    self.init()
    let subjects = whole.acceptance.subjects
    func entry(_ path: Path) -> Entry {
      Entry(
        path: path, configuration: table.number(of: whole.configuration(at: path)), accepted: subjects[path],
        declaration: whole.declarations[path])
    }
    fileCount = whole.sources.count
    let paths = Set(whole.sources.compactMap(\.pack)).union(whole.declarations.keys)
    packs = paths.sorted().map(entry)
    documents = (whole.catalogs.flatMap(\.documents) + whole.messages.map(\.path)).map(entry)
    catalogs = whole.catalogs
    messageFindings = findings(onMessages: whole.messages, whole.configuration)
    unread = whole.unread
    (baselines, match) = (whole.acceptance.files, whole.acceptance.match)
    let known = paths.union(documents.map(\.path)).union(whole.sources.map(\.path))
    others = subjects.filter { !known.contains($0.key) }
  }
}

/// The configurations of a run without duplicates.
struct ConfigurationTable {
  private(set) var configurations: [Configuration] = []
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    let fingerprint: PixelDigest
    let checksPacks: Bool
  }

  /// - Parameter first: the configuration that gets the number 0.
  init(_ first: Configuration) { _ = number(of: first) }

  /// Returns the number of a configuration, and adds it if it is new.
  mutating func number(of configuration: Configuration) -> Int {
    let key = Key(fingerprint: configuration.fingerprint, checksPacks: configuration.checksPacks)
    if let known = numbers[key] { return known }
    numbers[key] = configurations.count
    configurations.append(configuration)
    return configurations.count - 1
  }
}
