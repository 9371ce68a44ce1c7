import StickerImage
import StickerModel
import StickerReport
import StickerIO
import StickerWire

/// Builds a pack of each record.
package struct PackRecords {
  private let builder: RecordBuilder
  private var searches: RecordSearches
  private let taken = TakenPlaces()

  /// A record on its way.
  struct Job: Sendable {
    let number: Int
    let id: JSON?
    let work: Result<RecordWork, RecordFault>
  }

  /// - Parameter builder: builds what is asked for.
  package init(_ builder: RecordBuilder) throws {
    self.builder = builder
    searches = try RecordSearches(builder.build, areRead: builder.isIsolated)
  }

  /// Reads to the end of standard input.
  package mutating func run(jobs: Int, endsWithZero: Bool) async throws -> RecordStream.Outcome {
    let stream = RecordStream(longest: mostRecordBytes, endsWithZero: endsWithZero, jobs: jobs)
    return try await stream.run { record, number, isAwaited in
      if isAwaited { searches.renew() }
      return job(record, number)
    } _: { [builder, taken] job in
      await answer(job, builder, taken)
    }
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
      let flag = Choice.output.onCommandLine
      throw RecordFault(reason: "an output needs the folder of all packs, \(flag)", id: record.id)
    }
    do {
      return try searches.work(for: record)
    } catch {
      let reason = CommandFailure(error).lines.inOneLine.onCommandLine
      throw RecordFault(reason: reason, id: record.id, path: record.source)
    }
  }
}

private func answer(
  _ job: PackRecords.Job, _ builder: RecordBuilder, _ taken: TakenPlaces
) async -> RecordStream.Answer {
  func failed(_ path: Path?, _ lines: [String], _ end: RecordStream.Answer.Meaning) -> RecordStream.Answer {
    let message = lines.joined(separator: "; ")
    return .init(StreamAnswer.failed(path, message).line(record: job.number, id: job.id), end)
  }
  let (work, build): (RecordWork, RecordBuild)
  switch job.work {
  case .success(let found): (work, build) = (found, builder.build)
  case .failure(let fault):
    _ = await taken.take(.init(), for: job.number)
    return failed(fault.path, [fault.reason], .isNoAnswer)
  }
  let source = work.record.source
  let built = await builder.built(work)
  var claim = TakenPlaces.Claim(app: built.app)
  if build.output != nil {
    claim.place = built.name.map { build.place(of: work.record, named: $0) } ?? work.record.output
  }
  if let objection = await taken.take(claim, for: job.number) {
    return failed(source, [objection], .isNoAnswer)
  }
  switch built.end {
  case .failed(let lines): return failed(source, lines, .isNoAnswer)
  case .defect(let what): return failed(source, ["stickerlint has a defect: \(what)"], .defect(what))
  case .done, .stopped:
    do {
      var answer = try build.settled(built, claim.place)
      answer.isolation = builder.isolation
      return .init(answer.line(record: job.number, id: job.id), answer.isBuilt ? .passes : .fails)
    } catch {
      return failed(source, CommandFailure(error).onCommandLine, .isNoAnswer)
    }
  }
}

/// The most bytes of a record: a pack of 96 MiB in Base64.
private let mostRecordBytes = 128 << 20
