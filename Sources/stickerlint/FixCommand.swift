import ArgumentParser
import Stickers

struct FixCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Fix findings (dry run unless --in-place or --output).",
    discussion: """
      Without --lossy, every visible pixel and the timing stay the same. Fixes that move the art or change its \
      look run only if --select names their rule. --smallest also rewrites files without findings.

      Examples:
        stickerlint fix art                           dry run
        stickerlint fix art --in-place                change the files
        stickerlint fix art --lossy --output fixed    meet the size limits
        stickerlint fix a.jpg --lossy --select opaque-background --in-place
        stickerlint fix art --smallest --in-place     smaller PNG and APNG files
        stickerlint fix art --lossy --for signal      meet Signal's limits
        stickerlint fix art --check                   exit 1 if fixes are needed
        stickerlint fix - -o - < a.png > b.png        one file to standard output
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var files: FileOptions
  @OptionGroup var rendering: RenderOptions
  @Flag(help: "Change the files in place.") var inPlace = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write every file to this folder, with fixes applied where needed. With -, write one file to standard "
        + "output and the report to standard error."),
    completion: .directory)
  var output: Path?
  @Flag(help: "Replace files in the output folder that have different content.")
  var force = false
  @Flag(help: "Allow visible changes: fewer colors, smaller dimensions, removed backgrounds.")
  var lossy = false
  @OptionGroup var smallArtOptions: SmallArtOptions
  @OptionGroup var longAnimationOptions: LongAnimationOptions
  @Flag(
    help: "After fixing, make every PNG and APNG as small as --effort allows, even files without findings.")
  var smallest = false
  @Flag(help: "Show each file's properties before and after fixing. Writes nothing.") var diff = false
  @Flag(help: "Exit with 1 if anything would change. Writes nothing.") var check = false
  @Option(
    help: ArgumentHelp(
      "How thoroughly to encode fixed files or, with --smallest, all files (default: normal)."))
  var effort: OptimizingEffort?
  @Option(
    help: ArgumentHelp(
      "What to preserve when the file size is reduced; repeatable.",
      valueName: "what"))
  var keep: [KeptProperty] = []
  @Option(help: ArgumentHelp("Background color of transparent icons.", valueName: "#rrggbb"))
  var iconBackground: ColorArgument?
  @Option(help: "Output format.") var format = Format.text
  @OptionGroup var styleOptions: StyleOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes, except notes about skipped files.") var quiet =
    false
  @OptionGroup var messengers: MessengerOptions
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var jobs: JobOptions
  @OptionGroup var cacheOptions: ResultCacheOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    try messengers.ensureNoConflict(withProfile: settings.source.profile)
    if inPlace, output != nil { throw ValidationError("--in-place and --output cannot be used together") }
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a folder") }
    if inPlace, rendering.splitTags {
      throw ValidationError("--split-tags creates new files. Use --output FOLDER instead of --in-place.")
    }
    if force, writesToStandardOutput {
      throw ValidationError("--force requires an output folder, but --output - writes to standard output")
    }
    if force, output == nil { throw ValidationError("--force requires --output FOLDER") }
    let writes = inPlace ? "--in-place" : output == nil ? nil : "--output"
    if let writes, diff || check {
      throw ValidationError("\(diff ? "--diff" : "--check") writes nothing. Omit \(writes).")
    }
    if inPlace, files.readsImageFromStandardInput {
      throw ValidationError("standard input cannot be changed in place. Use --output FOLDER.")
    }
  }

  func run() async throws {
    if smallest { keepLargeFreedMemory() }
    var search = try makeConfigurationSearch()
    var request = FixRequest(
      allowsLossyFixes: lossy, selectedRules: settings.selectedRules, effort: effort ?? .normal,
      keptProperties: Set(keep),
      iconBackground: iconBackground?.rgb, minimizesFileSize: smallest)
    request.smallArtFix = smallArtOptions.handling?.fix
    request.longAnimationFix = longAnimationOptions.handling?.fix
    let destination = try FixDestination(
      inPlace: inPlace, output: output, force: force, argumentPaths: files.namedPaths.map(\.path))
    var selection = try files.selection()
    try rendering.apply(to: &selection)
    selection.preparation = try selection.preparation(&search)
    let run = try StickerRun(selection, &search, checksPacks: !settings.noPack) {
      destination.isOutput($0)
    }
    StandardStream.error.writeLines(run.notes(quiet: quiet) + (quiet ? [] : effortNote.map { [$0] } ?? []))
    try destination.validateTargets(of: run)
    let jobs = MachinePolicy.jobCount(jobs.jobs)
    let service = try Sandbox.imageService(
      isolation.sandbox(), .init(jobs: jobs, noteHandler: noteHandler(quiet: quiet)))
    let cache = openCache(for: run)
    var checked: Report?
    if service.memoryGate == nil {
      // Worker processes check and fix the files. If any file cannot be checked, no file is written.
      let linter = LintPass(run.configurationMap, service: service, cache: cache, jobs: jobs)
      checked = await run.lint(linter, quiet: quiet)
      try service.ensureComplete()
    }
    var fixRun = FixRun(
      run: run, request: request, initialReport: checked, destination: destination, service: service,
      cache: cache)
    await fixRun.run(jobs: jobs, quiet: quiet)
    let found = fixRun.initialReport
    fixRun.noteSavedBytes()
    fixRun.noteOldNameMentions()
    let left = await reportAfterFixing(fixRun, selection, cache)
    cache?.save()
    fixRun.noteRemainingFindings(left)
    (fixRun.report.unsupportedArt, fixRun.report.isolation) = (found.unsupportedArt, service.isolation)
    fixRun.report.messenger = try messengers.profileNames().first
    try writeReport(fixRun)
    if fixRun.report.hasFailures { throw ExitCode(CommandError.exitCode) }
    // A dry run changes no file, so the original findings determine whether the run fails.
    let fails = fixRun.report.outputMode == .dryRun ? found.failsRun : left.failsRun
    if fails || (check && fixRun.report.changesAnything) { throw ExitCode(1) }
  }

  /// A note for users who pass `--effort` and may want `--smallest`.
  private var effortNote: String? {
    guard effort != nil, !smallest else { return nil }
    return "note: --effort applies only to files that are fixed. Add --smallest to optimize every file."
  }

  private func openCache(for run: StickerRun) -> ResultCache? {
    cacheOptions.noCache
      ? nil
      : .open(
        for: "lint", namedPaths: files.namedPaths.map(\.path), fileCount: run.sources.count,
        noteHandler: noteHandler(quiet: quiet))
  }

  /// Returns the search for configurations. Omits `wasteful-encoding` if every file is optimized anyway.
  private func makeConfigurationSearch() throws -> ConfigurationSearch {
    let names = try messengers.profileNames()
    guard names.count < 2 else {
      throw CommandError("fix supports one messenger at a time. Choose one with --for.")
    }
    return try settings.configuration().configurationSearch(
      for: names.first, runsAllRules: true, leavingOut: smallest ? RuleID.wastefulEncoding : nil)
  }

  /// Returns the findings after fixing. If files were changed in place, reads all files from disk again. If
  /// that fails, for example because a file named on the command line was renamed, uses the fixed bytes.
  ///
  /// - Parameter selection: the files of the run, because a list on standard input can be read only once.
  private func reportAfterFixing(
    _ fixRun: FixRun, _ selection: FileSelection, _ cache: ResultCache?
  ) async -> Report {
    let jobs = MachinePolicy.jobCount(jobs.jobs)
    if inPlace, fixRun.report.changesAnything, var search = try? makeConfigurationSearch(),
      let run = try? StickerRun(selection, &search, checksPacks: !settings.noPack)
    {
      let linter = LintPass(run.configurationMap, service: fixRun.service, cache: cache, jobs: jobs)
      return await run.lint(linter, quiet: quiet)
    }
    return await fixRun.reportAfterFixes(jobs: jobs)
  }

  private var writesToStandardOutput: Bool { output == FixDestination.standardOutput }

  /// Writes the report. If the fixed file goes to standard output, writes the report to standard error; with
  /// `--quiet`, writes only the notes about art in unsupported formats.
  private func writeReport(_ fixRun: FixRun) throws {
    guard writesToStandardOutput else {
      return try StandardStream.output.write(renderedReport(fixRun.report, on: .output))
    }
    if quiet {
      StandardStream.error.writeLines(fixRun.run.unsupportedArtNotes)
    } else {
      try StandardStream.error.write(renderedReport(fixRun.report, on: .error))
    }
    if let bytes = fixRun.destination.standardOutputBytes { try StandardStream.output.write(bytes) }
  }

  private func renderedReport(_ report: FixReport, on stream: StandardStream) -> String {
    switch format {
    case .json: fixJSON(report)
    case .text:
      fixText(
        report,
        style: styleOptions.style(on: stream, hasReusablePaths: !files.readsImageFromStandardInput).textStyle,
        comparesStats: diff)
    }
  }
}
