import StickerModel
import StickerImage

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
    var list = StoredWriter()
    for source in whole.sources {
      var file = StoredWriter()
      file.path(source.path)
      file.text(source.role.rawValue)
      file.optional(source.pack) { $0.path($1) }
      file.integer(table.number(of: whole.configuration(at: source.path)))
      file.optional(whole.acceptance.places[source.path]) { $0.accepted($1) }
      list.digest(PixelDigest(of: file.stored))
    }
    run.configurations = table.configurations
    configuration = Self.configurationDigest(run)
    // What a baseline is called depends on where the working folder lies.
    var nameless = run
    nameless.baselines = []
    list.run(nameless)
    files = PixelDigest(of: list.stored)
    (self.run, self.table) = (run, table)
  }

  private static func configurationDigest(_ run: StoredRun) -> PixelDigest {
    var writer = StoredWriter()
    writer.list(run.configurations) { $0.configuration($1) }
    writer.list(run.baselines) { $0.baseline($1) }
    writer.flag(run.match == .content)
    return PixelDigest(of: writer.stored)
  }
}

extension StoredRun {
  /// A run without its configurations, since files have them too.
  fileprivate init(_ whole: ShardedRun, _ table: inout ConfigurationTable) {
    self.init()
    let places = whole.acceptance.places
    func entry(_ path: Path) -> Entry {
      Entry(
        path: path, configuration: table.number(of: whole.configuration(at: path)), accepted: places[path],
        declaration: whole.declarations[path])
    }
    fileCount = whole.sources.count
    let paths = Set(whole.sources.compactMap(\.pack)).union(whole.declarations.keys)
    packs = paths.sorted().map(entry)
    documents = (whole.catalogs.flatMap(\.documents) + whole.messages.map(\.path)).map(entry)
    catalogs = whole.catalogs
    messageFindings = findings(onMessages: whole.messages, whole.configuration).map {
      StoredFinding(
        path: $0.path, verdict: .init(rule: $0.rule, severity: $0.severity, evidence: $0.evidence))
    }
    unread = whole.unread
    (baselines, match) = (whole.acceptance.files, whole.acceptance.match)
    let known = paths.union(documents.map(\.path)).union(whole.sources.map(\.path))
    others = places.filter { !known.contains($0.key) }
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
