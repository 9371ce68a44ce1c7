package import StickerImage

/// Who opens files of strangers and checks them: this process, or one that may die of it.
package protocol Examiner: Sendable {
  /// Checks an asset against every rule about assets that applies.
  ///
  /// - Parameter outcome: what came of reading the file: a large picture is decoded in its bytes where nobody
  ///   else holds them.
  func check(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings
  ) async -> AssetAnalysis

  /// The digest of all pixels of every frame; nil for what is no image that can be read.
  func exactDigest(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest?

  /// What it could not look at, for reasons that have nothing to do with the files: a line each.
  var unexamined: [String] { get }

  /// How its processes are confined; nil if it started none.
  var isolation: Isolation? { get }

  /// Does something that asks it very often, where asking costs least.
  func run<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result
}

extension Examiner {
  /// An examiner that looks at everything has nothing to report.
  package var unexamined: [String] { [] }

  /// An examiner that works in this process starts none.
  package var isolation: Isolation? { nil }

  /// Runs the body where the caller is.
  package func run<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    try await body()
  }
}

/// Examines in this process.
package struct LocalExaminer: Examiner {
  private let gate: MemoryGate
  private let wantsMarks: Bool

  /// - Parameter gate: memory that jobs wait for.
  /// - Parameter wantsMarks: whether a page shows the places.
  package init(_ gate: MemoryGate = MemoryGate(), wantsMarks: Bool = false) {
    self.gate = gate
    self.wantsMarks = wantsMarks
  }

  package func check(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings
  ) async -> AssetAnalysis {
    let asset = await examine(source, consume outcome, configuration, gate, surroundings)
    return AssetAnalysis(asset, pack: source.pack, configuration, wantsMarks: wantsMarks)
  }

  package func exactDigest(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest? {
    guard let job = ExactDigest(outcome, configuration.budget) else { return nil }
    let held = await gate.enter(job.bytes)
    let digest = job.digest()
    await gate.leave(held)
    return digest
  }
}

/// All pixels of an image, to be told from those of another.
package struct ExactDigest {
  private let file: [UInt8]
  private let container: Container

  /// The pixels of a file that was read; nil for what is no image that can be read.
  package init?(_ outcome: ReadOutcome, _ budget: Budget) {
    let (content, bytes, _) = readContent(outcome, budget)
    guard case .image(let container) = content, container.exceeded.isEmpty else { return nil }
    (file, self.container) = (bytes, container)
  }

  /// The most bytes of memory that taking the digest holds at once.
  package var bytes: Int { container.decodingBytes(file: file.count) }

  /// The digest of all frames; nil where one is damaged.
  package func digest() -> PixelDigest? { measured(file, container, .exactDigests).survey?.imageDigest }
}
