import ArgumentParser
import StickerIO
import StickerModel
import StickerReport
import StickerRules

struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check files, folders and catalogs; changes nothing.",
    discussion: """
      Examples:
        stickerlint lint Stickers.xcstickers
        stickerlint lint art --format concise --fail-on warning
        stickerlint lint art --format text --format json=report.json
      """)

  @OptionGroup var files: FileOptions
  @OptionGroup var checks: CheckOptions
  @OptionGroup var output: ReportOptions

  func run() async throws {
    let configuration = try checks.configuration()
    let destinations = try output.destinations()
    let found = try files.found()
    try refuseToReplace(found.sources, by: destinations)
    if !output.quiet { tell(found.remarks.map { "note: \($0)" }) }
    let report = await lintWithProgress(
      found.sources, configuration, declarations: found.declarations, jobs: checks.jobCount,
      quiet: output.quiet)
    try write(report, to: destinations, output.style)
    if report.fails { throw ExitCode(1) }
  }
}

/// Lints with a progress line on a terminal.
func lintWithProgress(
  _ sources: [AssetSource], _ configuration: Configuration, declarations: [Path: PackDeclaration] = [:],
  jobs: Int, quiet: Bool
) async -> Report {
  var progress = quiet ? nil : Progress("checked")
  var count = 0
  let report = await lint(sources, configuration, declarations: declarations, jobs: jobs) { _ in
    count += 1
    progress?.advance(to: count, of: sources.count)
  }
  progress?.finish()
  return report
}
