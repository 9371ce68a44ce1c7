import StickerEngine
import StickerImage

/// The data in a shard's report for `merge`: the results of its files and, in the first shard, the metadata
/// of the whole run.
package struct ShardResults: Sendable {
  /// The shard of the results.
  let shard: Shard
  /// The version of the program that wrote them.
  let version: String
  /// A digest that is equal for shards with the same rules, configuration, limits and baselines.
  let configuration: PixelDigest
  /// A digest that is equal for shards of one run: the same files, packs, catalogs and messages, each with
  /// the same configuration.
  let files: PixelDigest
  /// The encoded results, followed by a checksum.
  private let stored: [UInt8]

  init(_ shard: Shard, of run: ShardedRun, _ results: [(number: Int, summary: AssetAnalysis)]) {
    var digested = DigestedRun(run)
    (self.shard, version) = (shard, Tool.version)
    (configuration, files) = (digested.configuration, digested.files)
    var encoder = BinaryEncoder()
    encoder.encode(Header(shard: shard, version: version, configuration: configuration, files: files))
    encoder.encodeList(results) { encoder, result in
      let path = result.summary.path
      encoder.encode(
        ShardedAsset(
          number: result.number, path: path, role: result.summary.role, pack: result.summary.pack,
          configuration: digested.table.number(of: run.configuration(at: path)),
          accepted: run.acceptance.subjects[path], isSmallerSize: result.summary.isSmallerSize,
          analysis: result.summary.binary))
    }
    encoder.encode(shard.index == 1 ? digested.run : nil)
    encoder.encode(PixelDigest(of: encoder.bytes))
    stored = encoder.bytes
  }

  /// The results in the format of `docs/schemas/report.schema.json`.
  var json: JSON {
    .object([
      "index": .integer(shard.index), "count": .integer(shard.count), "version": .string(version),
      "configuration": .string(configuration.hexadecimal), "files": .string(files.hexadecimal),
      "results": .string(base64(stored)),
    ])
  }

  static let damaged = Diagnostic("the shard results are damaged. Check the shard again.")

  /// Reads the report of a shard.
  ///
  /// - Parameter report: the JSON text, which is not trusted.
  /// - Throws: why it is not a valid report of a shard.
  package init(parsing report: [UInt8]) throws(Diagnostic) {
    let json = try Self.part(of: report)
    guard case .integer(let index)? = json["index"], case .integer(let count)? = json["count"],
      let shard = Shard(index, of: count), case .string(let version)? = json["version"]
    else { throw Self.damaged }
    guard version == Tool.version else {
      let own = "\(Tool.name) \(Tool.version)"
      let other = Untrusted(String(version.prefix(60))).displayText
      throw Diagnostic("written by \(Tool.name) \(other), but this is \(own). Check the shard again.")
    }
    guard case .string(let results)? = json["results"], let stored = bytes(ofBase64: results),
      stored.count >= 16, PixelDigest(of: Array(stored.dropLast(16))).bytes[...] == stored.suffix(16)
    else { throw Self.damaged }
    var decoder = BinaryDecoder(stored[...])
    guard let header = try? Header(from: &decoder), header.shard == shard, header.version == version,
      json["configuration"] == .string(header.configuration.hexadecimal),
      json["files"] == .string(header.files.hexadecimal)
    else { throw Self.damaged }
    self.shard = shard
    self.version = version
    self.stored = stored
    configuration = header.configuration
    files = header.files
  }

  private static func part(of report: [UInt8]) throws(Diagnostic) -> JSON {
    do throws(Diagnostic) {
      if let part = try member("shard", ofObject: report) {
        return try JSON(parsing: Array(part), atMost: part.count)
      }
    } catch {
      throw Diagnostic("not a report: \(error)")
    }
    throw Diagnostic("the report has no shard results. Create it with `shard`.")
  }

  /// Reads the results. The analyses stay encoded, because their configurations are in the report of the
  /// first shard.
  ///
  /// - Parameter rules: all rules.
  /// - Throws: `Diagnostic.corruptData`.
  func read(_ rules: [Rule]) throws -> (assets: [ShardedAsset], run: StoredRun?) {
    try BinaryDecoder.decode(stored.dropLast(16)) { decoder in
      _ = try Header(from: &decoder)
      let assets: [ShardedAsset] = try decoder.decode()
      let run = try decoder.decodeOptional { try StoredRun(from: &$0, rules: rules) }
      try decoder.check(assets.allSatisfy { shard.contains($0.path) })
      return (assets, run)
    }
  }
}

extension ShardResults {
  /// The findings on each file. Requires a shard that is the whole run.
  ///
  /// - Parameter rules: all rules.
  /// - Throws: `Diagnostic.corruptData`.
  package func findings(_ rules: [Rule]) throws -> [Finding] {
    let (assets, run) = try read(rules)
    let configuration = run?.configurations.first ?? Configuration(rules: rules)
    return try assets.flatMap { asset in
      let source = AssetSource(path: asset.path, role: asset.role) { _ in .empty }
      return try asset.analysis(of: source, configuration).findings
    }
  }
}

/// A file of a shard, with its index in the run.
struct ShardedAsset {
  let number: Int
  let path: Path
  let role: Role
  let pack: Path?
  /// The index of its configuration in the run.
  let configuration: Int
  let accepted: Acceptance.Subject?
  let isSmallerSize: Bool
  /// The encoded analysis.
  let analysis: [UInt8]

  /// Decodes the analysis.
  ///
  /// - Throws: `Diagnostic.corruptData`.
  func analysis(of source: AssetSource, _ configuration: Configuration) throws -> AssetAnalysis {
    try BinaryDecoder.decode(analysis[...]) {
      try AssetAnalysis(from: &$0, of: source, isSmallerSize: isSmallerSize, configuration)
    }
  }
}

extension ShardedAsset: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(number, path, role, pack, configuration, accepted, isSmallerSize)
    encoder.encode(analysis)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    number = try decoder.decode(in: 0...Int.max)
    (path, role, pack) = try decoder.decode()
    configuration = try decoder.decode(in: 0...Int.max)
    (accepted, isSmallerSize) = try decoder.decode()
    analysis = try decoder.decodeBytes()
  }
}

private let format = 3

private struct Header: BinaryCodable {
  let shard: Shard
  let version: String
  let configuration: PixelDigest
  let files: PixelDigest

  init(shard: Shard, version: String, configuration: PixelDigest, files: PixelDigest) {
    self.shard = shard
    self.version = version
    self.configuration = configuration
    self.files = files
  }

  func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(format, shard.index, shard.count, version, configuration, files)
  }

  init(from decoder: inout BinaryDecoder) throws {
    try decoder.check(try decoder.decode() == format)
    let index: Int = try decoder.decode()
    guard let shard = Shard(index, of: try decoder.decode()) else { throw Diagnostic.corruptData }
    self.shard = shard
    (version, configuration, files) = try decoder.decode()
  }
}
