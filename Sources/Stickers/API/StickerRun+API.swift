public import StickerEngine

extension StickerRun {
  /// Finds the stickers below some files, folders and catalogs, and reads what descriptions and
  /// configurations say of them; no picture is opened yet.
  ///
  /// - Parameter paths: seen from the working folder; none: the working folder itself.
  /// - Throws: `StickersError` where nothing is found, or something that is written there is wrong.
  public init(of paths: [String], _ options: RunOptions = RunOptions()) throws(StickersError) {
    do {
      var search = try options.search()
      try self.init(
        FileSelection(paths.map { Path($0) }), &search, checksPacks: options.checksPacks)
      jobs = options.jobCount
    } catch { throw StickersError(error) }
  }

  /// Checks every file against every rule that is in force, then packs and catalogs as a whole.
  ///
  /// - Parameter progress: told how many files are done, of how many, after each.
  /// - Throws: `CancellationError` where the task was cancelled; files that were not read yet are not read
  ///   then.
  public func lint(
    progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
  ) async throws(CancellationError) -> Report {
    var (input, count) = (discoveredFiles.input, 0)
    input.sources = sources.map(\.stoppable)
    let report = await Linter(settings, service: InProcessImageService(), jobs: jobs).lint(input) { _ in
      count += 1
      progress?(count, sources.count)
    }
    if Task.isCancelled { throw CancellationError() }
    return report
  }

  /// Fixes in memory what can be fixed; nothing is written.
  ///
  /// - Parameter mode: how much may be given up.
  /// - Parameter rules: only what these found; nil: every error and warning.
  /// - Throws: `CancellationError` where the task was cancelled.
  public func fix(
    _ mode: FixMode = .lossless, rules: Set<String>? = nil
  ) async throws(CancellationError) -> FixedFiles {
    let request = FixRequest(mode, rules: rules)
    let stoppable = sources.map(\.stoppable)
    let taken = Set(sources.map(\.path))
    let (gate, contexts) = (MemoryGate(), AssetContexts(sources, discoveredFiles.declarations))
    var (files, assets) = ([FixedFiles.File](), [AssetAnalysis]())
    await mapInOrder(stoppable, jobs: jobs) { [settings] source in
      let configuration = settings.configuration(at: source.path)
      return await Fixer(request, configuration, gate).analyze(
        source, source.read(configuration.budget.fileBytes), in: contexts.context(for: source)
      ) { request.fixes($0) ? taken : nil }
    } deliver: { summary, asset in
      assets.append(summary)
      if let file = asset.flatMap(FixedFiles.File.init) { files.append(file) }
    }
    if Task.isCancelled { throw CancellationError() }
    var input = discoveredFiles.input
    input.sources = stoppable
    let linter = Linter(settings, service: InProcessImageService(gate), jobs: jobs)
    let report = await linter.report(on: assets, of: input)
    if Task.isCancelled { throw CancellationError() }
    return FixedFiles(files: files, run: self, request: request, report: report)
  }
}

extension AssetSource {
  /// The same source, which is not read any more once its task is cancelled.
  fileprivate var stoppable: AssetSource {
    AssetSource(path: path, role: role, pack: pack) { [read] limit in
      Task.isCancelled ? .unreadable("the run was cancelled") : read(limit)
    }
  }
}

/// What a run of a program's own may decide; the rest is as configurations beside the art say.
public struct RunOptions: Sendable {
  /// The ids of the only rules that run; empty for all.
  public var rules: Set<String> = []
  /// Rules that do not run.
  public var ignoredRules: Set<String> = []
  /// The profile whose limits hold, `imessage` or a profile's file; nil: as configurations say.
  public var profile: String?
  /// Whether the `.stickerlint.yml` of each folder upwards is read.
  public var readsConfigurations = true
  /// Whether packs and catalogs are judged as a whole, too.
  public var checksPacks = true
  /// Files at once; nil: as many as there are cores.
  public var jobs: Int?

  /// All rules, as configurations have them.
  public init() {}

  var jobCount: Int { max(Policy.jobCount(jobs), 1) }

  /// - Throws: everything that is wrong with the names.
  func search() throws(UsageError) -> SettingsSearch {
    let policy = try Policy.current()
    try policy.ensureReadingAllowed(by: "the library")
    let flags = try FlagSettings(
      .ours, select: rules.sorted(), ignore: ignoredRules.sorted(), checksPacks: checksPacks)
    return SettingsSearch(
      .ours, readsConfigurations ? .upwards : .none, profile: profile, flags,
      policy: policy, .disk,
      workingFolder: FileSystem.disk.realPath(of: Path(".")))
  }
}

/// What stops a run: a path, a configuration, a disk. A broken image is none: that is a finding.
public struct StickersError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Everything that is wrong, a sentence each; names of strangers in it are escaped.
  public let reasons: [String]

  init(_ reasons: [String]) { self.reasons = reasons }

  init(_ error: any Error) { self.init(UsageError(error).lines.map(\.text)) }

  /// The reasons, a line each.
  public var description: String { reasons.joined(separator: "\n") }
}
