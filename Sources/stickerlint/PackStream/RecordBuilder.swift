import Stickers

/// Builds records here, or each in a process of its own that may die of it.
struct RecordBuilder: Sendable {
  let build: RecordBuild
  private let pool: WorkerPool?
  /// The command line, as it crosses a pipe.
  private let setup: [UInt8]

  /// - Parameter arguments: the command line.
  init(_ command: PackCommand, jobs: Int, _ arguments: [String]) {
    (build, setup) = (RecordBuild(command), PackWorkerMain.setup(arguments))
    let (options, quiet) = (command.isolation, command.report.quiet)
    var limits = options.limits
    (limits.requests, limits.answerBytes) = (1, PackWorkerMain.mostAnswerBytes)
    if options.workerSeconds == nil { limits.seconds = usualSeconds }
    if options.workerMemory == nil { limits.memoryBytes = usualMemoryBytes }
    guard options.isIsolated(unlessTold: true), let program = PackWorkerMain.command(limits) else {
      pool = nil
      return
    }
    pool = WorkerPool(program, count: jobs, limits: limits) { lack in
      if !quiet { tell(["note: \(lack): what reads the files is less confined than elsewhere"]) }
    }
  }

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
      var lost = BuiltPack(end: .stopped([loss.sentence(on: "building it", "it cannot be built")]))
      lost.name = work.record.name
      return lost
    }
  }
}

/// A pack is many files: a hundred long animations take minutes.
private let usualSeconds = 600
private let usualMemoryBytes = 2 << 30
