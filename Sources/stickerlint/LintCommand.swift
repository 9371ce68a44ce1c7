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
  @OptionGroup(title: "Files") var rendering: RenderOptions
  @OptionGroup(title: "Rules") var messengers: MessengerOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Rules") var cacheOptions: ResultCacheOptions
  @OptionGroup(title: "New findings") var baseline: BaselineOptions
  @OptionGroup(title: "Reports") var output: ReportOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    try messengers.ensureNoConflict(withProfile: settings.source.profile)
    if baseline.changedSince != nil, files.readsImageFromStandardInput {
      throw ValidationError("--changed-since works with files, not with standard input. Omit -.")
    }
  }

  func run() async throws {
    let names = try messengers.profileNames()
    if names.count > 1 { return try await MessengerLintRun(self, names).run() }
    var search = try settings.configurationSearch(for: names.first)
    let destinations = try output.destinations()
    var (run, baselines) = try findFiles(&search)
    let written = destinations.compactMap(\.file) + (baseline.writeBaseline.map { [$0] } ?? [])
    try validateOutputFiles(
      checkedFiles: run.inputPaths, configurationFiles: run.configurationFilesRead + baselines.baselineFiles,
      outputFiles: written)
    printToStandardError(output.notes(on: run, destinations))
    let cache = cache(for: run)
    let service = try isolation.makeService(jobs: jobs.jobCount, quiet: output.quiet)
    var linter = LintPass(run.configurationMap, service: service, cache: cache, jobs: jobs.jobCount)
    linter.computesContentDigests = baselines.needsContentDigests
    let found = await run.lint(linter, quiet: output.quiet)
    defer { cache?.save(keepingUnused: run.reportedPaths != nil) }
    var report = await run.withoutUnreportedFindings(baselines.removingAcceptedFindings(found), linter)
    let failsOnStale = printStaleEntries(of: &baselines)
    // Do not write a baseline if files were not analyzed, because it would not accept their findings.
    if baseline.writeBaseline != nil { try IsolationOptions.throwIfIncomplete(service) }
    let isAccepted = try writeBaselineIfRequested(&report, &baselines)
    do {
      try writeReport(
        report, to: destinations, output, hasReusablePaths: hasReusablePaths, messenger: names.first)
    } catch let error as BrokenPipe {
      // If the reader of standard output stops early, end the command, unless the baseline could not be
      // written. In that case, the exit code is 2.
      if isAccepted { throw error }
    }
    try IsolationOptions.throwIfIncomplete(service)
    if !isAccepted { throw ExitCode(CommandError.exitCode) }
    if report.failsRun || failsOnStale { throw ExitCode(1) }
  }

  /// Finds the files (with `--changed-since`, only the changed ones) and reads the baselines.
  private func findFiles(_ search: inout ConfigurationSearch) throws -> (StickerRun, Baselines) {
    var selection = try files.selection()
    selection.preparation = try rendering.preparation(&search, files.namedPaths)
    var run = try StickerRun(selection, &search, checksPacks: !settings.noPack)
    var baselines = try Baselines(
      baseline.baselineChoice, by: baseline.baselineFileOptions.baselineMatch, run)
    if let ref = baseline.changedSince {
      var scope = try ChangedScope(since: ref, run)
      scope.narrow(&run, baselines.baselineFiles)
      baselines.run = run
    }
    return (run, baselines)
  }

  private func cache(for run: StickerRun) -> ResultCache? {
    cacheOptions.openCache(
      of: files.stdinPaths ? run.sources.map(\.path) : files.namedPaths, count: run.sources.count,
      quiet: output.quiet)
  }

  /// Prints the baseline entries that no finding matches.
  ///
  /// - Returns: whether these entries fail the run.
  private func printStaleEntries(of baselines: inout Baselines) -> Bool {
    let stale = baselines.staleEntryMessages()
    let fails = baseline.failOnStale && !stale.isEmpty
    if fails || !output.quiet {
      printToStandardError(stale.map { "\(fails ? "error" : "note"): \($0.commandLineText)" })
    }
    return fails
  }

  /// Whether a command can open the files by the paths in the report.
  private var hasReusablePaths: Bool { !files.readsImageFromStandardInput }

  /// Writes the baseline, if one is requested.
  ///
  /// - Returns: false if writing failed and the failure was printed. The report is still written.
  private func writeBaselineIfRequested(_ report: inout Report, _ baselines: inout Baselines) throws -> Bool {
    guard let path = baseline.writeBaseline else { return true }
    do {
      let (accepted, note) = try baselines.writeBaseline(report, to: path)
      report = accepted
      if !output.quiet { printToStandardError(["note: \(note)"]) }
    } catch let failure as CommandError {
      printToStandardError(failure.commandLineText.map { "error: \($0)" })
      return false
    }
    return true
  }
}
