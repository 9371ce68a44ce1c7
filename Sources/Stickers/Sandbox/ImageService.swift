package import StickerEngine
package import StickerImage

/// Decodes, analyzes and fixes untrusted files, in this process or in sandboxed ones.
package protocol ImageService: Sendable {
  /// Analyzes a file with every rule in force.
  ///
  /// - Parameter outcome: the file as it was read. Without other references to the bytes, a large image is
  ///   decoded in place.
  func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.Context
  ) async -> AssetAnalysis

  /// Analyzes a file with several configurations.
  ///
  /// - Returns: an analysis for each configuration.
  func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.Context
  ) async -> [AssetAnalysis]

  /// Hashes all pixels of every frame.
  ///
  /// - Returns: nil if the file cannot be decoded.
  func pixelHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest?

  /// Fixes a file in memory.
  func fix(_ work: FixingWork) async -> WorkerOutcome<FixedAsset>

  /// Fixes a file in memory for several messengers.
  ///
  /// - Returns: a result for each order. A file that cannot be fixed stays as it is.
  func fix(
    _ source: AssetSource, for orders: [MessengerFixRequest], _ context: Asset.Context
  ) async -> [FixedAsset]

  /// Joins the frames of a sequence to one animation.
  ///
  /// - Returns: nil if the frames do not fit together.
  func join(_ work: JoiningWork) async -> WorkerOutcome<[UInt8]?>

  /// Draws what a message shows of a picture, or an icon of it.
  ///
  /// - Returns: nil if the picture cannot be decoded.
  func draw(
    _ drawing: Drawing, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?>

  /// Decodes the frames of a file.
  ///
  /// - Parameter container: the container of the bytes.
  func decodeFrames(
    _ viewing: FrameRequest, of bytes: [UInt8], _ container: Container, _ configuration: Configuration
  ) async -> WorkerOutcome<DecodedFrames>

  /// The memory budget of work in this process, or nil if other processes do the work.
  var memoryGate: MemoryGate? { get }

  /// The files that could not be analyzed, for reasons that have nothing to do with them: a line each.
  var failures: [String] { get }

  /// The confinement of the processes, or nil if there are none.
  var isolation: Isolation? { get }

  /// Runs an operation that calls the service very often, where calls cost least.
  func run<Result: Sendable>(_ operation: () async throws -> Result) async rethrows -> Result
}

/// A file to fix, and everything that the fix depends on.
package struct FixingWork: Sendable {
  let source: AssetSource
  let request: FixRequest
  let configuration: Configuration
  let context: Asset.Context
  /// The paths that other files have.
  let taken: Set<Path>

  package init(
    _ source: AssetSource, _ request: FixRequest, _ configuration: Configuration,
    _ context: Asset.Context, taken: Set<Path>
  ) {
    self.source = source
    self.request = request
    self.configuration = configuration
    self.context = context
    self.taken = taken
  }
}

/// The frames of an animation to join, and everything that the result depends on.
package struct JoiningWork: Sendable {
  let sticker: Sticker
  let sequence: FrameSequence
  let configuration: Configuration
  let read: @Sendable (Path) -> ReadOutcome

  /// - Parameter read: the bytes of a frame.
  package init(
    _ sticker: Sticker, _ sequence: FrameSequence, _ configuration: Configuration,
    read: @escaping @Sendable (Path) -> ReadOutcome
  ) {
    self.sticker = sticker
    self.sequence = sequence
    self.configuration = configuration
    self.read = read
  }
}

extension WorkerOutcome<FixedAsset> {
  /// The fixed asset, or the asset as it is if fixing it crashed a process.
  ///
  /// - Parameter summary: what was found on the asset.
  /// - Parameter source: the file, if its bytes are needed although it stays as it is.
  /// - Parameter limit: bytes; a larger file is not read.
  /// - Returns: a reason in place of an asset where no process could try.
  package func asset(
    _ summary: AssetAnalysis, _ request: FixRequest, bytes source: AssetSource? = nil, limit: Int = 0
  ) -> Result<FixedAsset, UsageError> {
    switch self {
    case .answered(let asset): return .success(asset)
    case .lost(let loss):
      let reason = loss.sentence(on: "fixing it", "it cannot be fixed")
      return .success(FixedAsset(summary, request, failing: reason, bytes: source, limit: limit))
    case .unavailable(let reason): return .failure(UsageError("it was not fixed: \(reason)"))
    }
  }

  /// The fixed asset, or the asset as it is, with the reason as that of each fix.
  func assetOrFailure(_ summary: AssetAnalysis, _ request: FixRequest) -> FixedAsset {
    switch asset(summary, request) {
    case .success(let asset): asset
    case .failure(let failure): FixedAsset(summary, request, failing: failure.lines.inOneLine)
    }
  }
}
