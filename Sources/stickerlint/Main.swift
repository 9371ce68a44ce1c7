import ArgumentParser
import Stickers

/// Runs a command and turns its errors into exit codes: 0 for success, 1 for findings that fail the run (each
/// command throws this code after its report), 2 for a usage or I/O error, 3 for an internal error.
@main enum Main {
  // This is not `async`, because the runtime would end the main thread at the first suspension. In a static
  // executable, ending a thread costs more than checking ten stickers.
  static func main() {
    prepareProcess()
    let arguments = replacingIsolateRequired(rawArguments())
    do {
      if try Sandbox.runWorkerIfRequested(arguments: arguments, recordPacker: recordPacker(fromCommandLine:))
      {
        return
      }
      if arguments != ["--version"] { _ = try MachinePolicy.currentWithEnvironment() }
      installInterruptHandlers()
      // Scripts run these commands often. Answering them here skips the parser's check of every option.
      if arguments == ["--version"] { return try StandardStream.output.write(Tool.version + "\n") }
      if arguments == ["rules"] { return try RulesCommand.writeRules() }
      try rejectMisspelledCommand(arguments.first)
      try validateHelpTopic(arguments)
      try rejectEmptyValuesAfterEquals(arguments)
      var command = try parseCommand(addingDefaultLintOrHelp(ShortHelp.replacingHelpAll(arguments)))
      if let command = command as? any AsyncParsableCommand {
        try checkDescriptorLimit()
        run(command)
      }
      try command.run()
    } catch {
      exit(after: error)
    }
  }

  /// Parses the command line. If the first word is a command, that command parses the rest by itself, because
  /// a parser that starts at the root first lists the options of all commands three times. If that fails, the
  /// root parses everything again, because its error messages contain the command's full name.
  private static func parseCommand(_ words: [String]) throws -> any ParsableCommand {
    let named = Stickerlint.configuration.subcommands.first { $0.configuration.commandName == words.first }
    if let named, let command = try? named.parseAsRoot(Array(words.dropFirst())),
      ([named] + named.configuration.subcommands).contains(where: { $0 == type(of: command) })
    {
      return command
    }
    return try Stickerlint.parseAsRoot(words)
  }

  /// Returns the packer that a command line describes; nil if its command builds no packs in worker processes.
  private static func recordPacker(fromCommandLine words: [String]) throws -> RecordPacker? {
    try StreamPackCommand.recordPacker(fromCommandLine: words)
      ?? ServeCommand.recordPacker(fromCommandLine: words)
  }

  private static func run(_ command: sending any AsyncParsableCommand) -> Never {
    if #available(macOS 15, *) {
      // This avoids Swift's shared thread pool, which would start three threads even for a single file. With one
      // job, two threads would take turns.
      let hasOneJob = (command as? LintCommand)?.jobs.jobs == 1
      runBlocking(threads: hasOneJob ? 1 : onlineProcessorCount()) { await runToExit(command) }
    } else {
      Task.detached { await runToExit(command) }
    }
    sleepUntilSignal()
  }

  private static func runToExit(_ command: any AsyncParsableCommand) async -> Never {
    do {
      var command = command
      try await command.run()
      exit(0)
    } catch {
      exit(after: error)
    }
  }

  /// Throws if the first word is neither a path nor a command but resembles a command. Without a command, the
  /// first word is a path for `lint`.
  private static func rejectMisspelledCommand(_ word: String?) throws {
    let commands = Stickerlint.commandNames
    guard let word, !word.hasPrefix("-"), !(commands + ["help"]).contains(word),
      try ReadOnlyFileSystem.disk.entryKind(at: Path(argument: word)) == nil
    else { return }
    let near = nearestSimilarNames(to: word, in: commands)
    guard !near.isEmpty else { return }
    let shown = Path(argument: word).displayText
    throw CommandError(
      "there is no command or file named \(shown). Did you mean \(near.joined(separator: " or "))?")
  }

  /// Throws if `help` is followed by something that is not a command. The parser would print the root's help
  /// and exit with 0.
  private static func validateHelpTopic(_ arguments: [String]) throws {
    let commands = Stickerlint.commandNames
    guard arguments.count > 1, arguments[0] == "help", !arguments[1].hasPrefix("-"),
      !(commands + ["help"]).contains(arguments[1])
    else { return }
    let near = nearestSimilarNames(to: arguments[1], in: commands)
    let advice =
      near.isEmpty
      ? "Run `stickerlint help` for a list." : "Did you mean \(near.joined(separator: " or "))?"
    throw CommandError("there is no command named \(Path(argument: arguments[1]).displayText). \(advice)")
  }

  /// Adds the default command: `lint`, or `--help` for `stickerlint` without arguments on a terminal. If this
  /// were a default subcommand, the parser would read all options of `lint` again for each command.
  private static func addingDefaultLintOrHelp(_ arguments: [String]) -> [String] {
    let known = Stickerlint.commandNames + ["help", "--help", "-h", "--version"]
    let parserOptionPrefixes = ["--generate-completion-script", "--experimental-dump-help"]
    guard let word = arguments.first else { return StandardStream.output.isTerminal ? ["--help"] : ["lint"] }
    if known.contains(word) || parserOptionPrefixes.contains(where: { word.hasPrefix($0) }) {
      return arguments
    }
    return ["lint"] + arguments
  }

  /// Rejects `--output= art`, which results from an unset variable. The parser would take the next word as
  /// the value.
  private static func rejectEmptyValuesAfterEquals(_ arguments: [String]) throws {
    let options = arguments.prefix { $0 != "--" }
    guard let empty = options.first(where: { $0.hasPrefix("--") && $0.hasSuffix("=") && $0.count > 3 }),
      empty.dropFirst(2).dropLast().allSatisfy({ $0 == "-" || $0.isLetter })
    else { return }
    throw CommandError("\(UntrustedText(empty).displayText) needs a value after the =")
  }

  private static func exit(after error: any Error) -> Never {
    switch error {
    case let code as ExitCode: exit(code.rawValue)
    case is BrokenPipe: exit(0)
    case let failure as UsageOrIOError:
      printToStandardError(cappedErrorLines(failure.lines))
      exit(UsageOrIOError.exitCode)
    case StickersError.internalError(let reason): exit(after: InternalError(reason))
    case let failure as StickersError:
      printToStandardError(cappedErrorLines(failure.commandLineMessages))
      exit(UsageOrIOError.exitCode)
    case let failure as CommandError:
      printToStandardError(failure.commandLineText.map { "error: \($0)" })
      exit(CommandError.exitCode)
    case let defect as InternalError:
      printToStandardError([
        "internal error in stickerlint \(Tool.version): \(defect.reason). Please report this line, and attach the "
          + "file that caused the error."
      ])
      exit(InternalError.exitCode)
    default:
      let text = Stickerlint.fullMessage(for: error)
      if Stickerlint.exitCode(for: error).isSuccess {  // help, version, completions
        let showsAll = rawArguments().prefix { $0 != "--" }.contains(ShortHelp.helpAllFlag)
        do {
          try StandardStream.output.write((showsAll ? text : ShortHelp.keepingOnlyCommonOptions(text)) + "\n")
          exit(0)
        } catch { exit(after: error) }
      }
      printToStandardError([
        escapedParserMessage(text.hasPrefix("Error: ") ? "error: " + text.dropFirst("Error: ".count) : text)
      ])
      exit(CommandError.exitCode)
    }
  }

  private static func exit(_ code: Int32) -> Never { Stickerlint.exit(withError: ExitCode(code)) }
}

struct Stickerlint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stickerlint",
    abstract: "Check, fix and package iMessage stickers.",
    discussion: """
      Without a command, stickerlint checks files and folders:

        stickerlint art/               check every sticker in art
        stickerlint fix art/           show what can be fixed
        stickerlint info wave.png      show image details
        stickerlint pack art -o out    build variants, manifest and catalog
        stickerlint explain file-size  explain why a rule exists
        stickerlint init               write a commented configuration

      Exit codes: 0 success, 1 findings that fail the run, 2 usage or I/O error, 3 internal error.
      """,
    version: Tool.version,
    subcommands: [
      LintCommand.self, ShardCommand.self, MergeCommand.self, StreamCommand.self, InfoCommand.self,
      FixCommand.self, PackCommand.self,
      PreviewCommand.self,
      RulesCommand.self,
      ExplainCommand.self,
      ConfigCommand.self, InitCommand.self, CacheCommand.self, ServeCommand.self,
    ])

  /// The names of all commands.
  static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }
}

/// Replaces `--isolate=required` with `--isolate-required`, because the parser does not support flags with
/// optional values.
func replacingIsolateRequired(_ arguments: [String]) -> [String] {
  let own = arguments.prefix { $0 != "--" }
  return own.map { $0 == "--isolate=required" ? "--isolate-required" : $0 } + arguments[own.endIndex...]
}
