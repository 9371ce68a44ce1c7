package import StickerEngine
import StickerImage

/// What a shard's report carries for `merge`: what was found out about each of its files, and, in that of the
/// first shard, what there is to know of the run as a whole.
package struct ShardResults: Sendable {
  /// The shard that the results are of.
  let shard: Shard
  /// The version of the program that wrote them.
  let version: String
  /// A digest that is equal for shards whose rules, settings, limits and baselines are the same.
  let configuration: PixelDigest
  /// Equal for shards of one run: the same files, packs, catalogs and messages, the same in force for each.
  let files: PixelDigest
  /// The results in bytes, with a checksum behind them.
  private let stored: [UInt8]

  init(_ shard: Shard, of run: ShardedRun, _ results: [(number: Int, summary: AssetSummary)]) {
    var digested = DigestedRun(run)
    (self.shard, version) = (shard, Tool.version)
    (configuration, files) = (digested.configuration, digested.files)
    var writer = StoredWriter()
    writer.header(shard, version, [configuration, files])
    writer.list(results) { writer, result in
      writer.integer(result.number)
      writer.path(result.summary.path)
      writer.text(result.summary.role.rawValue)
      writer.optional(result.summary.pack) { $0.path($1) }
      writer.integer(digested.table.number(of: run.configuration(at: result.summary.path)))
      writer.optional(run.acceptance.places[result.summary.path]) { $0.accepted($1) }
      writer.flag(result.summary.isSmallerSize)
      writer.result(StoredResult(result.summary))
    }
    writer.optional(shard.index == 1 ? digested.run : nil) { $0.run($1) }
    writer.digest(PixelDigest(of: writer.stored))
    stored = writer.stored
  }

  /// The results as the report has them: `docs/schemas/report.schema.json`.
  var json: JSON {
    .object([
      "index": .integer(shard.index), "count": .integer(shard.count), "version": .string(version),
      "configuration": .string(configuration.hexadecimal), "files": .string(files.hexadecimal),
      "results": .string(base64(stored)),
    ])
  }

  /// Why a text holds no results of a shard.
  package struct Fault: Error, Hashable, Sendable {
    /// Why, in one sentence that follows the report's name and a colon.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    static let damaged = Fault("the shard's results are damaged: check the shard again")
  }

  /// Reads a report of a shard.
  ///
  /// - Parameter report: the JSON text, whatever stands in it.
  /// - Throws: why it is none.
  package init(parsing report: [UInt8]) throws(Fault) {
    let json = try Self.part(of: report)
    guard case .integer(let index)? = json["index"], case .integer(let count)? = json["count"],
      let shard = Shard(index, of: count), case .string(let version)? = json["version"]
    else { throw .damaged }
    guard version == Tool.version else {
      let own = "\(Tool.name) \(Tool.version)"
      let other = Untrusted(String(version.prefix(60))).shown
      throw Fault("written by \(Tool.name) \(other), and this is \(own): check it again")
    }
    guard case .string(let results)? = json["results"], let stored = bytes(ofBase64: results),
      stored.count >= 16, PixelDigest(of: Array(stored.dropLast(16))).bytes[...] == stored.suffix(16)
    else { throw .damaged }
    var reader = StoredReader(stored[...])
    guard let header = reader.header(), header.shard == shard, header.version == version,
      json["configuration"] == .string(header.digests[0].hexadecimal),
      json["files"] == .string(header.digests[1].hexadecimal)
    else { throw .damaged }
    self.shard = shard
    self.version = version
    self.stored = stored
    (configuration, files) = (header.digests[0], header.digests[1])
  }

  private static func part(of report: [UInt8]) throws(Fault) -> JSON {
    do throws(JSONFault) {
      if let part = try member("shard", ofObject: report) {
        return try JSON(parsing: Array(part), atMost: part.count)
      }
    } catch {
      throw Fault("no report: line \(error.line), column \(error.column): \(error.reason)")
    }
    throw Fault("a report without the results of a shard: `shard` adds them")
  }

  /// What was found in each of the files; nil where what is behind the checksum is damaged all the same.
  ///
  /// - Parameter rules: every rule there is.
  package func evidence(_ rules: [Rule]) -> [Evidence]? {
    read(rules)?.assets.flatMap(\.result.findings).map(\.evidence)
  }

  /// Reads what was kept; nil where it is damaged all the same.
  ///
  /// - Parameter rules: every rule there is.
  func read(_ rules: [Rule]) -> (assets: [StoredAsset], run: StoredRun?)? {
    var reader = StoredReader(stored.dropLast(16))
    guard reader.header() != nil, let assets = reader.list({ $0.asset() }) else { return nil }
    let run = reader.optional { $0.run(rules) }
    guard reader.isAtEnd, assets.allSatisfy({ shard.takes($0.path) }) else { return nil }
    return (assets, run)
  }
}

/// What was found out about a file, and where it stands in the run.
struct StoredAsset {
  let number: Int
  let path: Path
  let role: Role
  let pack: Path?
  let configuration: Int
  let accepted: Acceptance.Place?
  let isSmallerSize: Bool
  let result: StoredResult
}

private let format = 1

extension StoredWriter {
  fileprivate mutating func header(_ shard: Shard, _ version: String, _ digests: [PixelDigest]) {
    integers([format, shard.index, shard.count])
    text(version)
    for digest in digests { self.digest(digest) }
  }
}

extension StoredReader {
  fileprivate mutating func header() -> (shard: Shard, version: String, digests: [PixelDigest])? {
    guard integer() == format, let index = integer(), let count = integer(),
      let shard = Shard(index, of: count), let version = text(), let configuration = digest(),
      let files = digest()
    else { return nil }
    return (shard, version, [configuration, files])
  }

  fileprivate mutating func asset() -> StoredAsset? {
    guard let number = integer(in: 0...Int.max), let path = path(),
      let role = text().flatMap(Role.init(rawValue:))
    else { return nil }
    let pack = optional { $0.path() }
    guard let configuration = integer(in: 0...Int.max) else { return nil }
    let accepted = optional { $0.accepted() }
    guard let isSmallerSize = flag(), let result = result() else { return nil }
    return StoredAsset(
      number: number, path: path, role: role, pack: pack, configuration: configuration, accepted: accepted,
      isSmallerSize: isSmallerSize, result: result)
  }
}
