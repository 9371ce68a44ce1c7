import ArgumentParser
import StickerPage
import Stickers

/// Whether files are examined in processes of their own, and what those may use.
struct IsolationOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      Examine, decode and fix each file in a child process that can do nothing else. With `stream pack`, build \
      each pack in one. A crash costs only that file or pack. Default on Linux with `stream` and on the drop page.
      """))
  var isolate: Bool?
  @Flag(
    name: .customLong("isolate-required"),
    help: """
      Isolate, and do nothing where the system cannot confine these processes completely; also \
      --isolate=required.
      """)
  var isolateRequired = false
  @Option(
    help: ArgumentHelp(
      "Memory limit of a child process; turns on --isolate. Default: 1024; to fix or decode a file or build a pack, 2048.",
      valueName: "MiB"))
  var workerMemory: Int?
  @Option(
    help: ArgumentHelp(
      """
      Processor time limit; turns on --isolate. Default: 60 to examine a file, 300 to fix or decode it, 600 to \
      build a pack.
      """,
      valueName: "seconds"))
  var workerSeconds: Int?

  func validate() throws {
    if isolate == false, let origin = policy.requiresIsolation?.origin {
      throw ValidationError("--no-isolate: the policy requires isolation (\(origin.words))")
    }
    if isolate == false, isolateRequired || workerMemory != nil || workerSeconds != nil {
      let option = isolateRequired ? "--isolate=required" : "--worker-memory and --worker-seconds"
      throw ValidationError(
        "\(option) \(isolateRequired ? "excludes" : "go with --isolate: leave out") --no-isolate")
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
    if let most = policy.workerMemory { limits.memoryBytes = min(limits.memoryBytes, most.value << 20) }
    limits.isConfinementRequired = isRequired
    if let most = policy.workerSeconds { limits.seconds = min(limits.seconds, most.value) }
    return limits
  }

  /// A policy that cannot be read has ended the program before.
  private var policy: Policy { (try? Policy.current()) ?? Policy() }

  /// Whether the processes have to be confined completely.
  private var isRequired: Bool { isolateRequired || policy.requiresIsolation != nil }

  /// Returns the service that decodes, analyzes and fixes files.
  ///
  /// - Parameters:
  ///   - jobs: the number of processes that analyze files.
  ///   - fixJobs: the number of processes that fix files, or nil for as many.
  ///   - isolates: whether the command isolates by default.
  ///   - analyzes: whether the command analyzes files. If so, only the processes that analyze report a missing
  ///     protection.
  func service(
    jobs: Int, fixJobs: Int? = nil, isolates: Bool = false, analyzes: Bool = true, wantsMarks: Bool = false,
    quiet: Bool = false
  ) throws -> any ImageService {
    guard
      let fixPool = try pool(
        jobs: fixJobs ?? jobs, limits(.fixing), isolates: isolates, quiet: analyzes || quiet),
      let analysisPool = try pool(jobs: jobs, limits(), isolates: isolates, quiet: quiet)
    else { return InProcessImageService(wantsMarks: wantsMarks) }
    return SandboxedImageService(
      analyzingIn: analysisPool, fixingIn: fixPool, capacity: DropLimits().workingBytes,
      wantsMarks: wantsMarks)
  }

  /// Returns the services of a page, which isolates by default: for dropped files, and for packs of them.
  ///
  /// - Parameter words: a command line that says how packs are built.
  /// - Returns: nil for work in this process.
  func pageServices(
    jobs: Int, _ words: [String]
  ) throws -> (images: (any ImageService)?, packs: (any PackBuildService)?) {
    guard isIsolated(default: true),
      let builders = PagePackBuilder(words, isolatedBy: limits(.packBuilding))
    else {
      try requireConfinement()
      return (nil, nil)
    }
    // Enough that a few slow files do not delay the others.
    let fixJobs = Policy.jobCount(max(jobs, 4))
    return (
      try service(jobs: jobs, fixJobs: fixJobs, isolates: true, wantsMarks: true),
      SandboxedPackBuildService(builders)
    )
  }

  /// Processes that nothing has been asked yet; nil if this process does everything.
  private func pool(
    jobs: Int, _ limits: WorkerLimits, isolates: Bool, quiet: Bool
  ) throws -> WorkerPool? {
    guard isIsolated(default: isolates), let command = WorkerMain.command(for: .images, limits) else {
      try requireConfinement()
      return nil
    }
    let pool = WorkerPool(command, count: jobs, limits: limits, report: Self.note(quiet: quiet || isRequired))
    if isRequired { try Self.requireConfinement(pool.firstConfinement()) }
    return pool
  }

  /// Ends the command if isolation is required, and the system lacks a means of it.
  func requireConfinement() throws {
    guard isRequired else { return }
    guard let command = WorkerMain.command(for: .images, limits()) else {
      throw UsageError("isolation is required: this program cannot start itself")
    }
    try Self.requireConfinement(WorkerPool(command, count: 1, limits: limits()).firstConfinement())
  }

  private static func requireConfinement(_ confinement: Confinement) throws(UsageError) {
    guard let missing = confinement.missingFeatures else { return }
    throw UsageError("isolation is required: \(UserMessage(missing))")
  }

  /// Says what this system cannot confine processes with, unless nothing is to be said.
  static func note(quiet: Bool) -> @Sendable (String) -> Void {
    { missing in
      if !quiet {
        printToStandardError(["note: \(missing): what reads the files is less confined than elsewhere"])
      }
    }
  }

  /// Ends a command that could not look at everything: what it has said of such files is no verdict.
  static func throwFailures(of service: any ImageService) throws(UsageError) {
    let (lines, named) = (service.failures, 5)
    guard !lines.isEmpty else { return }
    let rest = lines.count > named ? ["and \(countText(lines.count - named, "other file")) likewise"] : []
    throw UsageError(
      lines: lines.prefix(named) + rest + ["the report is not complete: run it again, it goes on with these"])
  }

  /// Whether children are started at all.
  func isIsolated(default isolates: Bool) -> Bool {
    #if os(Linux)
      isolate ?? (isolates || isRequired || workerMemory != nil || workerSeconds != nil)
    #else
      isolate ?? (isRequired || workerMemory != nil || workerSeconds != nil)
    #endif
  }
}
