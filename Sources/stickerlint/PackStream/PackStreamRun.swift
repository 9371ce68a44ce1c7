import ArgumentParser
import StickerIO
import StickerModel
import StickerPacker
import StickerReport
import StickerSettings

/// Builds a pack of each record of standard input and answers it with a line of JSON, in their order.
struct PackStreamRun {
  private let settings: SettingsOptions
  private let jobs: Int
  private let separator: UInt8
  private let records: RecordBuild
  private let workingFolder = realPath(of: Path("."))
  /// Of packs on the disk, and of packs that records bring along.
  private var searches: (disk: SettingsSearch, memory: SettingsSearch)
  private var searched = 0
  private let taken = TakenPlaces()

  /// A record on its way.
  struct Job: Sendable {
    let number: Int
    let id: JSON?
    let work: Result<Work, RecordFault>
  }

  /// What is still to be done for a record.
  struct Work: Sendable {
    let record: PackRecord
    let disk: FileSystem
    let search: SettingsSearch
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

  init(_ command: PackCommand) throws {
    (settings, jobs) = (command.checks.settings, command.checks.jobCount)
    separator = command.stream.endsWithZero ? 0 : UInt8(ascii: "\n")
    records = RecordBuild(build: command.build(jobs: 1, quiet: true), output: command.output)
    searches = try Self.searches(settings, workingFolder)
  }

  private static func searches(
    _ settings: SettingsOptions, _ folder: Path
  ) throws -> (SettingsSearch, SettingsSearch) {
    (try settings.search(), try settings.search(.seen(from: folder, isWatched: false)))
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
      if !reader.isAhead { searched = .max }
      return job(record, number)
    } _: { [records, taken] job in
      await answer(job, records, taken)
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
    guard case .bytes(var bytes) = record else {
      throw RecordFault(reason: "the record has more than \(grouped(mostRecordBytes)) bytes")
    }
    // Lists from Windows end their lines with a carriage return too.
    if separator != 0, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }

  private mutating func work(for record: PackRecord) throws(RecordFault) -> Work {
    guard record.output == nil || records.output != nil else {
      throw RecordFault(reason: "an output needs the folder of all packs, --output", id: record.id)
    }
    do {
      // What is found of folders is kept; of very many that is let go.
      if searched >= 4096 || !searches.disk.faults.isEmpty || !searches.memory.faults.isEmpty {
        (searches, searched) = (try Self.searches(settings, workingFolder), 0)
      }
    } catch {
      throw RecordFault(reason: "\(error)", id: record.id)
    }
    searched += 1
    switch record.art {
    case .source(let path):
      // What holds above many packs is read once.
      _ = searches.disk.settings(at: path, isFolder: false)
      return Work(record: record, disk: .disk, search: searches.disk)
    case .files(let files):
      _ = searches.memory.settings(at: Path("a.png"), isFolder: false)
      return Work(
        record: record, disk: FileSystem(holding: files, in: workingFolder), search: searches.memory)
    }
  }
}

private func answer(
  _ job: PackStreamRun.Job, _ records: RecordBuild, _ taken: TakenPlaces
) async -> PackStreamRun.Answer {
  func failed(_ path: Path?, _ lines: [String], _ end: PackStreamRun.Answer.End) -> PackStreamRun.Answer {
    let message = lines.joined(separator: "; ")
    return .init(line: StreamAnswer.failed(path, message).line(record: job.number, id: job.id), end: end)
  }
  let work: PackStreamRun.Work
  switch job.work {
  case .success(let found): work = found
  case .failure(let fault):
    _ = await taken.take(.init(), for: job.number)
    return failed(fault.path, [fault.reason], .failed)
  }
  let source: Path? = if case .source(let path) = work.record.art { path } else { nil }
  let built = await records.built(work.record, on: work.disk, work.search)
  var claim = TakenPlaces.Claim(app: built.app)
  if records.output != nil {
    claim.place = built.name.map { records.place(of: work.record, named: $0) } ?? work.record.output
  }
  if let objection = await taken.take(claim, for: job.number) { return failed(source, [objection], .failed) }
  switch built.end {
  case .failed(let lines): return failed(source, lines, .failed)
  case .defect(let what): return failed(source, ["stickerlint has a defect: \(what)"], .defect(what))
  case .done, .stopped:
    do {
      let answer = try records.settled(built, claim.place)
      return .init(
        line: answer.line(record: job.number, id: job.id), end: answer.isBuilt ? .built : .notBuilt)
    } catch {
      return failed(source, (error as? CommandFailure)?.lines ?? ["\(error)"], .failed)
    }
  }
}

extension RecordBuild {
  /// Writes a pack where it belongs, or packs it up for whoever asks.
  ///
  /// - Parameter place: seen from the folder of all packs.
  fileprivate func settled(_ built: BuiltPack, _ place: Path?) throws -> PackAnswer {
    let destination = place.flatMap { output?.appending($0) }
    guard case .done = built.end, let tree = built.tree, !build.check else {
      return PackAnswer(built, output: destination)
    }
    guard let destination, let output else {
      return PackAnswer(built, output: nil, archive: try archive(of: tree, named: built.name ?? ""))
    }
    try refuseDetours(from: output, to: destination)
    let old = try replaceableContents(of: destination, force: build.force)
    try put(tree, at: destination, over: old)
    return PackAnswer(built, output: destination)
  }

  private func archive(of tree: FileTree, named name: String) throws -> [UInt8] {
    let archive: ZipArchive
    do throws(ZipArchive.Fault) { archive = try ZipArchive(tree, below: safeNames([name])[0].name) } catch {
      throw CommandFailure("the pack cannot be an archive: \(error)")
    }
    guard archive.pieces.reduce(0, { $0 + $1.count }) <= mostArchiveBytes else {
      throw CommandFailure(
        "the pack has more than \(grouped(mostArchiveBytes)) bytes, too many for an answer: give --output")
    }
    return Array(archive.pieces.joined())
  }
}

/// A pack of 96 MiB in Base64: what a run holds at once is this much for each job, and as much of what is
/// built.
private let mostRecordBytes = 128 << 20
private let mostArchiveBytes = 128 << 20
