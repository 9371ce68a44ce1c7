public import ArgumentParser
public import Stickers

/// The one place where errors become exit codes: 0 clean, 1 findings (each command throws it after its
/// report), 2 could not do what was asked, 3 a defect of ours.
@main enum Main {
  // Not `async`: the runtime would end the main thread at the first suspension. In a static executable, ending a
  // thread costs more than checking ten stickers.
  static func main() {
    prepareProcess()
    let arguments = commandLine(rawArguments())
    do {
      let isWorker = arguments.first == WorkerMain.argument
      // A worker that builds packs reads the policy before its sandbox hides the file.
      if arguments != ["--version"], !isWorker || arguments.dropFirst().first == WorkerMain.Kind.pack.rawValue
      {
        _ = try Policy.current()
      }
      if isWorker { return try WorkerMain.run(Array(arguments.dropFirst()), build: packBuild(of:)) }
      installInterruptHandlers()
      // Scripts ask for these again and again: they do not wait for the parser to look at every option.
      if arguments == ["--version"] { return try standardOutput.write(Tool.version + "\n") }
      if arguments == ["rules"] { return try RulesCommand.list() }
      try validateCommand(arguments.first)
      try validateHelpTopic(arguments)
      try validateOptionValues(arguments)
      var command = try parsed(withCommand(ShortHelp.replacingHelpAll(arguments)))
      if let command = command as? any AsyncParsableCommand {
        try refuseScarceDescriptors()
        run(command)
      }
      try command.run()
    } catch {
      exit(after: error)
    }
  }

  /// The command that words ask for. One that is named is asked by itself: from the root, the parser makes
  /// lists of all of its options three times before it reads one. What is wrong is told from the root, with
  /// all names.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    let named = Stickerlint.configuration.subcommands.first { $0.configuration.commandName == words.first }
    if let named, let command = try? named.parseAsRoot(Array(words.dropFirst())),
      ([named] + named.configuration.subcommands).contains(where: { $0 == type(of: command) })
    {
      return command
    }
    return try Stickerlint.parseAsRoot(words)
  }

  /// How the words of a command line have packs built; nil where they ask for something else.
  private static func packBuild(of words: [String]) throws -> RecordBuild? {
    try StreamPackCommand.build(of: words) ?? ServeCommand.build(of: words)
  }

  private static func run(_ command: sending any AsyncParsableCommand) -> Never {
    if #available(macOS 15, *) {
      // The shared pool would start three threads for a single file.
      runBlocking(threads: processorCount()) { await runToExit(command) }
    } else {
      Task.detached { await runToExit(command) }
    }
    waitForTheEnd()
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

  /// Without a command the first word is taken for a path: a mistyped command is told apart here, before its
  /// options are taken for those of `lint`.
  private static func validateCommand(_ word: String?) throws {
    let commands = Stickerlint.commandNames
    guard let word, !word.hasPrefix("-"), !(commands + ["help"]).contains(word),
      try FileSystem.disk.entryKind(at: Path(argument: word)) == nil
    else { return }
    let near = nearestNames(to: word, in: commands)
    guard !near.isEmpty else { return }
    let shown = Path(argument: word).displayText
    throw UsageError(
      "there is no command and no file \(shown): did you mean \(near.joined(separator: " or "))?")
  }

  /// Help is asked for with a command behind it: of another word the parser would show the help of all, and
  /// end well.
  private static func validateHelpTopic(_ arguments: [String]) throws {
    let commands = Stickerlint.commandNames
    guard arguments.count > 1, arguments[0] == "help", !arguments[1].hasPrefix("-"),
      !(commands + ["help"]).contains(arguments[1])
    else { return }
    let near = nearestNames(to: arguments[1], in: commands)
    let meant = near.isEmpty ? nil : "did you mean \(near.joined(separator: " or "))?"
    throw UsageError(
      "there is no command \(Path(argument: arguments[1]).displayText): \(meant ?? "`stickerlint help` lists all")"
    )
  }

  /// The words with the command that they mean: without one, files are checked. Whoever types the bare name
  /// at a terminal wants to know what there is. Where the parser itself knows
  /// that, it looks through all options of `lint` again for each command.
  private static func withCommand(_ arguments: [String]) -> [String] {
    let known = Stickerlint.commandNames + ["help", "--help", "-h", "--version"]
    let isOfParser = ["--generate-completion-script", "--experimental-dump-help"]
    guard let word = arguments.first else { return standardOutput.isTerminal ? ["--help"] : ["lint"] }
    if known.contains(word) || isOfParser.contains(where: { word.hasPrefix($0) }) { return arguments }
    return ["lint"] + arguments
  }

  /// `--output= art`: the parser would take the next word for the value. Variables that are not set do that.
  private static func validateOptionValues(_ arguments: [String]) throws {
    let options = arguments.prefix { $0 != "--" }
    guard let empty = options.first(where: { $0.hasPrefix("--") && $0.hasSuffix("=") && $0.count > 3 }),
      empty.dropFirst(2).dropLast().allSatisfy({ $0 == "-" || $0.isLetter })
    else { return }
    throw UsageError("\(Untrusted(empty).displayText) needs a value behind the =")
  }

  private static func exit(after error: any Error) -> Never {
    switch error {
    case let code as ExitCode: exit(code.rawValue)
    case is BrokenPipe: exit(0)
    case let failure as UsageError:
      printToStandardError(failure.commandLineText.map { "error: \($0)" })
      exit(UsageError.exitCode)
    case let defect as InternalError:
      printToStandardError([
        "stickerlint \(Tool.version) has a defect: \(defect.reason). Please report this line, with the file."
      ])
      exit(InternalError.exitCode)
    default:
      let text = Stickerlint.fullMessage(for: error)
      if Stickerlint.exitCode(for: error).isSuccess {  // help, version, completions
        let showsAll = rawArguments().prefix { $0 != "--" }.contains(ShortHelp.all)
        do {
          try standardOutput.write((showsAll ? text : ShortHelp.shortened(text)) + "\n")
          exit(0)
        } catch { exit(after: error) }
      }
      printToStandardError([
        shownMessage(text.hasPrefix("Error: ") ? "error: " + text.dropFirst("Error: ".count) : text)
      ])
      exit(UsageError.exitCode)
    }
  }

  private static func exit(_ code: Int32) -> Never { Stickerlint.exit(withError: ExitCode(code)) }
}

struct Stickerlint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stickerlint",
    abstract: "Checks stickers for iMessage and builds packs of them.",
    discussion: """
      Without a command, files and folders are checked:

        stickerlint art/               check every sticker below art
        stickerlint fix art/           what can be fixed, and what that costs
        stickerlint info wave.png      what is in a file
        stickerlint pack art -o out    build variants, manifest and catalog
        stickerlint explain file-size  why a rule exists and what to do
        stickerlint init               write a commented configuration

      Exit codes: 0 good, 1 findings that fail the run, 2 could not be done, 3 a defect of ours.
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

  /// What the first word can be, where it is no path.
  static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }
}

extension Severity: ExpressibleByArgument {}

extension Role: ExpressibleByArgument {}

/// A path as it stands on the command line; bytes that are no UTF-8 survive.
extension Path: ExpressibleByArgument {
  /// How help shows it.
  public var defaultValueDescription: String { displayText }
}

extension ProjectTemplate: ExpressibleByArgument {}

extension VariantSelection: ExpressibleByArgument {
  /// The sizes that an argument names: `2x`, also as `@2x`.
  package init?(argument: String) {
    self.init(rawValue: argument.hasPrefix("@") ? String(argument.dropFirst()) : argument)
  }
}

extension BaselineMatch: ExpressibleByArgument {}

extension OptimizingEffort: ExpressibleByArgument {}

extension Keep: ExpressibleByArgument {
  /// What an argument keeps: `colours`, also as `colors`.
  package init?(argument: String) { self.init(rawValue: argument == "colors" ? "colours" : argument) }
}

/// What a contact sheet is laid on: a color, or a background that `low-contrast` judges by, by its name.
struct SheetBackground: ExpressibleByArgument {
  let background: TestBackground

  init?(argument: String) {
    if let known = TestBackground.all.first(where: { $0.name == argument }) {
      background = known
    } else if let color = IconColor(argument: argument) {
      background = .flat(argument, color.rgb)
    } else {
      return nil
    }
  }
}

extension TestBackground {
  /// The names of all: `white, black …`.
  static var names: String { all.map(\.name).joined(separator: ", ") }
}

/// A color as a flag gives it: `#RRGGBB`.
struct IconColor: ExpressibleByArgument {
  let rgb: UInt32

  init?(argument: String) {
    guard let rgb = rgbColor(argument.hasPrefix("#") ? argument : "#" + argument) else { return nil }
    self.rgb = rgb
  }
}

/// The words that the parser takes: an option with a value cannot be a flag as well, so `--isolate=required` is
/// `--isolate-required` to it.
func commandLine(_ arguments: [String]) -> [String] {
  let own = arguments.prefix { $0 != "--" }
  return own.map { $0 == "--isolate=required" ? "--isolate-required" : $0 } + arguments[own.endIndex...]
}
