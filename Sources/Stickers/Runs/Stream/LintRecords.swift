package import StickerEngine
import StickerImage

/// Checks the file of each record of standard input.
package struct LintRecords {
  private let newSearch: () throws -> SettingsSearch
  private let role: Role?
  private var search: SettingsSearch
  private var searches = 0
  /// The baselines in use, by their absolute paths without symbolic links.
  private var baselines: [Path: Baseline] = [:]
  private let service: any ImageService

  /// The work for a record.
  enum Work: Sendable {
    case check(AssetSource, Configuration, Accepted?)
    case answered(StreamAnswer)
  }

  /// The accepted findings of a file.
  struct Accepted: Sendable {
    let baseline: Baseline
    /// The path of the file relative to the baseline.
    let path: Path
  }

  /// A record that is being processed.
  struct Job: Sendable {
    let number: Int
    let id: JSON?
    let work: Work
  }

  /// - Parameter role: the role of the files; nil to infer it from their location.
  /// - Parameter search: starts a new configuration search.
  package init(
    as role: Role?, _ service: any ImageService, search: @escaping () throws -> SettingsSearch
  ) throws {
    self.role = role
    self.service = service
    newSearch = search
    self.search = try search()
  }

  /// Reads records until standard input ends.
  package mutating func run(jobs: Int, endsWithZero: Bool) async throws -> RecordStream.Outcome {
    let stream = RecordStream(maxRecordBytes: maxRecordBytes, endsWithZero: endsWithZero, jobs: jobs)
    return try await service.run {
      try await stream.run { record, number, isAwaited in
        if isAwaited { searches = .max }
        return job(record, number)
      } _: { [service] job in
        await answer(job, service)
      }
    }
  }

  private mutating func job(_ record: RecordReader.Record, _ number: Int) -> Job {
    guard case .bytes(let bytes) = record else {
      let most = numberText(maxRecordBytes)
      return Job(
        number: number, id: nil,
        work: .answered(.failed(nil, "the record is too large (limit: \(most) bytes)")))
    }
    do throws(Diagnostic) {
      let record = try StreamRecord(parsing: bytes, atMost: maxRecordBytes)
      return Job(number: number, id: record.id, work: work(for: record))
    } catch {
      return Job(number: number, id: error.id, work: .answered(.failed(error.file, error.message)))
    }
  }

  private mutating func work(for record: StreamRecord) -> Work {
    do {
      let source = try source(of: record)
      // Restart the search, to limit memory use with very many folders.
      if searches >= 4096 || !search.faults.isEmpty {
        search = try newSearch()
        searches = 0
        baselines = [:]
      }
      searches += 1
      let map = try SettingsMap([source], &search)
      if map.excludes(source.path) { return .answered(.excluded(source.path)) }
      let role = record.role ?? role ?? map.role(at: source.path) ?? source.role
      return .check(
        AssetSource(path: source.path, role: role, read: source.read), map.configuration(at: source.path),
        try accepted(of: source.path, map.baseline(at: source.path)?.value))
    } catch {
      let reason = UsageError(error).lines.inOneLine.commandLineText
      return .answered(.failed(record.path, reason))
    }
  }

  private mutating func accepted(of path: Path, _ file: Path?) throws(UsageError) -> Accepted? {
    guard let file else { return nil }
    if baselines[file] == nil { baselines[file] = try readBaseline(file) }
    guard let baseline = baselines[file] else { return nil }
    var places = RealPathCache()
    return Accepted(baseline: baseline, path: places.place(of: path).seen(from: file.parent))
  }

  private func source(of record: StreamRecord) throws(UsageError) -> AssetSource {
    if let bytes = record.bytes {
      let name = record.path ?? Path("record.\(usualExtension(of: bytes))")
      return AssetSource(path: name) { limit in bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes) }
    }
    let path = record.path ?? Path(".")
    guard try FileSystem.disk.entryKind(at: path) != .folder else {
      throw UsageError("the path is a folder. A record must name a file.")
    }
    let walked = try FileSystem.disk.walk([path])
    let declared = PackDiscovery(walked, checksPacks: false) { _ in false }
    guard let source = declared.sources.first else { throw UsageError("no image found") }
    return source
  }
}

private func answer(_ job: LintRecords.Job, _ service: any ImageService) async -> RecordStream.Answer {
  func reply(_ answer: StreamAnswer, _ meaning: RecordStream.Answer.Meaning) -> RecordStream.Answer {
    RecordStream.Answer(answer.line(record: job.number, id: job.id, service.isolation), meaning)
  }
  switch job.work {
  case .answered(let answer):
    if case .failed = answer { return reply(answer, .unanswered) }
    return reply(answer, .passes)
  case .check(let source, let configuration, let accepted):
    let outcome = source.read(configuration.budget.fileBytes)
    var analysis = await service.analyze(source, outcome, configuration, Asset.Context())
    if let reason = analysis.failure {
      return reply(.failed(source.path, reason), .unanswered)
    }
    if let accepted, !analysis.findings.isEmpty {
      var digest: String?
      if case .bytes(let bytes) = outcome { digest = SHA256.hexDigest(of: bytes) }
      analysis = analysis.with(
        accepted.baseline.rejected(of: analysis.findings, at: accepted.path, digest: digest))
    }
    return reply(.checked(analysis), analysis.findings.contains(where: \.fails) ? .fails : .passes)
  }
}

/// The usual extension for bytes that have no file name.
private func usualExtension(of bytes: [UInt8]) -> String {
  if case .image(let format) = Sniffed(of: bytes) { format.fileExtensions[0] } else { "bin" }
}

/// The size of the largest file that is read by default, in Base64, plus room for the rest of the record.
private let maxRecordBytes = 48 << 20
