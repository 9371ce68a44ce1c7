import ArgumentParser
import StickerPage
import Stickers

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a local page to drop stickers on.",
    discussion: """
      The page shows each sticker's findings and how it will look, fixes stickers, and builds the pack. \
      Nothing leaves this machine. If you specify a folder, the page can save its stickerpack.yml and \
      write fixed art to a subfolder named fixed. The art itself is never changed. The address contains a \
      key. Anyone on this machine who has the key can use the page. With --open, other accounts on this \
      machine can read the key while the browser starts. If you share the machine, open the address yourself.

      Examples:
        stickerlint serve --open
        stickerlint serve --open art     show a folder
        stickerlint serve --watch art    check each export
        stickerlint serve --port 9000 --idle-minutes 0
      """)

  @Option(
    help: """
      Port of the page (default: 0, chosen by the system). Before macOS 26, if you \
      set a port, a service worker that another program left in the browser for that port can read the page.
      """)
  var port: Int?
  @Flag(help: "Open the page in the browser.") var open = false
  @Option(
    help: ArgumentHelp("Show a folder, and update the page when its files change.", valueName: "folder"),
    completion: .directory)
  var watch: Path?
  @Argument(help: "A folder to show without watching it (default: an empty page).", completion: .directory)
  var folder: Path?
  // With `.unconditional`, a negative number is reported as out of range, not as a missing value.
  @Option(
    parsing: .unconditional, help: "Quit after this many idle minutes with no page open; 0 means never.")
  var idleMinutes = 30
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var limits: LimitOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    if watch != nil, folder != nil {
      throw ValidationError("specify only one folder, with or without --watch")
    }
    if shownFolder?.bytes.isEmpty == true {
      throw ValidationError("the name of the folder must not be empty")
    }
    if let port, !(0...65535 ~= port) { throw ValidationError("--port must be 0 to 65,535, not \(port)") }
    guard 0...100_000 ~= idleMinutes else {
      throw ValidationError("--idle-minutes must be 0 to 100,000, not \(idleMinutes)")
    }
  }

  /// The folder to show; nil for an empty page.
  private var shownFolder: Path? { watch ?? folder }

  func run() async throws {
    let place = FileSystem.disk.realPath(of: shownFolder ?? Path("."))
    if let shownFolder, try FileSystem.disk.entryKind(at: place) != .folder {
      throw CommandError("\(shownFolder.displayText) is not a folder")
    }
    let fresh = try settings.configuration(limits).configurationSearch(
      .forFiles(in: place, areOnDisk: shownFolder != nil), runsAllRules: true)
    var search = fresh
    // Errors in a configuration file are reported before the server starts.
    let configuration = try ConfigurationMap([], packs: [Path(".")], &search).configuration(at: Path("."))
    // If the page shows a folder, configuration files are read again when they change.
    let jobs = MachinePolicy.jobCount(jobs.jobs)
    let (images, packs) = try services(jobs: jobs, replacingIsolateRequired(rawArguments()))
    let collection = DropPageModel(
      shownFolder == nil ? search : fresh, in: displayedRoot(place),
      checksPacks: !settings.noPack, showing: settings.selectedRules,
      jobs: jobs,
      service: images, packs: packs,
      savingTo: try shownFolder.map { _ in try FolderHandle(place) },
      keepingSessionsIn: PrivateFolder(inCache: "sessions"))
    let title = shownFolder == nil ? "Stickers" : packName(of: place)
    let server = try await startPageServer(
      on: port, idleMilliseconds: idleMinutes == 0 ? nil : idleMinutes * 60_000,
      routes: pageRoutes(collection, title: title, configuration)
    ) { await collection.hasUnsavedWork }
    try StandardStream.output.write(server.address + "\n")
    printToStandardError([
      "Open this address in a browser on this machine. Press Control-C to stop."
    ])
    if open { Task { openBrowser(at: server.address) } }
    let following = shownFolder.map { [once = watch == nil] folder in
      Task { await watchFolder(folder, into: collection, atMost: configuration.budget.fileBytes, once: once) }
    }
    await server.waitUntilIdleOrStopped()
    following?.cancel()
    await server.stop()
    printToStandardError([
      "stopped after \(countText(idleMinutes, "idle minute"))"
    ])
  }

  /// The folder that the files appear to be in.
  private func displayedRoot(_ place: Path) -> Path { shownFolder == nil ? Path("/Stickers") : place }

  /// Returns the pack builder that a command line describes, for a process that builds packs; nil if the
  /// command is not `serve`.
  static func recordPackBuilder(of words: [String]) throws -> InProcessRecordPackBuilder? {
    guard let command = try Stickerlint.parseAsRoot(words) as? ServeCommand else { return nil }
    let place = FileSystem.disk.realPath(of: command.shownFolder ?? Path("."))
    let (root, access) = (
      command.displayedRoot(place), FileAccess.forFiles(in: place, areOnDisk: command.shownFolder != nil)
    )
    return InProcessRecordPackBuilder(.forDropPage, appearingIn: root, access) {
      [settings = command.settings, limits = command.limits] in
      try settings.configuration(limits).configurationSearch($0, runsAllRules: true)
    }
  }

  /// Returns the services for dropped files and for packs of these files. By default, pages isolate both.
  ///
  /// - Parameter words: the command line that describes how to build packs.
  /// - Returns: nil for both services if this process does the work.
  private func services(
    jobs: Int, _ words: [String]
  ) throws -> (images: (any ImageService)?, packs: (any PackBuildService)?) {
    guard let sandbox = isolation.sandbox(isDefault: true) else { return (nil, nil) }
    guard let builders = PagePackBuilder(words, isolatedBy: sandbox.limits(.packBuilding)) else {
      try sandbox.ensureConfinement()
      return (nil, nil)
    }
    var work = Sandbox.WorkOptions(jobs: jobs, noteHandler: noteHandler(quiet: false))
    // Use enough processes to keep a few slow files from delaying the others.
    work.fixJobs = MachinePolicy.jobCount(max(jobs, 4))
    work.wantsFindingLocations = true
    work.joiningMemoryBytes = DropLimits().maxWorkingMemoryBytes
    return (try Sandbox.imageService(sandbox, work), SandboxedPackBuildService(builders))
  }

  private func openBrowser(at address: String) {
    guard let reason = openInBrowser(Array(address.utf8)) else { return }
    printToStandardError([
      "note: cannot open a browser: \(reason). Open the address above yourself."
    ])
  }
}
