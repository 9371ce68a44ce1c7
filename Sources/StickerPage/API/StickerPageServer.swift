import StickerEngine
public import Stickers

/// A server for a local web page. The page checks and fixes the stickers that people drop on it, and builds packs.
///
/// The page is served only to this machine, at an address that contains a secret key. Files on disk are never
/// changed, except that the page of a folder can save the folder's `stickerpack.yml`, and write fixed art to its
/// subfolder `fixed`.
public struct StickerPageServer: Sendable {
  /// The port; nil or 0 to let the system choose one.
  public var port: Int?
  /// The number of minutes without an open page after which the server stops; nil to keep running. A server with
  /// unsaved work keeps running, too.
  public var idleMinutes: Int? = 30
  /// The ids of the rules whose findings are shown and fixed; nil for all.
  public var shownRules: Set<String>?
  /// The worker processes that decode and fix files and build packs; nil to do this in this process.
  public var sandbox: Sandbox?
  /// The arguments that describe this server to a worker process. There,
  /// ``Sandbox/runWorkerIfRequested(arguments:recordPacker:)`` passes them to your function, which must create the
  /// same server and return its ``recordPacker``.
  public var workerArguments: [String] = rawArguments()
  /// Receives notes about the sandbox.
  public var noteHandler: NoteHandler?
  private let folder: BytePath?
  private let isWatching: Bool
  private let configuration: LintConfiguration
  private let jobs: Int

  /// Creates a server, without starting it.
  ///
  /// - Parameters:
  ///   - folder: the folder to show; nil for an empty page.
  ///   - isWatching: whether the page follows changes in the folder.
  ///   - configuration: the settings of the checks. Rules, options, overrides, globs, custom rules and baselines
  ///     that are set in code do not apply.
  ///   - jobs: how many files to process at the same time; nil for the number of cores.
  public init(
    showing folder: BytePath? = nil, isWatching: Bool = false,
    configuration: LintConfiguration = LintConfiguration(), jobs: Int? = nil
  ) {
    self.folder = folder
    self.isWatching = isWatching
    self.configuration = configuration
    self.jobs = MachinePolicy.jobCount(jobs)
  }

  /// The folder in which the search for configuration files starts, with symbolic links resolved.
  private var configurationFolder: Path { ReadOnlyFileSystem.disk.realPath(of: folder?.path ?? Path(".")) }

  /// The folder that the files appear to be in.
  private var virtualFolder: Path { folder == nil ? Path("/Stickers") : configurationFolder }

  private var configurationAccess: ConfigurationFileAccess {
    .forInMemoryFiles(in: configurationFolder, alsoExistOnDisk: folder != nil)
  }

  /// The builder of the page's packs, for a worker process.
  public var recordPacker: RecordPacker {
    RecordPacker(
      InProcessRecordPackBuilder(.forDropPage, appearingIn: virtualFolder, configurationAccess) {
        [configuration] in try configuration.configurationSearchWithoutDocument($0, runsAllRules: true)
      })
  }

  /// Starts the server.
  ///
  /// - Throws: `StickersError` if the path is not a folder, a configuration is invalid, the port is in use, or the
  ///   sandbox is required but not available.
  public func start() async throws(StickersError) -> RunningStickerPage {
    do { return try await startServer() } catch { throw StickersError(error) }
  }

  private func startServer() async throws -> RunningStickerPage {
    let place = configurationFolder
    if sandbox == nil {
      try MachinePolicy.currentWithEnvironment().ensureUnisolatedReadingAllowed(by: "the library")
    }
    if let folder, try ReadOnlyFileSystem.disk.entryKind(at: place) != .folder {
      throw CommandError("\(folder) is not a folder")
    }
    let unused = try configuration.configurationSearchWithoutDocument(configurationAccess, runsAllRules: true)
    var search = unused
    // Errors in a configuration file are reported before the server starts.
    let pageConfiguration = try ConfigurationMap([], packs: [Path(".")], &search).configuration(at: Path("."))
    let (images, packs) = try services()
    // If the page shows a folder, configuration files are read again when they change.
    let model = DropPageModel(
      folder == nil ? search : unused, in: virtualFolder, checksPacks: configuration.checksPacks,
      showing: shownRules, jobs: jobs, service: images, packs: packs,
      savingTo: try folder.map { _ in try ConfinedFolderAccess(place) },
      keepingSessionsIn: PrivateFolder(inCache: "sessions"))
    let server = try await startServerAtNewOrigin(
      on: port, idleMilliseconds: idleMinutes.map { $0 * 60_000 },
      routes: pageRoutes(
        model, title: folder == nil ? "Stickers" : packNameSkippingGenericFolders(of: place),
        pageConfiguration)
    ) { await model.hasUnsavedWork }
    let watching = folder.map { [isWatching] folder in
      Task {
        await watchFolder(
          folder.path, into: model, maxFileBytes: pageConfiguration.budget.fileBytes,
          rescansOnlyWhenCleared: !isWatching)
      }
    }
    return RunningStickerPage(server, watching)
  }

  /// Returns the services for dropped files and for packs of these files; nil for both if this process does the
  /// work.
  private func services() throws -> (images: (any ImageService)?, packs: (any PackBuildService)?) {
    guard let sandbox else { return (nil, nil) }
    guard
      let workers = DropPageBuildWorkers(workerArguments, isolatedBy: sandbox.limits(defaults: .packBuilding))
    else {
      try sandbox.ensureConfinementIfRequired()
      return (nil, nil)
    }
    var work = Sandbox.WorkOptions(jobs: jobs, noteHandler: noteHandler)
    // Use enough processes to keep a few slow files from delaying the others.
    work.fixJobsIfDifferent = MachinePolicy.jobCount(max(jobs, 4))
    work.wantsFindingLocations = true
    work.frameJoiningMemoryBytes = DropLimits().maxWorkingMemoryBytes
    return (try Sandbox.imageService(sandbox, work), SandboxedPackBuildService(workers))
  }
}

/// A page that is being served.
public struct RunningStickerPage: Sendable {
  /// The address of the page. Anyone on this machine who has it can use the page.
  public var address: String { server.pageURL }
  private let server: PageServer
  private let folderReadingTask: Task<Void, Never>?

  fileprivate init(_ server: PageServer, _ watching: Task<Void, Never>?) {
    self.server = server
    self.folderReadingTask = watching
  }

  /// Serves the page until it has been idle for ``StickerPageServer/idleMinutes``, or until the task is canceled, and
  /// then stops the server.
  public func serveUntilIdle() async {
    await withTaskCancellationHandler {
      await server.waitUntilIdleOrStopped()
    } onCancel: {
      Task { await stop() }
    }
    await stop()
  }

  /// Stops the server.
  public func stop() async {
    folderReadingTask?.cancel()
    await server.stop()
  }
}

/// The default browser of the machine.
public enum Browser {
  /// Opens a page.
  ///
  /// - Returns: why the page cannot be opened; nil on success.
  public static func open(address: String) -> String? { openInBrowser(Array(address.utf8)) }

  /// Opens a file.
  ///
  /// - Returns: why the file cannot be opened; nil on success.
  public static func open(_ file: some FilePathConvertible) -> String? {
    openInBrowser(ReadOnlyFileSystem.disk.realPath(of: file.bytePath.path).bytes)
  }
}
