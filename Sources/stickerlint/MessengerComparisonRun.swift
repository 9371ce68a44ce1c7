import ArgumentParser
import Stickers

/// Lints for several messengers, and writes one report with a row for each sticker.
struct MessengerComparisonRun {
  private let command: LintCommand
  private let messengers: [Profile]

  init(_ command: LintCommand, _ messengers: [Profile]) {
    self.command = command
    self.messengers = messengers
  }

  func run() async throws {
    try validateOptions()
    let destinations = try command.reportOptions.destinationsIncludingStatistics()
    for destination in destinations { try validateFormat(destination.format) }
    var selection = try command.files.selectionReadingStdinPaths()
    try command.artPreparationOptions.apply(to: &selection)
    let runs = try command.linter(overridingProfile: nil).findFiles(selection, for: messengers)
    try command.validateOutputPaths(of: runs, destinations)
    if let run = runs.first {
      printToStandardError(command.reportOptions.fileSearchNoteLines(on: run, destinations))
    }
    let reports = try await LintRun.lint(runs, progress: command.reportOptions.quiet ? .none : .terminal)
    let comparison = MessengerComparison(reports)
    for (format, file) in destinations {
      let style = command.reportOptions.style(
        on: file == nil ? .output : nil, hasReusablePaths: command.hasReusablePaths)
      if let file {
        try comparison.write(format, to: file, style: style)
      } else if let text = comparison.text(format, style: style) {
        do { try StandardStream.output.write(text) } catch is BrokenPipe {}
      }
    }
    for report in reports { try report.ensureComplete() }
    if reports.contains(where: \.failsRun) { throw ExitCode(1) }
  }

  /// Throws if an option needs a single messenger.
  private func validateOptions() throws {
    if command.newFindingOptions.requiresSingleMessenger(command.baselineOptions) {
      throw UsageOrIOError(
        "baselines and --changed-since work with one messenger only. Choose one with --for.")
    }
    if command.reportOptions.statistics { throw UsageOrIOError("--statistics works with one messenger only") }
  }

  private func validateFormat(_ format: ReportFormat) throws {
    guard !MessengerComparison.formats.contains(format) else { return }
    throw UsageOrIOError(
      "--format \(format.rawValue) works with one messenger only. For several, use text, json, markdown or html."
    )
  }
}
