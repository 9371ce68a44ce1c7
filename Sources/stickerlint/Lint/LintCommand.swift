import ArgumentParser
import Stickers

struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    // Hooks and editors call this for each file: what has a command above it is not also asked for
    // completions when it is parsed by itself.
    commandName: "lint", _superCommandName: "stickerlint",
    abstract: "Check files, folders and catalogs; changes nothing.",
    discussion: """
      Examples:
        stickerlint lint Stickers.xcstickers
        stickerlint lint art --format concise --fail-on warning
        stickerlint lint --changed-since origin/main    what a branch changes
        stickerlint lint art --for signal,line          what each messenger says
        stickerlint lint art --write-baseline old.json  accept what is found today
      """)

  @OptionGroup(title: "Which files") var files: FileOptions
  @OptionGroup(title: "Rules") var messengers: MessengerOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Rules") var caching: CacheOptions
  @OptionGroup(title: "Only what is new") var baseline: BaselineOptions
  @OptionGroup(title: "Reports") var output: ReportOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    try messengers.refuse(settings.source.profile)
    if baseline.changedSince != nil, files.readsImageFromStandardInput {
      throw ValidationError("--changed-since asks git about files, and standard input is none: leave - out")
    }
  }

  func run() async throws {
    let names = try messengers.names()
    if names.count > 1 { return try await MessengerLint(self, names).run() }
    var search = try settings.search(for: names.first)
    let destinations = try output.destinations()
    var run = try StickerRun(files.selection(), &search, judgesPacks: !settings.noPack)
    var baselines = try Baselines(baseline.choice, by: baseline.known.baselineMatch, run)
    if let ref = baseline.changedSince {
      var scope = try ChangedScope(since: ref, run)
      scope.narrow(&run, baselines.files)
      baselines.run = run
    }
    let written = destinations.compactMap(\.file) + (baseline.writeBaseline.map { [$0] } ?? [])
    try refuseToReplace(run.read, run.settingsRead + baselines.files, by: written)
    tell(output.notes(on: run, destinations))
    var cache = caching.cache(
      of: files.stdinPaths ? run.sources.map(\.path) : files.named, count: run.sources.count,
      quiet: output.quiet)
    let examiner = try isolation.examiner(jobs: jobs.count, isolates: false, quiet: output.quiet)
    var report = await run.lint(
      jobs: jobs.count, digests: baselines.isInUse, known: &cache.known, examiner: examiner,
      quiet: output.quiet)
    defer { cache.save(keepingOthers: run.reported != nil) }
    report = await run.onlyReported(baselines.judge(report), jobs: jobs.count, examiner: examiner)
    let stale = baselines.stale()
    let isStale = baseline.failOnStale && !stale.isEmpty
    if isStale || !output.quiet { tell(stale.map { "\(isStale ? "error" : "note"): \($0.onCommandLine)" }) }
    // What could not be looked at is nothing to accept.
    if baseline.writeBaseline != nil { try IsolationOptions.refuseUnexamined(examiner) }
    let isAccepted = try accept(&report, &baselines)
    do {
      try write(report, to: destinations, output, namesFiles: namesFiles, messenger: names.first)
    } catch let left as ReaderLeft
      where isAccepted
    {
      throw left
    } catch is ReaderLeft {}
    try IsolationOptions.refuseUnexamined(examiner)
    if !isAccepted { throw ExitCode(CommandFailure.exitCode) }
    if report.fails || isStale { throw ExitCode(1) }
  }

  /// Whether another command finds the files by the report's paths.
  private var namesFiles: Bool { !files.readsImageFromStandardInput }

  /// Writes the baseline, where one is asked for; false where that fails, which stops no report.
  private func accept(_ report: inout Report, _ baselines: inout Baselines) throws -> Bool {
    guard let path = baseline.writeBaseline else { return true }
    do {
      let (accepted, note) = try baselines.write(report, to: path)
      report = accepted
      if !output.quiet { tell(["note: \(note)"]) }
    } catch let failure as CommandFailure {
      tell(failure.onCommandLine.map { "error: \($0)" })
      return false
    }
    return true
  }
}
