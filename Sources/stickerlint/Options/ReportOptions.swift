import ArgumentParser
import Stickers

/// Options for the style of text.
struct StyleOptions: ParsableArguments {
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: "When to use color. With auto, only in a terminal or if FORCE_COLOR is set.")
  var color = Choice.auto
  @Option(
    help: """
      When to link rules to their pages and paths to their files. With auto, only in a terminal that supports \
      hyperlinks, or if FORCE_HYPERLINK is set.
      """)
  var hyperlinks = Choice.auto

  /// Returns the text style for a stream.
  ///
  /// - Parameter hasReusablePaths: whether the paths in the text can be linked, because they are paths of files.
  func style(on stream: StandardStream = standardOutput, hasReusablePaths: Bool = true) -> TextStyle {
    let links =
      hasHyperlinks(on: stream)
      ? HyperlinkContext(
        host: hostName(), workingFolder: hasReusablePaths ? FileSystem.disk.realPath(of: Path(".")) : nil)
      : nil
    return TextStyle(hasColor: hasColor(on: stream), hyperlinks: links)
  }

  /// - Source: no-color.org, force-color.org, bixense.com/clicolors. `NO_COLOR` wins, an empty variable
  ///   counts as unset, and `CLICOLOR_FORCE=0` does not force color.
  private func hasColor(on stream: StandardStream) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      if environmentVariable("NO_COLOR") != nil { return false }
      let isForced =
        environmentVariable("FORCE_COLOR").map { $0 != "0" && $0 != "false" }
        ?? environmentVariable("CLICOLOR_FORCE").map { $0 != "0" } ?? false
      return isForced || stream.isTerminal
    }
  }

  private func hasHyperlinks(on stream: StandardStream) -> Bool {
    switch hyperlinks {
    case .always: true
    case .never: false
    case .auto: writesHyperlinks(toTerminal: stream.isTerminal)
    }
  }
}

/// Options that choose the reports and where to write them.
struct ReportOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Report format: \(Reporter.all.map(\.name).joined(separator: ", ")). Repeatable; =FILE writes to a file, \
      and at most one report can go to standard output.
      """,
      valueName: "name[=file]"))
  var format: [String] = []
  @OptionGroup var styleOptions: StyleOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes, except notes about skipped files.") var quiet =
    false

  /// A reporter and its file; nil for standard output.
  typealias Destination = (reporter: Reporter, file: Path?)

  /// Parses the values of `--format`.
  ///
  /// - Parameter standard: the report to write if the option is not given.
  func destinations(standard: Reporter = .text) throws -> [Destination] {
    let wanted = try (format.isEmpty ? [standard.name] : format).map(destination)
    guard wanted.count(where: { $0.file == nil }) <= 1 else {
      throw CommandError(
        "only one report can go to standard output. Write the others to files: --format json=FILE")
    }
    return wanted
  }

  private func destination(_ text: String) throws -> Destination {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let reporter = Reporter.all.first(where: { $0.name == parts[0] }) else {
      let names = Reporter.all.map(\.name).joined(separator: ", ")
      throw CommandError(
        "there is no report format named \(UntrustedText(parts[0]).displayText). Choose one of \(names).")
    }
    guard parts.count == 2 else { return (reporter, nil) }
    guard !parts[1].isEmpty else {
      throw CommandError("--format \(parts[0])= needs a file name after the =")
    }
    guard parts[1] != "-" else {
      throw CommandError("--format \(parts[0])=-: omit =- to write to standard output")
    }
    return (reporter, Path(argument: parts[1]))
  }
}

/// Options for the reports of commands that can also count findings.
struct ReportOptions: ParsableArguments {
  @OptionGroup var outputOptions: ReportOutputOptions
  @Flag(help: "Count findings by rule instead of listing them.") var statistics = false
  @Flag(help: "List every file's findings, even if most stickers in a pack share them.")
  var each = false

  typealias Destination = ReportOutputOptions.Destination

  init() {}

  /// Creates options that list findings instead of counting them.
  init(_ writing: ReportOutputOptions) { (self.outputOptions, statistics, each) = (writing, false, false) }

  var quiet: Bool { outputOptions.quiet }

  /// Returns the style of the text report on standard output.
  func style(hasReusablePaths: Bool) -> TextStyle {
    outputOptions.styleOptions.style(hasReusablePaths: hasReusablePaths)
  }

  /// Returns the notes for standard error about how the files were found. Includes unreadable art unless the
  /// report on standard output lists it.
  func notes(on run: StickerRun, _ destinations: [Destination]) -> [String] {
    let isInReport = destinations.contains { destination in
      destination.file == nil
        && (statistics || [Reporter.text.name, Reporter.json.name].contains(destination.reporter.name))
    }
    return run.notes(quiet: quiet) + (isInReport ? [] : run.unsupportedArtNotes)
  }

  func destinations() throws -> [Destination] {
    var wanted = try outputOptions.destinations()
    guard statistics else { return wanted }
    // Counts go to standard output, which is unused if every report has a file.
    if !wanted.contains(where: { $0.file == nil }) { wanted.append((.text, nil)) }
    guard wanted.contains(where: { $0.file == nil && isTerminalFormat($0.reporter) }) else {
      throw CommandError(
        "--statistics needs the text report. Write the other report to a file: --format json=FILE")
    }
    return wanted
  }
}

func isTerminalFormat(_ reporter: Reporter) -> Bool {
  [Reporter.text.name, Reporter.concise.name].contains(reporter.name)
}

/// Throws if a report or a baseline would overwrite a checked file, a configuration file or another report.
///
/// - Parameter settings: the configuration files of the run, with symbolic links resolved.
func validateOutputFiles(
  checkedFiles checked: [Path], configurationFiles settings: [Path], outputFiles files: [Path]
) throws {
  guard Set(files.map { FileSystem.disk.realPath(of: $0) }).count == files.count else {
    throw CommandError("two reports would be written to the same file. Specify a different file for each.")
  }
  for file in files where try FileSystem.disk.entryKind(at: file) != nil {
    let place = FileSystem.disk.realPath(of: file)
    if settings.contains(place) {
      throw CommandError(
        "\(file.displayText) is a configuration file of this run. Write the report to another file.")
    }
    if checked.contains(where: { FileSystem.disk.realPath(of: $0) == place }) {
      throw CommandError(
        "\(file.displayText) is one of the checked files. Write the report to another file.")
    }
  }
}

/// Writes the reports. Reports that go to files are written first, so that they are complete even if the
/// reader of standard output closes the pipe. A report that cannot be written does not stop the others.
///
/// - Parameters:
///   - hasReusablePaths: whether another command can open the files by the paths in the report.
///   - messenger: the messenger whose limits were checked; nil if none was named.
/// - Throws: one error with a line for each report that could not be written.
func writeReport(
  _ report: Report, to destinations: [ReportOptions.Destination], _ options: ReportOptions,
  hasReusablePaths: Bool = true, messenger: String? = nil
) throws {
  var context = reportContext()
  (context.listsEachFile, context.hasReusablePaths, context.messenger) = (
    options.each, hasReusablePaths, messenger
  )
  var failures: [CommandError] = []
  for (reporter, file) in destinations {
    guard let file else { continue }
    failures += commandErrors { () throws(CommandError) in
      try FileWriter.shared.writeFile(Array(reporter.render(report, in: context).utf8), to: file)
    }
  }
  if destinations.contains(where: { $0.reporter.name == Reporter.github.name }) {
    failures += commandErrors { () throws(CommandError) in
      if try !appendJobSummary(report.grouped(listsEveryFile: options.each), context), !options.quiet {
        printToStandardError([
          "note: the job summary is full (limit: 1 MiB), so this run is not in it"
        ])
      }
    }
  }
  var readerLeft: BrokenPipe?
  context.terminalWidth = standardOutput.columns
  let style = options.style(hasReusablePaths: hasReusablePaths)
  for (reporter, file) in destinations where file == nil {
    let shown =
      options.statistics
      ? Reporter.statistics(style: style)
      : reporter.name == Reporter.text.name ? Reporter.text(style: style) : reporter
    do { try standardOutput.write(shown.render(report, in: context)) } catch let failure as CommandError {
      failures.append(failure)
    } catch let left as BrokenPipe { readerLeft = left }
  }
  if !failures.isEmpty { throw CommandError(lines: failures.flatMap(\.lines)) }
  if let readerLeft { throw readerLeft }
}

private func commandErrors(thrownBy body: () throws(CommandError) -> Void) -> [CommandError] {
  do throws(CommandError) { try body() } catch { return [error] }
  return []
}

/// Returns the context for reports. In CI, environment variables specify the root of the repository, so a job
/// that runs in a subfolder still reports paths relative to that root.
private func reportContext() -> ReportContext {
  let root = environmentVariable("GITHUB_WORKSPACE") ?? environmentVariable("CI_PROJECT_DIR")
  return ReportContext(
    rules: Rule.all, workingFolder: FileSystem.disk.realPath(of: Path(".")),
    repositoryRoot: root.map { FileSystem.disk.realPath(of: Path($0)) })
}

/// Adds a table to the job summary on GitHub Actions.
///
/// - Returns: false if the summary has no room for the table.
private func appendJobSummary(_ report: Report, _ context: ReportContext) throws(CommandError) -> Bool {
  guard let name = environmentVariable("GITHUB_STEP_SUMMARY") else { return true }
  var summary = ""
  try FileWriter.shared.appendToFile(at: Path(name)) { length in
    summary = markdownReport(report, atMost: maxJobSummaryBytes - length - 1, context)
    return Array((length > 0 && !summary.isEmpty ? "\n" : "").utf8) + Array(summary.utf8)
  }
  return !summary.isEmpty
}

/// - Source: GitHub drops a step's summary if it is larger than 1 MiB.
private let maxJobSummaryBytes = 1 << 20
