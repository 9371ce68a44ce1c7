import ArgumentParser
import Stickers

/// The option for the record separator.
struct RecordSeparatorOptions: ParsableArguments {
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Records end with NUL instead of a line break.")
  var endsWithNUL = false
}

extension RecordStreamOutcome {
  /// Throws the exit code for the answers; returns normally if it is 0.
  func throwExitCodeIfNonzero() throws {
    switch self {
    case .passes: break
    case .fails: throw ExitCode(1)
    case .hasErrorAnswers: throw ExitCode(UsageOrIOError.exitCode)
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
  var role: FileRole?
  @OptionGroup var records: RecordSeparatorOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var failureOptions: FailureOptions
  @OptionGroup(title: "Rules") var resourceLimits: ResourceLimitOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes.") var quiet = false

  func run() async throws {
    var linter = Linter(
      configuration: try settings.configuration(resourceLimits, failureOptions), jobs: jobs.jobs)
    linter.sandbox = isolation.sandbox(isolatesByDefaultOnLinux: true)
    linter.noteHandler = noteHandler(quiet: quiet)
    var lint = try RecordLinter(linter, role: role)
    try await lint.run(endsWithNUL: records.endsWithNUL).throwExitCodeIfNonzero()
  }
}
