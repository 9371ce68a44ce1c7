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
  func leave() throws {
    switch self {
    case .passes: break
    case .fails: throw ExitCode(1)
    case .lacksAnswers: throw ExitCode(CommandFailure.exitCode)
    }
  }
}
