import ArgumentParser
import Stickers

struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    // Hooks and editors run this command for each file, so it must start fast. Because a parent command is
    // named here, ArgumentParser does not check for completion requests when it parses `lint` by itself.
    commandName: "lint", _superCommandName: "stickerlint",
    abstract: "Check files, folders and catalogs.",
    discussion: """
      Examples:
        stickerlint lint Stickers.xcstickers
        stickerlint lint art --format concise --fail-on warning
        stickerlint lint --changed-since origin/main    changes on a branch
        stickerlint lint art --for signal,line          for two messengers
        stickerlint lint art --write-baseline old.json  accept current findings
      """)

  @OptionGroup(title: "Files") var files: FileOptions
  @OptionGroup(title: "Files") var artPreparationOptions: ArtPreparationOptions
  @OptionGroup(title: "Rules") var messengers: MessengerOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var failureOptions: FailureOptions
  @OptionGroup(title: "Rules") var resourceLimits: ResourceLimitOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Rules") var cacheOptions: ResultCacheOptions
  @OptionGroup(title: "New findings") var newFindingOptions: NewFindingOptions
  @OptionGroup(title: "New findings") var baselineOptions: BaselineFileOptions
  @OptionGroup(title: "Reports") var output: ReportOutputOptions
  @OptionGroup(title: "Reports") var style: StyleOptions
  @OptionGroup(title: "Reports") var findings: FindingListOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  var reportOptions: ReportOptions { ReportOptions(output, style, findings) }

  func validate() throws {
    try messengers.ensureNoConflict(withProfile: settings.profile)
    try newFindingOptions.ensureNoConflict(with: baselineOptions)
    if newFindingOptions.changedSince != nil, files.readsImageFromStandardInput {
      throw ValidationError("--changed-since works with files, not with standard input. Omit -.")
    }
  }

  func run() async throws {
    let profiles = try messengers.profiles()
    if profiles.count > 1 { return try await MessengerComparisonRun(self, profiles).run() }
    let linter = try linter(overridingProfile: profiles.first)
    let destinations = try reportOptions.destinationsIncludingStatistics()
    var selection = try files.selectionReadingStdinPaths()
    try artPreparationOptions.apply(to: &selection)
    var run = try linter.findFiles(selection, changedSince: newFindingOptions.changedSince)
    try validateOutputPaths(of: [run], destinations)
    printToStandardError(reportOptions.fileSearchNoteLines(on: run, destinations))
    var report = try await run.lint(progress: reportOptions.quiet ? .none : .terminal)
    let failsOnStale = failsAfterPrintingStaleEntries(run.staleBaselineMessages())
    // Do not write a baseline if files were not analyzed, because it would not accept their findings.
    if newFindingOptions.writeBaseline != nil { try report.ensureComplete() }
    let isAccepted = tryToWriteRequestedBaseline(&report, &run)
    do {
      try writeReportsAndJobSummary(
        report, to: destinations, reportOptions, hasReusablePaths: hasReusablePaths)
    } catch let error as BrokenPipe {
      // If the reader of standard output closes it early, end the command. If the baseline could not be written, go
      // on, so that the exit code is 2.
      if isAccepted { throw error }
    }
    try report.ensureComplete()
    if !isAccepted { throw ExitCode(UsageOrIOError.exitCode) }
    if report.failsRun || failsOnStale { throw ExitCode(1) }
  }

  /// Returns the linter that the options describe.
  ///
  /// - Parameter profile: the profile; nil to use `--profile` or the configuration files.
  func linter(overridingProfile profile: Profile?) throws -> Linter {
    var configuration = try settings.configuration(resourceLimits, failureOptions)
    configuration.baseline = newFindingOptions.newOrExistingBaseline(baselineOptions)
    configuration.baselineMatch = baselineOptions.baselineMatch
    var linter = Linter(profile: profile, configuration: configuration, jobs: jobs.jobs)
    linter.usesResultCache = !cacheOptions.noCache
    linter.sandbox = isolation.sandbox()
    linter.noteHandler = noteHandler(quiet: reportOptions.quiet)
    return linter
  }

  /// Throws if a report or a baseline would overwrite a checked file, a configuration file or another report.
  func validateOutputPaths(of runs: [LintRun], _ destinations: [ReportOptions.Destination]) throws {
    let outputs = OutputPaths(
      destinations.compactMap(\.file) + (newFindingOptions.writeBaseline.map { [$0] } ?? []))
    for run in runs {
      try outputs.ensureDistinct(
        fromCheckedFiles: run.inputFiles, configurationFiles: run.configurationAndBaselineFiles)
    }
  }

  /// Prints the baseline entries that no finding matches.
  ///
  /// - Returns: whether these entries fail the run.
  private func failsAfterPrintingStaleEntries(_ stale: [UserMessage]) -> Bool {
    let fails = newFindingOptions.failOnStale && !stale.isEmpty
    if fails || !reportOptions.quiet {
      printToStandardError(stale.map { "\(fails ? "error" : "note"): \($0.commandLineText)" })
    }
    return fails
  }

  /// Whether the paths in the report work as arguments of another command.
  var hasReusablePaths: Bool { !files.readsImageFromStandardInput }

  /// Writes the baseline, if one is requested.
  ///
  /// - Returns: false if writing failed and the failure was printed. The report is still written.
  private func tryToWriteRequestedBaseline(_ report: inout LintReport, _ run: inout LintRun) -> Bool {
    guard newFindingOptions.writeBaseline != nil else { return true }
    do {
      let (accepted, note) = try run.acceptFindings(of: report)
      report = accepted
      if !reportOptions.quiet { printToStandardError(noteLines([note])) }
    } catch {
      printToStandardError(cappedErrorLines(error.commandLineMessages))
      return false
    }
    return true
  }
}
