import ArgumentParser
import Stickers

/// Builds a pack of each record of standard input and answers it with a line of JSON, in their order.
struct PackStreamRun {
  private let jobs: Int
  private let separator: UInt8
  private let builder: RecordBuilder
  private var searches: RecordSearches
  private let taken = TakenPlaces()

  /// A record on its way.
  struct Job: Sendable {
    let number: Int
    let id: JSON?
    let work: Result<RecordWork, RecordFault>
  }

  /// An answer, and what it means for the run.
  struct Answer: Sendable {
    enum End: Sendable {
      case built, notBuilt, failed
      case defect(String)
    }
    let line: String
    let end: End
  }

  /// - Parameter arguments: the command line.
  init(_ command: PackCommand, _ arguments: [String]) throws {
    jobs = command.checks.jobCount
    separator = command.stream.endsWithZero ? 0 : UInt8(ascii: "\n")
    builder = RecordBuilder(command, jobs: jobs, arguments)
    searches = try RecordSearches(command, areRead: builder.isIsolated)
  }

  /// Reads to the end of standard input.
  ///
  /// - Throws: `Defect` where one was met; `ExitCode` 2 where a record could only be answered with an error,
  ///   1 where a pack is not built.
  mutating func run() async throws {
    let reader = RecordReader(separatedBy: separator, longest: mostRecordBytes)
    var (fails, hasFailures, number) = (false, false, 0)
    var defect: Defect?
    try await mapInOrder(from: { try await reader.next() }, jobs: jobs) { record in
      number += 1
      // Who waits for an answer may have changed a configuration meanwhile.
      if !reader.isAhead { searches.renew() }
      return job(record, number)
    } _: { [builder, taken] job in
      await answer(job, builder, taken)
    } deliver: { answer in
      try standardOutput.write(answer.line)
      switch answer.end {
      case .built: break
      case .notBuilt: fails = true
      case .failed: hasFailures = true
      case .defect(let what): defect = defect ?? Defect(what: what)
      }
    }
    if let defect { throw defect }
    if hasFailures { throw ExitCode(CommandFailure.exitCode) }
    if fails { throw ExitCode(1) }
  }

  private mutating func job(_ record: RecordReader.Record, _ number: Int) -> Job {
    do throws(RecordFault) {
      let record = try PackRecord(parsing: bytes(of: record), atMost: mostRecordBytes)
      return Job(number: number, id: record.id, work: .success(try work(for: record)))
    } catch {
      return Job(number: number, id: error.id, work: .failure(error))
    }
  }

  private func bytes(of record: RecordReader.Record) throws(RecordFault) -> [UInt8] {
    guard case .bytes(let bytes) = record else {
      throw RecordFault(reason: "the record has more than \(grouped(mostRecordBytes)) bytes")
    }
    return bytes
  }

  private mutating func work(for record: PackRecord) throws(RecordFault) -> RecordWork {
    guard record.output == nil || builder.build.output != nil else {
      throw RecordFault(reason: "an output needs the folder of all packs, --output", id: record.id)
    }
    do {
      return try searches.work(for: record)
    } catch {
      let reason = (error as? CommandFailure)?.lines.joined(separator: "; ") ?? "\(error)"
      throw RecordFault(reason: reason, id: record.id, path: record.source)
    }
  }
}

private func answer(
  _ job: PackStreamRun.Job, _ builder: RecordBuilder, _ taken: TakenPlaces
) async -> PackStreamRun.Answer {
  func failed(_ path: Path?, _ lines: [String], _ end: PackStreamRun.Answer.End) -> PackStreamRun.Answer {
    let message = lines.joined(separator: "; ")
    return .init(line: StreamAnswer.failed(path, message).line(record: job.number, id: job.id), end: end)
  }
  let (work, build): (RecordWork, RecordBuild)
  switch job.work {
  case .success(let found): (work, build) = (found, builder.build)
  case .failure(let fault):
    _ = await taken.take(.init(), for: job.number)
    return failed(fault.path, [fault.reason], .failed)
  }
  let source = work.record.source
  let built = await builder.built(work)
  var claim = TakenPlaces.Claim(app: built.app)
  if build.output != nil {
    claim.place = built.name.map { build.place(of: work.record, named: $0) } ?? work.record.output
  }
  if let objection = await taken.take(claim, for: job.number) { return failed(source, [objection], .failed) }
  switch built.end {
  case .failed(let lines): return failed(source, lines, .failed)
  case .defect(let what): return failed(source, ["stickerlint has a defect: \(what)"], .defect(what))
  case .done, .stopped:
    do {
      let answer = try build.settled(built, claim.place)
      return .init(
        line: answer.line(record: job.number, id: job.id), end: answer.isBuilt ? .built : .notBuilt)
    } catch {
      return failed(source, (error as? CommandFailure)?.lines ?? ["\(error)"], .failed)
    }
  }
}

/// The most bytes of a record: a pack of 96 MiB in Base64.
private let mostRecordBytes = 128 << 20
