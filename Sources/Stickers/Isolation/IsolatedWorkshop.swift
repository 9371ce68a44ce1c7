package import StickerFix
package import StickerIO
import StickerImage
import StickerModel
import StickerWire

/// Makes files in child processes that can do nothing else, and may die of it.
package struct IsolatedWorkshop: Workshop {
  private let pool: WorkerPool

  package init(_ pool: WorkerPool) { self.pool = pool }

  package func fixed(_ work: FixingWork) async -> WorkerOutcome<FixedAsset> {
    let (source, configuration) = (work.source, work.configuration)
    guard case .bytes(let bytes) = source.read(configuration.budget.fileBytes) else {
      // A file that was not read holds nothing of a stranger's.
      return await LocalWorkshop(MemoryGate()).fixed(work)
    }
    let request = FixingRequest(source, work.request, work.surroundings, taken: work.taken)
    return await pool.answer(WorkerRequest(.fix(request), bytes, configuration)) {
      FixedAsset(parsing: $0, of: source, bytes, request, configuration)
    }
  }
}

extension WorkerRequest {
  /// - Parameter bytes: what the wish is about.
  init(_ wish: WorkerWish, _ bytes: [UInt8], _ configuration: Configuration) {
    self.init(
      setupKey: configuration.key, setup: { configuration.encoded }, request: wish.encoded, data: bytes)
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
