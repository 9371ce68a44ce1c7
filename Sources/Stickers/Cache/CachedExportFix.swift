import StickerEngine
import StickerImage

/// The result of fixing one file for a messenger.
struct CachedExportFix: BinaryEncodable {
  /// The analysis of the fixed file.
  let fixedFileAnalysis: AssetAnalysis
  /// The digest of the fixed bytes; nil if the file is unchanged.
  let fixedFileDigest: XXH3Digest?
  /// The changes, as shown in reports; nil if there is nothing to report.
  let changeNote: ChangeNote?

  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(fixedFileAnalysis, fixedFileDigest, changeNote)
  }

  /// - Parameters:
  ///   - source: the file that was fixed.
  ///   - configuration: the configuration of the fix.
  init(
    binary: [UInt8], of source: AssetSource, isScaleVariant: Bool, _ configuration: Configuration
  ) throws {
    self = try BinaryDecoder.decode(binary[...]) { decoder in
      let analysis = try AssetAnalysis(
        from: &decoder, of: source, isScaleVariant: isScaleVariant, configuration)
      let (fixedDigest, note): (XXH3Digest?, ChangeNote?) = try decoder.decode()
      return CachedExportFix(analysis: analysis, fixedDigest: fixedDigest, changeNote: note)
    }
  }

  init(analysis: AssetAnalysis, fixedDigest: XXH3Digest?, changeNote: ChangeNote?) {
    self.fixedFileAnalysis = analysis
    self.fixedFileDigest = fixedDigest
    self.changeNote = changeNote
  }
}

extension ChangeNote: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(escaping: stepsDescription)
    encoder.encode(bytesBefore, bytesAfter, isLossy, lossyEncodingSimilarity?.tenThousandths)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let stepsDescription = try decoder.decodeEscapedDisplayText()
    let (before, after, isSeen): (Int, Int, Bool) = try decoder.decode()
    let similarity = try decoder.decodeOptional {
      SimilarityScore(tenThousandths: try $0.decode(in: 0...9_999))
    }
    self.init(
      stepsDescription: stepsDescription, bytesBefore: before, bytesAfter: after, isLossy: isSeen,
      similarity: similarity)
  }
}
