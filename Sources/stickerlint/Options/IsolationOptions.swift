import ArgumentParser
import StickerPage
import Stickers

/// Options for decoding untrusted files in worker processes.
struct IsolationOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      Check, decode and fix each file in a sandboxed worker process. With `stream pack`, build each pack in \
      one. A crash affects only that file or pack (default on Linux: on for `stream` and `serve`).
      """))
  var isolate: Bool?
  @Flag(
    name: .customLong("isolate-required"),
    help: """
      Isolate, and fail if the system cannot confine worker processes completely. Same as --isolate=required.
      """)
  var isolateRequired = false
  @Option(
    help: ArgumentHelp(
      "Memory limit of a worker process; turns on --isolate (default: 1024; 2048 to fix or decode a file or "
        + "build a pack).",
      valueName: "MiB"))
  var workerMemory: Int?
  @Option(
    help: ArgumentHelp(
      """
      CPU time limit of a worker process; turns on --isolate (default: 60 to check a file, 300 to fix or \
      decode it, 600 to build a pack).
      """,
      valueName: "seconds"))
  var workerSeconds: Int?

  func validate() throws {
    if isolate == false, let origin = policy.requiresIsolation?.origin {
      throw ValidationError("--no-isolate: the policy requires isolation (\(origin.displayText))")
    }
    if isolate == false, isolateRequired || workerMemory != nil || workerSeconds != nil {
      let option = isolateRequired ? "--isolate=required" : "--worker-memory and --worker-seconds"
      throw ValidationError("\(option) cannot be used with --no-isolate")
    }
    if let workerMemory, !(64...1 << 20 ~= workerMemory) {
      throw ValidationError("--worker-memory must be 64 to 1,048,576 MiB, not \(workerMemory)")
    }
    if let workerSeconds, !(1...86_400 ~= workerSeconds) {
      throw ValidationError("--worker-seconds must be 1 to 86,400, not \(workerSeconds)")
    }
  }

  /// Returns the limits of a worker process: the defaults, changed by the options and capped by the policy.
  ///
  /// - Parameter usual: the defaults.
  func workerLimits(_ usual: WorkerLimits = WorkerLimits()) -> WorkerLimits {
    var limits = usual
    if let workerMemory { limits.memoryBytes = workerMemory << 20 }
    if let workerSeconds { limits.processorSecondsPerRequest = workerSeconds }
    if let most = policy.maxWorkerMemoryMiB { limits.memoryBytes = min(limits.memoryBytes, most.value << 20) }
    limits.isConfinementRequired = isIsolationRequired
    if let most = policy.maxWorkerCPUSeconds {
      limits.processorSecondsPerRequest = min(limits.processorSecondsPerRequest, most.value)
    }
    return limits
  }

  /// The machine's policy. If the policy were unreadable, the program would already have ended.
  private var policy: MachinePolicy { (try? MachinePolicy.current()) ?? MachinePolicy() }

  private var isIsolationRequired: Bool { isolateRequired || policy.requiresIsolation != nil }

  /// Returns the service that decodes, analyzes and fixes files.
  ///
  /// - Parameters:
  ///   - jobs: the number of processes that analyze files.
  ///   - fixJobs: the number of processes that fix files, or nil for the same number.
  ///   - isolatesByDefault: whether the command isolates by default.
  ///   - analyzes: whether the command analyzes files. If so, only the processes that analyze files report a
  ///     missing protection.
  func makeService(
    jobs: Int, fixJobs: Int? = nil, isolatesByDefault: Bool = false, analyzes: Bool = true,
    wantsFindingLocations: Bool = false,
    quiet: Bool = false
  ) throws -> any ImageService {
    guard
      let fixPool = try workerPool(
        jobs: fixJobs ?? jobs, workerLimits(.fixing), isolates: isolatesByDefault, quiet: analyzes || quiet),
      let analysisPool = try workerPool(jobs: jobs, workerLimits(), isolates: isolatesByDefault, quiet: quiet)
    else { return InProcessImageService(wantsFindingLocations: wantsFindingLocations) }
    return SandboxedImageService(
      analyzingIn: analysisPool, fixingIn: fixPool, joiningMemoryBytes: DropLimits().maxWorkingBytes,
      wantsFindingLocations: wantsFindingLocations)
  }

  /// Returns a page's services for dropped files and for packs of these files. By default, pages isolate
  /// both.
  ///
  /// - Parameter words: the command line that describes how to build packs.
  /// - Returns: nil for both services if this process does the work.
  func pageServices(
    jobs: Int, _ words: [String]
  ) throws -> (images: (any ImageService)?, packs: (any PackBuildService)?) {
    guard isIsolated(default: true),
      let builders = PagePackBuilder(words, isolatedBy: workerLimits(.packBuilding))
    else {
      try requireConfinement()
      return (nil, nil)
    }
    // Use enough processes to keep a few slow files from delaying the others.
    let fixJobs = MachinePolicy.jobCount(max(jobs, 4))
    return (
      try makeService(jobs: jobs, fixJobs: fixJobs, isolatesByDefault: true, wantsFindingLocations: true),
      SandboxedPackBuildService(builders)
    )
  }

  /// Creates a pool of worker processes. Returns nil if this process does the work.
  private func workerPool(
    jobs: Int, _ limits: WorkerLimits, isolates: Bool, quiet: Bool
  ) throws -> WorkerPool? {
    guard isIsolated(default: isolates), let command = WorkerMain.command(for: .images, limits) else {
      try requireConfinement()
      return nil
    }
    let pool = WorkerPool(
      command, count: jobs, limits: limits,
      reportMissingMechanisms: Self.missingProtectionReporter(quiet: quiet || isIsolationRequired))
    if isIsolationRequired { try Self.requireConfinement(pool.probeConfinement()) }
    return pool
  }

  /// Throws if isolation is required and the system does not support all protections.
  func requireConfinement() throws {
    guard isIsolationRequired else { return }
    guard let command = WorkerMain.command(for: .images, workerLimits()) else {
      throw CommandError("isolation is required, but this program cannot start itself")
    }
    try Self.requireConfinement(WorkerPool(command, count: 1, limits: workerLimits()).probeConfinement())
  }

  private static func requireConfinement(_ confinement: Confinement) throws(CommandError) {
    guard let missing = confinement.missingMechanismsText else { return }
    throw CommandError("isolation is required, but \(UserMessage(missing))")
  }

  /// Returns a function that prints a note about a missing protection, unless `quiet` is true.
  static func missingProtectionReporter(quiet: Bool) -> @Sendable (String) -> Void {
    { missing in
      if !quiet {
        printToStandardError(["note: \(missing). Files are read with less protection."])
      }
    }
  }

  /// Throws if some files could not be analyzed, because the report is then incomplete.
  static func throwIfIncomplete(_ service: any ImageService) throws(CommandError) {
    let (lines, named) = (service.failureMessages, 5)
    guard !lines.isEmpty else { return }
    let rest = lines.count > named ? ["and \(countText(lines.count - named, "other file"))"] : []
    throw CommandError(
      lines: lines.prefix(named) + rest + [
        "the report is incomplete. Run the command again to check these files."
      ])
  }

  /// Whether files are decoded in worker processes.
  func isIsolated(default isolates: Bool) -> Bool {
    #if os(Linux)
      isolate ?? (isolates || isIsolationRequired || workerMemory != nil || workerSeconds != nil)
    #else
      isolate ?? (isIsolationRequired || workerMemory != nil || workerSeconds != nil)
    #endif
  }
}
