import StickerEngine
import StickerImage
import StickerPacker

/// Where a ``PackRun`` writes packs.
public struct PackOutput: Hashable, Sendable {
  /// The folder of the pack. With several sources, it gets a subfolder for each pack.
  public let folder: BytePath
  /// A folder of an app that also receives the pack: an asset catalog, or the project folder if the template of
  /// the Xcode project has code. Nil for none.
  public var appFolder: BytePath?
  /// Whether to compare the folder with a new build, without writing anything.
  public var comparesOnly = false

  /// Creates an output in a folder.
  ///
  /// - Parameter folder: the folder of the pack, which is created if it does not exist.
  public init(folder: some FilePathConvertible) { self.folder = folder.bytePath }
}

/// Packs to build, each with its source and its folder. Create a run with ``PackBuilder/findPacks(_:for:output:)``,
/// and then call ``build(progress:handleMessages:)``.
///
/// Each pack is written as soon as it is built, completely or not at all. A pack that cannot be built does not
/// stop the others.
public struct PackRun: Sendable {
  private let builder: PackBuilder
  private let output: PackOutput
  private let messengers: [Profile]
  private let packs: CommandLinePacks
  /// Finds the configuration of each pack for Messages.
  private let messagesSearch: ConfigurationSearch
  /// Finds the configuration of each pack for each messenger, in the order of the messengers.
  private let messengerSearches: [ConfigurationSearch]
  private let appDestination: (any ExistingAppDestination)?

  /// Finds the packs.
  fileprivate init(
    _ builder: PackBuilder, _ sources: FileSelection, _ messengers: [Profile], _ output: PackOutput
  ) throws {
    self.builder = builder
    self.output = output
    self.messengers = messengers
    let options = builder.options
    guard messengers.isEmpty || output.appFolder == nil else {
      throw CommandError("a pack for other messengers cannot be put into an app")
    }
    try ReadOnlyFileSystem.disk.ensureExist(options.icon.map { [$0.path] } ?? [])
    var search = try builder.configurationSearchOnDisk(nil)
    let project = options.xcodeProject
    func hasProject(_ folder: Path) -> Bool {
      messengers.isEmpty
        && (project != nil || options.rebuildsPreviousXcodeProject && previousBuildProjectExists(at: folder))
    }
    appDestination = output.appFolder.map {
      existingAppDestination(
        $0.path, template: project?.template.flatMap { ProjectTemplate(rawValue: $0.rawValue) },
        hasProject: hasProject(output.folder.path))
    }
    try appDestination?.validate()
    var overrides = try options.overrides()
    overrides.artPreparation = try sources.artPreparation(defaultsFrom: &search)
    packs = try CommandLinePacks(
      sources.pathsOrWorkingFolder, overrides, output.folder.path, into: output.appFolder?.path,
      hasProject: hasProject
    )
    // Read all configurations now, so that an invalid one stops the run before the first pack is built.
    let found = packs.packs.map(\.pack)
    messengerSearches = try messengers.map { messenger in
      var search = try builder.configurationSearchOnDisk(messenger)
      for pack in found { _ = search.resolvedConfiguration(at: pack.folder, isFolder: true) }
      if let fault = search.errors.first { throw CommandError(UserMessage(fault)) }
      return search
    }
    if messengers.isEmpty {
      _ = try ConfigurationMap(found.flatMap(\.artKnownBeforeReading), packs: found.map(\.path), &search)
    }
    self.messagesSearch = search
  }

  /// The art and the pack files of the packs, and the icon and the message file from the options. Reports must
  /// not replace them.
  public var inputFiles: [BytePath] {
    let packs = packs.packs.map(\.pack)
    let read = packs.flatMap(\.artKnownBeforeReading).map(\.path) + packs.map(\.path)
    return read.map { BytePath($0) } + [builder.options.icon, builder.options.messageFile].compactMap(\.self)
  }

  /// The configuration files that were read, with symbolic links resolved.
  public var configurationFiles: [BytePath] {
    (messengerSearches + [messagesSearch]).flatMap(\.filesRead).map { BytePath($0) }
  }

  /// Checks, builds and writes all packs, or compares them with their folders.
  ///
  /// - Parameters:
  ///   - progress: where to report the progress.
  ///   - handleMessages: receives the notes and warnings about each source as soon as its packs are built.
  /// - Throws: `StickersError` if the sandbox is required but not available, or the task is canceled. Packs that are
  ///   already written are kept. Packs that cannot be built are listed in ``PackRunResult/errors``.
  public func build(
    progress: ProgressOutput = .none, handleMessages: ([PackRunResult.Message]) -> Void = { _ in }
  ) async throws(StickersError) -> PackRunResult {
    // Art is encoded again for each messenger, which frees large blocks of memory.
    if builder.options.minimizesPNGFileSizes == true || !messengers.isEmpty { keepLargeFreedMemory() }
    do {
      let environment = try builder.environmentOnDisk(progress)
      var result = PackRunResult(profile: messengers.count == 1 ? messengers[0] : nil)
      var messagesBuilder = MessagesPackBuilder(
        messagesOptions, environment, messagesSearch, into: appDestination)
      for (source, folder) in zip(packs.packsOrErrors, packs.destinations) {
        try Task.checkCancellation()
        let messageCount = result.messages.count
        switch source {
        case .success(let pack) where messengers.isEmpty:
          let built = await messagesBuilder.buildAndWrite(pack)
          result.add(
            packs.packsOrErrors.count > 1 ? built.prefixingNotes(with: pack.pack.path.displayText) : built)
        case .success(let pack): try await exportForEachMessenger(pack, environment, &result)
        case .failure(let failure):
          let notes =
            output.comparesOnly ? [] : Self.unchangedPreviousBuildNotes(for: messengers, in: BytePath(folder))
          result.add(PackResult(notes: notes, .failed(failure.problemMessages)))
        }
        handleMessages(Array(result.messages.dropFirst(messageCount)))
        try Task.checkCancellation()
      }
      result.incompleteCheckMessages = environment.service.incompleteCheckMessages
      return result
    } catch { throw StickersError(error) }
  }

  private var messagesOptions: MessagesPackBuilder.Options {
    var options = builder.options.messagesOptions
    options.comparesOnly = output.comparesOnly
    return options
  }

  /// Builds one pack for each messenger. A failure for one messenger does not stop the others.
  private func exportForEachMessenger(
    _ pack: PackToBuild, _ environment: BuildEnvironment, _ result: inout PackRunResult
  ) async throws {
    var (results, names) = ([[PackResult]](), [String]())
    // The build for Messages is separate. All other builds share the decoded art.
    var targets: [(index: Int, target: ExportTarget)] = []
    for (messenger, var search) in zip(messengers, messengerSearches) {
      let export = search.resolvedConfiguration(at: pack.pack.folder, isFolder: true).export
      let name = Path(messenger.name).stem.displayText
      let place = pack.destination.appending(name)
      guard export != nil || !builder.options.skipsMessengersWithoutPacks else {
        result.messages.append(
          .init(.note, "\(name): its profile has no export, so no pack was written"))
        continue
      }
      names.append(name)
      guard export == .imessage else {
        targets.append((results.count, ExportTarget(for: messenger.name, at: place, search)))
        results.append([])
        continue
      }
      var builder = MessagesPackBuilder(messagesOptions, environment, search)
      let built = await builder.buildAndWrite(PackToBuild(pack.pack, destination: place))
      results.append([messengers.count > 1 ? messagesResultInExportForm(built, with: name) : built])
    }
    var options = builder.options.messengerOptions
    options.comparesOnly = output.comparesOnly
    let made = await MessengerBuilder(options, environment).buildAndWrite(
      pack.pack, for: targets.map(\.target))
    for (target, built) in zip(targets, made) { results[target.index] = built }
    if messengers.count > 1 {
      let reports = zip(names, results).flatMap { name, results in
        results.compactMap(\.report).map { (messenger: name, report: $0) }
      }
      result.messages += Report.nonfailingWarningLines(of: reports).map {
        .init(.warning, $0.line, isAboutOmittedFiles: $0.isAboutOmittedFiles)
      }
    }
    result.add(results.flatMap(\.self))
  }

  /// Returns the result of a build for Messages in the form of the other messengers' results.
  private func messagesResultInExportForm(_ built: PackResult, with messenger: String) -> PackResult {
    var result = built.prefixingMessengerSpecificNotes(withMessenger: messenger)
    if case .stoppedByFindingsOrDifferences(let lines) = built.outcome {
      // A sticker that is left out does not stop the build.
      let skipped = Set(builder.options.skipsFailingStickers ? built.report?.assets.map(\.path) ?? [] : [])
      let findings =
        built.report?.shortenedGroupedFindingLines(
          of: { $0.failsRun && !skipped.contains($0.path) }, advice: { UserMessage($0.commandLineAdvice) })
        ?? []
      result.outcome = .stoppedByFindingsOrDifferences(findings + lines)
    }
    return result
  }

  /// Returns a note that a folder still contains the previous build, for a run that could not start. Empty if there
  /// is no previous build.
  ///
  /// - Parameters:
  ///   - messengers: the messengers of the run; empty for Messages.
  ///   - folder: the folder of the pack.
  public static func unchangedPreviousBuildNotes(
    for messengers: [Profile], in folder: some FilePathConvertible
  )
    -> [UserMessage]
  {
    messengers.isEmpty
      ? unchangedPreviousBuildNote(at: folder.bytePath.path)
      : unchangedPreviousExportsNote(of: messengers.map(\.name), in: folder.bytePath.path)
  }

  /// Finds old builds of renamed packs: folders beside the packs of this run that have the same art under another
  /// name. Call this after ``build(progress:handleMessages:)``. Runs with one source have no such builds.
  ///
  /// - Throws: `StickersError` if the output folder cannot be read. Exports for other messengers that cannot be read
  ///   are left out.
  public func findBuildsOfRenamedPacks() throws(StickersError) -> [RenamedPackBuild] {
    guard packs.packsOrErrors.count > 1 else { return [] }
    let (folder, current) = (output.folder.path, packs.destinations)
    guard messengers.isEmpty else {
      let exports = try? OldBuildOfRenamedPack.all(
        ofExportsFor: messengers.map(\.name), in: folder, beside: current)
      return (exports ?? []).map { RenamedPackBuild($0, isExport: true) }
    }
    do {
      return try OldBuildOfRenamedPack.all(in: folder, beside: current).map {
        RenamedPackBuild($0, isExport: false)
      }
    } catch { throw StickersError(error) }
  }
}

/// An old build of a pack that now has another name. See ``PackRun/findBuildsOfRenamedPacks()``.
public struct RenamedPackBuild: Sendable {
  /// A sentence that names the old build and the new one.
  public let note: UserMessage
  private let build: OldBuildOfRenamedPack
  private let isExport: Bool

  fileprivate init(_ build: OldBuildOfRenamedPack, isExport: Bool) {
    note = isExport ? build.oldExportsNote : build.note
    self.build = build
    self.isExport = isExport
  }

  /// Removes the files that stickerlint built and that have not changed since. Keeps all other files.
  ///
  /// - Returns: a sentence about what was removed and kept.
  /// - Throws: `StickersError` if a file cannot be removed, or if the build is for messengers other than Messages,
  ///   because such files do not show which program made them.
  public func removeUnchangedBuiltFiles() throws(StickersError) -> UserMessage {
    guard !isExport else { throw .invalidRequest([note]) }
    do { return try build.removeUnchangedBuiltFiles() } catch { throw StickersError(error) }
  }
}

/// What a ``PackRun`` built. No sentence appears in more than one property, except that ``report`` has the findings
/// that stopped a build.
public struct PackRunResult: Sendable {
  /// A note or a warning about a pack.
  public struct Message: Sendable {
    /// The kinds of messages.
    public enum Kind: String, Hashable, Sendable {
      /// What the build chose or changed.
      case note
      /// A warning about art, in runs for several messengers, with the messengers that it is about.
      case warning
    }

    /// The kind.
    public let kind: Kind
    /// The message, one sentence.
    public let text: UserMessage
    /// Whether the message is about files that are not in the pack although the caller did not exclude them.
    public let isAboutOmittedFiles: Bool

    fileprivate init(_ kind: Kind, _ text: UserMessage, isAboutOmittedFiles: Bool = false) {
      self.kind = kind
      self.text = text
      self.isAboutOmittedFiles = isAboutOmittedFiles
    }
  }

  /// The notes and warnings, in the order of the packs.
  public fileprivate(set) var messages: [Message] = []
  /// The results for each source: one for each pack.
  private var resultsBySource: [[PackResult]] = []
  fileprivate var incompleteCheckMessages: [String] = []
  private let onlyMessenger: Profile?

  fileprivate init(profile: Profile?) { self.onlyMessenger = profile }

  fileprivate mutating func add(_ built: [PackResult]) {
    resultsBySource.append(built)
    // The results of all messengers contain the same notes about files that the pack leaves out.
    let omissions = Set(built.flatMap { $0.notes(leftOutOnly: true) })
    messages += built.flatMap { $0.notes(leftOutOnly: false) }.withoutRepetition.map {
      Message(.note, $0, isAboutOmittedFiles: omissions.contains($0))
    }
  }

  fileprivate mutating func add(_ built: PackResult) { add([built]) }

  private var all: [PackResult] { resultsBySource.flatMap(\.self) }

  /// The findings on all packs, with the builds; nil if no pack could be read. With several messengers, a finding
  /// does not say which messenger it belongs to, but the sentences in ``errors`` do.
  public var report: LintReport? {
    let reports = all.compactMap(\.report)
    guard !reports.isEmpty else { return nil }
    var report = Report(joining: reports)
    report.builtOrComparedPacks = all.compactMap(\.reportedBuild)
    return LintReport(report, profile: onlyMessenger)
  }

  /// A pack that was built, or that the run compared with its folder.
  public struct Build: Hashable, Sendable {
    /// The folder or the archive of the pack.
    public let output: BytePath
    /// The messenger; nil for Messages in a run for no other messenger.
    public let messenger: String?
    /// What changed since the previous build; nil if there was none.
    public let changes: StickerPack.Changes?
    /// Whether the output is now up to date.
    public let isUpToDate: Bool
  }

  /// The packs that were built, including those that could not be written.
  public var builds: [Build] {
    all.compactMap(\.reportedBuild).map { build in
      Build(
        output: BytePath(build.output), messenger: build.messenger,
        changes: build.changes.map { StickerPack.Changes($0) }, isUpToDate: build.isWrittenOrUpToDate)
    }
  }

  /// How the folders differ from new builds, one line for each file. Empty unless the run only compares.
  public var differences: [String] { all.flatMap(\.differences) }

  /// The number of packs.
  public var packCount: Int { all.count }

  /// The number of packs that were built or, if the run only compares, are up to date. If it equals ``packCount``,
  /// all packs are done.
  public var completedPackCount: Int { all.count { $0.outcome == .completed } }

  /// Whether a source or a folder cannot be used. Otherwise, packs that were not completed have findings or, if
  /// the run only compares, differ.
  public var hasFailures: Bool { all.contains { if case .failed = $0.outcome { true } else { false } } }

  /// The folder of each pack and its contents, what changed since the previous build, and what to do next.
  public var summaryLines: [String] { all.flatMap(\.summaryLines) }

  /// Why packs were not completed, one sentence each. A sentence that applies to several messengers lists them.
  public var errors: [UserMessage] { resultsBySource.flatMap(\.errorLinesWithMessengers) }

  /// The description of a bug in the library that stopped a build; nil if there was none.
  public var internalError: String? {
    all.lazy.compactMap { if case .internalError(let message) = $0.outcome { message } else { nil } }.first
  }

  /// Throws `StickersError.invalidRequest` if worker processes could not check some files.
  public func ensureComplete() throws(StickersError) {
    try StickersError.ensureAllFilesAnalyzed(incompleteCheckMessages: incompleteCheckMessages)
  }
}

extension PackBuilder {
  /// Finds packs on disk, and reads their pack files and configuration files.
  ///
  /// - Parameters:
  ///   - sources: folders of @3x art, `stickerpack.yml` files, or catalogs. Each becomes one pack. If there are
  ///     several, one that cannot be used does not stop the others.
  ///   - messengers: the messengers to build for. Each gets a file or a folder with its name in the folder of the
  ///     pack. Empty to build for Messages in the folder itself.
  ///   - output: where to write the packs.
  /// - Throws: `StickersError` if the only source cannot be used, a configuration is invalid, or an output would
  ///   replace a source.
  public func findPacks(
    _ sources: FileSelection, for messengers: [Profile] = [], output: PackOutput
  ) throws(StickersError) -> PackRun {
    do { return try PackRun(self, sources, messengers, output) } catch { throw StickersError(error) }
  }

  fileprivate func configurationSearchOnDisk(_ profile: Profile?) throws -> ConfigurationSearch {
    try configuration.ensureUniqueRuleIDs()
    return try configuration.configurationSearchOnDisk(profile, isSandboxed: sandbox != nil)
  }

  /// The environment of builds on disk.
  fileprivate func environmentOnDisk(_ progress: ProgressOutput) throws -> BuildEnvironment {
    let service = try Sandbox.imageService(
      sandbox, jobs: jobs, noteHandler: noteHandler, orInProcess: inProcessService)
    return BuildEnvironment(
      jobs: jobs, usesCache: usesResultCache && configuration.customRules.isEmpty, progress: progress,
      cacheNoteHandler: noteHandler, service: service)
  }
}
