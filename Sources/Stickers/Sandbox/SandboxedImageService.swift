package import StickerEngine
package import StickerImage

/// Decodes, analyzes and fixes files in worker processes, which can do nothing else, and may crash. A request
/// that crashed two processes is not sent to a third.
package struct SandboxedImageService: ImageService {
  /// The processes that analyze. They have less memory and time than those that fix.
  private let analysisPool: WorkerPool
  private let fixPool: WorkerPool
  private let capacity: Int
  private let wantsMarks: Bool
  private let failureLog = WorkerFailureLog()
  private let failedFiles = SharedLines()
  private let inProcess = InProcessImageService()

  /// Creates a service without starting processes.
  ///
  /// - Parameters:
  ///   - capacity: the maximum memory for joining the frames of a sequence, in bytes.
  ///   - wantsMarks: whether analyses include the locations of findings.
  package init(
    analyzingIn analysisPool: WorkerPool, fixingIn fixPool: WorkerPool, capacity: Int, wantsMarks: Bool
  ) {
    self.analysisPool = analysisPool
    self.fixPool = fixPool
    self.capacity = capacity
    self.wantsMarks = wantsMarks
  }

  package var memoryGate: MemoryGate? { nil }
  package var failures: [String] { failedFiles.all }
  package var isolation: Isolation? { analysisPool.isolation }

  package func run<Result: Sendable>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await analysisPool.run(operation)
  }

  package func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.Context
  ) async -> AssetAnalysis {
    guard case .bytes(let bytes) = outcome else {
      // Nothing untrusted was read.
      return await inProcess.analyze(source, outcome, configuration, context)
    }
    let request = ImageRequest.analyze(AnalysisRequest(source, context, wantsMarks: wantsMarks))
    let answer = await analysisPool.answer(WorkerRequest(request, bytes, configuration)) {
      try AssetAnalysis(
        answer: $0, of: source, byteCount: bytes.count, configuration,
        isSmallerSize: context.original != nil)
    }
    switch answer {
    case .answered(let analysis): return analysis
    case .lost(let loss):
      return AssetAnalysis(losing: source, .bytes(bytes), to: loss, configuration, context)
    case .unavailable(let reason):
      failedFiles.add("\(source.path.displayText) was not checked: \(reason)")
      let unread = await inProcess.analyze(source, .unreadable(reason), configuration, context)
      return unread.failing(reason)
    }
  }

  package func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.Context
  ) async -> [AssetAnalysis] {
    var analyses: [AssetAnalysis] = []
    for configuration in configurations {
      let outcome = source.read(configuration.budget.fileBytes)
      analyses.append(await analyze(source, outcome, configuration, context))
    }
    return analyses
  }

  package func pixelHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest? {
    guard case .bytes(let bytes) = outcome else { return nil }
    let answer = await analysisPool.answer(WorkerRequest(.pixelHash, bytes, configuration)) {
      try Stickers.pixelHash(answer: $0)
    }
    let reason: String
    switch answer {
    case .answered(let hash): return hash
    case .lost(let loss): reason = loss.words
    case .unavailable(let why): reason = why
    }
    failedFiles.add(
      "\(source.path.displayText) was not compared with the other stickers of its pack: \(reason)")
    return nil
  }

  package func fix(_ work: FixingWork) async -> WorkerOutcome<FixedAsset> {
    let (source, configuration) = (work.source, work.configuration)
    guard case .bytes(let bytes) = source.read(configuration.budget.fileBytes) else {
      // Nothing untrusted was read.
      return await inProcess.fix(work)
    }
    let request = FixingRequest(source, work.request, work.context, taken: work.taken)
    return await answer(.fix(request), bytes, configuration) {
      try FixedAsset(answer: $0, of: source, bytes, request, configuration)
    }
  }

  package func fix(
    _ source: AssetSource, for orders: [MessengerFixRequest], _ context: Asset.Context
  ) async -> [FixedAsset] {
    var assets: [FixedAsset] = []
    for order in orders {
      let (configuration, limit) = (order.configuration, order.configuration.budget.fileBytes)
      let analysis = await analyze(source, source.read(limit), configuration, context)
      let request = order.request(analysis.findings)
      // Do not open a file again that crashed a process.
      guard analysis.isReproducible else {
        assets.append(FixedAsset(unchanged: analysis, request, bytes: nil, limit: limit))
        continue
      }
      let outcome = await fix(FixingWork(source, request, configuration, context, taken: []))
      assets.append(outcome.assetOrFailure(analysis, request))
    }
    return assets
  }

  package func join(_ work: JoiningWork) async -> WorkerOutcome<[UInt8]?> {
    var frames: [[UInt8]] = []
    for path in work.sequence.frames {
      guard case .bytes(let bytes) = work.read(path) else { return .answered(nil) }
      frames.append(bytes)
    }
    let request = JoiningRequest(work.sequence, frames, capacity: capacity)
    return await answer(.join(request), Array(frames.joined()), work.configuration) {
      try validatedPicture(answer: $0, work.configuration.budget, fits: request.isPlausible)
    }
  }

  package func draw(
    _ drawing: Drawing, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> {
    await answer(.draw(drawing), bytes, configuration) {
      try validatedPicture(answer: $0, configuration.budget, fits: drawing.isPlausible)
    }
  }

  package func decodeFrames(
    _ viewing: FrameRequest, of bytes: [UInt8], _ container: Container, _ configuration: Configuration
  ) async -> WorkerOutcome<DecodedFrames> {
    await answer(.decodeFrames(viewing), bytes, configuration) {
      try DecodedFrames(answer: $0, to: viewing, of: container, configuration.budget)
    }
  }

  private func answer<Answer: Sendable>(
    _ request: ImageRequest, _ bytes: [UInt8], _ configuration: Configuration,
    parse: @escaping @Sendable ([UInt8]) throws -> Answer
  ) async -> WorkerOutcome<Answer> {
    await failureLog.answered(WorkerRequest(request, bytes, configuration), by: fixPool, parse: parse)
  }
}

/// The failures of worker processes, by request.
actor WorkerFailureLog {
  private var all: [PixelDigest: WorkerFailure] = [:]

  /// Sends a request to a worker process, unless the same request has ended two processes before.
  nonisolated func answered<Answer: Sendable>(
    _ request: WorkerRequest, by pool: WorkerPool, parse: @escaping @Sendable ([UInt8]) throws -> Answer
  ) async -> WorkerOutcome<Answer> {
    let digests = [request.setupKey, PixelDigest(of: request.request), PixelDigest(of: request.data)]
    let key = PixelDigest(of: digests.flatMap(\.bytes))
    if let loss = await loss(of: key) { return .lost(loss) }
    let outcome = await pool.answer(request, parse: parse)
    if case .lost(let loss) = outcome { await add(loss, of: key) }
    return outcome
  }

  private func loss(of key: PixelDigest) -> WorkerFailure? { all[key] }

  private func add(_ loss: WorkerFailure, of key: PixelDigest) {
    if all.count >= maxFailures { all = [:] }
    all[key] = loss
  }
}

/// The maximum number of entries, more than are expected in practice.
private let maxFailures = 4096

extension WorkerRequest {
  /// - Parameter bytes: the file of the request.
  init(_ request: ImageRequest, _ bytes: [UInt8], _ configuration: Configuration) {
    self.init(
      setupKey: configuration.key, setup: { configuration.binary }, request: request.binary, data: bytes)
  }
}

extension WorkerLimits {
  /// The limits of a process that fixes or makes files. It holds the frames before and after a fix, and
  /// searches for small encodings.
  package static let fixing = {
    var limits = WorkerLimits(memoryBytes: 2 << 30, seconds: 300, requests: 50)
    limits.answerBytes = 256 << 20
    return limits
  }()
}
