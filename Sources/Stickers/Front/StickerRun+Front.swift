import StickerFix
import StickerIO
public import StickerModel

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
        FileSelection(paths.map { Path($0) }), &search, judgesPacks: options.checksPacks)
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
    var (known, inventory) = (KnownResults?.none, inventory)
    inventory.sources = sources.map(\.stoppable)
    let report = await inventory.lint(settings, jobs: jobs, known: &known, examiner: LocalExaminer()) {
      progress?($0, sources.count)
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
    let report = try await lint()
    let request = FixRequest(mode, rules: rules)
    let work = zip(sources, report.assets).filter { _, summary in
      summary.findings.contains { request.cures($0) } || request.shrinks(summary)
    }
    let taken = Set(sources.map(\.path))
    let (gate, surroundings) = (MemoryGate(), Surroundings(sources, inventory.declarations))
    var files: [FixedFiles.File] = []
    await mapInOrder(work, jobs: jobs) { [settings] source, _ in
      await fixed(
        source.stoppable, request, settings.configuration(at: source.path), gate, surroundings.of(source),
        isFree: { !taken.contains($0) })
    } deliver: { asset in
      if let file = FixedFiles.File(asset) { files.append(file) }
    }
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
