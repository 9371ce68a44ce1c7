package import StickerEngine
package import StickerImage

/// Makes files in child processes that can do nothing else, and may die of it. What ended two of them is
/// given to none again.
package struct IsolatedWorkshop: Workshop {
  private let pool: WorkerPool
  private let examiner: any Examiner
  private let capacity: Int
  private let losses = Losses()

  /// - Parameter examiner: one that looks at files before they are fixed for several messengers.
  /// - Parameter capacity: bytes that the frames of a sequence may take as they are put together.
  package init(_ pool: WorkerPool, _ examiner: any Examiner, capacity: Int) {
    self.pool = pool
    self.examiner = examiner
    self.capacity = capacity
  }

  package func fixed(_ work: FixingWork) async -> WorkerOutcome<FixedAsset> {
    let (source, configuration) = (work.source, work.configuration)
    guard case .bytes(let bytes) = source.read(configuration.budget.fileBytes) else {
      // A file that was not read holds nothing of a stranger's.
      return await LocalWorkshop(MemoryGate()).fixed(work)
    }
    let request = FixingRequest(source, work.request, work.surroundings, taken: work.taken)
    return await made(.fix(request), of: bytes, configuration) {
      try FixedAsset(answer: $0, of: source, bytes, request, configuration)
    }
  }

  package func fixed(
    _ source: AssetSource, for orders: [FixOrder], _ surroundings: Asset.Surroundings
  ) async -> [FixedAsset] {
    var assets: [FixedAsset] = []
    for order in orders {
      let (configuration, limit) = (order.configuration, order.configuration.budget.fileBytes)
      let checked = await examiner.check(source, source.read(limit), configuration, surroundings)
      let request = order.request(checked.findings)
      // What ended a process as it was looked at is not opened again.
      guard checked.isReproducible else {
        assets.append(FixedAsset(asItIs: checked, request, bytes: nil, limit: limit))
        continue
      }
      let outcome = await fixed(FixingWork(source, request, configuration, surroundings, taken: []))
      assets.append(outcome.assetOrFailure(checked, request))
    }
    return assets
  }

  package func joined(_ work: JoiningWork) async -> WorkerOutcome<[UInt8]?> {
    var frames: [[UInt8]] = []
    for path in work.sequence.frames {
      guard case .bytes(let bytes) = work.read(path) else { return .answered(nil) }
      frames.append(bytes)
    }
    let (request, budget) = (
      JoiningRequest(work.sequence, frames, capacity: capacity), work.configuration.budget
    )
    return await made(.join(request), of: Array(frames.joined()), work.configuration) {
      try madePicture(answer: $0, budget, fits: request.couldBe)
    }
  }

  package func drawn(
    _ drawing: Drawing, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> {
    await made(.draw(drawing), of: bytes, configuration) {
      try madePicture(answer: $0, configuration.budget, fits: drawing.couldBe)
    }
  }

  package func viewed(
    _ viewing: FrameViewing, of bytes: [UInt8], _ container: Container, _ configuration: Configuration
  ) async -> WorkerOutcome<ViewedFrames> {
    await made(.view(viewing), of: bytes, configuration) {
      try ViewedFrames(answer: $0, to: viewing, of: container, configuration.budget)
    }
  }

  private func made<Answer: Sendable>(
    _ wish: WorkerWish, of bytes: [UInt8], _ configuration: Configuration,
    parse: @escaping @Sendable ([UInt8]) throws -> Answer
  ) async -> WorkerOutcome<Answer> {
    await losses.answered(WorkerRequest(wish, bytes, configuration), by: pool, parse: parse)
  }
}

/// Builds packs in child processes that read nothing but configurations, and may die of it.
package struct IsolatedPackWorkshop: PackWorkshop {
  private let builders: PagePackBuilder
  private let losses = Losses()

  package init(_ builders: PagePackBuilder) { self.builders = builders }

  package func built(
    _ work: BuildingWork
  ) async -> Result<(name: String, tree: FileTree), CommandFailure> {
    let request = builders.request(work)
    let outcome = await losses.answered(request, by: builders.pool) {
      try builders.pack(answer: $0, of: work)
    }
    switch outcome {
    case .answered(let built): return built.packOrReasons
    case .unavailable(let reason): return .failure(CommandFailure("the pack was not built: \(reason)"))
    case .lost(let loss):
      return .failure(
        CommandFailure(loss.sentence(on: "building the pack", "the pack cannot be built")))
    }
  }

  package func handedOver(_ work: BuildingWork, to messenger: String) async -> BuiltPack {
    let request = builders.request(work, for: messenger)
    let outcome = await losses.answered(request, by: builders.messengers) {
      try builders.pack(answer: $0, of: work, for: messenger)
    }
    switch outcome {
    case .answered(let built): return built
    case .unavailable(let reason): return BuiltPack(.failed(["the pack was not made: \(reason)"]))
    case .lost(let loss):
      let reason = loss.sentence(on: "making the pack", "it cannot be handed over")
      return BuiltPack(BuildOutcome.stopped([reason]).reworded(\.onCommandLine))
    }
  }
}

/// What became of processes, by what they were asked about which bytes.
private actor Losses {
  private var all: [PixelDigest: WorkerLoss] = [:]

  /// Has a request answered, unless the same one has ended two processes before.
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

  private func loss(of key: PixelDigest) -> WorkerLoss? { all[key] }

  private func add(_ loss: WorkerLoss, of key: PixelDigest) {
    if all.count >= mostLosses { all = [:] }
    all[key] = loss
  }
}

/// As many as people will hardly meet.
private let mostLosses = 4096

extension WorkerRequest {
  /// - Parameter bytes: what the wish is about.
  init(_ wish: WorkerWish, _ bytes: [UInt8], _ configuration: Configuration) {
    self.init(
      setupKey: configuration.key, setup: { configuration.binary }, request: wish.binary, data: bytes)
  }
}

extension WorkerLimits {
  /// Of a process that makes files: it holds frames as they are and as they become, and looks for few bytes.
  package static let ofWork = {
    var limits = WorkerLimits(memoryBytes: 2 << 30, seconds: 300, requests: 50)
    limits.answerBytes = 256 << 20
    return limits
  }()
}
