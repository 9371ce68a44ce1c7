import ArgumentParser
import Stickers

/// Whether records of standard input are answered, instead of checking what the command line names.
struct StreamOptions: ParsableArguments {
  @Flag(
    name: .customLong("stream"),
    help: "Answer each record of standard input, a path or a JSON object, with a line of JSON.")
  var isOn = false
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Records end with a zero byte instead of a line break.")
  var endsWithZero = false

  func validate() throws {
    if endsWithZero, !isOn { throw ValidationError("--null is for --stream") }
  }
}

/// Answers records of standard input with lines of JSON, one for each, in their order: what editors, job
/// runners and data engines call.
struct StreamRun {
  private let settings: SettingsOptions
  private let jobs: Int
  private let role: Role?
  private let separator: UInt8
  private var search: SettingsSearch
  private var searches = 0
  /// By the file, absolute and without links.
  private var baselines: [Path: Baseline] = [:]
  private let examiner: any Examiner

  /// What is still to be done for a record.
  enum Work: Sendable {
    case check(AssetSource, Configuration, Accepted?)
    case answered(StreamAnswer)
  }

  /// What is accepted of a file.
  struct Accepted: Sendable {
    let baseline: Baseline
    /// As the baseline names the file.
    let path: Path
  }

  /// A record on its way.
  struct Job: Sendable {
    let number: Int
    let id: JSON?
    let work: Work
  }

  /// An answer, and whether it fails the run.
  struct Answer: Sendable {
    let line: String
    let fails: Bool
    let isFailure: Bool
  }

  init(_ options: LintCommand) throws {
    (settings, jobs) = (options.checks.settings, options.checks.jobCount)
    role = options.files.role
    separator = options.stream.endsWithZero ? 0 : UInt8(ascii: "\n")
    search = try settings.search()
    examiner = options.isolation.examiner(jobs: jobs, isolates: true)
  }

  /// Reads to the end of standard input.
  ///
  /// - Throws: `ExitCode` 1 where a finding fails the run, 2 where a record could only be answered with an
  ///   error.
  mutating func run() async throws {
    let records = RecordReader(separatedBy: separator, longest: mostRecordBytes)
    var (fails, hasFailures) = (false, false)
    var number = 0
    try await examiner.run {
      try await mapInOrder(from: { try await records.next() }, jobs: jobs) { record in
        number += 1
        // Who waits for an answer may have changed a configuration meanwhile.
        if !records.isAhead { searches = .max }
        return job(record, number)
      } _: { [examiner] job in
        await answer(job, examiner)
      } deliver: { answer in
        try standardOutput.write(answer.line)
        fails = fails || answer.fails
        hasFailures = hasFailures || answer.isFailure
      }
    }
    if hasFailures { throw ExitCode(CommandFailure.exitCode) }
    if fails { throw ExitCode(1) }
  }

  private mutating func job(_ record: RecordReader.Record, _ number: Int) -> Job {
    guard case .bytes(let bytes) = record else {
      let most = grouped(mostRecordBytes)
      return Job(
        number: number, id: nil, work: .answered(.failed(nil, "the record has more than \(most) bytes")))
    }
    do throws(StreamRecord.Fault) {
      let record = try StreamRecord(parsing: bytes, atMost: mostRecordBytes)
      return Job(number: number, id: record.id, work: work(for: record))
    } catch {
      return Job(number: number, id: error.id, work: .answered(.failed(error.path, error.reason)))
    }
  }

  private mutating func work(for record: StreamRecord) -> Work {
    do {
      let source = try source(of: record)
      // What is found of folders is kept; of very many that is let go.
      if searches >= 4096 || !search.faults.isEmpty {
        (search, searches, baselines) = (try settings.search(), 0, [:])
      }
      searches += 1
      let map = try SettingsMap([source], &search)
      if map.excludes(source.path) { return .answered(.leftOut(source.path)) }
      let role = record.role ?? role ?? map.role(at: source.path) ?? source.role
      return .check(
        AssetSource(path: source.path, role: role, read: source.read), map.configuration(at: source.path),
        try accepted(of: source.path, map.baseline(at: source.path)?.value))
    } catch {
      let reason = (error as? CommandFailure)?.lines.joined(separator: "; ") ?? "\(error)"
      return .answered(.failed(record.path, reason))
    }
  }

  private mutating func accepted(of path: Path, _ file: Path?) throws(CommandFailure) -> Accepted? {
    guard let file else { return nil }
    if baselines[file] == nil { baselines[file] = try readBaseline(file) }
    guard let baseline = baselines[file] else { return nil }
    var places = RealPlaces()
    return Accepted(baseline: baseline, path: places.place(of: path).seen(from: file.parent))
  }

  private func source(of record: StreamRecord) throws(CommandFailure) -> AssetSource {
    if let bytes = record.bytes {
      let name = record.path ?? Path("record.\(usualExtension(of: bytes))")
      return AssetSource(path: name) { limit in bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes) }
    }
    let path = record.path ?? Path(".")
    guard try entryKind(at: path) != .folder else {
      throw CommandFailure("it is a folder: a record names a file")
    }
    let walked = try walk([path])
    let declared = DeclaredPacks(walked, judgesPacks: false) { _ in false }
    guard let source = declared.sources.first else { throw CommandFailure("there is no image") }
    return source
  }
}

private func answer(_ job: StreamRun.Job, _ examiner: any Examiner) async -> StreamRun.Answer {
  switch job.work {
  case .answered(let answer):
    if case .failed = answer {
      return .init(line: answer.line(record: job.number, id: job.id), fails: false, isFailure: true)
    }
    return .init(line: answer.line(record: job.number, id: job.id), fails: false, isFailure: false)
  case .check(let source, let configuration, let accepted):
    let outcome = source.read(configuration.budget.fileBytes)
    let checked = await examiner.check(source, outcome, configuration, Asset.Surroundings())
    if let reason = checked.failure {
      let line = StreamAnswer.failed(source.path, reason).line(record: job.number, id: job.id)
      return .init(line: line, fails: false, isFailure: true)
    }
    var summary = checked.summary
    if let accepted, !summary.findings.isEmpty {
      var digest: String?
      if case .bytes(let bytes) = outcome { digest = SHA256.hexDigest(of: bytes) }
      summary = summary.with(
        accepted.baseline.rejected(of: summary.findings, at: accepted.path, digest: digest))
    }
    let line = StreamAnswer.checked(summary).line(record: job.number, id: job.id)
    return .init(line: line, fails: summary.findings.contains(where: \.fails), isFailure: false)
  }
}

/// Of a file that has no name.
private func usualExtension(of bytes: [UInt8]) -> String {
  if case .image(let format) = Sniffed(of: bytes) { format.fileExtensions[0] } else { "bin" }
}

/// The largest file that is read by default, in Base64, and room for what stands around it.
private let mostRecordBytes = 48 << 20
