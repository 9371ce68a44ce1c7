import StickerEngine
import StickerImage

/// Where a ``FixRun`` writes fixed files.
public enum FixOutput: Hashable, Sendable {
  /// Nowhere. The result describes what would change.
  case none
  /// Replaces the original files, and updates their names in catalogs and pack files.
  case inPlace
  /// A folder that receives every file of the run, changed or not. It is created if it does not exist. If
  /// `replacesFiles` is false, files in the folder that have different content are kept, and the result lists
  /// them as failures.
  case folder(BytePath, replacesFiles: Bool = false)
  /// The property ``FixResult/data``. The run must have exactly one file, and that file must not be in a catalog.
  case data
}

/// Files to fix, with the configuration of each. Create a run with ``Fixer/findFiles(_:output:)``, and then call
/// ``fix(progress:)``.
///
/// Each file is written as soon as it is fixed, so a run of many files needs little memory. To look at the fixed
/// images before they are written, use ``Fixer/fix(_:progress:)``.
public struct FixRun: Sendable {
  private let run: StickerRun
  private let files: FileSelection
  private let destination: FixDestination
  private let fixer: Fixer

  fileprivate init(
    _ run: StickerRun, _ files: FileSelection, _ destination: FixDestination, _ fixer: Fixer
  ) {
    self.run = run
    self.files = files
    self.destination = destination
    self.fixer = fixer
  }

  /// The number of files to check.
  public var fileCount: Int { run.sources.count }

  /// Notes on files that were left out although the caller did not exclude them, one sentence each.
  public var skippedFileNotes: [String] { run.discoveredFiles.skippedFileNotes }

  /// Other notes about the search for files and configurations, one sentence each.
  public var discoveryNotes: [String] { run.discoveryNotes }

  /// Notes on art that was skipped because its format is not supported, one for each format.
  public var unsupportedArtNotes: [String] { run.unsupportedArtNotes }

  /// Checks and fixes all files, and writes each to the output.
  ///
  /// - Throws: `StickersError` if the output would replace an input, the sandbox is required but not available,
  ///   a worker process could not check some files, or the task is canceled. Nothing is written in the first
  ///   three cases, and a canceled run keeps the files that it has already written. Files that cannot be written are
  ///   listed in ``FixResult/failures``.
  public func fix(progress: ProgressOutput = .none) async throws(StickersError) -> FixResult {
    do {
      if fixer.options.minimizesPNGFileSize { keepLargeFreedMemory() }
      try destination.ensureNoTargetConflicts(of: run)
      let service = try fixer.imageService()
      let cache = fixer.usesResultCache ? run.openLintCacheIfWorthwhile(fixer.noteHandler) : nil
      var checked: Report?
      if service.memoryGate == nil {
        // Worker processes check and fix the files. If any file cannot be checked, no file is written.
        checked = await run.lint(pass(run, service, cache), progress)
        try service.ensureAllFilesAnalyzed()
      }
      var fixing = FixRunner(
        run: run, fixOptions: fixer.options.fixOptions, initialReport: checked, destination: destination,
        service: service, cache: cache)
      await fixing.run(jobs: fixer.jobs, progress)
      fixing.recordMinimizationStats()
      fixing.noteOldNamesInTextFiles()
      fixing.noteConfigurationsLeftBehind()
      let after = await reportAfterFixes(fixing, cache, progress)
      cache?.save()
      try Task.checkCancellation()
      fixing.recordRemainingCountsAndPackFixes(after)
      return FixResult(fixing, after, profile: fixer.profile, isDryRun: destination.outputMode == .dryRun)
    } catch { throw StickersError(error) }
  }

  /// Returns the findings after the fixes. If files were changed in place, reads all files from disk again. If
  /// that fails, for example because a file of the selection was renamed, uses the fixed bytes.
  private func reportAfterFixes(
    _ fixing: FixRunner, _ cache: ResultCache?, _ progress: ProgressOutput
  ) async -> Report {
    if destination.outputMode == .inPlace, fixing.report.changesAnything,
      var search = try? fixer.configurationSearchOnDisk(),
      let current = try? StickerRun(files, &search, checksPacks: fixer.configuration.checksPacks)
    {
      return await current.lint(pass(current, fixing.service, cache), progress)
    }
    return await fixing.reportFromAnalysesAfterFixes(jobs: fixer.jobs)
  }

  private func pass(_ run: StickerRun, _ service: any ImageService, _ cache: ResultCache?) -> LintPass {
    LintPass(run.configurationMap, service: service, cache: cache, jobs: fixer.jobs)
  }
}

/// The changes that a ``FixRun`` made or, if it has no output, would make.
public struct FixResult: Sendable {
  /// The bytes of the file if the output is ``FixOutput/data``, fixed or unchanged; otherwise nil.
  public let data: [UInt8]?
  private let report: FixReport
  private let before: Report
  private let after: Report
  private let profile: Profile?
  private let isDryRun: Bool

  fileprivate init(_ fixing: FixRunner, _ after: Report, profile: Profile?, isDryRun: Bool) {
    data = fixing.destination.standardOutputBytes
    var report = fixing.report
    report.unsupportedArt = fixing.initialReportOrEmpty.unsupportedArt
    report.workerIsolation = fixing.service.isolation
    report.selectedMessenger = profile?.name
    self.report = report
    before = fixing.initialReportOrEmpty
    self.after = after
    self.profile = profile
    self.isDryRun = isDryRun
  }

  /// The findings before the fixes.
  public var reportBefore: LintReport { LintReport(before, profile: profile) }

  /// The findings that remain after the fixes, or would remain.
  public var reportAfter: LintReport { LintReport(after, profile: profile) }

  /// Whether a finding fails the run. Without an output, no file changes, so the findings before the fixes
  /// count.
  public var failsRun: Bool { isDryRun ? before.failsRun : after.failsRun }

  /// Whether the fixes change any file.
  public var changesAnything: Bool { report.changesAnything }

  /// The files that could not be written, each with the reason.
  public var writeFailures: [UserMessage] { report.writeFailureMessages }

  /// Returns a human-readable description of the changes, worded for users of the `stickerlint` command.
  ///
  /// - Parameters:
  ///   - style: the style of the text.
  ///   - comparesFiles: whether to add a table that compares each file before and after the fixes.
  public func text(style: ReportStyle = ReportStyle(), comparesFiles: Bool = false) -> String {
    fixText(report, style: style.textStyle, comparesStats: comparesFiles)
  }

  /// The changes as JSON (`docs/schemas`).
  public var json: String { fixJSON(report) }
}

extension Fixer {
  /// Finds files, and reads pack files and configuration files.
  ///
  /// - Parameters:
  ///   - files: the files to fix.
  ///   - output: where to write the fixed files. If it is a folder inside a selected folder, it is not searched.
  /// - Throws: `StickersError` if a path does not exist, no image is found, a configuration is invalid, or the output
  ///   is not a folder or is the folder with the art.
  public func findFiles(
    _ files: FileSelection, output: FixOutput = .none
  ) throws(StickersError) -> FixRun {
    do {
      var search = try configurationSearchOnDisk()
      let destination = try FixDestination(output, argumentPaths: files.unlistedPathsOrWorkingFolder)
      var prepared = files
      prepared.artPreparation = try files.artPreparation(defaultsFrom: &search)
      let run = try StickerRun(prepared, &search, checksPacks: configuration.checksPacks) {
        destination.isInOutputFolderInsideInput($0)
      }
      return FixRun(run, prepared, destination, self)
    } catch { throw StickersError(error) }
  }

  fileprivate func configurationSearchOnDisk() throws -> ConfigurationSearch {
    try configuration.configurationSearchOnDisk(
      profile, isSandboxed: sandbox != nil, runsAllRules: true, leavingOut: ruleOmittedWhenMinimizing)
  }
}
