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

  @Argument(help: "The JSON reports of all shards, in any order.", completion: .file()) var reports: [Path]
  @Flag(name: .customLong("fail-on-stale"), help: "Fail if a baseline accepts a finding that is gone.")
  var failOnStale = false
  @OptionGroup(title: "Reports") var output: ReportOptions

  func run() async throws {
    let destinations = try output.destinations()
    let written = destinations.compactMap(\.file)
    try validateOutputFiles(checkedFiles: [], configurationFiles: [], outputFiles: written)
    let read = Set(reports.map { FileSystem.disk.realPath(of: $0) })
    if let file = written.first(where: { read.contains(FileSystem.disk.realPath(of: $0)) }) {
      throw CommandError(
        "the output \(file.displayText) is also one of the reports to merge. Choose a different file.")
    }
    let merged = try await mergeShards(readShardResults(), Rule.all)
    let isStale = failOnStale && !merged.staleEntryMessages.isEmpty
    if isStale || !output.quiet {
      printToStandardError(
        merged.staleEntryMessages.map { "\(isStale ? "error" : "note"): \($0.commandLineText)" })
    }
    do { try writeReport(merged.report, to: destinations, output) } catch is BrokenPipe {}
    if merged.report.failsRun || isStale { throw ExitCode(1) }
  }

  /// Reads every report.
  ///
  /// - Throws: an error that lists all problems in the reports, and all inconsistencies between them.
  private func readShardResults() throws(CommandError) -> [(name: String, results: ShardResults)] {
    var all: [(name: String, results: ShardResults)] = []
    var faults: [String] = []
    for path in reports {
      do throws(Diagnostic) { all.append((path.displayText, try readShardResults(of: path))) } catch {
        faults.append("\(path.displayText): \(error.message)")
      }
    }
    faults += shardInconsistencies(all)
    guard faults.isEmpty else { throw CommandError(lines: faults) }
    return all
  }

  private func readShardResults(of path: Path) throws(Diagnostic) -> ShardResults {
    if (try? FileSystem.disk.entryKind(at: path)) == .some(nil) {
      throw Diagnostic("no such file")
    }
    switch FileSystem.disk.readFile(path, limit: maxShardReportBytes, follow: true) {
    case .bytes(let bytes): return try ShardResults(parsing: bytes)
    case .tooLarge(let count): throw Diagnostic("\(numberText(count)) bytes is too large for a report")
    case .unreadable(let reason): throw Diagnostic("cannot be read: \(reason)")
    }
  }
}

/// The maximum size of a shard's report, in bytes. It is enough for about ten million files.
private let maxShardReportBytes = 2 << 30
