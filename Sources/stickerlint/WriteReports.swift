import Stickers

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
  var failures: [CommandFailure] = []
  for (reporter, file) in destinations {
    guard let file else { continue }
    failures += failure { () throws(CommandFailure) in
      try writeFile(Array(reporter.render(report, in: context).utf8), to: file)
    }
  }
  if destinations.contains(where: { $0.reporter.name == Reporter.github.name }) {
    failures += failure { () throws(CommandFailure) in
      if try !appendJobSummary(report.forPeople(each: options.each), context), !options.quiet {
        tell(["note: the job's summary is full (1 MiB is all that GitHub takes): this run is not in it"])
      }
    }
  }
  var readerLeft: ReaderLeft?
  context.width = standardOutput.columns
  for (reporter, file) in destinations where file == nil {
    let shown =
      options.statistics
      ? Reporter.statistics(style: options.style)
      : reporter.name == Reporter.text.name ? Reporter.text(style: options.style) : reporter
    do { try standardOutput.write(shown.render(report, in: context)) } catch let failure as CommandFailure {
      failures.append(failure)
    } catch let left as ReaderLeft { readerLeft = left }
  }
  if !failures.isEmpty { throw CommandFailure(lines: failures.flatMap(\.lines)) }
  if let readerLeft { throw readerLeft }
}

private func failure(_ body: () throws(CommandFailure) -> Void) -> [CommandFailure] {
  do throws(CommandFailure) { try body() } catch { return [error] }
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
private func appendJobSummary(_ report: Report, _ context: ReportContext) throws(CommandFailure) -> Bool {
  guard let name = environmentVariable("GITHUB_STEP_SUMMARY") else { return true }
  var summary = ""
  try appendFile(at: Path(name)) { length in
    summary = markdownReport(report, atMost: mostSummaryBytes - length - 1, context)
    return Array((length > 0 && !summary.isEmpty ? "\n" : "").utf8) + Array(summary.utf8)
  }
  return !summary.isEmpty
}

/// - Source: GitHub drops the summary of a step that is larger than 1 MiB.
private let mostSummaryBytes = 1 << 20
