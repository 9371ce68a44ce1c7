import ArgumentParser
import StickerPage
import Stickers

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a page to drop stickers on, on this machine.",
    discussion: """
      The page shows what `lint` says of each sticker and how it will look, fixes what can be fixed, and \
      builds the pack. Nothing leaves this machine. Of a folder that is named it saves what you ask it to: \
      the stickerpack.yml beside the art, and fixed art in a folder called fixed; the art itself is never \
      changed. The address has a key in it: whoever is given it on this machine can use the page. With \
      --open, other accounts of this machine may read it while the browser starts: where there are some, \
      open the address yourself.

      Examples:
        stickerlint serve --open
        stickerlint serve --open art     the folder's art is on the page
        stickerlint serve --watch art    each export is checked as it comes
        stickerlint serve --port 9000 --idle-minutes 0
      """)

  @Option(
    help: """
      The port of the page; without the option, or with 0, the system chooses. On macOS before 26, a fixed port lets \
      what an earlier program on that port has left in the browser read the page.
      """)
  var port: Int?
  @Flag(help: "Show the page in the browser.") var open = false
  @Option(
    help: ArgumentHelp("Show what lies in a folder, and follow its changes.", valueName: "folder"),
    completion: .directory)
  var watch: Path?
  @Argument(help: "Show what lies in a folder now; leave it out for an empty page.", completion: .directory)
  var folder: Path?
  @Option(help: "End when nobody has asked for anything for so long, and no page is open; 0 never ends.")
  var idleMinutes = 30
  @OptionGroup(title: "Rules") var checks: PageOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    if watch != nil, folder != nil { throw ValidationError("name one folder: with --watch, or without") }
    if shown?.bytes.isEmpty == true { throw ValidationError("the folder needs a name") }
    if let port, !(0...65535 ~= port) { throw ValidationError("--port must be 0 to 65535, not \(port)") }
    guard 0...100_000 ~= idleMinutes else {
      throw ValidationError("--idle-minutes must be 0 to 100000, not \(idleMinutes)")
    }
  }

  /// The folder that the page is of.
  private var shown: Path? { watch ?? folder }

  func run() async throws {
    let place = FileSystem.disk.realPath(of: shown ?? Path("."))
    if let shown, try FileSystem.disk.entryKind(at: place) != .folder {
      let what = watch == nil ? "shown" : "watched"
      throw UsageError("\(shown.displayText) is no folder that could be \(what)")
    }
    let fresh = try checks.search(.seen(from: place, isWatched: shown != nil))
    var search = fresh
    // What is wrong in a configuration is said before anything is served.
    let configuration = try SettingsMap([], packs: [Path(".")], &search).configuration(at: Path("."))
    // Of a folder, configurations are read anew as they change.
    let (images, packs) = try isolation.pageServices(jobs: checks.jobs.count, commandLine(rawArguments()))
    let collection = DroppedFiles(
      shown == nil ? search : fresh, in: root(place),
      checksPacks: !checks.source.noPack, showing: checks.rules.selected, jobs: checks.jobs.count,
      service: images, packs: packs,
      savingTo: try shown.map { _ in try DirectoryHandle(place) })
    let title = shown == nil ? "Stickers" : packName(of: place)
    let server = try await listen(
      on: port, idleMilliseconds: idleMinutes == 0 ? nil : idleMinutes * 60_000,
      pageRoutes(collection, title: title, configuration))
    try standardOutput.write(server.address + "\n")
    printToStandardError(["Open this address in a browser on this machine. Control-C ends the page."])
    if open { Task { show(server.address) } }
    let following = shown.map { [once = watch == nil] folder in
      Task { await watchFolder(folder, into: collection, atMost: configuration.budget.fileBytes, once: once) }
    }
    await server.idleEnd()
    following?.cancel()
    await server.stop()
    printToStandardError([
      "nobody has asked for anything in \(countText(idleMinutes, "minute")): the page is closed"
    ])
  }

  /// The folder that files seem to lie in.
  private func root(_ place: Path) -> Path { shown == nil ? Path("/Stickers") : place }

  /// How the words of a command line have packs built, in a process that builds one; nil for another command.
  static func build(of words: [String]) throws -> RecordBuild? {
    guard let command = try Stickerlint.parseAsRoot(words) as? ServeCommand else { return nil }
    let place = FileSystem.disk.realPath(of: command.shown ?? Path("."))
    let (root, access) = (
      command.root(place), FileAccess.seen(from: place, isWatched: command.shown != nil)
    )
    return RecordBuild(.dropPage, seemingIn: root, access) { [checks = command.checks] in
      try checks.search($0)
    }
  }

  private func show(_ address: String) {
    guard let reason = openInBrowser(address) else { return }
    printToStandardError(["note: no browser was opened, since \(reason): open the address above yourself"])
  }
}
