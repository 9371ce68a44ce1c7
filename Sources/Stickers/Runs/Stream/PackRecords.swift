import StickerEngine
import StickerImage

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
  func failed(
    _ path: Path?, _ lines: [String], _ meaning: RecordStream.Answer.Meaning
  ) -> RecordStream.Answer {
    let message = lines.joined(separator: "; ")
    return .init(StreamAnswer.failed(path, message).line(record: job.number, id: job.id), meaning)
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
  let reasons = built.outcome.reasons.map(\.text)
  switch built.outcome {
  case .failed: return failed(source, reasons, .isNoAnswer)
  case .internalError(let message): return failed(source, reasons, .internalError(message))
  case .completed, .stopped:
    do {
      let line = try build.settled(built, claim.place).line(
        record: job.number, id: job.id, builder.isolation)
      return .init(line, built.outcome == .completed ? .passes : .fails)
    } catch {
      return failed(source, CommandFailure(error).onCommandLine, .isNoAnswer)
    }
  }
}

/// The most bytes of a record: a pack of 96 MiB in Base64.
private let mostRecordBytes = 128 << 20

/// What records of one run have taken for themselves: where they are built, and the app that they make. It
/// is given in the order of the records, whichever is built first, so that the same records get the same
/// answers.
///
/// A place takes the memory of its hash.
actor TakenPlaces {
  private var next = 1
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var places: Set<PixelDigest> = []
  /// Digests of the folders that places lie in.
  private var folders: Set<PixelDigest> = []
  private var apps: Set<PixelDigest> = []

  /// What a record would have for itself.
  struct Claim: Sendable {
    /// Where the pack is built, as seen from the folder of all packs.
    var place: Path?
    var app: String?
  }

  /// Waits until all records before this one have had their turn, and takes what the record claims. Every
  /// record has its turn once, also one that claims nothing.
  ///
  /// - Parameter record: its number; the first is 1.
  /// - Returns: who has it already, for people; nil where it is the record's now.
  func take(_ claim: Claim, for record: Int) async -> String? {
    if record != next { await withCheckedContinuation { waiting[record] = $0 } }
    defer {
      next += 1
      waiting.removeValue(forKey: next)?.resume()
    }
    if let place = claim.place, let objection = take(place) { return objection }
    if let app = claim.app, !apps.insert(PixelDigest(of: Array(app.utf8))).inserted {
      return "an earlier record makes the same app, \(Untrusted(app).shown): give each a name and a "
        + "bundle-identifier of its own in a stickerpack.yml"
    }
    return nil
  }

  private func take(_ place: Path) -> String? {
    let own = digest(of: place)
    var above: [PixelDigest] = []
    var folder = place
    while folder.parent != Path(".") {
      folder = folder.parent
      above.append(digest(of: folder))
    }
    if above.contains(where: places.contains) {
      return "\(place.shown) lies in what an earlier record builds: give each an output of its own"
    }
    if folders.contains(own) {
      return "\(place.shown) holds what an earlier record builds: give each an output of its own"
    }
    guard places.insert(own).inserted else {
      return "an earlier record builds \(place.shown): give each an output of its own"
    }
    folders.formUnion(above)
    return nil
  }

  /// A digest that is equal for what is one folder to the system.
  private func digest(of place: Path) -> PixelDigest {
    #if os(macOS)
      if let text = place.text { return PixelDigest(of: Array(text.uppercased().lowercased().utf8)) }
    #endif
    return PixelDigest(of: place.bytes)
  }
}
