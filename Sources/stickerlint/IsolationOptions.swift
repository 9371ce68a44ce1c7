import ArgumentParser
import Stickers
import StickerPage

/// Whether files are examined in processes of their own, and what those may use.
struct IsolationOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      Examine each file, or with `stream pack` build each pack, in a child process that can do nothing \
      else and may die of it; so by default, on Linux, with `stream` and on the drop page.
      """))
  var isolate: Bool?
  @Option(
    help: ArgumentHelp(
      "The most memory of a process; isolates. 1024 unless given, for fixing or a pack 2048.",
      valueName: "MiB"))
  var workerMemory: Int?
  @Option(
    help: ArgumentHelp(
      """
      The most processor time for one file, 60 unless given, to fix it, 300, or for one pack, 600; isolates.
      """,
      valueName: "seconds"))
  var workerSeconds: Int?

  func validate() throws {
    if isolate == false, workerMemory != nil || workerSeconds != nil {
      throw ValidationError("--worker-memory and --worker-seconds go with --isolate: leave --no-isolate out")
    }
    if let workerMemory, !(64...1 << 20 ~= workerMemory) {
      throw ValidationError("--worker-memory must be 64 to 1048576 MiB, not \(workerMemory)")
    }
    if let workerSeconds, !(1...86_400 ~= workerSeconds) {
      throw ValidationError("--worker-seconds must be 1 to 86400, not \(workerSeconds)")
    }
  }

  /// - Parameter usual: what holds where nothing was said.
  func limits(_ usual: WorkerLimits = WorkerLimits()) -> WorkerLimits {
    var limits = usual
    if let workerMemory { limits.memoryBytes = workerMemory << 20 }
    if let workerSeconds { limits.seconds = workerSeconds }
    return limits
  }

  /// - Parameter jobs: processes at once.
  /// - Parameter isolates: whether a command does so unless it is told otherwise.
  func examiner(jobs: Int, isolates: Bool, wantsMarks: Bool = false, quiet: Bool = false) -> any Examiner {
    guard isIsolated(unlessTold: isolates), let command = WorkerMain.command(limits()) else {
      return LocalExaminer(wantsMarks: wantsMarks)
    }
    let pool = WorkerPool(command, count: jobs, limits: limits(), tell: Self.note(quiet: quiet))
    return IsolatedExaminer(pool, wantsMarks: wantsMarks)
  }

  /// Who opens what is dropped on a page: other processes, unless it was told otherwise.
  ///
  /// - Parameter jobs: processes at once that look at files, and as many that make others of them.
  /// - Parameter words: a command line that says how packs are built.
  func openers(jobs: Int, _ words: [String]) -> Openers? {
    let limits = limits(.ofWork)
    guard isIsolated(unlessTold: true), let command = WorkerMain.command(limits),
      let builders = PagePackBuilder(words, isolatedBy: self.limits(.ofPacks))
    else { return nil }
    let pool = WorkerPool(command, count: jobs, limits: limits)
    return Openers(
      examiner(jobs: jobs, isolates: true, wantsMarks: true),
      IsolatedWorkshop(pool, builders, capacity: DropLimits().workingBytes))
  }

  /// Says what this system cannot confine processes with, unless nothing is to be said.
  static func note(quiet: Bool) -> @Sendable (String) -> Void {
    { lack in
      if !quiet { tell(["note: \(lack): what reads the files is less confined than elsewhere"]) }
    }
  }

  /// Ends a command that could not look at everything: what it has said of such files is no verdict.
  static func refuseUnexamined(_ examiner: any Examiner) throws(CommandFailure) {
    let (lines, named) = (examiner.unexamined, 5)
    guard !lines.isEmpty else { return }
    let rest = lines.count > named ? ["and \(counted(lines.count - named, "other file")) likewise"] : []
    throw CommandFailure(
      lines: lines.prefix(named) + rest + ["the report is not complete: run it again, it goes on with these"])
  }

  /// Whether children are started at all.
  func isIsolated(unlessTold isolates: Bool) -> Bool {
    #if os(Linux)
      isolate ?? (isolates || workerMemory != nil || workerSeconds != nil)
    #else
      isolate ?? (workerMemory != nil || workerSeconds != nil)
    #endif
  }
}
