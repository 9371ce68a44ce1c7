import StickerEngine
public import StickerImage
import StickerPacker

/// Builds sticker packs in memory: variants, an Xcode catalog and project, and packs for other messengers.
public struct PackBuilder: Sendable {
  /// The source that a pack is built from.
  public enum Source: Hashable, Sendable {
    /// A folder of @3x art, with or without a `stickerpack.yml`, or a folder with one catalog.
    case folder(String)
    /// A `stickerpack.yml`.
    case packFile(String)
    /// An Xcode catalog (`.xcstickers`, `.xcassets`, `.stickerpack`).
    case catalog(String)
    /// Files in memory, by their relative paths. A description replaces a `stickerpack.yml`, so pass only one of
    /// them.
    case files([String: [UInt8]], description: PackDescription? = nil)
  }

  /// The variants to make in addition to the @3x art.
  public enum Variants: String, Hashable, Sendable, CaseIterable {
    /// @2x and @1x.
    case all
    /// Only @2x.
    case only2x = "2x"
    /// Only @1x.
    case only1x = "1x"
    /// None.
    case none
  }

  /// An Xcode project for the catalog: by default, an app that contains only the stickers.
  public struct XcodeProject: Hashable, Sendable {
    /// The kind of extension in the app.
    public enum Template: String, Hashable, Sendable, CaseIterable {
      /// A sticker pack without code, which the system's sticker browser shows.
      case stickerPack = "sticker-pack"
      /// A custom sticker browser, which can download stickers from a server.
      case stickerBrowser = "sticker-browser"
      /// Messages that people can respond to.
      case interactiveMessage = "interactive-message"
    }

    /// The kind of extension. If nil, the previous build's kind is kept, and a new project is a sticker pack.
    public var template: Template?
    /// The minimum iOS version, such as `18.0`. If nil, an existing project's version is kept, and a new
    /// project gets the default.
    public var deploymentTarget: String?
    /// The Team ID for signing the app. If nil, an existing project's team is kept.
    public var teamID: String?
    /// The app version that people see. If nil, the pack file or an existing project sets it.
    public var version: String?
    /// The build number of the app. If nil, the pack file or an existing project sets it.
    public var buildNumber: String?

    /// Creates a project with the settings of the pack file and of an existing project.
    public init() {}

    /// The minimum iOS version of a new project.
    public static let defaultDeploymentTarget = XcodeProjectInput.defaultDeploymentTarget

    /// Returns what is wrong with a minimum iOS version; nil if it is valid.
    public static func problem(withDeploymentTarget text: String) -> String? {
      fault(ofDeploymentTarget: text)
    }

    /// Returns what is wrong with a Team ID; nil if it is valid.
    public static func problem(withTeamID text: String) -> String? { fault(ofTeamID: text) }

    /// Returns what is wrong with an app version or a build number; nil if it is valid.
    public static func problem(withVersion text: String) -> String? { fault(ofVersionOrBuildNumber: text) }
  }

  /// What to build.
  public struct Options: Hashable, Sendable {
    /// The variants to make from the @3x art.
    public var variants = Variants.all
    /// The Xcode project; nil for none, unless ``rebuildsPreviousXcodeProject`` is true. A project needs an icon.
    public var xcodeProject: XcodeProject?
    /// Whether to build the Xcode project again if ``xcodeProject`` is nil, but the previous build has a project. If
    /// false, that project stays as it is.
    public var rebuildsPreviousXcodeProject = true
    /// Whether the Xcode project has the catalog's text in every language. If nil, the pack file or the previous
    /// build decides. If false, no note says that the catalog has only one language. Experimental: test it on a
    /// device first.
    public var localizesCatalog: Bool?
    /// Whether to leave out stickers that fail. Otherwise they stop the build.
    public var skipsFailingStickers = false
    /// The fixes to apply in memory before building; nil for none. A pack for another messenger always gets the
    /// fixes that the messenger's limits require.
    public var fixes: Fixer.Options?
    /// Whether to make files as small as possible. If nil, the previous build's choice is kept.
    public var minimizesPNGFileSizes: Bool?
    /// Whether to make a contact sheet that shows every sticker on six backgrounds. If nil, the previous
    /// build's choice is kept.
    public var makesContactSheet: Bool?
    /// The name of the pack. If nil, the pack file or the name of the folder sets it.
    public var name: String?
    /// The image to make the icons from, at least 1024 px square. If nil, the pack file or the catalog sets it.
    /// The path is relative to the working folder.
    public var icon: BytePath?
    /// The file that describes the interactive message, for a project with that template. If nil, `message.yml`
    /// beside the art is used. The path is relative to the working folder.
    public var messageFile: BytePath?
    /// The background color of a transparent icon as 0xRRGGBB. If nil, the pack file sets it.
    public var iconBackgroundColor: UInt32?
    /// The background color of the app's sticker browser as 0xRRGGBB. If nil, the pack file sets it.
    public var browserBackgroundColor: UInt32?
    /// Whether to replace a folder that contains other files, and files of a project that the user changed. Files that the
    /// user added to a project stay.
    public var replacesOtherFiles = false
    /// What a pack for another messenger does with art that is too small. If nil, the art is centered
    /// unscaled.
    public var smallArtHandling: Fixer.Options.SmallArtHandling?
    /// How a pack for another messenger shortens animations that are too long. If nil, such stickers fail.
    public var longAnimationHandling: Fixer.Options.LongAnimationHandling?
    /// Whether a pack for another messenger keeps APNGs that some of the messenger's apps do not play.
    public var keepsAPNG = false
    /// Whether a ``PackRun`` makes several packs if a messenger limits the number of stickers, or does not accept
    /// stills and animations in one pack.
    public var splitsPacks = false
    /// Whether a ``PackRun`` skips messengers that have no packs, with a note. If false, they are an error.
    public var skipsMessengersWithoutPacks = false
    /// How long to search for smaller files. If `fixes` is set, a pack for Messages uses the effort of `fixes`
    /// instead.
    public var effort = OptimizingEffort.normal

    /// Creates options for a catalog with all variants.
    public init() {}
  }

  /// What to build.
  public let options: Options
  /// Whether a ``PackRun`` uses the results of earlier runs. Files are recognized by their content.
  public var usesResultCache = false
  /// The worker processes in which a ``PackRun`` decodes and fixes files; nil to do this in this process. The
  /// calls that build in memory throw if there is a sandbox, because they work in this process.
  public var sandbox: Sandbox?
  /// Receives the notes of a ``PackRun`` about the cache and the sandbox.
  public var noteHandler: NoteHandler?
  let configuration: LintConfiguration
  private let memory: MemoryBudget
  let jobs: Int

  /// Creates a builder without reading any files.
  ///
  /// - Parameters:
  ///   - options: what to build.
  ///   - configuration: which rules run. Baselines do not apply.
  ///   - memory: the memory limit for decoded images.
  ///   - jobs: how many files to process at the same time; nil for the number of cores.
  public init(
    options: Options = Options(), configuration: LintConfiguration = LintConfiguration(),
    memory: MemoryBudget = MemoryBudget(), jobs: Int? = nil
  ) {
    self.options = options
    self.configuration = configuration
    self.memory = memory
    self.jobs = MachinePolicy.jobCount(jobs)
  }

  /// Checks and builds a pack for Messages. Nothing is written until you call ``StickerPack/write(to:)``.
  ///
  /// - Parameters:
  ///   - source: the art.
  ///   - previous: the folder of the previous build, to keep its project and choices; nil for none.
  ///   - progress: receives the progress.
  /// - Throws: `StickersError.buildStopped` if findings or missing metadata stop the build, and other errors
  ///   if the source or the previous build cannot be read.
  public func build(
    _ source: Source, replacing previous: String? = nil, progress: ProgressHandler? = nil
  ) async throws(StickersError) -> StickerPack {
    do {
      let art = try resolveRejectingSandbox(source)
      try Task.checkCancellation()
      var builder = MessagesPackBuilder(
        options.messagesOptions, environmentInMemory(progress),
        try configuration.configurationSearch(profile: nil, on: art.fileSystem))
      let (result, plan) = await builder.buildInMemory(art.locatedPack, at: previous.map { Path($0) })
      try Task.checkCancellation()
      guard let plan else { throw result.outcome.error(result.report?.findings ?? []) }
      return StickerPack(self, art, result, plan)
    } catch { throw StickersError(error) }
  }

  /// Checks, fixes and exports a pack for another messenger. Nothing is written until you call
  /// ``ExportedPack/write(to:)``. Files that comply are copied unchanged.
  ///
  /// - Parameters:
  ///   - source: the art.
  ///   - profile: the messenger.
  ///   - progress: receives the progress.
  /// - Throws: `StickersError.buildStopped` if the art does not meet the limits, or metadata is missing.
  public func export(
    _ source: Source, for profile: Profile, progress: ProgressHandler? = nil
  ) async throws(StickersError) -> ExportedPack {
    do {
      return try await export(try resolveRejectingSandbox(source), for: profile, progress)
    } catch { throw StickersError(error) }
  }

  func export(
    _ art: ResolvedPackSource, for profile: Profile, _ progress: ProgressHandler?
  ) async throws(StickersError) -> ExportedPack {
    guard profile != .iMessage else {
      throw .invalidRequest(["export(_:for:) does not support iMessage. Use build(_:) instead."])
    }
    do {
      try Task.checkCancellation()
      let search = try configuration.configurationSearch(profile: profile, on: art.fileSystem)
      let built = await MessengerBuilder(options.messengerOptions, environmentInMemory(progress))
        .buildInMemory(art.locatedPack, for: profile.resolvedNameOrPath, search)
      try Task.checkCancellation()
      guard let tree = built.builtFiles else { throw built.outcome.error(built.findings) }
      return ExportedPack(profile, built, tree, replacesOtherFiles: options.replacesOtherFiles)
    } catch { throw StickersError(error) }
  }

  private func resolveRejectingSandbox(_ source: Source) throws -> ResolvedPackSource {
    guard sandbox == nil else {
      throw CommandError(
        "this call builds packs in the program's own process. Use findPacks(_:for:output:) with a sandbox.")
    }
    return try ResolvedPackSource(source, options, configuration)
  }

  private func environmentInMemory(_ progress: ProgressHandler?) -> BuildEnvironment {
    BuildEnvironment(jobs: jobs, progress: ProgressOutput(progress), service: inProcessService)
  }

  /// The service that decodes and fixes files in this process.
  var inProcessService: any ImageService { configuration.inProcessImageService(memory.gate) }
}

/// The art of a pack, after the pack has been located.
struct ResolvedPackSource: Sendable {
  let locatedPack: LocatedPack
  /// The file system of the art.
  let fileSystem: ReadOnlyFileSystem
  let isInMemory: Bool

  /// Finds the art, and reads its pack file.
  init(
    _ source: PackBuilder.Source, _ options: PackBuilder.Options, _ configuration: LintConfiguration
  ) throws {
    try configuration.ensureUniqueRuleIDs()
    let overrides = try options.overrides()
    switch source {
    case .folder(let path), .packFile(let path), .catalog(let path):
      (fileSystem, isInMemory) = (.disk, false)
      var search = try configuration.configurationSearch(profile: nil, on: fileSystem)
      locatedPack = try locatePack(Path(path), overrides) { search.excludes(packOrCatalogDocument: $0) }
    case .files(var files, let description):
      if let description {
        let name = PackFile.fileName.textOrDisplayText
        guard files[name] == nil else {
          throw StickersError.invalidRequest([
            "the files include a \(name). Pass no description, or omit the file."
          ])
        }
        let images = files.keys.filter { Path($0).hasMessagesImageExtension }
        files[name] = description.packFileContents(imagePaths: images.sorted())
      }
      (fileSystem, isInMemory) = (try ReadOnlyFileSystem(holding: files), true)
      let source = packFolderOrOnlyTopFolder(of: Set(files.keys.map { Path($0) }))
      locatedPack = try locatePack(source, overrides, on: fileSystem) { _ in false }
      guard locatedPack.hasExplicitName || locatedPack.folder != Path(".") else {
        throw StickersError.invalidRequest([
          "the pack has no name. Set one in the options or in a description, or put the files into a folder."
        ])
      }
    }
  }
}

extension AppBuildSettings {
  /// Throws if a value is not in the format that the App Store requires.
  fileprivate init(
    validating app: (team: String?, version: String?, build: String?), deploymentTarget: String?
  ) throws(StickersError) {
    let faults = [
      app.team.flatMap { text in fault(ofTeamID: text).map { ("team", text, $0) } },
      app.version.flatMap { text in fault(ofVersionOrBuildNumber: text).map { ("version", text, $0) } },
      app.build.flatMap { text in fault(ofVersionOrBuildNumber: text).map { ("build", text, $0) } },
      deploymentTarget.flatMap { text in
        fault(ofDeploymentTarget: text).map { ("deployment target", text, $0) }
      },
    ].compactMap(\.self)
    guard faults.isEmpty else {
      throw .invalidConfiguration(
        faults.map { .init(message: "\($0.0) \(UntrustedText($0.1).displayText): \($0.2)") })
    }
    self.init(team: app.team, version: app.version, build: app.build)
  }
}

extension PackBuilder.Options {
  /// The options that override what the source of a pack specifies.
  func overrides() throws(StickersError) -> PackOverrides {
    PackOverrides(
      name: name, icon: icon?.path, message: messageFile?.path, iconBackgroundColor: iconBackgroundColor,
      browserBackgroundColor: browserBackgroundColor,
      appBuildSettings: try AppBuildSettings(
        validating: (xcodeProject?.teamID, xcodeProject?.version, xcodeProject?.buildNumber),
        deploymentTarget: xcodeProject?.deploymentTarget))
  }

  /// The options of a build for Messages.
  var messagesOptions: MessagesPackBuilder.Options {
    var building = MessagesPackBuilder.Options()
    building.variants = SmallerVariantSelection(rawValue: variants.rawValue) ?? .all
    building.skipsFailingStickers = skipsFailingStickers
    building.replacesOtherFiles = replacesOtherFiles
    building.deploymentTarget = xcodeProject.map {
      $0.deploymentTarget ?? PackBuilder.XcodeProject.defaultDeploymentTarget
    }
    building.rebuildsPreviousProject = rebuildsPreviousXcodeProject
    building.hasChosenDeploymentTarget = xcodeProject?.deploymentTarget != nil
    building.chosenTemplate = xcodeProject?.template.flatMap { ProjectTemplate(rawValue: $0.rawValue) }
    building.localizesCatalog = localizesCatalog
    building.makesContactSheet = makesContactSheet
    building.minimizesPNGFileSizes = minimizesPNGFileSizes
    building.fixOptions = fixes?.fixOptions
    if minimizesPNGFileSizes == true {
      // Without other fixes, only the encoding changes.
      var fixOptions = building.fixOptions ?? FixOptions(selectedRules: [], effort: effort)
      fixOptions.minimizesPNGFileSize = true
      building.fixOptions = fixOptions
    }
    return building
  }

  /// The options of builds for other messengers.
  var messengerOptions: MessengerBuilder.Options {
    var building = MessengerBuilder.Options()
    building.skipsFailingStickers = skipsFailingStickers
    building.replacesOtherFiles = replacesOtherFiles
    building.smallArtFix = smallArtHandling?.fix
    building.longAnimationFix = longAnimationHandling?.fix
    building.keepsAPNG = keepsAPNG
    building.splitsPacks = splitsPacks
    building.optimizingEffort = effort
    return building
  }
}

extension BuildOutcome {
  /// Returns the error for a build that was not completed.
  fileprivate func error(_ findings: [Finding]) -> StickersError {
    switch self {
    case .completed: .internalError("the build has no files")
    case .stoppedByFindingsOrDifferences(let reasons):
      .buildStopped(reasons: reasons.map(\.text), findings: findings.map { LintReport.Finding($0) })
    case .failed(let reasons): .invalidRequest(reasons)
    case .internalError(let message): .internalError(message)
    }
  }
}
