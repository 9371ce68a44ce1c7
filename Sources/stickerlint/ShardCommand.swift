import ArgumentParser
import Stickers

struct ShardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard", abstract: "Check one shard of the files, on one of several machines.",
    discussion: """
      A hash of each file's path, as shown in reports, decides which shard the file belongs to. Specify the \
      same paths on every machine. The report is JSON; `stickerlint merge` merges the reports of all shards.

      Examples:
        stickerlint shard 1/2 art > 1.json    on one machine
        stickerlint shard 2/2 art > 2.json    on another
        stickerlint merge 1.json 2.json
      """)

  @Argument(
    help: ArgumentHelp("The shard: 2/7 is the second of seven.", valueName: "i/n"),
    transform: { text throws(CommandError) in try Shard(parsing: text) })
  var shard: Shard
  @OptionGroup(title: "Files") var files: FileOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Rules") var caching: ResultCacheOptions
  @OptionGroup(title: "New findings") var baseline: BaselineFileOptions
  @OptionGroup(title: "Reports") var output: ReportOutputOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    if files.readsImageFromStandardInput {
      throw ValidationError("standard input is a single image and cannot be sharded. Omit -.")
    }
  }

  func run() async throws {
    var search = try settings.configurationSearch()
    let destinations = try output.destinations(standard: .json)
    guard destinations.contains(where: { $0.reporter.name == Reporter.json.name }) else {
      throw CommandError(
        "`stickerlint merge` needs a JSON report. Add --format json or --format json=FILE.")
    }
    let run = try StickerRun(files.selection(), &search, checksPacks: !settings.noPack)
    var baselines = try Baselines(baseline.baselineChoice, by: baseline.baselineMatch, run)
    try validateOutputFiles(
      checkedFiles: run.inputPaths, configurationFiles: run.configurationFilesRead + baselines.baselineFiles,
      outputFiles: destinations.compactMap(\.file))
    let whole = run.shardedRun(baselines.acceptedFindings())
    let count = whole.fileCount(in: shard)
    let part = "note: \(shard): \(numberText(count)) of \(countText(run.sources.count, "file"))"
    printToStandardError(ReportOptions(output).notes(on: run, destinations) + (output.quiet ? [] : [part]))
    let cache = caching.openCache(
      of: files.stdinPaths ? run.sources.map(\.path) : files.namedPaths, count: run.sources.count,
      quiet: output.quiet)
    // The next shard may run on this machine, so keep results that this shard did not use.
    defer { cache?.save(keepingUnused: true) }
    let progress = output.quiet ? nil : ProgressLine("checked", of: count)
    var done = 0
    let service = try isolation.makeService(jobs: jobs.jobCount, quiet: output.quiet)
    let report = await whole.lint(
      shard, jobs: jobs.jobCount, cache: cache, service: service
    ) { _ in
      done += 1
      progress?.advance(to: done)
    }
    progress?.finish()
    // Do not write an incomplete report, because the shard must run again.
    try IsolationOptions.throwIfIncomplete(service)
    do { try writeReport(report, to: destinations, ReportOptions(output)) } catch is BrokenPipe {}
    if report.failsRun { throw ExitCode(1) }
  }
}

extension StickerRun {
  fileprivate func shardedRun(_ acceptance: AcceptedFindings) -> ShardedRun {
    ShardedRun(
      discoveredFiles.sources, packDeclarations: discoveredFiles.packDeclarations,
      catalogs: discoveredFiles.catalogs,
      messages: discoveredFiles.messages, unsupportedArt: discoveredFiles.unsupportedArt,
      acceptedFindings: acceptance
    ) { [configurationMap] in configurationMap.configuration(at: $0) }
  }
}
