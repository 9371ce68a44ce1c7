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
    let cache = caching.cache(
      of: files.stdinPaths ? run.sources.map(\.path) : files.named, count: run.sources.count,
      quiet: output.quiet)
    let service = try isolation.service(jobs: jobs.count, quiet: output.quiet)
    var linter = Linter(run.settings, service: service, cache: cache, jobs: jobs.count)
    linter.digestsContent = baselines.isInUse
    var report = await run.lint(linter, quiet: output.quiet)
    defer { cache?.save(keepingUnused: run.reported != nil) }
    report = await run.onlyReported(baselines.judge(report), linter)
    let stale = baselines.stale()
    let isStale = baseline.failOnStale && !stale.isEmpty
    if isStale || !output.quiet { tell(stale.map { "\(isStale ? "error" : "note"): \($0.onCommandLine)" }) }
    // What could not be looked at is nothing to accept.
    if baseline.writeBaseline != nil { try IsolationOptions.refuseFailures(of: service) }
    let isAccepted = try accept(&report, &baselines)
    do {
      try write(report, to: destinations, output, namesFiles: namesFiles, messenger: names.first)
    } catch let left as BrokenPipe
      where isAccepted
    {
      throw left
    } catch is BrokenPipe {}
    try IsolationOptions.refuseFailures(of: service)
    if !isAccepted { throw ExitCode(UsageError.exitCode) }
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
    } catch let failure as UsageError {
      tell(failure.onCommandLine.map { "error: \($0)" })
      return false
    }
    return true
  }
}

/// `lint` for several messengers: one report, sticker by messenger.
struct MessengerLint {
  private let command: LintCommand
  private let messengers: [String]

  init(_ command: LintCommand, _ messengers: [String]) {
    self.command = command
    self.messengers = messengers
  }

  func run() async throws {
    try refuseWhatGoesWithOne()
    let destinations = try command.output.destinations()
    let writers = try destinations.map { try writer(of: $0.reporter) }
    // Standard input can be read only once.
    let selection = try command.files.selection()
    let runs = try messengers.map { name in
      var search = try command.settings.search(for: name)
      return try StickerRun(selection, &search, judgesPacks: !command.settings.noPack)
    }
    let written = destinations.compactMap(\.file)
    for run in runs { try refuseToReplace(run.read, run.settingsRead, by: written) }
    if let run = runs.first { tell(command.output.notes(on: run, destinations)) }
    let jobs = command.jobs.count
    let service = try command.isolation.service(jobs: jobs, quiet: command.output.quiet)
    let reports = await lint(runs, jobs: jobs, service: service)
    let report = MessengerReport(messengers, reports)
    for (destination, write) in zip(destinations, writers) {
      let text = write(report, destination.file == nil)
      if let file = destination.file {
        try writeFile(Array(text.utf8), to: file)
      } else {
        do { try standardOutput.write(text) } catch is BrokenPipe {}
      }
    }
    try IsolationOptions.refuseFailures(of: service)
    if reports.contains(where: \.fails) { throw ExitCode(1) }
  }

  /// What one profile alone can do.
  private func refuseWhatGoesWithOne() throws {
    let baseline = command.baseline
    if baseline.isAskedFor {
      throw UsageError("baselines and --changed-since go with one messenger: name one with --for")
    }
    if command.output.statistics { throw UsageError("--statistics goes with one messenger") }
  }

  /// - Returns: what writes the report for standard output, or for a file.
  private func writer(of reporter: Reporter) throws -> (MessengerReport, Bool) -> String {
    switch reporter.name {
    case "text": text
    case "json": { report, _ in messengerJSON(report) }
    case "markdown": { report, _ in messengerMarkdown(report) }
    case "html": { report, _ in messengerHTML(report) }
    default:
      throw UsageError(
        "--format \(reporter.name) goes with one messenger: for several there are text, json, markdown "
          + "and html"
      )
    }
  }

  private func text(_ report: MessengerReport, isStandardOutput: Bool) -> String {
    var context = ReportContext()
    context.listsEach = command.output.each
    context.namesFiles = !command.files.readsImageFromStandardInput
    if isStandardOutput { context.width = standardOutput.columns }
    return messengerText(report, isStandardOutput ? command.output.style : .plain, context)
  }
}
