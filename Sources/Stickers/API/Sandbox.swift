import StickerEngine
import StickerImage

/// Worker processes that decode untrusted files. They have memory and time limits, and a crash does not affect other
/// files. On Linux, they cannot open files or network connections.
///
/// A program that uses a sandbox ignores the signal SIGPIPE, because a worker process may end while the program
/// writes to it.
///
/// Worker processes run the program that uses this library again. So do the processes that start a rendering program,
/// such as `rsvg-convert`. Call ``runWorkerIfRequested(arguments:recordPacker:)`` at the start of that program.
public struct Sandbox: Hashable, Sendable {
  /// The memory limit for each process in bytes. If nil, the limit is 1 GiB to check files, and 2 GiB to fix or
  /// decode files, or to build a pack.
  public var memoryBytes: Int?
  /// The limit on processor time for one file or pack in seconds. If nil, the limit is 60 to check a file, 300 to fix
  /// or decode it, and 600 to build a pack.
  public var processorSeconds: Int?
  /// Whether to fail if the system cannot confine worker processes completely. The machine's policy can require this,
  /// too.
  public var isRequired: Bool

  /// Creates a sandbox with the default limits, without starting a process.
  public init(
    memoryBytes: Int? = nil, processorSecondsPerRequest processorSeconds: Int? = nil, isRequired: Bool = false
  ) {
    self.memoryBytes = memoryBytes
    self.processorSeconds = processorSeconds
    self.isRequired = isRequired
  }

  /// Whether to fail without a complete sandbox, because the program or the policy requires one.
  private var mustConfine: Bool { isRequired || Self.requirementOrigin != nil }

  /// The file and the line of the policy that requires a sandbox on this machine; nil if no policy does.
  public static var requirementOrigin: String? { policy.requiresIsolation?.origin.displayText }

  /// Runs this process as a worker if a sandbox started it. Call this before anything else, and end the
  /// process if the result is true.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the program, without its name.
  ///   - recordPacker: returns the ``RecordPacker`` that a list of arguments describes; nil if the program
  ///     builds no packs with these arguments.
  /// - Returns: whether the process was a worker.
  /// - Throws: `StickersError` if the worker cannot start.
  public static func runWorkerIfRequested(
    arguments: [String], recordPacker: ([String]) throws -> RecordPacker? = { _ in nil }
  ) throws(StickersError) -> Bool {
    let rest = Array(arguments.dropFirst())
    do {
      switch arguments.first {
      case WorkerMain.workerArgument:
        ignoreBrokenPipes
        // A worker that builds packs reads the policy before its sandbox hides the policy file.
        if rest.first == WorkerMain.Kind.pack.rawValue { _ = try MachinePolicy.currentWithEnvironment() }
        try WorkerMain.run(rest) { try recordPacker($0)?.inProcessBuilder }
      case RenderingProcess.firstArgument:
        ignoreBrokenPipes
        try RenderingProcess.run(rest)
      default: return false
      }
    } catch { throw StickersError(error) }
    return true
  }
}

extension Sandbox {
  /// The machine's policy. If the policy is unreadable, a configuration search has already failed.
  private static var policy: MachinePolicy {
    (try? MachinePolicy.currentWithEnvironment()) ?? MachinePolicy()
  }

  /// Returns the limits of a worker process: the defaults, changed by the properties and capped by the policy.
  ///
  /// - Parameter defaults: the limits to use unless the sandbox sets others.
  package func limits(defaults: WorkerLimits = WorkerLimits()) -> WorkerLimits {
    var limits = defaults
    if let memoryBytes { limits.maxAdditionalMemoryBytes = memoryBytes }
    if let processorSeconds { limits.processorSecondsPerRequest = processorSeconds }
    limits.isCompleteConfinementRequired = mustConfine
    if let most = Self.policy.maxWorkerMemoryMiB {
      limits.maxAdditionalMemoryBytes = min(limits.maxAdditionalMemoryBytes, most.value << 20)
    }
    if let most = Self.policy.maxWorkerCPUSecondsPerRequest {
      limits.processorSecondsPerRequest = min(limits.processorSecondsPerRequest, most.value)
    }
    return limits
  }

  /// What a service does in worker processes.
  package struct WorkOptions: Sendable {
    /// The number of processes that analyze files.
    package var analysisJobs: Int
    /// The number of processes that fix files; nil for the same number as `analysisJobs`.
    package var fixJobsIfDifferent: Int?
    /// Whether files are analyzed. If so, only the processes that analyze files report a missing protection.
    package var analyzes = true
    /// Whether analyses include the locations of findings.
    package var wantsFindingLocations = false
    /// The maximum memory for joining the frames of a sequence, in bytes.
    package var frameJoiningMemoryBytes = 96 << 20
    /// Receives a sentence about a protection that the system does not support.
    package var noteHandler: NoteHandler?

    package init(jobs: Int, noteHandler: NoteHandler? = nil) {
      self.analysisJobs = jobs
      self.noteHandler = noteHandler
    }
  }

  /// Returns the service that decodes, analyzes and fixes files.
  ///
  /// - Parameter sandbox: the sandbox; nil to do the work in this process.
  package static func imageService(
    _ sandbox: Sandbox?, _ work: WorkOptions
  ) throws(CommandError) -> any ImageService {
    guard let sandbox,
      let fixPool = try sandbox.workerPool(
        work.fixJobsIfDifferent ?? work.analysisJobs, sandbox.limits(defaults: .fixingAndDrawing),
        work.analyzes ? nil : work.noteHandler),
      let analysisPool = try sandbox.workerPool(
        work.analysisJobs, sandbox.limits(), work.noteHandler)
    else {
      if sandbox != nil {
        work.noteHandler?("Worker processes cannot be started, so files are read in this process.")
      }
      return InProcessImageService(wantsFindingLocations: work.wantsFindingLocations)
    }
    return SandboxedImageService(
      analyzingIn: analysisPool, fixingAndDrawingIn: fixPool,
      frameJoiningMemoryBytes: work.frameJoiningMemoryBytes,
      wantsFindingLocations: work.wantsFindingLocations)
  }

  /// Returns the service that decodes, analyzes and fixes files in a sandbox, or another service without one.
  ///
  /// - Parameters:
  ///   - sandbox: the sandbox; nil to do the work in this process.
  ///   - jobs: the number of worker processes.
  ///   - noteHandler: receives a sentence about a protection that the system does not support.
  ///   - inProcessService: the service to use without a sandbox.
  static func imageService(
    _ sandbox: Sandbox?, jobs: Int, noteHandler: NoteHandler?,
    orInProcess inProcessService: @autoclosure () -> any ImageService
  ) throws(CommandError) -> any ImageService {
    guard let sandbox else { return inProcessService() }
    return try imageService(sandbox, WorkOptions(jobs: jobs, noteHandler: noteHandler))
  }

  /// Creates a pool of worker processes. Returns nil if this process does the work.
  private func workerPool(
    _ jobs: Int, _ limits: WorkerLimits, _ noteHandler: NoteHandler?
  ) throws(CommandError) -> WorkerPool? {
    guard let command = WorkerMain.command(for: .images, limits) else {
      try ensureConfinementIfRequired()
      return nil
    }
    let pool = WorkerPool(
      command, count: jobs, limits: limits,
      reportMissingMechanisms: Self.missingProtectionReporter(mustConfine ? nil : noteHandler))
    if mustConfine { try Self.ensureComplete(pool.probeConfinement()) }
    return pool
  }

  /// Throws if the sandbox is required and the system does not support all protections.
  package func ensureConfinementIfRequired() throws(CommandError) {
    guard mustConfine else { return }
    guard let command = WorkerMain.command(for: .images, limits()) else {
      throw CommandError("isolation is required, but this program cannot start itself")
    }
    try Self.ensureComplete(WorkerPool(command, count: 1, limits: limits()).probeConfinement())
  }

  private static func ensureComplete(_ confinement: Confinement) throws(CommandError) {
    guard let missing = confinement.missingMechanismsText else { return }
    throw CommandError("isolation is required, but \(UserMessage(missing))")
  }

  /// Returns a function that passes a note about a missing protection to `handler`.
  package static func missingProtectionReporter(_ handler: NoteHandler?) -> @Sendable (String) -> Void {
    { missing in handler?("\(missing). Files are read with less protection.") }
  }
}

extension ImageService {
  /// Throws if some files could not be analyzed, because the report is then incomplete.
  package func ensureAllFilesAnalyzed() throws(StickersError) {
    try StickersError.ensureAllFilesAnalyzed(incompleteCheckMessages: incompleteCheckMessages)
  }
}

extension StickersError {
  /// Throws an error that lists the files that could not be checked. Does nothing if the list is empty.
  static func ensureAllFilesAnalyzed(incompleteCheckMessages lines: [String]) throws(StickersError) {
    let named = 5
    guard !lines.isEmpty else { return }
    let rest = lines.count > named ? ["and \(countText(lines.count - named, "other file"))"] : []
    let messages =
      lines.prefix(named) + rest + [
        "the report is incomplete. Run the command again to check these files."
      ]
    throw .invalidRequest(messages.map { UserMessage($0) })
  }
}
