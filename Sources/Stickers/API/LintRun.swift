package import StickerEngine
import StickerImage

/// Files to check, with the configuration and the baseline of each. Create a run with
/// ``Linter/findFiles(_:changedSince:)``, and then call ``lint(progress:)``.
public struct LintRun: Sendable {
  package private(set) var run: StickerRun
  private var baselines: Baselines
  private let linter: Linter

  init(_ run: StickerRun, _ baselines: Baselines, _ linter: Linter) {
    self.run = run
    self.baselines = baselines
    self.linter = linter
  }

  /// The number of files to check.
  public var fileCount: Int { run.sources.count }

  /// The files, pack files, catalogs and messages that the run reads. Reports must not replace them.
  public var inputFiles: [BytePath] { run.artAndDocumentPaths.map { BytePath($0) } }

  /// The configuration files and baselines of the run, with symbolic links resolved.
  public var configurationAndBaselineFiles: [BytePath] {
    (run.configurationFilesRead + baselines.baselineFiles).map { BytePath($0) }
  }

  /// Notes on files that were left out although the caller did not exclude them, one sentence each.
  public var skippedFileNotes: [String] { run.discoveredFiles.skippedFileNotes }

  /// Other notes about the search for files and configurations, one sentence each.
  public var discoveryNotes: [String] { run.discoveryNotes }

  /// Notes on art that was skipped because its format is not supported, one for each format.
  public var unsupportedArtNotes: [String] { run.unsupportedArtNotes }

  /// Checks the files with every active rule, then each pack and catalog as a whole.
  ///
  /// - Returns: the report without accepted findings. ``LintReport/ensureComplete()`` throws if a worker
  ///   process could not check some files.
  /// - Throws: `StickersError` if the sandbox is required but not available, or the task is canceled.
  public mutating func lint(progress: ProgressOutput = .none) async throws(StickersError) -> LintReport {
    do {
      let cache = linter.resultCache(for: run)
      let service = try linter.imageService()
      var pass = LintPass(run.configurationMap, service: service, cache: cache, jobs: linter.jobs)
      pass.computesContentDigests = baselines.readsOrWritesBaseline
      let found = await run.lint(pass, progress)
      let report = await run.keepingFindingsInvolvingChangedFiles(
        baselines.removingAcceptedFindings(found), pass)
      cache?.save(keepingUnused: run.pathsToReportOn != nil)
      try Task.checkCancellation()
      return linter.makeLintReport(
        report, run, profile: linter.profile, incompleteCheckMessages: service.incompleteCheckMessages)
    } catch { throw StickersError(error) }
  }

  /// Returns a message for each baseline with accepted findings that no longer occur. Call this after
  /// ``lint(progress:)``.
  public mutating func staleBaselineMessages() -> [UserMessage] { baselines.staleEntryMessages() }

  /// Accepts all findings of a report: writes them to the baseline file that
  /// ``LintConfiguration/Baseline/newFile(_:)`` specifies. The file keeps the accepted findings of files that
  /// this run did not check.
  ///
  /// - Parameter report: the report of this run.
  /// - Returns: the report without the findings, and a sentence about what the baseline accepts.
  /// - Throws: `StickersError` if the configuration specifies no new baseline, or the file cannot be written.
  public mutating func acceptFindings(
    of report: LintReport
  ) throws(StickersError) -> (report: LintReport, note: String) {
    guard case .newFile(let path) = linter.configuration.baseline else {
      throw .invalidRequest(["the configuration specifies no new baseline"])
    }
    do {
      let (accepted, note) = try baselines.updateBaseline(report.engineReport, to: path.path)
      return (
        linter.makeLintReport(
          accepted, run, profile: linter.profile, incompleteCheckMessages: report.incompleteCheckMessages),
        note
      )
    } catch { throw StickersError(error) }
  }

  // MARK: Shards

  /// Returns the size of a shard in one line: `shard 2 of 7: 12 of 84 files`.
  public func summary(of shard: Shard) -> String {
    "\(shard): \(numberText(run.fileCount(in: shard))) of \(countText(run.sources.count, "file"))"
  }

  /// Checks the files of one shard. Rules about packs, catalogs and messages run when the reports of all shards
  /// are merged with ``MergedReport``.
  ///
  /// - Returns: the report on the shard's files. In JSON, it has the data that merging needs.
  /// - Throws: `StickersError` if the sandbox is required but not available, or the task is canceled.
  public mutating func lint(
    _ shard: Shard, progress: ProgressOutput = .none
  ) async throws(StickersError) -> LintReport {
    do {
      let whole = run.shardableRun(baselines.acceptedFindings())
      let cache = linter.resultCache(for: run)
      // The next shard may run on this machine, so keep results that this shard did not use.
      defer { cache?.save(keepingUnused: true) }
      let line = progress.start(.checking, "checked", of: run.fileCount(in: shard))
      var count = 0
      let service = try linter.imageService()
      let report = await whole.lintFiles(of: shard, jobs: linter.jobs, cache: cache, service: service) { _ in
        count += 1
        line?.advance(to: count)
      }
      line?.finish()
      try Task.checkCancellation()
      return linter.makeLintReport(
        report, run, profile: linter.profile, incompleteCheckMessages: service.incompleteCheckMessages)
    } catch { throw StickersError(error) }
  }

  // MARK: Several messengers

  /// Checks the same files with the configurations of several runs. Each file is decoded once.
  ///
  /// - Parameter runs: runs from ``Linter/findFiles(_:for:)``.
  /// - Returns: a report for each run. Baselines do not apply.
  /// - Throws: `StickersError` if the sandbox is required but not available, or the task is canceled.
  public static func lint(
    _ runs: [LintRun], progress: ProgressOutput = .none
  ) async throws(StickersError) -> [LintReport] {
    guard let linter = runs.first?.linter else { return [] }
    do {
      let service = try linter.imageService()
      let reports = await lintForMessengers(
        runs.map(\.run), jobs: linter.jobs, progress: progress, service: service)
      try Task.checkCancellation()
      return zip(runs, reports).map { run, report in
        linter.makeLintReport(
          report, run.run, profile: run.linter.profile,
          incompleteCheckMessages: service.incompleteCheckMessages)
      }
    } catch { throw StickersError(error) }
  }
}

extension StickerRun {
  /// Opens the result cache. Returns nil if there are few files, or there is no cache folder.
  func openLintCacheIfWorthwhile(_ noteHandler: NoteHandler?) -> ResultCache? {
    .open(
      for: "lint", namedPaths: hasExplicitPathList ? sources.map(\.path) : searchPaths,
      fileCount: sources.count,
      noteHandler: noteHandler)
  }

  fileprivate func fileCount(in shard: Shard) -> Int { sources.count { shard.contains($0.path) } }

  fileprivate func shardableRun(_ acceptance: ResolvedBaselines) -> ShardableRun {
    ShardableRun(
      discoveredFiles.sources, packDeclarations: discoveredFiles.packDeclarations,
      catalogs: discoveredFiles.catalogs,
      messages: discoveredFiles.interactiveMessages, unsupportedArt: discoveredFiles.unsupportedArt,
      acceptedFindings: acceptance
    ) { [configurationMap] in configurationMap.configuration(at: $0) }
  }
}

extension Linter {
  /// Finds files, and reads pack files, configuration files and baselines.
  ///
  /// - Parameters:
  ///   - files: the files to check.
  ///   - revision: a branch, a tag or a commit in git. If set, only findings in files that changed since then
  ///     are reported.
  /// - Throws: `StickersError` if a path does not exist, no image is found, a configuration is invalid, or git
  ///   fails.
  public func findFiles(
    _ files: FileSelection, changedSince revision: BytePath? = nil
  ) throws(StickersError) -> LintRun {
    do {
      var search = try configurationSearchOnDisk(profile)
      var prepared = files
      prepared.artPreparation = try files.artPreparation(defaultsFrom: &search)
      var run = try StickerRun(prepared, &search, checksPacks: configuration.checksPacks)
      var baselines = try Baselines(
        configuration.baselineChoice(isInMemory: false), by: configuration.engineBaselineMatch, run)
      if let revision {
        var scope = try ChangedScope(since: revision.path, run)
        scope.narrow(&run, baselines.baselineFiles)
        baselines.run = run
      }
      return LintRun(run, baselines, self)
    } catch { throw StickersError(error) }
  }

  /// Finds the files for a check that compares several messengers. See ``LintRun/lint(_:progress:)``.
  ///
  /// - Parameters:
  ///   - files: the files to check. An image from standard input is read once.
  ///   - profiles: the profiles to use instead of ``profile``; at least one.
  /// - Throws: `StickersError` as for one messenger. It is not an error if there are no files to check for some, but
  ///   not all, of the messengers.
  public func findFiles(
    _ files: FileSelection, for profiles: [Profile]
  ) throws(StickersError) -> [LintRun] {
    do {
      var (prepared, lenient) = (files, files)
      // The programs that render art are the same for all messengers.
      var search = try configurationSearchOnDisk(profiles.first)
      prepared.artPreparation = try files.artPreparation(defaultsFrom: &search)
      lenient.artPreparation = prepared.artPreparation
      // The folder may contain only files that are meant for one of the messengers, such as animations.
      lenient.allowsNoImages = true
      let runs = try profiles.map { try makeLintRunWithoutBaseline(for: $0, lenient) }
      if runs.allSatisfy({ $0.fileCount == 0 }), let first = profiles.first {
        _ = try makeLintRunWithoutBaseline(for: first, prepared)
      }
      return runs
    } catch { throw StickersError(error) }
  }

  private func makeLintRunWithoutBaseline(for profile: Profile, _ files: FileSelection) throws -> LintRun {
    var search = try configurationSearchOnDisk(profile)
    let run = try StickerRun(files, &search, checksPacks: configuration.checksPacks)
    return LintRun(run, try Baselines(.none, run), with(profile))
  }

  /// Starts a configuration search for files on disk.
  func configurationSearchOnDisk(_ profile: Profile?) throws -> ConfigurationSearch {
    try configuration.ensureUniqueRuleIDs()
    return try configuration.configurationSearchOnDisk(profile, isSandboxed: sandbox != nil)
  }

  /// Opens the result cache of a run. Returns nil if no cache is used, there are few files, or there is no cache
  /// folder.
  fileprivate func resultCache(for run: StickerRun) -> ResultCache? {
    usesResultCache && configuration.customRules.isEmpty ? run.openLintCacheIfWorthwhile(noteHandler) : nil
  }

  /// The service that decodes and checks files, in worker processes or in this process.
  func imageService() throws(CommandError) -> any ImageService {
    try Sandbox.imageService(sandbox, jobs: jobs, noteHandler: noteHandler, orInProcess: inProcessService)
  }
}
