package import StickerIO
import StickerImage
import StickerModel
import StickerRules
import StickerSettings
import StickerWire

/// Builds records here, or each in a process of its own that may die of it.
package struct RecordBuilder: Sendable {
  let build: RecordBuild
  private let pool: WorkerPool?
  /// The command line, as it crosses a pipe.
  private let setup: [UInt8]

  /// - Parameter limits: of each process; nil: packs are built in this one.
  /// - Parameter words: a command line that gives `build` again, for `PackWorkerMain`.
  /// - Parameter lack: is told what processes are less confined than elsewhere.
  package init(
    _ build: RecordBuild, jobs: Int, isolatedBy limits: WorkerLimits?, _ words: [String],
    lack: @escaping @Sendable (String) -> Void
  ) {
    (self.build, setup) = (build, PackWorkerMain.setup(words))
    guard var limits, let program = PackWorkerMain.command(limits) else {
      pool = nil
      return
    }
    (limits.requests, limits.answerBytes) = (1, PackWorkerMain.mostAnswerBytes)
    pool = WorkerPool(program, variables: [Policy.variable], count: jobs, limits: limits, tell: lack)
  }

  /// How its processes are confined; nil if it started none.
  var isolation: Isolation? { pool?.isolation }

  /// Whether processes are started.
  var isIsolated: Bool { pool != nil }

  /// Builds a record; nothing is written.
  func built(_ work: RecordWork) async -> BuiltPack {
    guard let pool else { return await build.built(work.record, on: work.disk, work.search) }
    let readable = Array(work.readable.map(\.bytes).joined(separator: [0]))
    let request = WorkerRequest(
      setupKey: PixelDigest(of: setup), setup: { setup }, request: readable, data: work.record.encoded)
    let answer = await pool.answer(request) { bytes -> BuiltPack? in
      guard let built = BuiltPack(parsing: bytes, rules: Rule.all) else { return nil }
      return build.could(say: built, of: work.record) ? built : nil
    }
    switch answer {
    case .answered(let built): return built
    case .unavailable(let reason): return BuiltPack(end: .failed([reason]))
    case .lost(let loss):
      var lost = BuiltPack(
        end: .stopped([loss.sentence(on: "building it", "it cannot be built").onCommandLine]))
      lost.name = work.record.name
      return lost
    }
  }
}

extension WorkerLimits {
  /// Of a process that builds a pack: many files, and a hundred long animations take minutes.
  package static let ofPacks = WorkerLimits(memoryBytes: 2 << 30, seconds: 600)
}
