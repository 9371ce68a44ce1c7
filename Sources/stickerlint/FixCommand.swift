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
  @OptionGroup var artPreparationOptions: ArtPreparationOptions
  @Flag(help: "Change the files in place.") var inPlace = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write every file to this folder, with fixes applied where needed. With -, write one file to standard "
        + "output and the report to standard error."),
    completion: .directory)
  var output: BytePath?
  @Flag(help: "Replace files in the output folder that have different content.")
  var force = false
  @Flag(help: "Allow visible changes: fewer colors, smaller dimensions, removed backgrounds.")
  var lossy = false
  @OptionGroup var artAdjustments: ArtAdjustmentOptions
  @Flag(
    help: "After fixing, make every PNG and APNG as small as --effort allows, even files without findings.")
  var smallest = false
  @Flag(help: "Show each file's properties before and after fixing; write nothing.") var diff = false
  @Flag(help: "Exit with 1 if anything would change or an error remains; write nothing.") var check = false
  @Option(
    help: ArgumentHelp(
      "How thoroughly to encode fixed files or, with --smallest, all files (default: normal)."))
  var effort: OptimizingEffort?
  @Option(
    help: ArgumentHelp(
      "What to preserve when the file size is reduced; repeatable.",
      valueName: "what"))
  var keep: [Fixer.Options.KeptImageProperty] = []
  @Option(help: ArgumentHelp("Background color of transparent icons.", valueName: "#rrggbb"))
  var iconBackground: HexColorArgument?
  @Option(help: "Output format.") var format = Format.text
  @OptionGroup var styleOptions: StyleOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes, except notes about skipped files.") var quiet =
    false
  @OptionGroup var messengers: MessengerOptions
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var failureOptions: FailureOptions
  @OptionGroup var resourceLimits: ResourceLimitOptions
  @OptionGroup var jobs: JobOptions
  @OptionGroup var cacheOptions: ResultCacheOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    try messengers.ensureNoConflict(withProfile: settings.profile)
    if inPlace, output != nil { throw ValidationError("--in-place and --output cannot be used together") }
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a folder") }
    if inPlace, artPreparationOptions.splitTags {
      throw ValidationError("--split-tags creates new files. Use --output FOLDER instead of --in-place.")
    }
    if force, outputIsStandardOutput {
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
    let fixer = try fixer()
    var selection = try files.selectionReadingStdinPaths()
    try artPreparationOptions.apply(to: &selection)
    let run = try fixer.findFiles(selection, output: destination)
    printToStandardError(
      noteLines(
        run.skippedFileNotes
          + (quiet ? [] : run.discoveryNotes + (effortScopeNote.map { [$0] } ?? []))))
    let result = try await run.fix(progress: quiet ? .none : .terminal)
    try writeReportAndStreamedImage(result, run)
    if !result.writeFailures.isEmpty { throw ExitCode(UsageOrIOError.exitCode) }
    if result.failsRun || (check && result.changesAnything) { throw ExitCode(1) }
  }

  /// Returns the fixer that the options describe.
  private func fixer() throws -> Fixer {
    let profiles = try messengers.profiles()
    guard profiles.count < 2 else {
      throw UsageOrIOError("fix supports one messenger at a time. Choose one with --for.")
    }
    var options = Fixer.Options(
      allowsLossyFixes: lossy, minimizesPNGFileSize: smallest, selectedRules: settings.selectedRules)
    options.keptProperties = Set(keep)
    options.smallArtHandling = artAdjustments.smallArtHandling
    options.longAnimationHandling = artAdjustments.longAnimationHandling
    options.iconBackgroundColor = iconBackground?.rgb
    options.effort = effort ?? .normal
    var fixer = Fixer(
      options: options, profile: profiles.first,
      configuration: try settings.configuration(resourceLimits, failureOptions),
      jobs: jobs.jobs)
    fixer.usesResultCache = !cacheOptions.noCache
    fixer.sandbox = isolation.sandbox()
    fixer.noteHandler = noteHandler(quiet: quiet)
    return fixer
  }

  /// Where to write the fixed files.
  private var destination: FixOutput {
    guard let output else { return inPlace ? .inPlace : .none }
    return outputIsStandardOutput ? .data : .folder(output, replacesFiles: force)
  }

  /// A note for users who pass `--effort` and may want `--smallest`.
  private var effortScopeNote: String? {
    guard effort != nil, !smallest else { return nil }
    return "--effort applies only to files that are fixed. Add --smallest to optimize every file."
  }

  private var outputIsStandardOutput: Bool { output == "-" }

  /// Writes the report. If the fixed file goes to standard output, writes the report to standard error; with
  /// `--quiet`, writes only the notes about art in unsupported formats.
  private func writeReportAndStreamedImage(_ result: FixResult, _ run: FixRun) throws {
    guard outputIsStandardOutput else {
      return try StandardStream.output.write(reportText(of: result, on: .output))
    }
    if quiet {
      printToStandardError(noteLines(run.unsupportedArtNotes))
    } else {
      try StandardStream.error.write(reportText(of: result, on: .error))
    }
    if let data = result.data { try StandardStream.output.write(data) }
  }

  private func reportText(of result: FixResult, on stream: StandardStream) -> String {
    switch format {
    case .json: result.json
    case .text:
      result.text(
        style: styleOptions.style(on: stream, hasReusablePaths: !files.readsImageFromStandardInput),
        comparesFiles: diff)
    }
  }
}
