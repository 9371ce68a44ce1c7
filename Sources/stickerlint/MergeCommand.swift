import ArgumentParser
import Stickers

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge the reports of all shards of a run.",
    usage: "stickerlint merge [<options>] <reports> ...",
    discussion: """
      The result is the report that a single machine would have written. Rules about packs and catalogs \
      run during the merge. No image is read.

      Examples:
        stickerlint shard 1/2 art > 1.json          on one machine
        stickerlint shard 2/2 art > 2.json          on another
        stickerlint merge 1.json 2.json             in any order
        stickerlint merge shards/*.json --format text --format sarif=stickers.sarif

      If the reports contain paths relative to the repository, run this command in the folder where the shards ran.
      """)

  @Argument(help: "The JSON reports of all shards, in any order.", completion: .file()) var reports:
    [BytePath]
  @Flag(name: .customLong("fail-on-stale"), help: "Fail if a baseline accepts a finding that is gone.")
  var failOnStale = false
  @OptionGroup(title: "Reports") var output: ReportOutputOptions
  @OptionGroup(title: "Reports") var style: StyleOptions
  @OptionGroup(title: "Reports") var findings: FindingListOptions

  private var reportOptions: ReportOptions { ReportOptions(output, style, findings) }

  func run() async throws {
    let destinations = try reportOptions.destinationsIncludingStatistics()
    let written = destinations.compactMap(\.file)
    try OutputPaths(written).ensureDistinct(fromCheckedFiles: [], configurationFiles: [])
    if let file = OutputPaths(written).firstOutput(among: reports) {
      throw UsageOrIOError("the output \(file) is also one of the reports to merge. Choose a different file.")
    }
    let merged = try await MergedReport(merging: reports)
    let isStale = failOnStale && !merged.staleBaselineMessages.isEmpty
    if isStale || !reportOptions.quiet {
      printToStandardError(
        merged.staleBaselineMessages.map { "\(isStale ? "error" : "note"): \($0.commandLineText)" })
    }
    do { try writeReportsAndJobSummary(merged.report, to: destinations, reportOptions) } catch is BrokenPipe {
    }
    if merged.report.failsRun || isStale { throw ExitCode(1) }
  }
}
