import ArgumentParser
import Stickers

/// Lints for several messengers, and writes one report with a row for each sticker.
struct MessengerLintRun {
  private let command: LintCommand
  private let messengers: [String]

  init(_ command: LintCommand, _ messengers: [String]) {
    self.command = command
    self.messengers = messengers
  }

  func run() async throws {
    try validateOptions()
    let destinations = try command.output.destinations()
    let writers = try destinations.map { try renderer(of: $0.reporter) }
    // Standard input can be read only once, so all runs use the same selection.
    var selection = try command.files.selection()
    // The programs that draw art are the same for all messengers.
    var search = try command.settings.configurationSearch(for: messengers[0])
    selection.preparation = try command.rendering.preparation(&search, command.files.namedPaths)
    var lenient = selection
    // The folder may contain only files that are meant for one of the messengers, such as animations.
    lenient.allowsNoImages = true
    let runs = try messengers.map { try makeRun(for: $0, lenient) }
    if runs.allSatisfy(\.sources.isEmpty) { _ = try makeRun(for: messengers[0], selection) }
    let written = destinations.compactMap(\.file)
    for run in runs {
      try validateOutputFiles(
        checkedFiles: run.inputPaths, configurationFiles: run.configurationFilesRead, outputFiles: written)
    }
    if let run = runs.first { printToStandardError(command.output.notes(on: run, destinations)) }
    let jobs = command.jobs.jobCount
    let service = try command.isolation.makeService(jobs: jobs, quiet: command.output.quiet)
    let reports = await lintForMessengers(
      runs, jobs: jobs, progress: ProgressOutput(quiet: command.output.quiet), service: service)
    let report = MessengerReport(messengers, reports)
    for (destination, write) in zip(destinations, writers) {
      let text = write(report, destination.file == nil)
      if let file = destination.file {
        try FileWriter.shared.writeFile(Array(text.utf8), to: file)
      } else {
        do { try standardOutput.write(text) } catch is BrokenPipe {}
      }
    }
    try IsolationOptions.throwIfIncomplete(service)
    if reports.contains(where: \.failsRun) { throw ExitCode(1) }
  }

  private func makeRun(for messenger: String, _ files: FileSelection) throws -> StickerRun {
    var search = try command.settings.configurationSearch(for: messenger)
    return try StickerRun(files, &search, checksPacks: !command.settings.noPack)
  }

  /// Throws if an option needs a single messenger.
  private func validateOptions() throws {
    let baseline = command.baseline
    if baseline.requiresSingleMessenger {
      throw CommandError("baselines and --changed-since work with one messenger only. Choose one with --for.")
    }
    if command.output.statistics { throw CommandError("--statistics works with one messenger only") }
  }

  /// - Returns: a function that renders the report for standard output (true) or a file (false).
  private func renderer(of reporter: Reporter) throws -> (MessengerReport, Bool) -> String {
    switch reporter.name {
    case "text": renderText
    case "json": { report, _ in messengerJSON(report) }
    case "markdown": { report, _ in messengerMarkdown(report) }
    case "html": { report, _ in messengerHTML(report) }
    default:
      throw CommandError(
        "--format \(reporter.name) works with one messenger only. For several, use text, json, markdown "
          + "or html."
      )
    }
  }

  private func renderText(_ report: MessengerReport, isStandardOutput: Bool) -> String {
    var context = ReportContext()
    context.listsEachFile = command.output.each
    context.hasReusablePaths = !command.files.readsImageFromStandardInput
    if isStandardOutput { context.terminalWidth = standardOutput.columns }
    let style = isStandardOutput ? command.output.style(hasReusablePaths: context.hasReusablePaths) : .plain
    return messengerText(report, style, context)
  }
}
