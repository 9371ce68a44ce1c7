import ArgumentParser
import Stickers

/// Which part of the files is checked.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Check the files of one shard: --shard 2/7 takes a seventh, by the hash of each path as reports name \
      it; every machine names the same paths. The report is JSON, and `stickerlint merge` joins all of them.
      """, valueName: "i/n"),
    transform: { text throws(CommandFailure) in try Shard(parsing: text) })
  var shard: Shard?
}

extension LintCommand {
  /// Checks the files of a shard.
  func run(_ shard: Shard) async throws {
    var search = try checks.settings.search()
    let destinations = try output.destinations(standard: .json)
    guard destinations.contains(where: { $0.reporter.name == Reporter.json.name }) else {
      throw CommandFailure(
        "merge reads the JSON report of a shard: add --format json, or json=FILE beside the others")
    }
    let run = try StickerRun(files.selection(), &search, judgesPacks: !checks.settings.noPack)
    var baselines = try Baselines(baseline.choice, run)
    try refuseToReplace(
      run.read, run.settingsRead + baselines.files, by: destinations.compactMap(\.file))
    let whole = run.sharded(baselines.acceptance())
    let count = whole.count(of: shard)
    if !output.quiet {
      let part = "\(shard): \(grouped(count)) of \(counted(run.sources.count, "file"))"
      tell((run.remarks + [part]).map { "note: \($0)" })
    }
    var cache = checks.cache(
      of: files.stdinPaths ? run.sources.map(\.path) : files.named, count: run.sources.count,
      quiet: output.quiet)
    // Another shard of this run may be another machine's, and may be checked here next.
    defer { cache.save(keepingOthers: true) }
    var progress = output.quiet ? nil : Progress("checked")
    var done = 0
    let examiner = isolation.examiner(jobs: checks.jobCount, isolates: false, quiet: output.quiet)
    let report = await whole.lint(
      shard, jobs: checks.jobCount, known: &cache.known, examiner: examiner
    ) { _ in
      done += 1
      progress?.advance(to: done, of: count)
    }
    progress?.finish()
    // The shard is checked again: nobody joins half of it.
    try IsolationOptions.refuseUnexamined(examiner)
    do { try write(report, to: destinations, output) } catch is ReaderLeft {}
    if report.fails { throw ExitCode(1) }
  }
}

extension StickerRun {
  fileprivate func sharded(_ acceptance: Acceptance) -> ShardedRun {
    ShardedRun(
      inventory.sources, declarations: inventory.declarations, catalogs: inventory.catalogs,
      messages: inventory.messages,
      acceptance: acceptance
    ) { [settings] in settings.configuration(at: $0) }
  }
}
