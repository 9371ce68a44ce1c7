import StickerModel

/// What a run reads beside pictures and settings.
extension FuzzTarget {
  static let baseline = FuzzTarget(
    "baseline", summary: "a file of accepted findings",
    attempt: { bytes throws(BrokenPromise) in
      let baseline: Baseline
      do throws(BaselineFault) { baseline = try Baseline(parsing: bytes) } catch {
        return try expectOneLine(error.reason)
      }
      let again: Baseline
      do throws(BaselineFault) { again = try Baseline(parsing: baseline.encoded()) } catch {
        throw BrokenPromise(description: "what is written cannot be read: \(error.reason)")
      }
      try promise(again == baseline, "what is written reads differently")
    })

  static let record = FuzzTarget(
    "record", summary: "a record of lint --stream",
    attempt: { bytes throws(BrokenPromise) in
      let record: StreamRecord
      do throws(StreamRecord.Fault) { record = try StreamRecord(parsing: bytes, atMost: 1 << 16) } catch {
        return try expectOneLine(error.reason)
      }
      try promise(record.path != nil || record.bytes != nil, "a record of nothing")
      try promise(record.path?.bytes.contains(0) != true, "a path with a zero byte")
      guard let file = record.bytes else { return }
      try promise(StickerModel.bytes(ofBase64: base64(file)) == file, "bytes do not come back")
    })

  static let packRecord = FuzzTarget(
    "pack-record", summary: "a record of pack --stream",
    attempt: { bytes throws(BrokenPromise) in
      let record: PackRecord
      do throws(RecordFault) { record = try PackRecord(parsing: bytes, atMost: 1 << 16) } catch {
        return try expectOneLine(error.reason)
      }
      for part in record.output?.components ?? [] {
        try promise(part.bytes.first != UInt8(ascii: "."), "an output that may lead out of its folder")
      }
      try promise(record.output?.bytes.first != UInt8(ascii: "/"), "an output that is absolute")
      guard case .files(let files) = record.art else { return }
      try promise(!files.isEmpty, "a pack of nothing")
      for path in files.keys {
        let ups = [Path("."), Path("..")]
        try promise(!path.components.contains(where: ups.contains), "a file outside of its pack")
      }
    })
}
