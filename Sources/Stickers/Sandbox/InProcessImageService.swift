package import StickerEngine
package import StickerImage
import StickerPacker

/// Decodes, analyzes and fixes files in this process.
package struct InProcessImageService: ImageService {
  private let gate: MemoryGate
  private let wantsFindingLocations: Bool

  /// - Parameters:
  ///   - gate: the memory budget that jobs wait for.
  ///   - wantsFindingLocations: whether analyses include the locations of findings.
  package init(_ gate: MemoryGate = MemoryGate(), wantsFindingLocations: Bool = false) {
    self.gate = gate
    self.wantsFindingLocations = wantsFindingLocations
  }

  package var memoryGate: MemoryGate? { gate }
  package var incompleteCheckMessages: [String] { [] }
  package var isolation: Isolation? { nil }

  package func runOnRequestThreads<Result: Sendable>(_ operation: () async throws -> Result) async rethrows
    -> Result
  {
    try await operation()
  }

  package func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext
  ) async -> AssetAnalysis {
    let asset = await readAsset(source, consume outcome, configuration, gate, context)
    return AssetAnalysis(
      asset, pack: source.pack, configuration, wantsFindingLocations: wantsFindingLocations)
  }

  /// Decodes the file once for all configurations.
  package func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.PackContext
  ) async -> [AssetAnalysis] {
    let asset = await readAsset(source, Configuration(joining: configurations), gate, context)
    return configurations.map {
      AssetAnalysis(asset, pack: source.pack, $0, wantsFindingLocations: wantsFindingLocations)
    }
  }

  package func fullPixelAndTimingHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> XXH3Digest? {
    guard let job = FullPixelHasher(outcome, configuration.budget) else { return nil }
    return await gate.withMemory(job.hashingPeakMemoryBytes) { job.fullPixelAndTimingHash() }
  }

  package func fix(_ work: FixJob) async -> WorkerOutcome<FixedAsset> {
    .answered(
      await MemoryGatedFixer(work.fixOptions, work.configuration, gate).fix(
        work.source, in: work.context, isFree: { !work.takenPaths.contains($0) }))
  }

  package func fix(
    _ source: AssetSource, for messengers: [MessengerFixOptions], _ context: Asset.PackContext
  ) async -> [FixedAsset] {
    await MemoryGatedFixer.fixForEachMessenger(source, for: messengers, gate, in: context)
  }

  package func joinFrames(_ work: FrameJoiningJob) async -> WorkerOutcome<[UInt8]?> {
    .answered(
      try? await assembledSequenceAPNG(
        work.sticker, work.sequence, work.configuration.budget, gate, read: work.readFrame))
  }

  package func draw(
    _ drawing: IconOrMessageImageRequest, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> {
    guard let container = ImageContainer(of: bytes, budget: configuration.budget) else {
      return .answered(nil)
    }
    let memory = container.maxDecodingMemoryBytes(fileBytes: bytes.count)
    return .answered(await gate.withMemory(memory) { drawing.drawnImage(from: bytes, container) })
  }

  package func contactSheetThumbnail(
    of bytes: [UInt8], maxLongerSide side: Int, _ configuration: Configuration
  ) async -> WorkerOutcome<ContactSheetThumbnail?> {
    guard let container = ImageContainer(of: bytes, budget: configuration.budget) else {
      return .answered(nil)
    }
    let memory = container.maxDecodingMemoryBytes(fileBytes: bytes.count)
    return .answered(
      await gate.withMemory(memory) { ContactSheetThumbnail(of: bytes, container, side: side) })
  }

  package func decodeFrames(
    _ request: FrameDecodingRequest, of bytes: [UInt8], _ container: ImageContainer,
    _ configuration: Configuration
  ) async -> WorkerOutcome<FrameDecodingResult> {
    let memory = container.maxDecodingMemoryBytes(fileBytes: bytes.count)
    return .answered(await gate.withMemory(memory) { request.decodeFrames(of: bytes, container) })
  }
}
