import ArgumentParser
import Stickers

/// Options for the style of text.
struct StyleOptions: ParsableArguments {
  enum WhenToUse: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: "When to use color. With auto, only in a terminal or if FORCE_COLOR is set.")
  var color = WhenToUse.auto
  @Option(
    help: """
      When to link rules to their pages and paths to their files. With auto, only in a terminal that supports \
      hyperlinks, or if FORCE_HYPERLINK is set.
      """)
  var hyperlinks = WhenToUse.auto

  /// Whether text on a stream has color.
  func hasColor(on stream: StandardStream) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: stream.wantsColor
    }
  }

  /// Whether text on a stream has hyperlinks.
  func hasHyperlinks(on stream: StandardStream) -> Bool {
    switch hyperlinks {
    case .always: true
    case .never: false
    case .auto: stream.wantsHyperlinks
    }
  }

  /// Returns the report style for a stream.
  ///
  /// - Parameter hasReusablePaths: whether the paths in the report work as arguments of another command.
  func style(on stream: StandardStream = .output, hasReusablePaths: Bool = true) -> ReportStyle {
    var style = ReportStyle()
    style.hasColor = hasColor(on: stream)
    style.hasHyperlinks = hasHyperlinks(on: stream)
    style.width = stream.columns
    style.hasReusablePaths = hasReusablePaths
    return style
  }
}

/// Options that choose the reports and where to write them.
struct ReportOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Report format: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). Repeatable; =FILE writes to a file, \
      and at most one report can go to standard output.
      """,
      valueName: "name[=file]"))
  var format: [String] = []
  @Flag(name: .shortAndLong, help: "Hide progress and notes, except notes about skipped files.") var quiet =
    false

  /// A format and the file of its report; nil for standard output.
  typealias Destination = (format: ReportFormat, file: BytePath?)

  /// Parses the values of `--format`.
  ///
  /// - Parameter standard: the report to write if the option is not given.
  func destinations(defaultFormat standard: ReportFormat = .text) throws -> [Destination] {
    let wanted = try (format.isEmpty ? [standard.rawValue] : format).map(destination)
    guard wanted.count(where: { $0.file == nil }) <= 1 else {
      throw UsageOrIOError(
        "only one report can go to standard output. Write the others to files: --format json=FILE")
    }
    return wanted
  }

  private func destination(_ text: String) throws -> Destination {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let reportFormat = ReportFormat(rawValue: parts[0]) else {
      let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageOrIOError(
        "there is no report format named \(escaped(parts[0])). Choose one of \(names).")
    }
    guard parts.count == 2 else { return (reportFormat, nil) }
    guard !parts[1].isEmpty else {
      throw UsageOrIOError("--format \(parts[0])= needs a file name after the =")
    }
    guard parts[1] != "-" else {
      throw UsageOrIOError("--format \(parts[0])=-: omit =- to write to standard output")
    }
    return (reportFormat, BytePath(argument: parts[1]))
  }
}

/// Options for how reports list findings.
struct FindingListOptions: ParsableArguments {
  @Flag(help: "Count findings by rule instead of listing them.") var statistics = false
  @Flag(help: "List every file's findings, even if most stickers in a pack share them.")
  var each = false
}

/// The options of a command that writes reports.
struct ReportOptions {
  let output: ReportOutputOptions
  let style: StyleOptions
  let statistics, listsFindingsOfEachFile: Bool

  typealias Destination = ReportOutputOptions.Destination

  /// - Parameter findings: nil if the command lists all findings.
  init(_ output: ReportOutputOptions, _ style: StyleOptions, _ findings: FindingListOptions? = nil) {
    self.output = output
    self.style = style
    statistics = findings?.statistics ?? false
    listsFindingsOfEachFile = findings?.each ?? false
  }

  var quiet: Bool { output.quiet }

  /// Returns the style of a report.
  ///
  /// - Parameters:
  ///   - stream: the stream; nil for a file.
  ///   - hasReusablePaths: whether the paths in the report work as arguments of another command.
  func style(on stream: StandardStream?, hasReusablePaths: Bool) -> ReportStyle {
    var style = stream.map { self.style.style(on: $0) } ?? ReportStyle()
    style.hasReusablePaths = hasReusablePaths
    style.listsEachFile = listsFindingsOfEachFile
    style.showsOnlyFindingCounts = statistics && stream != nil
    style.repositoryRoot = ReportStyle.repositoryRootInCI
    return style
  }

  /// Returns the notes for standard error about the search for files. Includes unsupported art unless the
  /// report on standard output lists it.
  func fileSearchNoteLines(on run: LintRun, _ destinations: [Destination]) -> [String] {
    let isInReport = destinations.contains { destination in
      destination.file == nil && (statistics || [.text, .json].contains(destination.format))
    }
    return noteLines(
      run.skippedFileNotes + (quiet ? [] : run.discoveryNotes) + (isInReport ? [] : run.unsupportedArtNotes))
  }

  func destinationsIncludingStatistics() throws -> [Destination] {
    var wanted = try output.destinations()
    guard statistics else { return wanted }
    // Counts go to standard output, which is unused if every report has a file.
    if !wanted.contains(where: { $0.file == nil }) { wanted.append((.text, nil)) }
    guard wanted.contains(where: { $0.file == nil && isTerminalFormat($0.format) }) else {
      throw UsageOrIOError(
        "--statistics needs the text report. Write the other report to a file: --format json=FILE")
    }
    return wanted
  }
}

func isTerminalFormat(_ format: ReportFormat) -> Bool { [.text, .concise].contains(format) }

/// Writes the reports. Reports that go to files are written first, so that they are complete even if the
/// reader of standard output closes the pipe. A report that cannot be written does not stop the others.
///
/// - Parameter hasReusablePaths: whether the paths in the report work as arguments of another command.
/// - Throws: one error with a line for each report that could not be written.
func writeReportsAndJobSummary(
  _ report: LintReport, to destinations: [ReportOptions.Destination], _ options: ReportOptions,
  hasReusablePaths: Bool = true
) throws {
  let fileStyle = options.style(on: nil, hasReusablePaths: hasReusablePaths)
  var failures: [StickersError] = []
  for (format, file) in destinations {
    guard let file else { continue }
    failures += errors { () throws(StickersError) in try report.write(format, to: file, style: fileStyle) }
  }
  if destinations.contains(where: { $0.format == .github }) {
    failures += errors { () throws(StickersError) in
      if try !report.appendToJobSummary(style: fileStyle), !options.quiet {
        printToStandardError(["note: the job summary is full (limit: 1 MiB), so this run is not in it"])
      }
    }
  }
  var readerLeft: BrokenPipe?
  let style = options.style(on: .output, hasReusablePaths: hasReusablePaths)
  for (format, file) in destinations where file == nil {
    do { try StandardStream.output.write(report.text(format, style: style)) } catch let left as BrokenPipe {
      readerLeft = left
    } catch let failure as StickersError { failures.append(failure) }
  }
  if !failures.isEmpty { throw UsageOrIOError(messages: failures.flatMap(\.commandLineMessages)) }
  if let readerLeft { throw readerLeft }
}

private func errors(thrownBy body: () throws(StickersError) -> Void) -> [StickersError] {
  do throws(StickersError) { try body() } catch { return [error] }
  return []
}
