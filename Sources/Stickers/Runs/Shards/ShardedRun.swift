package import StickerEngine
import StickerImage

/// A part of a run's files, the same on every machine: those whose paths' hashes fall into it.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which part; the first is 1.
  let index: Int
  /// Into how many parts the files are divided.
  let count: Int

  /// The most parts that there are.
  static let maxCount = 100_000

  /// A part; nil for one that there is not.
  init?(_ index: Int, of count: Int) {
    guard 1...Self.maxCount ~= count, 1...count ~= index else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `2/7`.
  ///
  /// - Throws: what is wrong with it, and what is right, in one line.
  package init(parsing text: String) throws(UsageError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      // Digits that are no Int are too many of them.
      part.isEmpty || !part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? nil : Int(part) ?? .max
    }
    let shown = Untrusted(text).displayText
    guard parts.count == 2, let index = parts[0], let count = parts[1] else {
      throw UsageError("the shard \(shown) is none: 2/7 is the second of seven")
    }
    guard 1...Self.maxCount ~= count else {
      throw UsageError("the shard \(shown) is none: there are 1 to \(numberText(Self.maxCount)) of them")
    }
    guard let shard = Shard(index, of: count) else {
      throw UsageError("the shard \(shown) is none: the first is 1/\(count), the last \(count)/\(count)")
    }
    self = shard
  }

  /// Whether a file belongs to it: by the lower 64 bits of the XXH3-128 hash (seed 0) of the path's bytes as
  /// reports name it, modulo the number of shards.
  func contains(_ path: Path) -> Bool {
    Int(PixelDigest(of: path.bytes).lowerHalf % UInt64(count)) == index - 1
  }

  /// `shard 2 of 7`.
  package var description: String { "shard \(index) of \(count)" }
}

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
    self.sources = sources
    self.declarations = declarations
    self.catalogs = catalogs
    (self.messages, self.acceptance, settings) = (messages, acceptance, configuration)
    self.unread = unread
  }

  /// How many files of the run a shard has.
  package func count(of shard: Shard) -> Int { sources.count { shard.contains($0.path) } }

  /// Checks the files of a shard: rules about packs, catalogs and messages wait for the others.
  ///
  /// - Parameter cache: the results of earlier runs.
  /// - Parameter delivered: called in order with each asset's summary.
  /// - Returns: what was found in the shard's own files, which carries what `merge` needs.
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

  /// What is in force for what lies at a path.
  func configuration(at path: Path) -> Configuration { settings(path) }
}

/// A run as its shards hand it on, with digests of it by which they know each other.
struct DigestedRun {
  let run: StoredRun
  /// The digest of rules, settings, limits and baselines.
  let configuration: PixelDigest
  /// The digest of everything else, and of what is in force for each file.
  let files: PixelDigest
  var table: ConfigurationTable

  init(_ whole: ShardedRun) {
    // No file has this path: what is in force for it is so for all that is in no list.
    var table = ConfigurationTable(whole.configuration(at: Path(bytes: [])))
    var run = StoredRun(whole, &table)
    // Digests of each file: the list itself would be as long as all paths together.
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
    // What a baseline is called depends on where the working folder lies.
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
  /// A run without its configurations, since files have them too.
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

/// The configurations of a run, each once.
struct ConfigurationTable {
  private(set) var configurations: [Configuration] = []
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    let fingerprint: PixelDigest
    let checksPacks: Bool
  }

  /// - Parameter first: the configuration that gets the number 0.
  init(_ first: Configuration) { _ = number(of: first) }

  /// Adds a configuration that is not there yet.
  mutating func number(of configuration: Configuration) -> Int {
    let key = Key(fingerprint: configuration.fingerprint, checksPacks: configuration.checksPacks)
    if let known = numbers[key] { return known }
    numbers[key] = configurations.count
    configurations.append(configuration)
    return configurations.count - 1
  }
}
