public import StickerEngine

extension StickerRun {
  /// Finds the stickers in files, folders and catalogs, and reads their pack files and configuration files.
  /// Images are not decoded yet.
  ///
  /// - Parameter paths: paths relative to the working folder; empty for the working folder itself.
  /// - Throws: `StickersError` if no stickers are found, or a pack file or configuration file is invalid.
  public init(of paths: [String], _ options: RunOptions = RunOptions()) throws(StickersError) {
    do {
      var search = try options.configurationSearch()
      try self.init(
        FileSelection(paths.map { Path($0) }), &search, checksPacks: options.checksPacks)
      jobs = options.jobCount
    } catch { throw StickersError(error) }
  }

  /// Checks every file with every active rule, then each pack and catalog as a whole.
  ///
  /// - Parameter progress: called after each file with the number of files done and the total.
  /// - Throws: `CancellationError` if the task was canceled. Remaining files are not read.
  public func lint(
    progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
  ) async throws(CancellationError) -> Report {
    var (input, count) = (discoveredFiles.lintInput, 0)
    input.sources = sources.map(\.cancelable)
    let report = await LintPass(configurationMap, service: InProcessImageService(), jobs: jobs).lint(input) {
      _ in
      count += 1
      progress?(count, sources.count)
    }
    if Task.isCancelled { throw CancellationError() }
    return report
  }

  /// Fixes files in memory. Nothing is written.
  ///
  /// - Parameter mode: how much a fix may change.
  /// - Parameter rules: the ids of the rules whose findings to fix; nil for every error and warning.
  /// - Throws: `CancellationError` if the task was canceled.
  public func fix(
    _ mode: FixMode = .lossless, rules: Set<String>? = nil
  ) async throws(CancellationError) -> FixedFiles {
    let request = FixRequest(mode, rules: rules)
    let stoppable = sources.map(\.cancelable)
    let taken = Set(sources.map(\.path))
    let (gate, contexts) = (MemoryGate(), AssetContexts(sources, discoveredFiles.listings))
    var (files, assets) = ([FixedFiles.File](), [AssetAnalysis]())
    await mapInOrder(stoppable, jobs: jobs) { [configurationMap] source in
      let configuration = configurationMap.configuration(at: source.path)
      return await FixPass(request, configuration, gate).analyze(
        source, source.read(maxBytes: configuration.budget.fileBytes), in: contexts.context(for: source)
      ) { request.fixesAnything(in: $0) ? taken : nil }
    } deliver: { summary, asset in
      assets.append(summary)
      if let file = asset.flatMap(FixedFiles.File.init) { files.append(file) }
    }
    if Task.isCancelled { throw CancellationError() }
    var input = discoveredFiles.lintInput
    input.sources = stoppable
    let linter = LintPass(configurationMap, service: InProcessImageService(gate), jobs: jobs)
    let report = await linter.report(on: assets, of: input)
    if Task.isCancelled { throw CancellationError() }
    return FixedFiles(files: files, run: self, request: request, report: report)
  }
}

extension AssetSource {
  /// The same source, except that reading fails once the task is canceled.
  fileprivate var cancelable: AssetSource {
    AssetSource(path: path, role: role, pack: pack) { [read] limit in
      Task.isCancelled ? .unreadable("the run was canceled") : read(limit)
    }
  }
}

/// Options that a program sets itself. Everything else comes from configuration files next to the art.
public struct RunOptions: Sendable {
  /// The ids of the rules to run; empty for all rules.
  public var rules: Set<String> = []
  /// The ids of rules to skip.
  public var ignoredRules: Set<String> = []
  /// The profile that sets the limits: a name such as `imessage`, or the path of a profile file (default:
  /// taken from configuration files).
  public var profile: String?
  /// Whether to read the `.stickerlint.yml` of each folder and its parents.
  public var readsConfigurations = true
  /// Whether to also check packs and catalogs as a whole.
  public var checksPacks = true
  /// How many files to process at the same time (default: the number of cores).
  public var jobs: Int?

  /// Creates options that run all rules as the configuration files set them.
  public init() {}

  var jobCount: Int { max(MachinePolicy.jobCount(jobs), 1) }

  /// - Throws: a `UsageError` with every invalid rule id or profile.
  func configurationSearch() throws(UsageError) -> ConfigurationSearch {
    let policy = try MachinePolicy.current()
    try policy.ensureReadingAllowed(by: "the library")
    let flags = try FlagConfiguration(
      .builtIn, select: rules.sorted(), ignore: ignoredRules.sorted(), checksPacks: checksPacks)
    return ConfigurationSearch(
      .builtIn, readsConfigurations ? .nearestFile : .none, profile: profile, flags,
      policy: policy, .disk,
      workingFolder: FileSystem.disk.realPath(of: Path(".")))
  }
}

/// An error that stops a run, such as a missing path, an invalid configuration or a failed write. A broken
/// image is a finding instead.
public struct StickersError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All problems, one sentence each. Control characters in file names are escaped.
  public let reasons: [String]

  init(_ reasons: [String]) { self.reasons = reasons }

  init(_ error: any Error) { self.init(UsageError(error).lines.map(\.text)) }

  /// The reasons, one per line.
  public var description: String { reasons.joined(separator: "\n") }
}
