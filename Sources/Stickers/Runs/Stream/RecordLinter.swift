import StickerEngine
import StickerImage

/// Checks the file in each record from standard input, and answers each record with a line of JSON on standard
/// output.
///
/// A record is a path, or a JSON object with `path`, `bytes` (Base64), `role` and `id`, all optional. Answers
/// come in the order of the records.
public struct RecordLinter {
  private let newSearch: () throws -> ConfigurationSearch
  private let role: AssetRole?
  private var search: ConfigurationSearch
  private var recordsSinceSearch = 0
  /// The baselines in use, by their absolute paths without symbolic links.
  private var baselines: [Path: Baseline] = [:]
  private let service: any ImageService

  /// The work that is left for a record: a file to check, or an answer to send.
  enum RemainingWork: Sendable {
    case check(AssetSource, Configuration, FileBaseline?)
    case answer(StreamAnswer)
  }

  /// The accepted findings of a file.
  struct FileBaseline: Sendable {
    let baseline: Baseline
    /// The path of the file relative to the baseline.
    let filePathInBaseline: Path
  }

  /// A record that is being processed.
  struct Job: Sendable {
    let recordNumber: Int
    let id: JSON?
    let work: RemainingWork
  }

  private let jobs: Int

  /// Creates a linter for records. Does not read any records yet.
  ///
  /// - Parameters:
  ///   - linter: checks the files. Its profile, configuration and sandbox apply. Custom rules do not run.
  ///   - role: the role of the files; nil to infer it from their location.
  /// - Throws: `StickersError` if the configuration is invalid, or the sandbox is required but not available.
  public init(_ linter: Linter, role: FileRole? = nil) throws(StickersError) {
    self.role = role?.assetRole
    jobs = linter.jobs
    newSearch = { try linter.configurationSearchOnDisk(linter.profile) }
    do {
      service = try linter.imageService()
      search = try newSearch()
    } catch { throw StickersError(error) }
  }

  /// Reads records until standard input ends.
  ///
  /// - Parameter endsWithNUL: whether records end with a zero byte instead of a line break.
  /// - Throws: `StickersError` if a stream cannot be read or written, and ``BrokenPipe`` if the reader of
  ///   standard output closed it.
  public mutating func run(endsWithNUL: Bool = false) async throws -> RecordStreamOutcome {
    do {
      return try await answerRecords(endsWithNUL: endsWithNUL)
    } catch let error as BrokenPipe { throw error } catch { throw StickersError(error) }
  }

  private mutating func answerRecords(endsWithNUL: Bool) async throws -> RecordStreamOutcome {
    let stream = RecordStream(maxRecordBytes: maxRecordBytes, endsWithNUL: endsWithNUL, jobs: jobs)
    return try await service.runOnRequestThreads {
      try await stream.run { record, number, isAwaited in
        if isAwaited { recordsSinceSearch = .max }
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
        recordNumber: number, id: nil,
        work: .answer(.failed(nil, "the record is too large (limit: \(most) bytes)")))
    }
    do throws(Diagnostic) {
      let record = try StreamFileRequest(parsing: bytes, maxBytes: maxRecordBytes)
      return Job(recordNumber: number, id: record.id, work: remainingWork(for: record))
    } catch {
      return Job(
        recordNumber: number, id: error.stickerOrRecordID, work: .answer(.failed(error.file, error.message))
      )
    }
  }

  private mutating func remainingWork(for record: StreamFileRequest) -> RemainingWork {
    do {
      let source = try source(of: record)
      // Restart the search to limit memory use when there are very many folders.
      if recordsSinceSearch >= 4096 || !search.errors.isEmpty {
        search = try newSearch()
        recordsSinceSearch = 0
        baselines = [:]
      }
      recordsSinceSearch += 1
      let map = try ConfigurationMap([source], &search)
      if map.excludes(source.path) { return .answer(.excluded(source.path)) }
      let role = record.role ?? role ?? map.configuredRole(at: source.path) ?? source.role
      return .check(
        AssetSource(path: source.path, role: role, read: source.read), map.configuration(at: source.path),
        try fileBaseline(of: source.path, baselineFile: map.baseline(at: source.path)?.value))
    } catch {
      let reason = CommandError(error).problemMessages.joinedWithSemicolons.commandLineText
      return .answer(.failed(record.pathOrNameOfBytes, reason))
    }
  }

  private mutating func fileBaseline(of path: Path, baselineFile file: Path?) throws(CommandError)
    -> FileBaseline?
  {
    guard let file else { return nil }
    if baselines[file] == nil { baselines[file] = try readBaseline(file) }
    guard let baseline = baselines[file] else { return nil }
    var places = FolderRealPathCache()
    return FileBaseline(
      baseline: baseline,
      filePathInBaseline: places.absolutePathResolvingFolder(of: path).relativePath(from: file.parent))
  }

  private func source(of record: StreamFileRequest) throws(CommandError) -> AssetSource {
    if let bytes = record.bytes {
      let name = record.pathOrNameOfBytes ?? Path("record.\(usualExtension(of: bytes))")
      return AssetSource(path: name) { limit in bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes) }
    }
    let path = record.pathOrNameOfBytes ?? Path(".")
    guard try ReadOnlyFileSystem.disk.entryKind(at: path) != .folder else {
      throw CommandError("the path is a folder. A record must name a file.")
    }
    let walked = try ReadOnlyFileSystem.disk.walk([path])
    let declared = PackDiscovery(walked, checksPacks: false) { _ in false }
    guard let source = declared.sources.first else { throw CommandError("no image found") }
    return source
  }
}

private func answer(_ job: RecordLinter.Job, _ service: any ImageService) async -> RecordStream.Answer {
  func reply(_ answer: StreamAnswer, _ meaning: RecordStream.Answer.Status) -> RecordStream.Answer {
    RecordStream.Answer(
      answer.jsonLine(recordNumber: job.recordNumber, id: job.id, service.isolation), status: meaning)
  }
  switch job.work {
  case .answer(let answer):
    if case .failed = answer { return reply(answer, .errorAnswer) }
    return reply(answer, .passes)
  case .check(let source, let configuration, let accepted):
    let outcome = source.read(maxBytes: configuration.budget.fileBytes)
    var analysis = await service.analyze(source, outcome, configuration, Asset.PackContext())
    if let reason = analysis.failure {
      return reply(.failed(source.path, reason), .errorAnswer)
    }
    if let accepted, !analysis.findings.isEmpty {
      var digest: String?
      if case .bytes(let bytes) = outcome { digest = SHA256.hexDigest(of: bytes) }
      analysis = analysis.withFindings(
        accepted.baseline.unacceptedFindings(
          among: analysis.findings, at: accepted.filePathInBaseline, digest: digest))
    }
    return reply(.checked(analysis), analysis.findings.contains(where: \.failsRun) ? .fails : .passes)
  }
}

/// The usual extension for bytes that have no file name.
private func usualExtension(of bytes: [UInt8]) -> String {
  if case .image(let format) = SniffedFormat(of: bytes) { format.fileExtensions[0] } else { "bin" }
}

/// The Base64 size of the largest file that is read by default, plus room for the rest of the record.
private let maxRecordBytes = 48 << 20
