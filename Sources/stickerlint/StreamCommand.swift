import ArgumentParser
import Stickers

/// Reads records from standard input, and answers each of them.
struct StreamCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Print a JSON line for each record on standard input.",
    discussion: """
      A record is a path or a JSON object. Answers come in the order of the records. docs/programs.md and \
      docs/scale.md describe records and answers.

      Examples:
        stickerlint stream < paths.txt                       findings for each file
        find art -name '*.png' -print0 | stickerlint stream -0
        stickerlint stream pack --output packs < list.txt    a pack for each record
      """,
    subcommands: [StreamLintCommand.self, StreamPackCommand.self], defaultSubcommand: StreamLintCommand.self)
}

/// The option for the record separator.
struct RecordOptions: ParsableArguments {
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Records end with NUL instead of a line break.")
  var endsWithNUL = false
}

extension RecordStream.Outcome {
  /// Throws the exit code for the answers; returns normally if it is 0.
  func throwExitCode() throws {
    switch self {
    case .passes: break
    case .fails: throw ExitCode(1)
    case .incomplete: throw ExitCode(CommandError.exitCode)
    }
  }
}

struct StreamLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check one file for each record.",
    discussion: """
      A record is a path, or a JSON object with "path", "bytes" (Base64), "role" and "id", all optional.
      """)

  @Option(help: "Role of the files (default: inferred from their location).")
  var role: AssetRole?
  @OptionGroup var records: RecordOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes.") var quiet = false

  func run() async throws {
    let service = try isolation.makeService(jobs: jobs.jobCount, isolatesByDefault: true, quiet: quiet)
    var lint = try RecordLinter(as: role, service) { try settings.configurationSearch() }
    try await lint.run(jobs: jobs.jobCount, endsWithNUL: records.endsWithNUL).throwExitCode()
  }
}

struct StreamPackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Build a pack from each record.",
    discussion: """
      A record is a path, or a JSON object with "source" (a path) or "files" ([{"path": NAME, "bytes": \
      BASE64}]). "name", "output" (a folder inside --output) and "id" are optional. See docs/scale.md.

      Examples:
        stickerlint stream pack --output packs < list.txt
        stickerlint stream pack < records.jsonl > answers.jsonl
      """)

  @Option(
    name: .shortAndLong,
    help: "The folder for all packs (default: none; each answer contains its pack as a ZIP archive).",
    completion: .directory)
  var output: Path?
  @OptionGroup var records: RecordOptions
  @OptionGroup(title: "Build") var building: BuildOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes.") var quiet = false

  func validate() throws {
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a folder") }
    if building.check, output == nil {
      throw ValidationError("--check needs --output")
    }
  }

  func run() async throws {
    if building.smallest == true { keepLargeFreedMemory() }
    let limits = isolation.isIsolated(default: true) ? isolation.workerLimits(.packBuilding) : nil
    try isolation.requireConfinement()
    let builder = RecordPackBuilder(
      recordPackBuilder(), jobs: jobs.jobCount, isolatedBy: limits, normalizedArguments(rawArguments()),
      reportMissing: IsolationOptions.missingProtectionReporter(quiet: quiet))
    var pack = try PackRecordProcessor(builder)
    try await pack.run(jobs: jobs.jobCount, endsWithNUL: records.endsWithNUL).throwExitCode()
  }

  private func recordPackBuilder() -> InProcessRecordPackBuilder {
    InProcessRecordPackBuilder(
      building.messagesPackBuilderOptions(selectedRules: settings.selectedRules), output: output
    ) {
      [settings] in
      try settings.configurationSearch($0)
    }
  }

  /// Returns the pack builder that a command line describes, for a process that builds packs; nil if the
  /// command is not `stream pack`.
  static func recordPackBuilder(of words: [String]) throws -> InProcessRecordPackBuilder? {
    (try Stickerlint.parseAsRoot(words) as? StreamPackCommand)?.recordPackBuilder()
  }
}
