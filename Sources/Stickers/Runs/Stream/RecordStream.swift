import StickerEngine
import StickerPacker

/// Records of standard input, each answered with a line of standard output, in their order: what editors, job
/// runners and data engines call.
package struct RecordStream {
  private let separator: UInt8
  private let maxRecordBytes: Int
  private let jobs: Int

  /// A line, and what it means for the run.
  struct Answer: Sendable {
    enum Meaning: Sendable {
      /// Nothing fails.
      case passes
      /// A finding fails the run, or a pack is not built.
      case fails
      /// The record could only be answered with an error.
      case unanswered
      /// stickerlint has a defect.
      case internalError(String)
    }
    let line: String
    let meaning: Meaning

    init(_ line: String, _ meaning: Meaning) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// What all answers came to; the worst counts.
  package enum Outcome: Sendable {
    case passes, fails, incomplete
  }

  /// - Parameter maxRecordBytes: the most bytes of a record.
  /// - Parameter endsWithZero: whether a zero byte ends a record, and not a line break.
  /// - Parameter jobs: records at once, at least 1.
  init(maxRecordBytes: Int, endsWithZero: Bool, jobs: Int) {
    separator = endsWithZero ? 0 : UInt8(ascii: "\n")
    self.maxRecordBytes = maxRecordBytes
    self.jobs = jobs
  }

  /// Reads to the end of standard input.
  ///
  /// - Parameter prepare: makes a job of each record, in order. It gets the number of the record (the first is 1),
  ///   and whether the caller waits for its answer and so may have changed a configuration since the last one.
  /// - Parameter answer: does several jobs at once.
  /// - Throws: `InternalError` if a job met one, and errors of reading and writing.
  func run<Job: Sendable>(
    _ prepare: (RecordReader.Record, Int, _ isAwaited: Bool) -> Job,
    _ answer: @escaping @Sendable (Job) async -> Answer
  ) async throws -> Outcome {
    let reader = RecordReader(separatedBy: separator, longest: maxRecordBytes)
    var (outcome, number) = (Outcome.passes, 0)
    var defect: InternalError?
    try await mapInOrder(from: { try await reader.next() }, jobs: jobs) { record in
      number += 1
      return prepare(record, number, !reader.isAhead)
    } _: { job in
      await answer(job)
    } deliver: { answer in
      try standardOutput.write(answer.line)
      switch (answer.meaning, outcome) {
      case (.passes, _), (.fails, .incomplete): break
      case (.fails, _): outcome = .fails
      case (.unanswered, _): outcome = .incomplete
      case (.internalError(let message), _): defect = defect ?? InternalError(message)
      }
    }
    if let defect { throw defect }
    return outcome
  }
}

extension RecordBuild {
  /// Writes a built pack, or archives it for the answer if there is no folder of all packs.
  ///
  /// - Parameter path: the folder of the pack, relative to the folder of all packs.
  func write(_ built: BuiltPack, to path: Path?) throws -> StreamAnswer {
    let destination = path.flatMap { output?.appending($0) }
    guard built.outcome == .completed, let tree = built.tree, !options.isCheck else {
      return .pack(built, output: destination)
    }
    guard let destination, let output else {
      return .pack(built, output: nil, archive: try archive(of: tree, named: built.name ?? ""))
    }
    try ensureNoLinks(from: output, to: destination)
    try PackDestination(replacing: destination, force: options.isForced).write(tree)
    return .pack(built, output: destination)
  }

  private func archive(of tree: FileTree, named name: String) throws -> [UInt8] {
    guard tree.paths.reduce(0, { $0 + (tree[$1]?.count ?? 0) }) <= maxArchiveBytes else {
      throw UsageError(
        "the pack has more than \(numberText(maxArchiveBytes)) bytes, too many for an answer: give \(.output)"
      )
    }
    let archive: ZipArchive
    do throws(Diagnostic) { archive = try ZipArchive(tree, below: safeNames([name])[0].name) } catch {
      throw UsageError("the pack cannot be an archive: \(error)")
    }
    return Array(archive.pieces.joined())
  }
}

/// An archive is in memory several times at once, as bytes and as text.
private let maxArchiveBytes = 128 << 20
