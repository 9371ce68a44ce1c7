import StickerEngine
import StickerImage

/// A memory limit that all calls with this budget share, so that large animations on many cores do not
/// exhaust memory. Copies share the same limit.
public struct MemoryBudget: Sendable {
  let gate: MemoryGate

  /// Creates a budget.
  ///
  /// - Parameter bytes: the number of bytes for decoded images. An image that needs more is decoded on its own.
  public init(bytes: Int = 512 << 20) { gate = MemoryGate(capacity: max(bytes, 1)) }
}

/// Checks files, folders, Xcode catalogs and images in memory.
///
/// Unless a linter has a ``sandbox``, it decodes files in the calling process. It holds no state except its
/// memory budget, so one linter can run several checks at once.
public struct Linter: Sendable {
  /// The profile that sets the limits. If nil, the configuration files set it (default: Messages).
  public let profile: Profile?
  /// Which rules run, with which options and severities.
  public let configuration: LintConfiguration
  /// Whether ``LintRun/lint(progress:)`` keeps results for later runs. Files are recognized by their content.
  /// Runs with few files and runs with custom rules keep no results.
  public var usesResultCache = false
  /// The worker processes that decode files; nil to decode them in this process. Custom rules need the frames,
  /// so they do not run in a sandbox.
  public var sandbox: Sandbox?
  /// Receives the notes of a ``LintRun`` about the cache and the sandbox.
  public var noteHandler: NoteHandler?
  private let memory: MemoryBudget
  let jobs: Int

  /// Creates a linter without reading any files.
  ///
  /// - Parameters:
  ///   - profile: the profile that sets the limits. If nil, the configuration files set it (default:
  ///     Messages).
  ///   - configuration: which rules run. It takes precedence over configuration files.
  ///   - memory: the memory limit for decoded images, which several linters and builders can share.
  ///   - jobs: how many files to process at the same time; nil for the number of cores.
  public init(
    profile: Profile? = nil, configuration: LintConfiguration = LintConfiguration(),
    memory: MemoryBudget = MemoryBudget(), jobs: Int? = nil
  ) {
    self.profile = profile
    self.configuration = configuration
    self.memory = memory
    self.jobs = MachinePolicy.jobCount(jobs)
  }

  /// Checks files and folders with every active rule, then each pack and catalog as a whole.
  ///
  /// - Parameters:
  ///   - paths: files, folders and catalogs, relative to the working folder; empty for the working folder.
  ///   - progress: receives the progress.
  /// - Throws: `StickersError` if a path does not exist, no image is found, or a configuration is invalid.
  public func lint(
    _ paths: [String], progress: ProgressHandler? = nil
  ) async throws(StickersError) -> LintReport {
    try await lint(.paths(paths), progress)
  }

  /// Checks files in memory as if they were in a folder.
  ///
  /// - Parameters:
  ///   - files: the bytes of each file, by its relative path. `stickerpack.yml` and `.stickerlint.yml` work
  ///     as in a folder.
  ///   - progress: receives the progress.
  /// - Throws: `StickersError` as for files on disk, or if a path is not relative.
  public func lint(
    files: [String: [UInt8]], progress: ProgressHandler? = nil
  ) async throws(StickersError) -> LintReport {
    try await lint(.files(files), progress)
  }

  /// Checks one image in memory.
  ///
  /// - Parameters:
  ///   - data: the bytes of the file, for example as `Data`.
  ///   - name: the name of the file. Rules check its extension.
  /// - Throws: `StickersError` if the configuration is invalid. A damaged image is a finding.
  public func lint(
    _ data: some Collection<UInt8> & Sendable, named name: String
  ) async throws(StickersError) -> LintReport {
    try await lint(.image(Array(data), name: name), nil)
  }

  /// Checks the same files for several messengers. Each file is decoded once.
  ///
  /// - Parameters:
  ///   - paths: files, folders and catalogs, relative to the working folder; empty for the working folder.
  ///   - profiles: the profiles to use instead of ``profile``.
  ///   - progress: receives the progress.
  /// - Returns: a report for each profile, in their order. Baselines do not apply.
  public func lint(
    _ paths: [String], for profiles: [Profile], progress: ProgressHandler? = nil
  ) async throws(StickersError) -> [LintReport] {
    do {
      let runs = try profiles.map { try makeStickerRun(.paths(paths), profile: $0) }
      let service = try imageService()
      let reports = await lintForMessengers(
        runs, jobs: jobs, progress: ProgressOutput(progress), service: service)
      try Task.checkCancellation()
      return zip(profiles, zip(runs, reports)).map { profile, result in
        makeLintReport(
          result.1, result.0, profile: profile, incompleteCheckMessages: service.incompleteCheckMessages)
      }
    } catch { throw StickersError(error) }
  }

  /// Checks files one by one. The sequence yields the analysis of each file as soon as that analysis and all
  /// earlier ones are ready. Rules that compare files do not run, and baselines do not apply.
  ///
  /// - Parameter paths: files, folders and catalogs, relative to the working folder; empty for the working
  ///   folder.
  /// - Returns: the analyses in the same order as in a report. Iteration throws `StickersError`. The check
  ///   ends if iteration stops early or its task is canceled.
  public func analyze(_ paths: [String]) -> FileAnalyses {
    FileAnalyses { yield throws(StickersError) in
      do {
        let run = try makeStickerRun(.paths(paths), profile: profile)
        let contexts = AssetPackContexts(run.sources, run.discoveredFiles.packDeclarations)
        _ = try await makeLintPass(run).analyze(run.sources, in: contexts) { yield(FileAnalysis($0)) }
        try Task.checkCancellation()
      } catch { throw StickersError(error) }
    }
  }

  /// Checks files, and writes all of their findings to a baseline file, so that later checks accept them.
  ///
  /// - Parameters:
  ///   - path: the path of the baseline file. An existing baseline keeps the entries of files that this call
  ///     does not check.
  ///   - paths: files, folders and catalogs, relative to the working folder; empty for the working folder.
  /// - Returns: a sentence about what the baseline accepts.
  @discardableResult public func writeBaseline(
    to path: String, for paths: [String], progress: ProgressHandler? = nil
  ) async throws(StickersError) -> String {
    do {
      let run = try makeStickerRun(.paths(paths), profile: profile)
      var baselines = try Baselines(.writeAllFindings(Path(path)), by: configuration.engineBaselineMatch, run)
      var pass = try makeLintPass(run)
      pass.computesContentDigests = true
      let found = await run.lint(pass, ProgressOutput(progress))
      try pass.service.ensureAllFilesAnalyzed()
      try Task.checkCancellation()
      return try baselines.updateBaseline(found, to: Path(path)).note
    } catch { throw StickersError(error) }
  }

  private func lint(_ input: LintSource, _ progress: ProgressHandler?) async throws(StickersError)
    -> LintReport
  {
    do {
      let run = try makeStickerRun(input, profile: profile)
      var baselines = try Baselines(
        configuration.baselineChoice(isInMemory: input.isInMemory), by: configuration.engineBaselineMatch, run
      )
      var pass = try makeLintPass(run)
      pass.computesContentDigests = baselines.readsOrWritesBaseline
      let found = await run.lint(pass, ProgressOutput(progress))
      try Task.checkCancellation()
      return makeLintReport(
        baselines.removingAcceptedFindings(found), run, profile: profile,
        incompleteCheckMessages: pass.service.incompleteCheckMessages)
    } catch { throw StickersError(error) }
  }

  private func makeStickerRun(_ input: LintSource, profile: Profile?) throws -> StickerRun {
    try configuration.ensureUniqueRuleIDs()
    return try input.makeStickerRun(configuration, profile: profile, isSandboxed: sandbox != nil)
  }

  /// Returns a copy with another profile.
  func with(_ profile: Profile) -> Linter {
    var linter = Linter(profile: profile, configuration: configuration, memory: memory, jobs: jobs)
    linter.usesResultCache = usesResultCache
    linter.sandbox = sandbox
    linter.noteHandler = noteHandler
    return linter
  }

  var inProcessService: any ImageService { configuration.inProcessImageService(memory.gate) }

  private func makeLintPass(_ run: StickerRun) throws -> LintPass {
    LintPass(run.configurationMap, service: try imageService(), jobs: jobs)
  }

  func makeLintReport(
    _ report: Report, _ run: StickerRun, profile: Profile?, incompleteCheckMessages failures: [String] = []
  ) -> LintReport {
    var result = LintReport(
      report, notes: run.skippedFileAndDiscoveryNotes, profile: profile,
      customRules: configuration.customRules)
    result.incompleteCheckMessages = failures
    return result
  }
}

/// The analyses of files, in order. See ``Linter/analyze(_:)``.
public struct FileAnalyses: AsyncSequence, Sendable {
  /// The analysis of one file.
  public typealias Element = FileAnalysis

  private let body:
    @Sendable (_ yield: @escaping @Sendable (FileAnalysis) -> Void) async throws(StickersError) -> Void

  init(
    _ body:
      @escaping @Sendable (
        _ yield: @escaping @Sendable (FileAnalysis) -> Void
      ) async throws(StickersError) -> Void
  ) {
    self.body = body
  }

  /// Starts the check.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncThrowingStream<FileAnalysis, any Error>.makeStream()
    let task = Task { [body] in
      do {
        try await body { continuation.yield($0) }
        continuation.finish()
      } catch { continuation.finish(throwing: error) }
    }
    continuation.onTermination = { _ in task.cancel() }
    return Iterator(base: stream.makeAsyncIterator())
  }

  /// Waits for the analyses one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<FileAnalysis, any Error>.Iterator

    /// Returns the next analysis; nil after the last one.
    public mutating func next() async throws -> FileAnalysis? {
      let next = try await base.next()
      // The stream of a canceled task ends without an error.
      if next == nil, Task.isCancelled { throw StickersError.cancelled }
      return next
    }
  }
}

/// The source of a run's files: on disk or in memory.
enum LintSource {
  case paths([String])
  case files([String: [UInt8]])
  case image([UInt8], name: String)

  /// Finds the files, and reads pack files and configuration files.
  ///
  /// - Parameters:
  ///   - forFixing: whether all rules run, because a fix must not violate another rule.
  ///   - isSandboxed: whether worker processes read the files.
  func makeStickerRun(
    _ configuration: LintConfiguration, profile: Profile?, forFixing: Bool = false,
    leavingOut rule: String? = nil, isSandboxed: Bool = false
  ) throws -> StickerRun {
    let disk = try fileSystem
    var selection = FileSelection()
    switch self {
    case .paths(let paths): selection = FileSelection(paths.map { Path($0) })
    case .files: break
    case .image(let bytes, let name):
      selection.setImage(bytes, named: BytePath(name))
    }
    var search = try configuration.configurationSearch(
      profile: profile, on: disk, runsAllRules: forFixing, leavingOut: rule, isSandboxed: isSandboxed)
    return try StickerRun(selection, &search, checksPacks: configuration.checksPacks, on: disk)
  }

  fileprivate var isInMemory: Bool { if case .paths = self { false } else { true } }

  private var fileSystem: ReadOnlyFileSystem {
    get throws(StickersError) {
      switch self {
      case .paths: .disk
      case .files(let files): try ReadOnlyFileSystem(holding: files)
      case .image: try ReadOnlyFileSystem(holding: [:])
      }
    }
  }
}

extension ReadOnlyFileSystem {
  /// Creates a file system that contains the files that a program passed.
  init(holding files: [String: [UInt8]]) throws(StickersError) {
    var paths: [Path: [UInt8]] = [:]
    var folders: Set<Path> = []
    for (name, bytes) in files {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(where: { ["", ".", ".."].contains($0) }), !name.utf8.contains(0) else {
        throw .invalidRequest(["\(Path(name).displayText) is not a relative path such as art/wave.png"])
      }
      let path = Path(name)
      paths[path] = bytes
      for count in 1..<max(parts.count, 1) {
        folders.insert(Path(parts.prefix(count).joined(separator: "/")))
      }
    }
    if let both = folders.sorted().first(where: { paths[$0] != nil }) {
      throw .invalidRequest(["\(both.displayText) is both a file and a folder"])
    }
    self.init(holding: paths, in: Path("/Stickers"))
  }
}

extension LintConfiguration {
  /// - Parameter isInMemory: whether the files are in memory. If so, baselines in configuration files do not
  ///   apply.
  func baselineChoice(isInMemory: Bool) -> BaselineChoice {
    switch baseline {
    case .configured: isInMemory ? .none : .configured
    case .file(let path): .file(path.path)
    case .newFile(let path): .writeAllFindings(path.path)
    case .none: .none
    }
  }

  var engineBaselineMatch: StickerEngine.BaselineMatchCriterion {
    switch baselineMatch {
    case .fileAndRule: .fileAndRule
    case .content: .fileRuleAndContent
    }
  }

  /// The service that decodes and checks files in this process.
  func inProcessImageService(_ gate: MemoryGate) -> any ImageService {
    let (base, rules) = (InProcessImageService(gate), activeCustomRules)
    return rules.isEmpty ? base : CustomRuleRunningImageService(wrapped: base, rules: rules, gate: gate)
  }
}

extension StickerRun {
  /// The notes about the search for files, one sentence each.
  var skippedFileAndDiscoveryNotes: [String] { discoveredFiles.skippedFileNotes + discoveryNotes }
}
