package import StickerEngine
package import StickerImage
package import Stickers

/// An image service for a test, which forwards every request that it does not implement.
package protocol ForwardingImageService: ImageService {
  var wrapped: InProcessImageService { get }
}

extension ForwardingImageService {
  package func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.Context
  ) async -> AssetAnalysis { await wrapped.analyze(source, outcome, configuration, context) }

  package func pixelHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest? { await wrapped.pixelHash(of: source, outcome, configuration) }

  package func fix(_ work: FixJob) async -> WorkerOutcome<FixedAsset> { await wrapped.fix(work) }

  package var memoryGate: MemoryGate? { wrapped.memoryGate }

  package func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.Context
  ) async -> [AssetAnalysis] { await wrapped.analyze(source, for: configurations, context) }

  package func fix(
    _ source: AssetSource, for orders: [MessengerFixRequest], _ context: Asset.Context
  ) async -> [FixedAsset] { await wrapped.fix(source, for: orders, context) }

  package func join(_ work: JoinJob) async -> WorkerOutcome<[UInt8]?> { await wrapped.join(work) }

  package func draw(
    _ drawing: DrawingRequest, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> { await wrapped.draw(drawing, of: bytes, configuration) }

  package func decodeFrames(
    _ viewing: FrameRequest, of bytes: [UInt8], _ container: Container, _ configuration: Configuration
  ) async -> WorkerOutcome<DecodedFrames> {
    await wrapped.decodeFrames(viewing, of: bytes, container, configuration)
  }

  package var failureMessages: [String] { [] }
  package var isolation: Isolation? { nil }

  package func run<Result: Sendable>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await operation()
  }
}
