import StickerEngine
import StickerImage

/// Builds a pack for Messages from each record on standard input, and answers each record with a line of JSON on
/// standard output.
///
/// A record is a path, or a JSON object with `source` (a path) or `files` (a list of objects with `path` and
/// `bytes` in Base64). `name`, `output` and `id` are optional. Answers come in the order of the records.
public struct RecordPacker: Sendable {
  /// The number of packs to build at the same time; nil for the number of cores.
  public var jobs: Int?
  /// The worker processes that build the packs; nil to build them in this process.
  public var sandbox: Sandbox?
  /// The arguments of this program. In a worker process, the function that you pass to
  /// ``Sandbox/runWorkerIfRequested(arguments:recordPacker:)`` creates the same packer from them.
  public var workerArguments: [String] = rawArguments()
  /// Receives a note if the sandbox lacks a protection.
  public var noteHandler: NoteHandler?
  let inProcessBuilder: InProcessRecordPackBuilder
  private let hasUnsupportedConfiguration: Bool

  /// Creates a packer, without reading a record.
  ///
  /// - Parameters:
  ///   - options: what to build. Options that only one pack can have, such as the name, the icon and the team, do not
  ///     apply.
  ///   - configuration: which rules run. Settings from text, selected and ignored rules, resource limits and the
  ///     severity that fails a run apply. ``run(endsWithNUL:)`` throws if there are rules, options, overrides, globs
  ///     or custom rules from code, because worker processes cannot receive them.
  ///   - output: the folder for all packs. If nil, each answer contains its pack as a ZIP archive.
  ///   - comparesOnly: whether to write nothing, and to report in each answer how the folder differs from a new
  ///     build.
  public init(
    options: PackBuilder.Options = PackBuilder.Options(),
    configuration: LintConfiguration = LintConfiguration(), output: BytePath? = nil,
    comparesOnly: Bool = false
  ) {
    var messagesOptions = options.messagesOptions
    messagesOptions.comparesOnly = comparesOnly
    hasUnsupportedConfiguration =
      configuration.needsConfigurationDocument || !configuration.customRules.isEmpty
    inProcessBuilder = InProcessRecordPackBuilder(messagesOptions, output: output?.path) {
      try configuration.configurationSearchWithoutDocument($0)
    }
  }

  /// Creates a packer that only builds packs in a worker process.
  package init(_ builder: InProcessRecordPackBuilder) {
    inProcessBuilder = builder
    hasUnsupportedConfiguration = false
  }

  /// Reads records until standard input ends.
  ///
  /// - Parameter endsWithNUL: whether records end with a zero byte instead of a line break.
  /// - Throws: `StickersError` if the configuration is invalid, the sandbox is required but not available, or a
  ///   stream cannot be read or written, and ``BrokenPipe`` if the reader of standard output closed it.
  public func run(endsWithNUL: Bool = false) async throws -> RecordStreamOutcome {
    do {
      guard !hasUnsupportedConfiguration else {
        throw CommandError(
          "a record packer does not support rules, options, overrides, globs or custom rules from code")
      }
      if sandbox == nil {
        try MachinePolicy.currentWithEnvironment().ensureUnisolatedReadingAllowed(by: "the library")
      }
      try sandbox?.ensureConfinementIfRequired()
      if inProcessBuilder.options.minimizesPNGFileSizes == true { keepLargeFreedMemory() }
      let count = MachinePolicy.jobCount(jobs)
      let builder = RecordPackBuilder(
        inProcessBuilder, jobs: count, isolatedBy: sandbox?.limits(defaults: .packBuilding), workerArguments,
        reportMissingMechanisms: Sandbox.missingProtectionReporter(noteHandler))
      var processor = try StreamPackRequestProcessor(builder)
      return try await processor.run(jobs: count, endsWithNUL: endsWithNUL)
    } catch let error as BrokenPipe { throw error } catch { throw StickersError(error) }
  }
}
