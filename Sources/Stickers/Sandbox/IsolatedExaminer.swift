package import StickerEngine
package import StickerImage

/// Examines in child processes that can do nothing else, and may die of it.
package struct IsolatedExaminer: Examiner {
  private let pool: WorkerPool
  private let local = LocalExaminer()
  private let wantsMarks: Bool
  private let failures = SharedLines()

  package init(_ pool: WorkerPool, wantsMarks: Bool = false) {
    self.pool = pool
    self.wantsMarks = wantsMarks
  }

  package var unexamined: [String] { failures.all }

  package var isolation: Isolation? { pool.isolation }

  package func check(
    _ source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings
  ) async -> AssetAnalysis {
    // A file that was not read holds nothing of a stranger's.
    guard case .bytes(let bytes) = outcome else {
      return await local.check(source, outcome, configuration, surroundings)
    }
    let wish = wantsMarks ? ExaminationRequest.Wish.findingsAndMarks : .findings
    let request = ExaminationRequest(source, surroundings, wish)
    let isSmaller = surroundings.original != nil
    let answer = await pool.answer(WorkerRequest(.examine(request), bytes, configuration)) {
      try AssetAnalysis(
        answer: $0, of: source, byteCount: bytes.count, configuration, isSmallerSize: isSmaller)
    }
    switch answer {
    case .answered(let analysis): return analysis
    case .lost(let loss):
      return AssetAnalysis(losing: source, outcome, to: loss, configuration, surroundings)
    case .unavailable(let reason):
      failures.add("\(source.path.shown) was not examined: \(reason)")
      let unread = await local.check(source, .unreadable(reason), configuration, surroundings)
      return unread.failing(reason)
    }
  }

  package func exactDigest(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest? {
    guard case .bytes(let bytes) = outcome else { return nil }
    let request = ExaminationRequest(source, Asset.Surroundings(), .exactDigest)
    let answer = await pool.answer(WorkerRequest(.examine(request), bytes, configuration)) {
      try pixelHash(answer: $0)
    }
    let reason: String
    switch answer {
    case .answered(let digest): return digest
    case .lost(let loss): reason = loss.words
    case .unavailable(let why): reason = why
    }
    failures.add("\(source.path.shown) was not compared with the other stickers of its pack: \(reason)")
    return nil
  }

  package func run<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    try await pool.run(body)
  }
}
