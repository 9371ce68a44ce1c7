import ArgumentParser
import StickerIO
import StickerModel
import StickerReport
import StickerSettings

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
    var search = try checks.settings.search()
    let destinations = try output.destinations()
    let run = try CheckRun(files, &search, judgesPacks: !checks.settings.noPack)
    try refuseToReplace(run.read, run.settingsRead, by: destinations)
    if !output.quiet { tell(run.remarks.map { "note: \($0)" }) }
    var cache = checks.cache(of: files.named, count: run.sources.count)
    let report = await run.lint(jobs: checks.jobCount, known: &cache.known, quiet: output.quiet)
    defer { cache.save() }
    try write(report, to: destinations, output)
    if report.fails { throw ExitCode(1) }
  }
}

/// Lints with a progress line on a terminal.
func lintWithProgress(
  _ sources: [AssetSource], _ settings: SettingsMap, declarations: [Path: PackDeclaration] = [:],
  catalogs: [CatalogListing] = [], jobs: Int, known: inout KnownResults?, quiet: Bool
) async -> Report {
  var progress = quiet ? nil : Progress("checked")
  var count = 0
  let report = await lint(
    sources, declarations: declarations, catalogs: catalogs, jobs: jobs,
    configuration: { settings.configuration(at: $0) }, known: &known
  ) { _ in
    count += 1
    progress?.advance(to: count, of: sources.count)
  }
  progress?.finish()
  return report
}
