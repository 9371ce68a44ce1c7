public import StickerEngine

/// The report of a run whose files were checked in shards.
public struct MergedReport: Sendable {
  /// The report that a run on one machine would have produced.
  public let report: LintReport
  /// A message for each baseline with accepted findings that no longer occur.
  public let staleBaselineMessages: [UserMessage]

  /// Merges the reports of all shards, and checks packs and catalogs as a whole. Does not read the checked files
  /// again.
  ///
  /// - Parameter shardReports: the JSON reports of ``LintRun/lint(_:progress:)-(Shard,_)``, in any order.
  /// - Throws: `StickersError.invalidRequest` with every problem: reports that cannot be read, shards that are
  ///   missing or duplicated, and shards of another run.
  public init(merging shardReports: [BytePath]) async throws(StickersError) {
    let merged: MergedRun
    do throws(CommandError) {
      merged = try await mergeShards(try readConsistentShardResults(shardReports.map(\.path)), Rule.all)
    } catch { throw StickersError(error) }
    report = LintReport(merged.report, profile: nil)
    staleBaselineMessages = merged.staleBaselineEntryMessages
  }
}

/// Reads every report.
///
/// - Throws: an error that lists all problems in the reports, and all inconsistencies between them.
private func readConsistentShardResults(
  _ paths: [Path]
) throws(CommandError) -> [(name: String, results: ShardResults)] {
  var all: [(name: String, results: ShardResults)] = []
  var faults: [String] = []
  for path in paths {
    do throws(Diagnostic) { all.append((path.displayText, try readShardResults(of: path))) } catch {
      faults.append("\(path.displayText): \(error.message)")
    }
  }
  faults += shardInconsistencies(all)
  guard faults.isEmpty else { throw CommandError(messages: faults) }
  return all
}

private func readShardResults(of path: Path) throws(Diagnostic) -> ShardResults {
  if (try? ReadOnlyFileSystem.disk.entryKind(at: path)) == .some(nil) {
    throw Diagnostic("no such file")
  }
  switch ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: maxShardReportFileBytes, follow: true) {
  case .bytes(let bytes): return try ShardResults(parsing: bytes)
  case .tooLarge(let count): throw Diagnostic("\(numberText(count)) bytes is too large for a report")
  case .unreadable(let reason): throw Diagnostic("cannot be read: \(reason)")
  }
}

/// The maximum size of a shard's report, in bytes. It is enough for about ten million files.
private let maxShardReportFileBytes = 2 << 30
