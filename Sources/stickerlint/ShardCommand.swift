import ArgumentParser
import Stickers

struct ShardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard",
    abstract: "Check only one shard of the files, to split a run across several machines.",
    discussion: """
      A hash of each file's path, as shown in reports, determines which shard the file belongs to. Specify the \
      same paths on every machine. The report is JSON; `stickerlint merge` merges the reports of all shards.

      Examples:
        stickerlint shard 1/2 art > 1.json    on one machine
        stickerlint shard 2/2 art > 2.json    on another
        stickerlint merge 1.json 2.json
      """)

  @Argument(
    help: ArgumentHelp("The shard: 2/7 is the second of seven.", valueName: "i/n"),
    transform: { text throws(StickersError) in try Shard(parsing: text) })
  var shard: Shard
  @OptionGroup(title: "Files") var files: FileOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var failureOptions: FailureOptions
  @OptionGroup(title: "Rules") var resourceLimits: ResourceLimitOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Rules") var cacheOptions: ResultCacheOptions
  @OptionGroup(title: "New findings") var baselineOptions: BaselineFileOptions
  @OptionGroup(title: "Reports") var output: ReportOutputOptions
  @OptionGroup(title: "Reports") var style: StyleOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    if files.readsImageFromStandardInput {
      throw ValidationError("standard input is a single image and cannot be sharded. Omit -.")
    }
  }

  func run() async throws {
    var configuration = try settings.configuration(resourceLimits, failureOptions)
    configuration.baseline = baselineOptions.baselineChoice
    configuration.baselineMatch = baselineOptions.baselineMatch
    let destinations = try output.destinations(defaultFormat: .json)
    guard destinations.contains(where: { $0.format == .json }) else {
      throw UsageOrIOError(
        "`stickerlint merge` needs a JSON report. Add --format json or --format json=FILE.")
    }
    var linter = Linter(configuration: configuration, jobs: jobs.jobs)
    linter.usesResultCache = !cacheOptions.noCache
    linter.sandbox = isolation.sandbox()
    linter.noteHandler = noteHandler(quiet: output.quiet)
    var run = try linter.findFiles(files.selectionReadingStdinPaths())
    try OutputPaths(destinations.compactMap(\.file)).ensureDistinct(
      fromCheckedFiles: run.inputFiles, configurationFiles: run.configurationAndBaselineFiles)
    let options = ReportOptions(output, style)
    printToStandardError(
      options.fileSearchNoteLines(on: run, destinations)
        + (output.quiet ? [] : noteLines([run.summary(of: shard)])))
    let report = try await run.lint(shard, progress: output.quiet ? .none : .terminal)
    // Do not write an incomplete report, because the shard must run again.
    try report.ensureComplete()
    do { try writeReportsAndJobSummary(report, to: destinations, options) } catch is BrokenPipe {}
    if report.failsRun { throw ExitCode(1) }
  }
}
