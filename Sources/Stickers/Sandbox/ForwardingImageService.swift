package import StickerEngine
package import StickerImage
package import StickerPacker

/// A service that does some of the work itself, and forwards the rest to another service in this process.
package protocol ForwardingImageService: ImageService {
  /// The service that does the forwarded work.
  var wrapped: InProcessImageService { get }
}

extension ForwardingImageService {
  package var memoryGate: MemoryGate? { wrapped.memoryGate }
  package var incompleteCheckMessages: [String] { wrapped.incompleteCheckMessages }
  package var isolation: Isolation? { wrapped.isolation }

  package func runOnRequestThreads<Result: Sendable>(_ operation: () async throws -> Result) async rethrows
    -> Result
  {
    try await wrapped.runOnRequestThreads(operation)
  }

  package func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext
  ) async -> AssetAnalysis { await wrapped.analyze(source, outcome, configuration, context) }

  package func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.PackContext
  ) async -> [AssetAnalysis] { await wrapped.analyze(source, for: configurations, context) }

  package func fullPixelAndTimingHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> XXH3Digest? { await wrapped.fullPixelAndTimingHash(of: source, outcome, configuration) }

  package func fix(_ work: FixJob) async -> WorkerOutcome<FixedAsset> { await wrapped.fix(work) }

  package func fix(
    _ source: AssetSource, for messengers: [MessengerFixOptions], _ context: Asset.PackContext
  ) async -> [FixedAsset] { await wrapped.fix(source, for: messengers, context) }

  package func joinFrames(_ work: FrameJoiningJob) async -> WorkerOutcome<[UInt8]?> {
    await wrapped.joinFrames(work)
  }

  package func draw(
    _ drawing: IconOrMessageImageRequest, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> { await wrapped.draw(drawing, of: bytes, configuration) }

  package func contactSheetThumbnail(
    of bytes: [UInt8], maxLongerSide side: Int, _ configuration: Configuration
  ) async -> WorkerOutcome<ContactSheetThumbnail?> {
    await wrapped.contactSheetThumbnail(of: bytes, maxLongerSide: side, configuration)
  }

  package func decodeFrames(
    _ request: FrameDecodingRequest, of bytes: [UInt8], _ container: ImageContainer,
    _ configuration: Configuration
  ) async -> WorkerOutcome<FrameDecodingResult> {
    await wrapped.decodeFrames(request, of: bytes, container, configuration)
  }
}
