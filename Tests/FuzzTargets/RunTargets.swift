import StickerEngine
import StickerImage
import Stickers

/// Files that a run reads besides images and configuration files.
extension FuzzTarget {
  static let baseline = FuzzTarget(
    "baseline", summary: "a file of accepted findings",
    attempt: { bytes throws(PropertyViolation) in
      let baseline: Baseline
      do throws(Diagnostic) { baseline = try Baseline(parsing: bytes) } catch {
        return try expectOneLine(error.message)
      }
      let again: Baseline
      do throws(Diagnostic) { again = try Baseline(parsing: baseline.encoded()) } catch {
        throw PropertyViolation(description: "what is written cannot be read: \(error.message)")
      }
      try expect(again == baseline, "the encoded data decodes to something else")
    })

  static let record = FuzzTarget(
    "record", summary: "a record for the stream command",
    attempt: { bytes throws(PropertyViolation) in
      let record: StreamFileRequest
      do throws(Diagnostic) { record = try StreamFileRequest(parsing: bytes, maxBytes: 1 << 16) } catch {
        return try expectOneLine(error.message)
      }
      try expect(record.pathOrNameOfBytes != nil || record.bytes != nil, "a record without a path or bytes")
      try expect(record.pathOrNameOfBytes?.bytes.contains(0) != true, "a path with a zero byte")
      guard let file = record.bytes else { return }
      try expect(StickerEngine.base64Decoded(base64Encoded(file)) == file, "Base64 does not preserve bytes")
    })

  static let shard = FuzzTarget(
    "shard", summary: "the contents of a shard's report after its checksum",
    attempt: { bytes throws(PropertyViolation) in
      _ = try? ShardResults(parsing: bytes)
      let results: ShardResults
      do throws(Diagnostic) { results = try ShardResults(parsing: singleShardReport(bytes)) } catch {
        throw PropertyViolation(description: "a valid header is rejected: \(error.message)")
      }
      for evidence in ((try? results.fileFindingsOfOnlyShard(Rule.all)) ?? []).map(\.evidence) {
        try expect(
          UntrustedText(evidence.message).displayText == evidence.message, "a message has control characters")
        try expect("\(evidence.location)".utf8.count < 1 << 16, "a location is too long")
      }
    })

  static let packRecord = FuzzTarget(
    "pack-record", summary: "a record for the stream pack command",
    attempt: { bytes throws(PropertyViolation) in
      let record: StreamPackRequest
      do throws(Diagnostic) { record = try StreamPackRequest(parsing: bytes, maxBytes: 1 << 16) } catch {
        return try expectOneLine(error.message)
      }
      for part in record.outputSubfolder?.components ?? [] {
        try expect(part.bytes.first != UInt8(ascii: "."), "an output may be outside its folder")
      }
      try expect(record.outputSubfolder?.bytes.first != UInt8(ascii: "/"), "an output is absolute")
      guard case .files(let files) = record.artSource else { return }
      try expect(!files.isEmpty, "a pack has no files")
      for path in files.keys {
        let ups = [Path("."), Path("..")]
        try expect(!path.components.contains(where: ups.contains), "a file outside its pack")
      }
    })
}

/// The report of a run's only shard: a valid header and checksum around the bytes.
private func singleShardReport(_ bytes: [UInt8]) -> [UInt8] {
  func integer(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  let digest = XXH3Digest(of: [])
  let version = Array(Tool.version.utf8)
  var stored = [3, 1, 1, version.count].flatMap(integer) + version + digest.bytes + digest.bytes + bytes
  stored += XXH3Digest(of: stored).bytes
  let hexadecimal = JSON.string(digest.hexadecimal)
  return JSON.object([
    "shard": .object([
      "index": .integer(1), "count": .integer(1), "version": .string(Tool.version),
      "configuration": hexadecimal, "files": hexadecimal, "results": .string(base64Encoded(stored)),
    ])
  ]).encoded()
}
