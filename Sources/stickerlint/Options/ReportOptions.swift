import ArgumentParser
import Stickers

/// How findings are written, and where.
struct WritingOptions: ParsableArguments {
  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(
    help: ArgumentHelp(
      """
      How findings are written: \(Reporter.all.map(\.name).joined(separator: ", ")); repeatable, with =FILE \
      into a file (one goes to standard output).
      """,
      valueName: "name[=file]"))
  var format: [String] = []
  @Option(help: "Color: auto, always or never (default: auto, which is on a terminal, or with FORCE_COLOR).")
  var color = Color.auto
  @Flag(name: .shortAndLong, help: "Hide progress and notes, but not what was left out.") var quiet = false

  /// A reporter and the file it writes; nil is standard output.
  typealias Destination = (reporter: Reporter, file: Path?)

  /// - Parameter standard: the report where none is named.
  func destinations(standard: Reporter = .text) throws -> [Destination] {
    let wanted = try (format.isEmpty ? [standard.name] : format).map(destination)
    guard wanted.count(where: { $0.file == nil }) <= 1 else {
      throw UsageError(
        "only one report can go to standard output: give the others a file, --format json=FILE")
    }
    return wanted
  }

  private func destination(_ text: String) throws -> Destination {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let reporter = Reporter.all.first(where: { $0.name == parts[0] }) else {
      let names = Reporter.all.map(\.name).joined(separator: ", ")
      throw UsageError("there is no report \(Untrusted(parts[0]).displayText): choose one of \(names)")
    }
    guard parts.count == 2 else { return (reporter, nil) }
    guard !parts[1].isEmpty else {
      throw UsageError("--format \(parts[0])= needs a file's name behind the =")
    }
    guard parts[1] != "-" else {
      throw UsageError("--format \(parts[0]) without =- goes to standard output")
    }
    return (reporter, Path(argument: parts[1]))
  }

  var style: TextStyle { textStyle(color) }
}

/// How findings are written or counted, and where.
struct ReportOptions: ParsableArguments {
  @OptionGroup var writing: WritingOptions
  @Flag(help: "Count findings by rule instead of listing them.") var statistics = false
  @Flag(help: "List every file's own findings, also those that most stickers of a pack share.")
  var each = false

  typealias Color = WritingOptions.Color
  typealias Destination = WritingOptions.Destination

  init() {}

  /// The same, and nothing is counted.
  init(_ writing: WritingOptions) { (self.writing, statistics, each) = (writing, false, false) }

  var quiet: Bool { writing.quiet }
  var style: TextStyle { writing.style }

  /// Returns the notes for standard error about how the files were found. Includes unreadable art unless the
  /// report on standard output lists it.
  func notes(on run: StickerRun, _ destinations: [Destination]) -> [String] {
    let isInReport = destinations.contains { destination in
      destination.file == nil
        && (statistics || [Reporter.text.name, Reporter.json.name].contains(destination.reporter.name))
    }
    return run.notes(quiet: quiet) + (isInReport ? [] : run.notesOnUnreadArt)
  }

  func destinations() throws -> [Destination] {
    var wanted = try writing.destinations()
    guard statistics else { return wanted }
    // Counts are for standard output; where every report has a file, that is free.
    if !wanted.contains(where: { $0.file == nil }) { wanted.append((.text, nil)) }
    guard wanted.contains(where: { $0.file == nil && isForPeople($0.reporter) }) else {
      throw UsageError(
        "--statistics goes with the text report: give the other report a file, --format json=FILE")
    }
    return wanted
  }
}

/// Returns the text style for a stream.
///
/// - Source: no-color.org, force-color.org, bixense.com/clicolors. `NO_COLOR` wins, an empty variable counts
///   as unset, and `CLICOLOR_FORCE=0` forces nothing.
func textStyle(
  _ color: ReportOptions.Color, on stream: StandardStream = standardOutput
) -> TextStyle {
  switch color {
  case .always: return .ansi
  case .never: return .plain
  case .auto:
    if environmentVariable("NO_COLOR") != nil { return .plain }
    let isForced =
      environmentVariable("FORCE_COLOR").map { $0 != "0" && $0 != "false" }
      ?? environmentVariable("CLICOLOR_FORCE").map { $0 != "0" } ?? false
    return isForced || stream.isTerminal ? .ansi : .plain
  }
}

func isForPeople(_ reporter: Reporter) -> Bool {
  [Reporter.text.name, Reporter.concise.name].contains(reporter.name)
}

/// Stops a report or a baseline from taking the place of a file that is checked, or that says how.
///
/// - Parameter settings: configurations that were read, without links.
func validateOutputFiles(
  _ checked: [Path], _ settings: [Path], by files: [Path]
) throws {
  guard Set(files.map { FileSystem.disk.realPath(of: $0) }).count == files.count else {
    throw UsageError("two reports would be written to one file: give each its own")
  }
  for file in files where try FileSystem.disk.entryKind(at: file) != nil {
    let place = FileSystem.disk.realPath(of: file)
    if settings.contains(place) {
      throw UsageError(
        "\(file.displayText) says how this run is done: name another file for the report")
    }
    if checked.contains(where: { FileSystem.disk.realPath(of: $0) == place }) {
      throw UsageError(
        "\(file.displayText) is one of the files that are checked: name another file for the report")
    }
  }
}

/// Writes each report to its place: files first, so that a reader of standard output who leaves loses none.
/// One that cannot be written stops none of the others.
///
/// - Parameter namesFiles: whether another command finds the files by their paths.
/// - Parameter messenger: whom the files were judged for, where somebody was named.
/// - Throws: everything that could not be written, a line each.
func write(
  _ report: Report, to destinations: [ReportOptions.Destination], _ options: ReportOptions,
  namesFiles: Bool = true, messenger: String? = nil
) throws {
  var context = reportContext()
  (context.listsEach, context.namesFiles, context.messenger) = (options.each, namesFiles, messenger)
  var failures: [UsageError] = []
  for (reporter, file) in destinations {
    guard let file else { continue }
    failures += failure { () throws(UsageError) in
      try FileWriter.shared.writeFile(Array(reporter.render(report, in: context).utf8), to: file)
    }
  }
  if destinations.contains(where: { $0.reporter.name == Reporter.github.name }) {
    failures += failure { () throws(UsageError) in
      if try !appendJobSummary(report.grouped(each: options.each), context), !options.quiet {
        printToStandardError([
          "note: the job's summary is full (1 MiB is all that GitHub takes): this run is not in it"
        ])
      }
    }
  }
  var readerLeft: BrokenPipe?
  context.width = standardOutput.columns
  for (reporter, file) in destinations where file == nil {
    let shown =
      options.statistics
      ? Reporter.statistics(style: options.style)
      : reporter.name == Reporter.text.name ? Reporter.text(style: options.style) : reporter
    do { try standardOutput.write(shown.render(report, in: context)) } catch let failure as UsageError {
      failures.append(failure)
    } catch let left as BrokenPipe { readerLeft = left }
  }
  if !failures.isEmpty { throw UsageError(lines: failures.flatMap(\.lines)) }
  if let readerLeft { throw readerLeft }
}

private func failure(_ body: () throws(UsageError) -> Void) -> [UsageError] {
  do throws(UsageError) { try body() } catch { return [error] }
  return []
}

/// Where the run takes place: continuous integration says where the repository begins, so that a job which
/// works in a folder of it still names files as the forge knows them.
private func reportContext() -> ReportContext {
  let root = environmentVariable("GITHUB_WORKSPACE") ?? environmentVariable("CI_PROJECT_DIR")
  return ReportContext(
    rules: Rule.all, workingFolder: FileSystem.disk.realPath(of: Path(".")),
    sourceRoot: root.map { FileSystem.disk.realPath(of: Path($0)) })
}

/// Adds a table to the summary of a job on GitHub, where one is asked for.
///
/// - Returns: false where the summary had no room for it.
private func appendJobSummary(_ report: Report, _ context: ReportContext) throws(UsageError) -> Bool {
  guard let name = environmentVariable("GITHUB_STEP_SUMMARY") else { return true }
  var summary = ""
  try FileWriter.shared.appendFile(at: Path(name)) { length in
    summary = markdownReport(report, atMost: maxSummaryBytes - length - 1, context)
    return Array((length > 0 && !summary.isEmpty ? "\n" : "").utf8) + Array(summary.utf8)
  }
  return !summary.isEmpty
}

/// - Source: GitHub drops the summary of a step that is larger than 1 MiB.
private let maxSummaryBytes = 1 << 20
