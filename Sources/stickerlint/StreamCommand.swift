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
    let sandbox = isolation.sandbox(isDefault: true)
    try sandbox?.ensureConfinement()
    let jobs = MachinePolicy.jobCount(jobs.jobs)
    let builder = RecordPackBuilder(
      recordPackBuilder(), jobs: jobs, isolatedBy: sandbox?.limits(.packBuilding),
      normalizedArguments(rawArguments()),
      reportMissing: Sandbox.missingProtectionReporter(noteHandler(quiet: quiet)))
    var pack = try PackRecordProcessor(builder)
    try await pack.run(jobs: jobs, endsWithNUL: records.endsWithNUL).throwExitCode()
  }

  private func recordPackBuilder() -> InProcessRecordPackBuilder {
    InProcessRecordPackBuilder(
      building.messagesPackBuilderOptions(selectedRules: settings.selectedRules), output: output
    ) {
      [settings] in
      try settings.configuration().configurationSearch($0)
    }
  }

  /// Returns the pack builder that a command line describes, for a process that builds packs; nil if the
  /// command is not `stream pack`.
  static func recordPackBuilder(of words: [String]) throws -> InProcessRecordPackBuilder? {
    (try Stickerlint.parseAsRoot(words) as? StreamPackCommand)?.recordPackBuilder()
  }
}
