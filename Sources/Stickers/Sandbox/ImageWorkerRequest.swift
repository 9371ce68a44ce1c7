package import StickerEngine
package import StickerImage
import StickerPacker

/// A request to a worker process. The bytes of the file are sent separately.
enum ImageWorkerRequest: BinaryCodable, Sendable {
  case analyze(AnalysisRequest)
  /// Hash all pixels of every frame.
  case hashAllPixelsAndTiming
  case fix(WorkerFixRequest)
  case join(FrameJoiningRequest)
  case draw(IconOrMessageImageRequest)
  case decodeFrames(FrameDecodingRequest)
  /// Decode the frame that represents an image on a contact sheet, and scale its longer side down to
  /// `maxLongerSide` pixels.
  case contactSheetThumbnail(maxLongerSide: Int)

  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .analyze(let request): encoder.encode(0, request)
    case .hashAllPixelsAndTiming: encoder.encode(1)
    case .fix(let request): encoder.encode(2, request)
    case .join(let request): encoder.encode(3, request)
    case .draw(let drawing): encoder.encode(4, drawing)
    case .decodeFrames(let request): encoder.encode(5, request)
    case .contactSheetThumbnail(let side): encoder.encode(6, side)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self =
      switch try decoder.decode(in: 0...6) {
      case 0: .analyze(try decoder.decode())
      case 1: .hashAllPixelsAndTiming
      case 2: .fix(try decoder.decode())
      case 3: .join(try decoder.decode())
      case 4: .draw(try decoder.decode())
      case 5: .decodeFrames(try decoder.decode())
      default:
        .contactSheetThumbnail(maxLongerSide: try decoder.decode(in: 1...ContactSheetThumbnail.maxSide))
      }
  }
}

/// A request to analyze a file with every active rule.
package struct AnalysisRequest: BinaryCodable, Sendable {
  let path: Path
  let role: AssetRole
  let context: Asset.PackContext
  /// Whether to report every location of a finding.
  let wantsFindingLocations: Bool

  package init(_ source: AssetSource, _ context: Asset.PackContext, wantsFindingLocations: Bool) {
    path = source.path
    role = source.role
    self.context = context
    self.wantsFindingLocations = wantsFindingLocations
  }

  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(path, role, context, wantsFindingLocations)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    (path, role, context, wantsFindingLocations) = try decoder.decode()
  }

  /// Analyzes a file in the worker process.
  ///
  /// - Parameter reserveMemory: waits until a number of bytes of memory is available.
  /// - Returns: the answer.
  package func analyzeAndEncode<Failure: Error>(
    _ bytes: [UInt8], _ configuration: Configuration, reserveMemory: (Int) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    let source = AssetSource(path: path, role: role) { _ in .bytes(bytes) }
    var reader = AssetReader(source, .bytes(bytes), configuration, context)
    while let bytes = reader.nextStepPeakMemoryBytes {
      try reserveMemory(bytes)
      reader.performNextStep()
    }
    return AssetAnalysis(reader.asset, pack: nil, configuration, wantsFindingLocations: wantsFindingLocations)
      .binaryEncoded
  }
}

/// Hashes all pixels of a file in the worker process.
///
/// - Parameter reserveMemory: waits until a number of bytes of memory is available.
/// - Returns: the answer.
package func encodedPixelAndTimingHash<Failure: Error>(
  _ bytes: [UInt8], _ configuration: Configuration, reserveMemory: (Int) throws(Failure) -> Void
) throws(Failure) -> [UInt8] {
  let job = FullPixelHasher(.bytes(bytes), configuration.budget)
  if let job { try reserveMemory(job.hashingPeakMemoryBytes) }
  return (job?.fullPixelAndTimingHash()).binaryEncoded
}

extension Configuration {
  /// A digest that is the same for configurations that check assets in the same way.
  var analysisDigest: XXH3Digest {
    hashesAllPixels ? XXH3Digest(of: assetFindingsFingerprint.bytes + [1]) : assetFindingsFingerprint
  }
}

// MARK: - The answer
//
// An untrusted file may control the worker process that wrote the answer. The answer is therefore validated:
// it may contain only what an analysis could have reported about the requested asset.

extension AssetAnalysis {
  /// Decodes the analysis of a worker process.
  ///
  /// - Parameter byteCount: the size of the analyzed file in bytes.
  /// - Throws: `Diagnostic.corruptData` if the answer cannot be an analysis of that file.
  package init(
    answer: [UInt8], of source: AssetSource, byteCount: Int, _ configuration: Configuration,
    isScaleVariant: Bool
  ) throws {
    self = try BinaryDecoder.decode(answer[...]) { decoder in
      let analysis = try AssetAnalysis(
        from: &decoder, of: source, isScaleVariant: isScaleVariant, configuration)
      try decoder.check(analysis.facts.byteCount == byteCount && analysis.contentSHA256Hex == nil)
      try decoder.check(
        configuration.couldReportOnAsset(analysis.findings) && configuration.runsRulesOfMarks(analysis.marks))
      return analysis
    }
  }
}

/// Decodes the hash of all pixels that a worker process computed; nil if the file could not be decoded.
package func decodedPixelAndTimingHash(answer: [UInt8]) throws -> XXH3Digest? {
  try XXH3Digest?(binary: answer)
}
