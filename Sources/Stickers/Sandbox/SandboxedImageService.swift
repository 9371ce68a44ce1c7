package import StickerEngine
package import StickerImage

/// Decodes, analyzes and fixes files in worker processes. These processes can do nothing else, and may crash.
/// A request that crashed two processes is not sent to a third one.
package struct SandboxedImageService: ImageService {
  /// The processes that analyze files. They have lower limits for memory and time than the processes that fix
  /// files.
  private let analysisPool: WorkerPool
  private let fixingAndDrawingPool: WorkerPool
  private let frameJoiningMemoryBytes: Int
  private let wantsFindingLocations: Bool
  private let failureGuard = RepeatedFailureGuard()
  private let incompleteCheckLines = SharedLines()
  private let inProcessService = InProcessImageService()

  /// Creates a service without starting processes.
  ///
  /// - Parameters:
  ///   - joiningMemoryBytes: the maximum memory for joining the frames of a sequence, in bytes.
  ///   - wantsFindingLocations: whether analyses include the locations of findings.
  package init(
    analyzingIn analysisPool: WorkerPool, fixingAndDrawingIn fixPool: WorkerPool,
    frameJoiningMemoryBytes joiningMemoryBytes: Int,
    wantsFindingLocations: Bool
  ) {
    self.analysisPool = analysisPool
    self.fixingAndDrawingPool = fixPool
    self.frameJoiningMemoryBytes = joiningMemoryBytes
    self.wantsFindingLocations = wantsFindingLocations
  }

  package var memoryGate: MemoryGate? { nil }
  package var incompleteCheckMessages: [String] { incompleteCheckLines.sortedLines }
  package var isolation: Isolation? { analysisPool.isolation }

  package func runOnRequestThreads<Result: Sendable>(_ operation: () async throws -> Result) async rethrows
    -> Result
  {
    try await analysisPool.runOnRequestThreads(operation)
  }

  package func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext
  ) async -> AssetAnalysis {
    guard case .bytes(let bytes) = outcome else {
      // Nothing untrusted was read.
      return await inProcessService.analyze(source, outcome, configuration, context)
    }
    let request = ImageWorkerRequest.analyze(
      AnalysisRequest(source, context, wantsFindingLocations: wantsFindingLocations))
    let answer = await analysisPool.answer(WorkerRequest(request, bytes, configuration)) {
      try AssetAnalysis(
        answer: $0, of: source, byteCount: bytes.count, configuration,
        isScaleVariant: context.originalAt3x != nil)
    }
    switch answer {
    case .answered(let analysis): return analysis
    case .failed(let failure):
      return AssetAnalysis(workerFailedOn: source, .bytes(bytes), with: failure, configuration, context)
    case .unavailable(let reason):
      incompleteCheckLines.add("\(source.path.displayText) was not checked: \(reason)")
      let unread = await inProcessService.analyze(source, .unreadable(reason), configuration, context)
      return unread.withUnreproducibleFailure(reason)
    }
  }

  package func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.PackContext
  ) async -> [AssetAnalysis] {
    var analyses: [AssetAnalysis] = []
    for configuration in configurations {
      let outcome = source.read(maxBytes: configuration.budget.fileBytes)
      analyses.append(await analyze(source, outcome, configuration, context))
    }
    return analyses
  }

  package func fullPixelAndTimingHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> XXH3Digest? {
    guard case .bytes(let bytes) = outcome else { return nil }
    let answer = await analysisPool.answer(WorkerRequest(.hashAllPixelsAndTiming, bytes, configuration)) {
      try Stickers.decodedPixelAndTimingHash(answer: $0)
    }
    let reason: String
    switch answer {
    case .answered(let hash): return hash
    case .failed(let failure): reason = failure.clause
    case .unavailable(let why): reason = why
    }
    incompleteCheckLines.add(
      "\(source.path.displayText) was not compared with the other stickers in its pack: \(reason)")
    return nil
  }

  package func fix(_ work: FixJob) async -> WorkerOutcome<FixedAsset> {
    let (source, configuration) = (work.source, work.configuration)
    guard case .bytes(let bytes) = source.read(maxBytes: configuration.budget.fileBytes) else {
      // Nothing untrusted was read.
      return await inProcessService.fix(work)
    }
    let request = WorkerFixRequest(source, work.fixOptions, work.context, takenPaths: work.takenPaths)
    return await fixingAndDrawingAnswer(.fix(request), bytes, configuration) {
      try FixedAsset(answer: $0, of: source, bytes, request, configuration)
    }
  }

  package func fix(
    _ source: AssetSource, for messengers: [MessengerFixOptions], _ context: Asset.PackContext
  ) async -> [FixedAsset] {
    var assets: [FixedAsset] = []
    for messenger in messengers {
      let (configuration, limit) = (messenger.configuration, messenger.configuration.budget.fileBytes)
      let analysis = await analyze(source, source.read(maxBytes: limit), configuration, context)
      let fixOptions = messenger.makeFixOptions(analysis.findings)
      // Do not reopen a file that crashed a process.
      guard analysis.isReproducible else {
        assets.append(FixedAsset(unchanged: analysis, fixOptions, bytesFrom: nil, maxBytes: limit))
        continue
      }
      let outcome = await fix(FixJob(source, fixOptions, configuration, context, takenPaths: []))
      assets.append(outcome.fixedOrUnchangedAsset(analysis, fixOptions))
    }
    return assets
  }

  package func joinFrames(_ work: FrameJoiningJob) async -> WorkerOutcome<[UInt8]?> {
    var frames: [[UInt8]] = []
    for path in work.sequence.frames {
      guard case .bytes(let bytes) = work.readFrame(path) else { return .answered(nil) }
      frames.append(bytes)
    }
    let request = FrameJoiningRequest(work.sequence, frames, maxMemoryBytes: frameJoiningMemoryBytes)
    return await fixingAndDrawingAnswer(.join(request), Array(frames.joined()), work.configuration) {
      try validatedImage(answer: $0, work.configuration.budget, fits: request.couldProduce)
    }
  }

  package func draw(
    _ drawing: IconOrMessageImageRequest, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> {
    await fixingAndDrawingAnswer(.draw(drawing), bytes, configuration) {
      try validatedImage(answer: $0, configuration.budget, fits: drawing.couldProduce)
    }
  }

  package func contactSheetThumbnail(
    of bytes: [UInt8], maxLongerSide side: Int, _ configuration: Configuration
  ) async -> WorkerOutcome<ContactSheetThumbnail?> {
    await fixingAndDrawingAnswer(
      .contactSheetThumbnail(maxLongerSide: side), bytes, configuration, parse: ContactSheetThumbnail.decoded)
  }

  package func decodeFrames(
    _ request: FrameDecodingRequest, of bytes: [UInt8], _ container: ImageContainer,
    _ configuration: Configuration
  ) async -> WorkerOutcome<FrameDecodingResult> {
    await fixingAndDrawingAnswer(.decodeFrames(request), bytes, configuration) {
      try FrameDecodingResult(answer: $0, to: request, of: container, configuration.budget)
    }
  }

  private func fixingAndDrawingAnswer<Answer: Sendable>(
    _ request: ImageWorkerRequest, _ bytes: [UInt8], _ configuration: Configuration,
    parse: @escaping @Sendable ([UInt8]) throws -> Answer
  ) async -> WorkerOutcome<Answer> {
    await failureGuard.send(
      WorkerRequest(request, bytes, configuration), to: fixingAndDrawingPool, parse: parse)
  }
}

/// Remembers the requests that ended two worker processes, and does not send them again.
actor RepeatedFailureGuard {
  private var failuresByRequest: [XXH3Digest: WorkerFailure] = [:]

  /// Sends a request to a worker process, unless the same request has already ended two processes.
  nonisolated func send<Answer: Sendable>(
    _ request: WorkerRequest, to pool: WorkerPool, parse: @escaping @Sendable ([UInt8]) throws -> Answer
  ) async -> WorkerOutcome<Answer> {
    let digests = [
      request.setupKey, XXH3Digest(of: request.encodedRequest), XXH3Digest(of: request.inputData),
    ]
    let key = XXH3Digest(of: digests.flatMap(\.bytes))
    if let known = await failure(of: key) { return .failed(known) }
    let outcome = await pool.answer(request, parse: parse)
    if case .failed(let failure) = outcome { await addClearingIfFull(failure, of: key) }
    return outcome
  }

  private func failure(of key: XXH3Digest) -> WorkerFailure? { failuresByRequest[key] }

  private func addClearingIfFull(_ failure: WorkerFailure, of key: XXH3Digest) {
    if failuresByRequest.count >= maxRememberedFailures { failuresByRequest = [:] }
    failuresByRequest[key] = failure
  }
}

/// The maximum number of entries, which is more than runs are expected to need.
private let maxRememberedFailures = 4096

extension WorkerRequest {
  /// - Parameter bytes: the bytes of the file.
  init(_ request: ImageWorkerRequest, _ bytes: [UInt8], _ configuration: Configuration) {
    self.init(
      setupKey: configuration.analysisDigest, encodeSetup: { configuration.binaryEncoded },
      encodedRequest: request.binaryEncoded, data: bytes)
  }
}

extension WorkerLimits {
  /// The limits of a process that fixes or makes files. Such a process holds the frames before and after a
  /// fix in memory, and searches for small encodings.
  package static let fixingAndDrawing = {
    var limits = WorkerLimits(memoryBytes: 2 << 30, processorSecondsPerRequest: 300, maxRequestsPerWorker: 50)
    limits.maxAnswerBytes = 256 << 20
    return limits
  }()
}
