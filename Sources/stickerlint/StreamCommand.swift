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
  var output: BytePath?
  @OptionGroup var records: RecordSeparatorOptions
  @OptionGroup(title: "Build") var buildOptions: BuildOptions
  @OptionGroup(title: "Build") var artAdjustments: ArtAdjustmentOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var failureOptions: FailureOptions
  @OptionGroup(title: "Rules") var resourceLimits: ResourceLimitOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes.") var quiet = false

  func validate() throws {
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a folder") }
    if buildOptions.check, output == nil {
      throw ValidationError("--check needs --output")
    }
  }

  func run() async throws {
    var packer = try recordPackerWithoutSandbox()
    packer.jobs = jobs.jobs
    packer.sandbox = isolation.sandbox(isolatesByDefaultOnLinux: true)
    packer.workerArguments = replacingIsolateRequired(rawArguments())
    packer.noteHandler = noteHandler(quiet: quiet)
    try await packer.run(endsWithNUL: records.endsWithNUL).throwExitCodeIfNonzero()
  }

  private func recordPackerWithoutSandbox() throws -> RecordPacker {
    RecordPacker(
      options: buildOptions.options(selectedRules: settings.selectedRules, artAdjustments),
      configuration: try settings.configuration(resourceLimits, failureOptions),
      output: output, comparesOnly: buildOptions.check)
  }

  /// Returns the packer that a command line describes, for a process that builds packs; nil if the command is
  /// not `stream pack`.
  static func recordPacker(fromCommandLine words: [String]) throws -> RecordPacker? {
    try (try Stickerlint.parseAsRoot(words) as? StreamPackCommand)?.recordPackerWithoutSandbox()
  }
}
