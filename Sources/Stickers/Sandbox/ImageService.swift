package import StickerEngine
package import StickerImage
package import StickerPacker

/// Decodes, analyzes and fixes untrusted files, in this process or in worker processes.
package protocol ImageService: Sendable {
  /// Analyzes a file with every active rule.
  ///
  /// - Parameter outcome: the result of reading the file. If there are no other references to the bytes, a
  ///   large image is decoded in place.
  func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext
  ) async -> AssetAnalysis

  /// Analyzes a file with several configurations.
  ///
  /// - Returns: an analysis for each configuration.
  func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.PackContext
  ) async -> [AssetAnalysis]

  /// Hashes all pixels of every frame.
  ///
  /// - Returns: nil if the file cannot be decoded.
  func fullPixelAndTimingHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> XXH3Digest?

  /// Fixes a file in memory.
  func fix(_ work: FixJob) async -> WorkerOutcome<FixedAsset>

  /// Fixes a file in memory for several messengers.
  ///
  /// - Returns: a result for each messenger. A file that cannot be fixed is returned unchanged.
  func fix(
    _ source: AssetSource, for messengers: [MessengerFixOptions], _ context: Asset.PackContext
  ) async -> [FixedAsset]

  /// Joins the frames of a sequence into one animation.
  ///
  /// - Returns: nil if the frames do not fit together.
  func joinFrames(_ work: FrameJoiningJob) async -> WorkerOutcome<[UInt8]?>

  /// Draws an image as it appears in a message, or draws an icon from the image.
  ///
  /// - Returns: nil if the image cannot be decoded.
  func draw(
    _ drawing: IconOrMessageImageRequest, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?>

  /// Decodes the frame that represents an image on a contact sheet.
  ///
  /// - Parameter side: the maximum length of the longer side in pixels.
  /// - Returns: nil if the image cannot be decoded.
  func contactSheetThumbnail(
    of bytes: [UInt8], maxLongerSide side: Int, _ configuration: Configuration
  ) async -> WorkerOutcome<ContactSheetThumbnail?>

  /// Decodes the frames of a file.
  ///
  /// - Parameter container: the container of the bytes.
  func decodeFrames(
    _ request: FrameDecodingRequest, of bytes: [UInt8], _ container: ImageContainer,
    _ configuration: Configuration
  ) async -> WorkerOutcome<FrameDecodingResult>

  /// The memory budget for work in this process; nil if worker processes do the work.
  var memoryGate: MemoryGate? { get }

  /// Messages about files that could not be analyzed for reasons unrelated to their contents.
  var incompleteCheckMessages: [String] { get }

  /// The confinement of the worker processes; nil if there are none.
  var isolation: Isolation? { get }

  /// Runs an operation that calls the service many times, with little overhead for each call.
  func runOnRequestThreads<Result: Sendable>(_ operation: () async throws -> Result) async rethrows -> Result
}

/// A file to fix, and everything that the fix depends on.
package struct FixJob: Sendable {
  let source: AssetSource
  let fixOptions: FixOptions
  let configuration: Configuration
  let context: Asset.PackContext
  /// The paths that other files already have.
  let takenPaths: Set<Path>

  package init(
    _ source: AssetSource, _ fixOptions: FixOptions, _ configuration: Configuration,
    _ context: Asset.PackContext, takenPaths: Set<Path>
  ) {
    self.source = source
    self.fixOptions = fixOptions
    self.configuration = configuration
    self.context = context
    self.takenPaths = takenPaths
  }
}

/// The frames of an animation to join, and everything that the result depends on.
package struct FrameJoiningJob: Sendable {
  let sticker: PackSticker
  let sequence: FrameSequence
  let configuration: Configuration
  let readFrame: @Sendable (Path) -> ReadOutcome

  package init(
    _ sticker: PackSticker, _ sequence: FrameSequence, _ configuration: Configuration,
    readFrame: @escaping @Sendable (Path) -> ReadOutcome
  ) {
    self.sticker = sticker
    self.sequence = sequence
    self.configuration = configuration
    self.readFrame = readFrame
  }
}

extension WorkerOutcome<FixedAsset> {
  /// The fixed asset, or the unchanged asset if fixing it crashed a process.
  ///
  /// - Parameter analysis: the analysis of the asset.
  /// - Parameter source: the file, if the bytes of an unchanged asset are needed.
  /// - Parameter maxBytes: the maximum file size in bytes. Larger files are not read.
  /// - Returns: an error if no process was available.
  package func fixedAsset(
    _ analysis: AssetAnalysis, _ fixOptions: FixOptions, bytesFrom source: AssetSource? = nil,
    maxBytes: Int = 0
  ) -> Result<FixedAsset, CommandError> {
    switch self {
    case .answered(let asset): return .success(asset)
    case .failed(let failure):
      let reason = failure.message(during: "fixing it", consequence: "it cannot be fixed")
      return .success(
        FixedAsset(analysis, fixOptions, failing: reason, bytesFrom: source, maxBytes: maxBytes))
    case .unavailable(let reason): return .failure(CommandError("not fixed: \(reason)"))
    }
  }

  /// The fixed asset, or the unchanged asset with the reason for each fix that was not made.
  func fixedOrUnchangedAsset(_ analysis: AssetAnalysis, _ fixOptions: FixOptions) -> FixedAsset {
    switch fixedAsset(analysis, fixOptions) {
    case .success(let asset): asset
    case .failure(let failure):
      FixedAsset(analysis, fixOptions, failing: failure.problemMessages.joinedWithSemicolons)
    }
  }
}
