import ArgumentParser
import Stickers

struct FixCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Fix what can be fixed; a plan, unless told where to.",
    discussion: """
      Without --lossy every visible pixel and the timing stay; what changes the look or the place of the \
      art is done only where its rule is named. --smallest touches files without findings, too.

      Examples:
        stickerlint fix art                           the plan, and what it costs
        stickerlint fix art --in-place                the files themselves
        stickerlint fix art --lossy --output fixed    as light as it must be
        stickerlint fix a.jpg --lossy --select opaque-background --in-place
        stickerlint fix art --smallest --in-place     PNG and APNG in fewer bytes
        stickerlint fix art --lossy --for signal      what Signal asks for
        stickerlint fix art --check                   in CI: is there anything?
        stickerlint fix - -o - < a.png > b.png        one file, to standard output
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var files: FileOptions
  @Flag(help: "Write the changes into the files themselves.") var inPlace = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write all files of the run into this folder, changed where there is something to fix; - writes one "
        + "file to standard output, and the report to standard error."),
    completion: .directory)
  var output: Path?
  @Flag(help: "Replace files of the output folder that hold something else than is written.")
  var force = false
  @Flag(help: "Allow fixes that people may see: fewer colors, smaller sizes, removed backgrounds.")
  var lossy = false
  @OptionGroup var small: SmallArtOptions
  @Flag(
    help: "Then store every PNG and APNG in the fewest bytes that --effort finds, whatever was found on it.")
  var smallest = false
  @Flag(help: "Show the figures of each file before and after; writes nothing.") var diff = false
  @Flag(help: "Exit with 1 if something would change; writes nothing.") var check = false
  @Option(
    help: ArgumentHelp(
      "How carefully what is fixed is encoded, with --smallest every file: fast, normal (unless given) or "
        + "max."
    ))
  var effort: OptimizingEffort?
  @Option(
    help: ArgumentHelp(
      "What must not go when a file is made lighter: size, frames or colours; repeatable.",
      valueName: "what"))
  var keep: [Keep] = []
  @Option(help: ArgumentHelp("The color that icons are drawn over.", valueName: "#rrggbb"))
  var iconBackground: IconColor?
  @Option(help: "How the plan is written: text or json.") var format = Format.text
  @Option(
    help: "Color: auto, always or never (default: auto, which is on a terminal, or with FORCE_COLOR).")
  var color = ReportOptions.Color.auto
  @Flag(name: .shortAndLong, help: "Hide progress and notes, but not what was left out.") var quiet = false
  @OptionGroup var messengers: MessengerOptions
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var jobs: JobOptions
  @OptionGroup var caching: CacheOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    try messengers.ensureNoProfile(settings.source.profile)
    if inPlace, output != nil { throw ValidationError("--in-place and --output exclude each other") }
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a folder") }
    if force, writesToStandardOutput {
      throw ValidationError("--force is for an output folder, and --output - writes none")
    }
    if force, output == nil { throw ValidationError("--force is for --output: name a folder") }
    let writes = inPlace ? "--in-place" : output == nil ? nil : "--output"
    if let writes, diff || check {
      throw ValidationError("\(diff ? "--diff" : "--check") writes nothing: leave out \(writes)")
    }
    if inPlace, files.readsImageFromStandardInput {
      throw ValidationError("standard input cannot be changed in place: name a folder with --output")
    }
  }

  func run() async throws {
    if smallest { keepLargeFreedMemory() }
    var search = try settingsSearch()
    var request = FixRequest(
      isLossy: lossy, selected: settings.selectedRules, effort: effort ?? .normal, keeps: Set(keep),
      iconBackground: iconBackground?.rgb, wantsSmallest: smallest)
    request.smallArt = small.smallArt
    let destination = try FixDestination(inPlace: inPlace, output: output, force: force, named: files.named)
    let selection = try files.selection()
    let run = try StickerRun(selection, &search, checksPacks: !settings.noPack) {
      destination.isOutput($0)
    }
    printToStandardError(run.notes(quiet: quiet) + (quiet ? [] : effortNote.map { [$0] } ?? []))
    try destination.validateTargets(of: run)
    let service = try isolation.service(jobs: jobs.count, quiet: quiet)
    let cache = caching.cache(of: files.named, count: run.sources.count, quiet: quiet)
    var checked: Report?
    if service.memoryGate == nil {
      // Other processes check and fix. If one of them cannot check a file, no file is written.
      let linter = Linter(run.settings, service: service, cache: cache, jobs: jobs.count)
      checked = await run.lint(linter, quiet: quiet)
      try IsolationOptions.throwFailures(of: service)
    }
    var fixRun = FixRun(
      run: run, request: request, found: checked, destination: destination, service: service, cache: cache)
    await fixRun.run(jobs: jobs.count, quiet: quiet)
    let found = fixRun.found
    fixRun.noteSmallest()
    fixRun.noteMentions()
    let left = await findingsLeft(fixRun, selection, cache)
    cache?.save()
    fixRun.noteLeft(left)
    (fixRun.report.unread, fixRun.report.isolation) = (found.unread, service.isolation)
    fixRun.report.messenger = try messengers.names().first
    try writeReport(fixRun)
    if fixRun.report.hasFailures { throw ExitCode(UsageError.exitCode) }
    // A plan changes no file: what fails the run is still in them.
    let fails = fixRun.report.purpose == .plan ? found.fails : left.fails
    if fails || (check && fixRun.report.changesAnything) { throw ExitCode(1) }
  }

  /// A note for people who give `--effort` and may want `--smallest`.
  private var effortNote: String? {
    guard effort != nil, !smallest else { return nil }
    return "note: --effort is for what is fixed; with --smallest every file takes the fewest bytes"
  }

  /// Searches for settings without the rule about wasteful encoding if every file is optimized anyway.
  private func settingsSearch() throws -> SettingsSearch {
    let names = try messengers.names()
    guard names.count < 2 else {
      throw UsageError("a file is fixed for one messenger at a time: name one with --for")
    }
    return try settings.searchForFixes(
      leavingOut: smallest ? RuleID.wastefulEncoding : nil, for: names.first)
  }

  /// Returns the findings after fixing. Files that were changed in place are read from disk again,
  /// except named files that were renamed.
  ///
  /// - Parameter selection: the files of the run. A list on standard input can be read only once.
  private func findingsLeft(
    _ fixRun: FixRun, _ selection: FileSelection, _ cache: ResultCache?
  ) async -> Report {
    if inPlace, fixRun.report.changesAnything, var search = try? settingsSearch(),
      let run = try? StickerRun(selection, &search, checksPacks: !settings.noPack)
    {
      let linter = Linter(run.settings, service: fixRun.service, cache: cache, jobs: jobs.count)
      return await run.lint(linter, quiet: true)
    }
    return await fixRun.reportAfter(jobs: jobs.count)
  }

  private var writesToStandardOutput: Bool { output == FixDestination.standardOutput }

  /// Writes the report. If the fixed file goes to standard output, writes the report to standard error, or with
  /// `--quiet` only what is left out.
  private func writeReport(_ fixRun: FixRun) throws {
    guard writesToStandardOutput else {
      return try standardOutput.write(rendered(fixRun.report, on: standardOutput))
    }
    if quiet {
      printToStandardError(fixRun.run.notesOnUnreadArt)
    } else {
      try standardError.write(rendered(fixRun.report, on: standardError))
    }
    if let bytes = fixRun.destination.streamed { try standardOutput.write(bytes) }
  }

  private func rendered(_ report: FixReport, on stream: StandardStream) -> String {
    switch format {
    case .json: fixJSON(report)
    case .text: fixText(report, style: textStyle(color, on: stream), comparesStats: diff)
    }
  }
}
