package import StickerEngine
import StickerImage
package import StickerPacker

/// The settings and services that all builds of a run share.
package struct BuildEnvironment: Sendable {
  /// The number of files to process at the same time.
  let jobs: Int
  /// Whether to reuse cached results of earlier runs.
  let usesCache: Bool
  /// Where to report progress.
  let progress: ProgressOutput
  /// Receives notes about the cache.
  let cacheNoteHandler: NoteHandler?
  /// Decodes, lints and fixes the art.
  let service: any ImageService

  package init(
    jobs: Int, usesCache: Bool = false, progress: ProgressOutput = .none,
    cacheNoteHandler noteHandler: NoteHandler? = nil,
    service: any ImageService
  ) {
    self.jobs = jobs
    self.usesCache = usesCache
    self.progress = progress
    self.cacheNoteHandler = noteHandler
    self.service = service
  }
}

/// Builds packs for Messages: opens each source, selects the stickers to build, builds the files in memory
/// and writes them.
package struct MessagesPackBuilder: Sendable {
  /// What to build.
  package struct Options: Sendable {
    /// The variants to make in addition to the art.
    package var variants = SmallerVariantSelection.all
    /// Whether to leave out stickers that fail. Otherwise, they stop the build.
    package var skipsFailingStickers = false
    /// Whether to replace the destination regardless of its contents.
    package var replacesOtherFiles = false
    /// Whether to compare the destination with the build and write nothing.
    package var comparesOnly = false
    /// The oldest iOS version that the Xcode project supports; nil for no project.
    package var deploymentTarget: String?
    /// Whether to build the project again if there is no deployment target, but the previous build has a project.
    /// If false, that project stays as it is.
    package var rebuildsPreviousProject = true
    /// Whether the user chose the deployment target. If so, it replaces the one in an existing project.
    package var hasChosenDeploymentTarget = false
    /// The template of the project; nil to keep the template of the previous build.
    package var chosenTemplate: ProjectTemplate?
    /// Whether to make contact sheets; nil to keep the choice of the previous build.
    package var makesContactSheet: Bool?
    /// Whether a project without code has the catalog text in every language; nil to keep the choice of the
    /// previous build.
    package var localizesCatalog: Bool?
    /// The fixes to apply in memory before building; nil for none.
    package var fixOptions: FixOptions?
    /// Whether to make files as small as possible; nil to keep the choice of the previous build.
    package var minimizesPNGFileSizes: Bool?

    package init() {}

    /// The drop page's options: build all stickers that do not fail, with an Xcode project.
    package static var forDropPage: Options {
      var options = Options()
      options.skipsFailingStickers = true
      options.deploymentTarget = XcodeProjectInput.defaultDeploymentTarget
      options.chosenTemplate = .stickerPack
      options.makesContactSheet = true
      return options
    }
  }

  package let options: Options
  package let environment: BuildEnvironment
  /// Finds the configuration of each pack.
  package var search: ConfigurationSearch
  /// The folder of an app that also receives the build; nil for none.
  private let additionalAppDestination: (any ExistingAppDestination)?

  package init(
    _ options: Options, _ environment: BuildEnvironment, _ search: ConfigurationSearch,
    into app: (any ExistingAppDestination)? = nil
  ) {
    self.options = options
    self.environment = environment
    self.search = search
    self.additionalAppDestination = app
  }

  /// Builds a pack and writes it, or compares it with its destination. Never throws, so that a failed pack
  /// does not stop the others.
  package mutating func buildAndWrite(_ pack: PackToBuild) async -> PackResult {
    var result = await buildAndWriteOrCompare(pack)
    if result.outcome != .completed, !options.comparesOnly {
      result.notes += unchangedPreviousBuildNote(at: pack.destination)
    }
    return result
  }

  private mutating func buildAndWriteOrCompare(_ pack: PackToBuild) async -> PackResult {
    var build: PackBuild
    do { build = try makePackBuild(pack.pack, at: pack.destination) } catch {
      return PackResult(of: pack.pack, BuildOutcome(error, of: pack.pack))
    }
    defer { build.saveCache() }
    do {
      if let plan = try await build.buildInMemory() {
        try build.writeOrCompare(plan, into: additionalAppDestination)
      }
    } catch {
      build.result.outcome = BuildOutcome(error, of: pack.pack)
    }
    return build.result
  }

  /// Builds a pack in memory. With `comparesOnly`, it is compared with the destination.
  ///
  /// - Parameter path: the folder that the pack will be written to; nil for none.
  /// - Returns: no plan if the pack cannot be built.
  mutating func buildInMemory(
    _ pack: LocatedPack, at path: Path? = nil
  ) async -> (result: PackResult, plan: PackInMemory?) {
    var build: PackBuild
    do { build = try makePackBuild(pack, at: path) } catch {
      return (PackResult(of: pack, BuildOutcome(error, of: pack)), nil)
    }
    do {
      let plan = try await build.buildInMemory()
      if options.comparesOnly, let plan { build.compare(plan) }
      return (build.result, plan)
    } catch {
      build.result.outcome = BuildOutcome(error, of: pack)
      return (build.result, nil)
    }
  }

  private mutating func makePackBuild(_ pack: LocatedPack, at path: Path?) throws -> PackBuild {
    try PackBuild(pack, to: path.map(readAndValidateDestination), options, environment, &search)
  }

  /// Reads a destination. Throws if the build must not replace its contents.
  private func readAndValidateDestination(_ path: Path) throws -> PackDestination {
    try options.comparesOnly
      ? PackDestination(comparing: path) : PackDestination(replacing: path, force: options.replacesOtherFiles)
  }
}

extension BuildOutcome {
  /// Creates the outcome of a build that threw an error.
  fileprivate init(_ error: any Error, of pack: LocatedPack) {
    switch error {
    case let failure as CommandError: self = .failed(failure.problemMessages)
    case let error as InternalError: self = .internalError(error.reason)
    default: self = .internalError("\(pack.path.displayText): \(error)")
    }
  }
}

extension PackBuildJob {
  /// Finds the pack among the files in memory.
  func locatePackInMemory() throws -> LocatedPack {
    let disk = ReadOnlyFileSystem(holding: files, in: virtualFolder)
    return try locatePack(packFolderOrOnlyTopFolder(of: Set(files.keys)), PackOverrides(name: name), on: disk)
    { _ in false }
  }

  /// Builds a drop page's pack in memory.
  func buildPack() async -> Result<(name: String, tree: FileTree), CommandError> {
    do {
      let pack = try locatePackInMemory()
      var builder = MessagesPackBuilder(
        .forDropPage, BuildEnvironment(jobs: jobs, service: InProcessImageService()),
        configurationSearch)
      let (result, plan) = await builder.buildInMemory(pack)
      return plan.map { .success((pack.name, $0.tree)) } ?? .failure(CommandError(result.outcome))
    } catch {
      return .failure(CommandError(error))
    }
  }
}

/// Returns the source of a pack among files: the folder of the only pack file, or the only top-level folder.
package func packFolderOrOnlyTopFolder(of files: Set<Path>) -> Path {
  let descriptions = files.filter { $0.name == PackFile.fileName }
  if descriptions.count == 1, let only = descriptions.first { return only.parent }
  let tops = Set(files.map { $0.components[0] })
  guard tops.count == 1, let top = tops.first, !files.contains(top) else { return Path(".") }
  return top
}
