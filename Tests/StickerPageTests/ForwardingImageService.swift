@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

/// A service that does everything as another one, but for what it declares itself.
protocol ForwardingImageService: ImageService {
  var wrapped: InProcessImageService { get }
}

extension ForwardingImageService {
  func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.Surroundings
  ) async -> AssetAnalysis { await wrapped.analyze(source, outcome, configuration, context) }

  func pixelHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest? { await wrapped.pixelHash(of: source, outcome, configuration) }

  func fix(_ work: FixingWork) async -> WorkerOutcome<FixedAsset> { await wrapped.fix(work) }

  var memoryGate: MemoryGate? { wrapped.memoryGate }

  func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.Surroundings
  ) async -> [AssetAnalysis] { await wrapped.analyze(source, for: configurations, context) }

  func fix(
    _ source: AssetSource, for orders: [FixOrder], _ context: Asset.Surroundings
  ) async -> [FixedAsset] { await wrapped.fix(source, for: orders, context) }

  func join(_ work: JoiningWork) async -> WorkerOutcome<[UInt8]?> { await wrapped.join(work) }

  func draw(
    _ drawing: Drawing, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> { await wrapped.draw(drawing, of: bytes, configuration) }

  func decodeFrames(
    _ viewing: FrameViewing, of bytes: [UInt8], _ container: Container, _ configuration: Configuration
  ) async -> WorkerOutcome<ViewedFrames> {
    await wrapped.decodeFrames(viewing, of: bytes, container, configuration)
  }

  var failures: [String] { [] }
  var isolation: Isolation? { nil }

  func run<Result: Sendable>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await operation()
  }
}
