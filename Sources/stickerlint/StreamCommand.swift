import ArgumentParser
import Stickers

/// Answers records of standard input, instead of doing what the command line names.
struct StreamCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Answer records with lines of JSON, for programs.",
    discussion: """
      A record is a path or a JSON object; answers come in the order of the records. docs/programs.md and \
      docs/scale.md have what stands in both.

      Examples:
        stickerlint stream < paths.txt                             the findings on each file
        find art -name '*.png' -print0 | stickerlint stream -0
        stickerlint stream pack --output packs < list.txt          a pack of each record
      """,
    subcommands: [StreamLintCommand.self, StreamPackCommand.self], defaultSubcommand: StreamLintCommand.self)
}

/// How records are told from each other.
struct RecordOptions: ParsableArguments {
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Records end with a zero byte instead of a line break.")
  var endsWithZero = false
}

extension RecordStream.Outcome {
  /// Ends a command as the answers ask for.
  func throwExitCode() throws {
    switch self {
    case .passes: break
    case .fails: throw ExitCode(1)
    case .incomplete: throw ExitCode(UsageError.exitCode)
    }
  }
}

struct StreamLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check the file of each record.",
    discussion: """
      A record is a path, or a JSON object: "path", "bytes" in Base64, "role" and "id", each if you like.
      """)

  @Option(help: "What the files are: sticker, frame, icon or message-image; their place tells unless given.")
  var role: Role?
  @OptionGroup var records: RecordOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes.") var quiet = false

  func run() async throws {
    let service = try isolation.service(jobs: jobs.count, isolates: true, quiet: quiet)
    var lint = try LintRecords(as: role, service) { try settings.search() }
    try await lint.run(jobs: jobs.count, endsWithZero: records.endsWithZero).throwExitCode()
  }
}

struct StreamPackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Build a pack of each record.",
    discussion: """
      A record is a path, or a JSON object: "source", a path, or "files", [{"path": NAME, "bytes": BASE64}]; \
      then "name", "output" (a folder below --output) and "id", each if you like. docs/scale.md has more.

      Examples:
        stickerlint stream pack --output packs < list.txt
        stickerlint stream pack < records.jsonl > answers.jsonl
      """)

  @Option(
    name: .shortAndLong,
    help: "The folder of all packs; unless given, each answer carries its pack as a ZIP archive.",
    completion: .directory)
  var output: Path?
  @OptionGroup var records: RecordOptions
  @OptionGroup(title: "What is built") var building: BuildOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes.") var quiet = false

  func validate() throws {
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a folder") }
    if building.check, output == nil {
      throw ValidationError("--check needs the folder of all packs, --output")
    }
  }

  func run() async throws {
    if building.smallest == true { keepLargeFreedMemory() }
    let limits = isolation.isIsolated(default: true) ? isolation.limits(.packBuilding) : nil
    try isolation.requireConfinement()
    let builder = RecordBuilder(
      build(), jobs: jobs.count, isolatedBy: limits, commandLine(rawArguments()),
      reportMissing: IsolationOptions.note(quiet: quiet))
    var pack = try PackRecords(builder)
    try await pack.run(jobs: jobs.count, endsWithZero: records.endsWithZero).throwExitCode()
  }

  private func build() -> RecordBuild {
    RecordBuild(building.options(selected: settings.selectedRules), output: output) { [settings] in
      try settings.search($0)
    }
  }

  /// What the words of a command line ask for, in a process that builds one pack; nil for another command.
  static func build(of words: [String]) throws -> RecordBuild? {
    (try Stickerlint.parseAsRoot(words) as? StreamPackCommand)?.build()
  }
}
