import StickerEngine
import StickerPacker

/// The outcome of a stream of records, which is the outcome of its worst record.
public enum RecordStreamOutcome: Hashable, Sendable {
  /// All records pass.
  case passes
  /// A finding fails the run, or a pack was not built.
  case fails
  /// The answer to a record is an error.
  case hasErrorAnswers
}

/// Reads records from standard input, and answers each with a line on standard output, in order. Editors, job
/// runners and data pipelines use this.
struct RecordStream {
  private let separator: UInt8
  private let maxRecordBytes: Int
  private let jobs: Int

  /// The line that answers a record, and its meaning for the run.
  struct Answer: Sendable {
    enum Status: Sendable {
      /// The record passes.
      case passes
      /// A finding fails the run, or a pack was not built.
      case fails
      /// The record was answered with an error.
      case errorAnswer
      /// An internal error occurred.
      case internalError(String)
    }
    let line: String
    let status: Status

    init(_ line: String, status meaning: Status) {
      self.line = line
      self.status = meaning
    }
  }

  /// - Parameter maxRecordBytes: the maximum size of a record in bytes.
  /// - Parameter endsWithNUL: whether records end with a zero byte instead of a line break.
  /// - Parameter jobs: the number of records to process at the same time, at least 1.
  init(maxRecordBytes: Int, endsWithNUL: Bool, jobs: Int) {
    separator = endsWithNUL ? 0 : UInt8(ascii: "\n")
    self.maxRecordBytes = maxRecordBytes
    self.jobs = jobs
  }

  /// Reads records until standard input ends.
  ///
  /// - Parameter prepare: creates a job from each record, in order. Receives the number of the record (the
  ///   first is 1) and whether the caller waits for its answer. In that case, the caller may have changed a
  ///   configuration file since the last record.
  /// - Parameter answer: processes a job. Several jobs run at the same time.
  /// - Throws: `InternalError` if a job reported one, and errors from reading and writing.
  func run<Job: Sendable>(
    _ prepare: (RecordReader.Record, Int, _ isAwaited: Bool) -> Job,
    _ answer: @escaping @Sendable (Job) async -> Answer
  ) async throws -> RecordStreamOutcome {
    let reader = RecordReader(separatedBy: separator, maxRecordBytes: maxRecordBytes)
    var (outcome, number) = (RecordStreamOutcome.passes, 0)
    var defect: InternalError?
    try await mapInOrder(from: { try await reader.next() }, jobs: jobs) { record in
      number += 1
      return prepare(record, number, !reader.hasReadyRecords)
    } _: { job in
      await answer(job)
    } deliver: { answer in
      try StandardStream.output.write(answer.line)
      switch (answer.status, outcome) {
      case (.passes, _), (.fails, .hasErrorAnswers): break
      case (.fails, _): outcome = .fails
      case (.errorAnswer, _): outcome = .hasErrorAnswers
      case (.internalError(let message), _): defect = defect ?? InternalError(message)
      }
    }
    if let defect { throw defect }
    return outcome
  }
}

extension InProcessRecordPackBuilder {
  /// Writes a built pack, or archives it for the answer if there is no folder of all packs.
  ///
  /// - Parameter path: the folder of the pack, relative to the folder of all packs.
  func writeOrArchive(_ built: InMemoryBuildResult, toSubfolder path: Path?) throws -> StreamAnswer {
    let destination = path.flatMap { outputFolder?.appending($0) }
    guard built.outcome == .completed, let tree = built.builtFiles, !options.comparesOnly else {
      return .completedOrStoppedPackBuild(built, output: destination)
    }
    guard let destination, let outputFolder else {
      return .completedOrStoppedPackBuild(
        built, output: nil, archive: try zipArchive(of: tree, inFolderNamed: built.name ?? ""))
    }
    try ensureNoLinksOrPacks(from: outputFolder, to: destination)
    try PackDestination(replacing: destination, force: options.replacesOtherFiles).write(tree)
    return .completedOrStoppedPackBuild(built, output: destination)
  }

  private func zipArchive(of tree: FileTree, inFolderNamed name: String) throws -> [UInt8] {
    guard tree.paths.reduce(0, { $0 + (tree[$1]?.count ?? 0) }) <= maxAnswerArchiveBytes else {
      throw CommandError(
        "the pack is larger than \(numberText(maxAnswerArchiveBytes)) bytes, which is too large for an answer. "
          + "Set \(.outputFolderOption)."
      )
    }
    let archive: ZipArchive
    do throws(Diagnostic) { archive = try ZipArchive(tree, below: safeNames([name])[0].name) } catch {
      throw CommandError("cannot archive the pack: \(error)")
    }
    return Array(archive.pieces.joined())
  }
}

/// The size limit in bytes. An archive is held in memory several times, as bytes and as text.
private let maxAnswerArchiveBytes = 128 << 20
