package import StickerIO
import StickerModel

/// Records of standard input, each answered with a line of standard output, in their order: what editors, job
/// runners and data engines call.
package struct RecordStream {
  private let separator: UInt8
  private let longest: Int
  private let jobs: Int

  /// A line, and what it means for the run.
  package struct Answer: Sendable {
    package enum Meaning: Sendable {
      /// Nothing fails.
      case passes
      /// A finding fails the run, or a pack is not built.
      case fails
      /// The record could only be answered with an error.
      case isNoAnswer
      /// A promise of ours does not hold.
      case defect(String)
    }
    let line: String
    let meaning: Meaning

    package init(_ line: String, _ meaning: Meaning) { (self.line, self.meaning) = (line, meaning) }
  }

  /// What all answers came to; the worst counts.
  package enum Outcome: Sendable {
    case passes, fails, lacksAnswers
  }

  /// - Parameter longest: the most bytes of a record.
  /// - Parameter endsWithZero: whether a zero byte ends a record, and not a line break.
  /// - Parameter jobs: records at once, at least 1.
  package init(longest: Int, endsWithZero: Bool, jobs: Int) {
    (separator, self.longest, self.jobs) = (endsWithZero ? 0 : UInt8(ascii: "\n"), longest, jobs)
  }

  /// Reads to the end of standard input.
  ///
  /// - Parameter prepare: what is to be done for a record: one after the other, with the record's number (the
  ///   first is 1) and whether somebody waits for its answer, who may have changed a configuration meanwhile.
  /// - Parameter answer: does it, several at once.
  /// - Throws: `Defect` where one was met; whatever stops reading and writing.
  package func run<Job: Sendable>(
    _ prepare: (RecordReader.Record, Int, _ isAwaited: Bool) -> Job,
    _ answer: @escaping @Sendable (Job) async -> Answer
  ) async throws -> Outcome {
    let reader = RecordReader(separatedBy: separator, longest: longest)
    var (outcome, number) = (Outcome.passes, 0)
    var defect: Defect?
    try await mapInOrder(from: { try await reader.next() }, jobs: jobs) { record in
      number += 1
      return prepare(record, number, !reader.isAhead)
    } _: { job in
      await answer(job)
    } deliver: { answer in
      try standardOutput.write(answer.line)
      switch (answer.meaning, outcome) {
      case (.passes, _), (.fails, .lacksAnswers): break
      case (.fails, _): outcome = .fails
      case (.isNoAnswer, _): outcome = .lacksAnswers
      case (.defect(let what), _): defect = defect ?? Defect(what: what)
      }
    }
    if let defect { throw defect }
    return outcome
  }
}
