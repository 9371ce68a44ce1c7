import StickerEngine
import StickerImage

/// The data in a shard's report for `merge`: the results of its files and, in the first shard, the metadata
/// of the whole run.
package struct ShardResults: Sendable {
  /// The shard that the results belong to.
  let shard: Shard
  /// The version of the program that wrote the results.
  let toolVersion: String
  /// A digest that is the same for shards with the same rules, configuration, limits and baselines.
  let configurationAndBaselineDigest: XXH3Digest
  /// A digest that is the same for shards of one run: the same files, packs, catalogs and messages, each with
  /// the same configuration.
  let fileListAndMetadataDigest: XXH3Digest
  /// The encoded results, followed by a checksum.
  private let encodedResultsWithChecksum: [UInt8]

  init(_ shard: Shard, of run: ShardableRun, _ results: [(number: Int, analysis: AssetAnalysis)]) {
    var runWithDigests = RunWithDigests(run)
    (self.shard, toolVersion) = (shard, Tool.version)
    (configurationAndBaselineDigest, fileListAndMetadataDigest) = (
      runWithDigests.configurationAndBaselineDigest, runWithDigests.fileListAndMetadataDigest
    )
    var encoder = BinaryEncoder()
    encoder.encode(
      ShardHeader(
        shard: shard, toolVersion: toolVersion, configurationDigest: configurationAndBaselineDigest,
        runInputsDigest: fileListAndMetadataDigest))
    encoder.encodeList(results) { encoder, result in
      let path = result.analysis.path
      encoder.encode(
        ShardedAsset(
          indexInRun: result.number, path: path, role: result.analysis.role, pack: result.analysis.pack,
          configurationIndex: runWithDigests.configurationTable.index(adding: run.configuration(at: path)),
          baselineReference: run.acceptedFindings.baselineReferencesByFindingPath[path],
          isScaleVariant: result.analysis.isScaleVariant,
          encodedAnalysis: result.analysis.binaryEncoded))
    }
    encoder.encode(shard.number == 1 ? runWithDigests.run : nil)
    encoder.encode(XXH3Digest(of: encoder.bytes))
    encodedResultsWithChecksum = encoder.bytes
  }

  /// The results in the format of `docs/schemas/report.schema.json`.
  var json: JSON {
    .object([
      "index": .integer(shard.number), "count": .integer(shard.shardCount), "version": .string(toolVersion),
      "configuration": .string(configurationAndBaselineDigest.hexadecimal),
      "files": .string(fileListAndMetadataDigest.hexadecimal),
      "results": .string(base64Encoded(encodedResultsWithChecksum)),
    ])
  }

  static let damagedError = Diagnostic("the shard results are damaged. Create them again with `shard`.")

  /// Reads the report of a shard.
  ///
  /// - Parameter report: the JSON text; untrusted.
  /// - Throws: an error that says why the text is not a valid shard report.
  package init(parsing report: [UInt8]) throws(Diagnostic) {
    let json = try Self.shardJSON(in: report)
    guard case .integer(let index)? = json["index"], case .integer(let count)? = json["count"],
      let shard = Shard(index, of: count), case .string(let version)? = json["version"]
    else { throw Self.damagedError }
    guard version == Tool.version else {
      let own = "\(Tool.name) \(Tool.version)"
      let other = UntrustedText(String(version.prefix(60))).displayText
      throw Diagnostic("written by \(Tool.name) \(other), but this is \(own). Create it again with `shard`.")
    }
    guard case .string(let results)? = json["results"], let stored = base64Decoded(results),
      stored.count >= 16, XXH3Digest(of: Array(stored.dropLast(16))).bytes[...] == stored.suffix(16)
    else { throw Self.damagedError }
    var decoder = BinaryDecoder(stored[...])
    guard let header = try? ShardHeader(from: &decoder), header.shard == shard, header.toolVersion == version,
      json["configuration"] == .string(header.configurationAndBaselineDigest.hexadecimal),
      json["files"] == .string(header.fileListAndMetadataDigest.hexadecimal)
    else { throw Self.damagedError }
    self.shard = shard
    self.toolVersion = version
    self.encodedResultsWithChecksum = stored
    configurationAndBaselineDigest = header.configurationAndBaselineDigest
    fileListAndMetadataDigest = header.fileListAndMetadataDigest
  }

  private static func shardJSON(in report: [UInt8]) throws(Diagnostic) -> JSON {
    do throws(Diagnostic) {
      if let part = try jsonValueBytes("shard", ofObject: report) {
        return try JSON(parsing: Array(part), maxBytes: part.count)
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
  func decodeResults(_ rules: [Rule]) throws -> (assets: [ShardedAsset], run: StoredRunMetadata?) {
    try BinaryDecoder.decode(encodedResultsWithChecksum.dropLast(16)) { decoder in
      _ = try ShardHeader(from: &decoder)
      let assets: [ShardedAsset] = try decoder.decode()
      let run = try decoder.decodeOptional { try StoredRunMetadata(from: &$0, rules: rules) }
      try decoder.check(assets.allSatisfy { shard.contains($0.path) })
      return (assets, run)
    }
  }
}

extension ShardResults {
  /// The findings on each file. Requires a shard that covers the whole run.
  ///
  /// - Parameter rules: all rules.
  /// - Throws: `Diagnostic.corruptData`.
  package func fileFindingsOfOnlyShard(_ rules: [Rule]) throws -> [Finding] {
    let (assets, run) = try decodeResults(rules)
    let configuration = run?.configurations.first ?? Configuration(rules: rules)
    return try assets.flatMap { asset in
      let source = AssetSource(path: asset.path, role: asset.role) { _ in .emptyFile }
      return try asset.analysis(of: source, configuration).findings
    }
  }
}

/// A file of a shard, with its index in the run.
struct ShardedAsset {
  let indexInRun: Int
  let path: Path
  let role: AssetRole
  let pack: Path?
  /// The index of its configuration in the run.
  let configurationIndex: Int
  let baselineReference: ResolvedBaselines.BaselineReference?
  let isScaleVariant: Bool
  /// The encoded analysis.
  let encodedAnalysis: [UInt8]

  /// Decodes the analysis.
  ///
  /// - Throws: `Diagnostic.corruptData`.
  func analysis(of source: AssetSource, _ configuration: Configuration) throws -> AssetAnalysis {
    try BinaryDecoder.decode(encodedAnalysis[...]) {
      try AssetAnalysis(from: &$0, of: source, isScaleVariant: isScaleVariant, configuration)
    }
  }
}

extension ShardedAsset: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(indexInRun, path, role, pack, configurationIndex, baselineReference, isScaleVariant)
    encoder.encode(encodedAnalysis)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    indexInRun = try decoder.decode(in: 0...Int.max)
    (path, role, pack) = try decoder.decode()
    configurationIndex = try decoder.decode(in: 0...Int.max)
    (baselineReference, isScaleVariant) = try decoder.decode()
    encodedAnalysis = try decoder.decodeBytes()
  }
}

private let shardFormatVersion = 3

private struct ShardHeader: BinaryCodable {
  let shard: Shard
  let toolVersion: String
  let configurationAndBaselineDigest: XXH3Digest
  let fileListAndMetadataDigest: XXH3Digest

  init(
    shard: Shard, toolVersion: String, configurationDigest: XXH3Digest,
    runInputsDigest: XXH3Digest
  ) {
    self.shard = shard
    self.toolVersion = toolVersion
    self.configurationAndBaselineDigest = configurationDigest
    self.fileListAndMetadataDigest = runInputsDigest
  }

  func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(
      shardFormatVersion, shard.number, shard.shardCount, toolVersion, configurationAndBaselineDigest,
      fileListAndMetadataDigest)
  }

  init(from decoder: inout BinaryDecoder) throws {
    try decoder.check(try decoder.decode() == shardFormatVersion)
    let index: Int = try decoder.decode()
    guard let shard = Shard(index, of: try decoder.decode()) else { throw Diagnostic.corruptData }
    self.shard = shard
    (toolVersion, configurationAndBaselineDigest, fileListAndMetadataDigest) = try decoder.decode()
  }
}
