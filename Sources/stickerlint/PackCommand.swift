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
  var sources: [Path]
  @Option(
    name: .shortAndLong, help: "The folder to write, with a subfolder for each source if there are several.",
    completion: .directory)
  var output: Path
  @OptionGroup var metadataOptions: PackMetadataOptions
  @Option(
    help: ArgumentHelp(
      "Also copy stickers and icons into this asset catalog of an app. With a template that has code, copy "
        + "the template's files into this project folder.",
      valueName: "folder"),
    completion: .directory)
  var into: Path?
  @OptionGroup var artConversionOptions: ArtConversionOptions
  @OptionGroup var messengers: MessengerOptions
  @Flag(help: "With several sources: remove the old builds of renamed packs.")
  var prune = false
  @OptionGroup var buildOptions: BuildOptions
  @OptionGroup var artAdjustments: ArtAdjustmentOptions
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var failureOptions: FailureOptions
  @OptionGroup var limits: LimitOptions
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
    if prune {
      if buildOptions.check { throw ValidationError("--check writes nothing. Omit --prune.") }
      if !messengers.messengers.isEmpty { throw ValidationError("--prune cannot be used with --for") }
      if sources.count < 2 {
        throw ValidationError("--prune needs several sources")
      }
    }
    if !buildOptions.xcode, let option = metadataOptions.givenAppOptionNames.first {
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
    let names = try messengers.profileNames()
    // Art is encoded again for each messenger, which frees large blocks of memory.
    if buildOptions.smallest == true || !names.isEmpty { keepLargeFreedMemory() }
    try FileSystem.disk.ensureExist(metadataOptions.icon.map { [$0.path] } ?? [])
    if !names.isEmpty { return try await packForMessengers(names) }
    let search = try settings.configuration(limits, failureOptions).configurationSearch()
    let app = into.map {
      existingAppDestination($0, template: projectTemplate, hasProject: buildOptions.xcode)
    }
    var builder = MessagesPackBuilder(
      messagesOptions, try makeEnvironment(),
      search,
      into: app)
    try app?.validate()
    let destinations = try reportOptions.destinations()
    let sources = try findSources(into: into, hasProjects: buildOptions.xcode)
    let packs = sources.packs
    // Read all configurations now, so that an invalid one stops the run before the first pack is built.
    _ = try ConfigurationMap(packs.flatMap(\.pack.art), packs: packs.map(\.pack.path), &builder.search)
    let read = packs.flatMap(\.pack.art).map(\.path) + packs.map(\.pack.path)
    try OutputFiles(destinations.compactMap(\.file)).ensureDistinct(
      fromCheckedFiles: read.map { BytePath($0) } + metadataOptions.givenFiles,
      configurationFiles: builder.search.filesRead.map { BytePath($0) })
    var results: [PackResult] = []
    for (source, destination) in zip(sources.results, sources.destinations) {
      let result: PackResult
      switch source {
      case .success(let pack):
        let built = await builder.write(pack)
        result = sources.results.count > 1 ? built.prefixingNotes(with: pack.pack.path.displayText) : built
      case .failure(let failure):
        let notes = buildOptions.check ? [] : previousBuildNote(at: destination)
        result = PackResult(notes: notes, .failed(failure.lines))
      }
      printToStandardError(
        result.notes(isQuiet: reportOptions.quiet).map { "note: \($0.commandLineText)" })
      results.append(result)
    }
    do {
      try writeReports(results, to: destinations)
    } catch is BrokenPipe {
      // The exit code must still say whether the packs were built.
    }
    try builder.environment.service.ensureComplete()
    let failure = sources.results.count > 1 ? reportOrRemoveOldBuilds(beside: sources.destinations) : nil
    do {
      try throwExitCode(for: results.map { [$0] })
    } catch {
      // The exit code of the builds takes precedence over that of a failed removal.
      if let failure { printToStandardError(failure.commandLineText.map { "error: \($0)" }) }
      throw error
    }
    if let failure { throw failure }
  }

  private func overrides() throws -> PackOverrides {
    var overrides = metadataOptions.overrides()
    var search = try settings.configuration(limits, failureOptions).configurationSearch()
    var selection = FileSelection(sources)
    try artConversionOptions.apply(to: &selection)
    overrides.artConversion = try selection.artConversion(&search)
    return overrides
  }

  private func makeEnvironment() throws -> BuildEnvironment {
    let jobs = MachinePolicy.jobCount(jobs.jobs)
    return BuildEnvironment(
      jobs: jobs, usesCache: !cacheOptions.noCache, isQuiet: reportOptions.quiet,
      service: try Sandbox.imageService(
        isolation.sandbox(), .init(jobs: jobs, noteHandler: noteHandler(quiet: reportOptions.quiet))))
  }

  /// Reports the old builds of renamed packs, or removes them with `--prune`.
  ///
  /// - Returns: the reason why the old builds cannot be read or removed; nil on success.
  private func reportOrRemoveOldBuilds(beside destinations: [Path]) -> CommandError? {
    do {
      for build in try SupersededBuild.all(in: output, beside: destinations) {
        let line = prune ? try build.remove() : "note: \(build.note)"
        if !reportOptions.quiet { printToStandardError([line.commandLineText]) }
      }
    } catch {
      return CommandError(error)
    }
    return nil
  }

  /// Finds the sources. If the only source cannot be used, notes that the previous build is still there.
  ///
  /// - Parameter messengers: the messengers to export for; empty to build for Messages.
  private func findSources(
    into: Path?, hasProjects: Bool, messengers: [String] = []
  ) throws -> CommandLinePacks {
    do {
      return try CommandLinePacks(
        sources, overrides(), output, into: into, hasProjects: hasProjects)
    } catch {
      if sources.count == 1, !buildOptions.check, !reportOptions.quiet {
        let notes =
          messengers.isEmpty
          ? previousBuildNote(at: output) : previousExportsNote(of: messengers, in: output)
        printToStandardError(notes.map { "note: \($0.commandLineText)" })
      }
      throw error
    }
  }

  /// Writes a file or a folder for each messenger, inside the output folder.
  private func packForMessengers(_ names: [String]) async throws {
    let destinations = try reportOptions.destinations()
    let located = try findSources(into: nil, hasProjects: false, messengers: names)
    let environment = try makeEnvironment()
    var results: [[PackResult]] = []
    for (source, destination) in zip(located.results, located.destinations) {
      switch source {
      case .success(let pack):
        results.append(
          try await buildPacks(
            pack, for: names, environment, isAll: messengers.messengers.contains("all")))
      case .failure(let failure):
        let notes = buildOptions.check ? [] : previousExportsNote(of: names, in: destination)
        let result = PackResult(notes: notes, .failed(failure.lines))
        printToStandardError(
          result.notes(isQuiet: reportOptions.quiet).map { "note: \($0.commandLineText)" })
        results.append([result])
      }
    }
    // With several messengers, a report would not say which messenger a finding belongs to, but the error
    // lines do.
    if names.count == 1 || !reportOutput.format.isEmpty {
      let messenger = names.count == 1 ? names[0] : nil
      do { try writeReports(results.flatMap(\.self), to: destinations, messenger) } catch is BrokenPipe {}
    }
    try environment.service.ensureComplete()
    if located.results.count > 1, !reportOptions.quiet {
      let old = try? SupersededBuild.all(ofExportsFor: names, in: output, beside: located.destinations)
      printToStandardError((old ?? []).map { "note: \($0.oldExportsNote.commandLineText)" })
    }
    try throwExitCode(for: results)
  }

  private func writeReports(
    _ results: [PackResult], to destinations: [ReportOptions.Destination], _ messenger: String? = nil
  ) throws {
    let reports = results.compactMap(\.report)
    guard !reports.isEmpty else { return }
    var report = Report(joining: reports)
    report.builds = results.compactMap(\.buildRecord)
    let profile = try messenger.map { try Profile(parsing: $0) }
    try writeReport(LintReport(report, profile: profile), to: destinations, reportOptions)
    let differences = results.flatMap(\.differences).map { $0 + "\n" }.joined()
    if destinations.allSatisfy({ $0.file != nil || isTerminalFormat($0.format) }) {
      try StandardStream.output.write(differences)
    } else {
      printToStandardError(results.flatMap(\.differences))
    }
  }

  /// Throws the exit code, which is the same for one pack and for several: 2 if a source or a destination
  /// cannot be used, 1 if findings stop a build or, with `--check`, a pack is out of date.
  ///
  /// - Parameter sources: for each source, the results of its packs.
  private func throwExitCode(for sources: [[PackResult]]) throws {
    let results = sources.flatMap(\.self)
    let hasFailed = results.contains { if case .failed = $0.outcome { true } else { false } }
    if results.count == 1, hasFailed { throw CommandError(results[0].outcome) }
    if !reportOptions.quiet { printToStandardError(results.flatMap(\.summaryLines)) }
    printToStandardError(sources.flatMap(\.errors).map { "error: \($0.commandLineText)" })
    let done = results.count { $0.outcome == .completed }
    if results.count > 1, done < results.count {
      printToStandardError([
        buildOptions.check
          ? "\(done) of \(results.count) packs are up to date" : "built \(done) of \(results.count) packs"
      ])
    }
    for case .internalError(let message) in results.map(\.outcome) { throw InternalError(message) }
    if hasFailed { throw ExitCode(CommandError.exitCode) }
    if done < results.count { throw ExitCode(1) }
  }
}

extension PackMetadataOptions {
  func overrides() -> PackOverrides {
    PackOverrides(
      name: name, icon: icon?.path, message: message?.path,
      iconBackgroundColor: iconBackground.flatMap(rgbColor),
      browserBackgroundColor: background.flatMap(rgbColor),
      appSettings: AppSettings(team: team, version: appVersion, build: appBuild))
  }
}

extension PackCommand {
  /// The template of the project; nil if the option is not given.
  private var projectTemplate: ProjectTemplate? {
    buildOptions.template.flatMap { ProjectTemplate(rawValue: $0.rawValue) }
  }

  /// The options of all builds.
  private var packBuilderOptions: PackBuilder.Options {
    buildOptions.options(selectedRules: settings.selectedRules, artAdjustments)
  }

  /// The options of a build for Messages.
  private var messagesOptions: MessagesPackBuilder.Options {
    var options = packBuilderOptions.messagesOptions
    options.comparesOnly = buildOptions.check
    options.hasChosenDeploymentTarget = buildOptions.deploymentTarget != nil
    return options
  }

  /// The options of builds for other messengers.
  private var messengerOptions: MessengerBuilder.Options {
    var options = packBuilderOptions.messengerOptions
    options.comparesOnly = buildOptions.check
    options.splitsPacks = buildOptions.split
    return options
  }

  /// Builds a pack for each messenger. A failure for one messenger does not stop the others.
  ///
  /// - Parameter isAll: whether the user passed `all`. In that case, a profile without an export causes only
  ///   a note.
  private func buildPacks(
    _ pack: PackToBuild, for names: [String], _ environment: BuildEnvironment, isAll: Bool
  ) async throws -> [PackResult] {
    let quiet = environment.isQuiet
    let configuration = try settings.configuration(limits, failureOptions)
    var (results, shown) = ([[PackResult]](), [String]())
    // The build for Messages is separate. All other builds share the decoded art.
    var targets: [(index: Int, target: ExportTarget)] = []
    for name in names {
      var search = try configuration.configurationSearch(for: name)
      let export = search.resolvedConfiguration(at: pack.pack.folder, isFolder: true).export
      if let fault = search.errors.first { throw CommandError(UserMessage(fault)) }
      let stem = Path(name).stem.displayText
      let place = pack.destination.appending(stem)
      guard export != nil || !isAll else {
        if !quiet {
          printToStandardError(["note: \(stem): its profile has no export, so no pack was written"]
          )
        }
        continue
      }
      shown.append(stem)
      guard export == .imessage else {
        targets.append((results.count, ExportTarget(for: name, at: place, search)))
        results.append([])
        continue
      }
      var builder = MessagesPackBuilder(
        messagesOptions, environment, search)
      results.append([
        await builder.write(PackToBuild(pack.pack, destination: place)).prefixed(
          forMessenger: stem, among: names, skipFailing: buildOptions.skipFailing)
      ])
    }
    let builder = MessengerBuilder(messengerOptions, environment)
    let made = await builder.write(pack.pack, for: targets.map(\.target))
    for (target, result) in zip(targets, made) { results[target.index] = result }
    if names.count > 1 {
      let reports = zip(shown, results).flatMap { name, results in
        results.compactMap(\.report).map { (messenger: name, report: $0) }
      }
      let warnings = Report.warningLines(of: reports, isQuiet: quiet)
      printToStandardError(warnings.map { "warning: \($0.commandLineText)" })
    }
    let all = results.flatMap(\.self)
    // The results of all messengers contain the same notes about files that the pack leaves out.
    let notes = all.flatMap { $0.notes(isQuiet: quiet) }.withoutRepetition
    printToStandardError(notes.map { "note: \($0.commandLineText)" })
    return all
  }
}

extension PackResult {
  /// Returns the result of the build for Messages. If there are several messengers, the result has the same
  /// form as the others.
  fileprivate func prefixed(forMessenger messenger: String, among names: [String], skipFailing: Bool)
    -> PackResult
  {
    guard names.count > 1 else { return self }
    var result = prefixingNotes(withMessenger: messenger)
    if case .stopped(let lines) = outcome {
      // A sticker that is left out does not stop the build.
      let skipped = Set(skipFailing ? report?.assets.map(\.path) ?? [] : [])
      let findings =
        report?.findingLines(
          of: { $0.failsRun && !skipped.contains($0.path) }, advice: { UserMessage($0.commandLineAdvice) })
        ?? []
      result.outcome = .stopped(findings + lines)
    }
    return result
  }
}
