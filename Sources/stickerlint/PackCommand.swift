import ArgumentParser
import Stickers

struct PackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Build packs: variants, Xcode catalog and project.",
    discussion: """
      Every sticker is checked first. An error stops the build of its pack.

      Examples:
        stickerlint pack art --output build
        stickerlint pack art/stickerpack.yml --output build --xcode
        stickerlint pack art --output app --xcode --template sticker-browser
        stickerlint pack art --output build --fix --lossy    reduce large files
        stickerlint pack art --output build --for signal,line
        stickerlint pack art --output build --for whatsapp --split
        stickerlint pack cats dogs --output packs            one folder each
        stickerlint pack art --output build --check          check if up to date
      """)

  @Argument(
    help: "Folders of @3x art, stickerpack.yml files, or catalogs; each becomes one pack.",
    completion: .directory)
  var sources: [BytePath]
  @Option(
    name: .shortAndLong, help: "The folder to write, with a subfolder for each source if there are several.",
    completion: .directory)
  var output: BytePath
  @OptionGroup var metadataOptions: PackMetadataOptions
  @Option(
    help: ArgumentHelp(
      "Also copy stickers and icons into this asset catalog, which belongs to an app. With a template that "
        + "has code, copy the template's files into this project folder.",
      valueName: "folder"),
    completion: .directory)
  var into: BytePath?
  @OptionGroup var artPreparationOptions: ArtPreparationOptions
  @OptionGroup var messengers: MessengerOptions
  @Flag(help: "With several sources: remove the old builds of renamed packs.")
  var prune = false
  @OptionGroup var buildOptions: BuildOptions
  @OptionGroup var artAdjustments: ArtAdjustmentOptions
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var failureOptions: FailureOptions
  @OptionGroup var resourceLimits: ResourceLimitOptions
  @OptionGroup var jobs: JobOptions
  @OptionGroup var cacheOptions: ResultCacheOptions
  @OptionGroup var reportOutput: ReportOutputOptions
  @OptionGroup var style: StyleOptions
  @OptionGroup var findings: FindingListOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  private var reportOptions: ReportOptions { ReportOptions(reportOutput, style, findings) }

  func validate() throws {
    if output.bytes.isEmpty { throw ValidationError("--output needs a folder") }
    try messengers.ensureNoConflict(withProfile: settings.profile)
    if buildOptions.apng, messengers.messengers.isEmpty {
      throw ValidationError("--apng requires --for")
    }
    if let smallArt = artAdjustments.smallArtHandling, !buildOptions.fix,
      messengers.messengers.isEmpty
    {
      throw ValidationError("--\(smallArt.rawValue) requires --fix or --for")
    }
    if let fix = artAdjustments.longAnimationHandling, !buildOptions.fix,
      messengers.messengers.isEmpty
    {
      throw ValidationError("--\(fix.rawValue) requires --fix or --for")
    }
    if into != nil, !messengers.messengers.isEmpty {
      throw ValidationError("--into cannot be used with --for")
    }
    if prune {
      if buildOptions.check { throw ValidationError("--check writes nothing. Omit --prune.") }
      if !messengers.messengers.isEmpty { throw ValidationError("--prune cannot be used with --for") }
      if sources.count < 2 {
        throw ValidationError("--prune needs several sources")
      }
    }
    if buildOptions.xcode != true, let option = metadataOptions.givenAppOptionNames.first {
      throw ValidationError("\(option) requires --xcode")
    }
    if buildOptions.split, messengers.messengers.isEmpty {
      throw ValidationError(
        "--split requires --for. Messages accepts any number of stickers, and stills and animations in one pack."
      )
    }
    guard sources.count > 1 else { return }
    if let option = metadataOptions.givenPackOptionNames.first {
      throw ValidationError("\(option) needs a single source")
    }
    if into != nil { throw ValidationError("--into needs a single source") }
  }

  func run() async throws {
    let profiles = try messengers.profiles()
    let destinations = try reportOptions.destinationsIncludingStatistics()
    let run = try findPacksNotingPreviousBuild(for: profiles)
    try OutputPaths(destinations.compactMap(\.file)).ensureDistinct(
      fromCheckedFiles: run.inputFiles, configurationFiles: run.configurationFiles)
    let result = try await run.build(
      progress: reportOptions.quiet ? .none : .terminal, handleMessages: printNotesAndWarnings)
    do {
      try writeReportsAndDifferences(of: result, to: destinations, messengerCount: profiles.count)
    } catch is BrokenPipe {
      // The exit code must still say whether the packs were built.
    }
    try result.ensureComplete()
    let failure = reportOrRemoveBuildsOfRenamedPacks(beside: run)
    do {
      try printResultAndThrowExitCode(for: result)
    } catch {
      // The exit code of the builds takes precedence over that of a failed removal.
      if let failure { printToStandardError(cappedErrorLines(failure.commandLineMessages)) }
      throw error
    }
    if let failure { throw failure }
  }

  /// Finds the packs. If the only source cannot be used, notes that the previous build is still there.
  private func findPacksNotingPreviousBuild(for profiles: [Profile]) throws -> PackRun {
    var selection = FileSelection(sources)
    try artPreparationOptions.apply(to: &selection)
    var destination = PackOutput(folder: output)
    destination.appFolder = into
    destination.comparesOnly = buildOptions.check
    let builder = try packBuilder()
    do { return try builder.findPacks(selection, for: profiles, output: destination) } catch {
      if sources.count == 1, !buildOptions.check, !reportOptions.quiet {
        let notes = PackRun.unchangedPreviousBuildNotes(for: profiles, in: output)
        printToStandardError(noteLines(notes.map(\.commandLineText)))
      }
      throw error
    }
  }

  private func packBuilder() throws -> PackBuilder {
    var options = buildOptions.options(selectedRules: settings.selectedRules, artAdjustments)
    metadataOptions.apply(to: &options)
    options.skipsMessengersWithoutPacks = messengers.messengers.contains("all")
    var builder = PackBuilder(
      options: options, configuration: try settings.configuration(resourceLimits, failureOptions),
      jobs: jobs.jobs)
    builder.usesResultCache = !cacheOptions.noCache
    builder.sandbox = isolation.sandbox()
    builder.noteHandler = noteHandler(quiet: reportOptions.quiet)
    return builder
  }

  private func printNotesAndWarnings(_ messages: [PackRunResult.Message]) {
    let shown = messages.filter { !reportOptions.quiet || $0.isAboutOmittedFiles }
    printToStandardError(shown.map { "\($0.kind.rawValue): \($0.text.commandLineText)" })
  }

  /// Writes the reports and the differences. With several messengers, a report would not say which messenger a
  /// finding belongs to, but the error lines do, so a report is written only on request.
  private func writeReportsAndDifferences(
    of result: PackRunResult, to destinations: [ReportOptions.Destination], messengerCount: Int
  ) throws {
    guard messengerCount < 2 || !reportOutput.format.isEmpty, let report = result.report else { return }
    try writeReportsAndJobSummary(report, to: destinations, reportOptions)
    if destinations.allSatisfy({ $0.file != nil || isTerminalFormat($0.format) }) {
      try StandardStream.output.write(result.differences.map { $0 + "\n" }.joined())
    } else {
      printToStandardError(result.differences)
    }
  }

  /// Reports the old builds of renamed packs, or removes them with `--prune`.
  ///
  /// - Returns: the reason why the old builds cannot be read or removed; nil on success.
  private func reportOrRemoveBuildsOfRenamedPacks(beside run: PackRun) -> StickersError? {
    do throws(StickersError) {
      for build in try run.findBuildsOfRenamedPacks() {
        let line =
          prune
          ? try build.removeUnchangedBuiltFiles().commandLineText : "note: \(build.note.commandLineText)"
        if !reportOptions.quiet { printToStandardError([line]) }
      }
    } catch {
      return error
    }
    return nil
  }

  /// Throws the exit code, which is the same for one pack and for several: 2 if a source or a destination
  /// cannot be used, 1 if findings stop a build or, with `--check`, a pack is out of date.
  private func printResultAndThrowExitCode(for result: PackRunResult) throws {
    if !reportOptions.quiet { printToStandardError(result.summaryLines) }
    printToStandardError(result.errors.map { "error: \($0.commandLineText)" })
    let (done, all) = (result.completedPackCount, result.packCount)
    if all > 1, done < all {
      printToStandardError([
        buildOptions.check ? "\(done) of \(all) packs are up to date" : "built \(done) of \(all) packs"
      ])
    }
    if let message = result.internalError { throw StickersError.internalError(message) }
    if result.hasFailures { throw ExitCode(UsageOrIOError.exitCode) }
    if done < all { throw ExitCode(1) }
  }
}
