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
  var watch: BytePath?
  @Argument(help: "A folder to show without watching it (default: an empty page).", completion: .directory)
  var folder: BytePath?
  // With `.unconditional`, a negative number is reported as out of range, not as a missing value.
  @Option(
    parsing: .unconditional, help: "Quit after this many idle minutes with no page open; 0 means never.")
  var idleMinutes = 30
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var resourceLimits: ResourceLimitOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    if watch != nil, folder != nil {
      throw ValidationError("specify only one folder, with or without --watch")
    }
    if shownFolder?.bytes.isEmpty == true {
      throw ValidationError("the name of the folder must not be empty")
    }
    if let port, !(0...65535 ~= port) { throw ValidationError("--port must be 0 to 65535, not \(port)") }
    guard 0...100_000 ~= idleMinutes else {
      throw ValidationError("--idle-minutes must be 0 to 100,000, not \(idleMinutes)")
    }
  }

  /// The folder to show; nil for an empty page.
  private var shownFolder: BytePath? { watch ?? folder }

  func run() async throws {
    var server = try serverWithoutPortAndSandbox()
    server.port = port
    server.idleMinutes = idleMinutes == 0 ? nil : idleMinutes
    server.sandbox = isolation.sandbox(isolatesByDefaultOnLinux: true)
    server.workerArguments = replacingIsolateRequired(rawArguments())
    server.noteHandler = noteHandler(quiet: false)
    let page = try await server.start()
    try StandardStream.output.write(page.address + "\n")
    printToStandardError([
      "Open this address in a browser on this machine. Press Control-C to stop."
    ])
    if open { Task { openBrowser(at: page.address) } }
    await page.serveUntilIdle()
    printToStandardError(["stopped after \(idleMinutes) idle \(idleMinutes == 1 ? "minute" : "minutes")"])
  }

  /// Returns the server, without the settings that only the process that serves the page needs.
  private func serverWithoutPortAndSandbox() throws -> StickerPageServer {
    var server = StickerPageServer(
      showing: shownFolder, isWatching: watch != nil,
      configuration: try settings.configuration(resourceLimits),
      jobs: jobs.jobs)
    server.shownRules = settings.selectedRules
    return server
  }

  /// Returns the packer that a command line describes, for a process that builds packs; nil if the command is
  /// not `serve`.
  static func recordPacker(fromCommandLine words: [String]) throws -> RecordPacker? {
    try (try Stickerlint.parseAsRoot(words) as? ServeCommand)?.serverWithoutPortAndSandbox().recordPacker
  }

  private func openBrowser(at address: String) {
    guard let reason = Browser.open(address: address) else { return }
    printToStandardError(noteLines(["cannot open a browser: \(reason). Open the address above yourself."]))
  }
}
