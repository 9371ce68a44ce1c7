import ArgumentParser
import Stickers

struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show image details: frames, delays, color, chunks.",
    usage: "stickerlint info [<options>] <files> ...",
    discussion: """
      Examples:
        stickerlint info wave.png
        stickerlint info --pixels --format json *.png
        stickerlint info --save-frames frames dance.gif
        curl -s https://example.com/a.png | stickerlint info -
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Flag(help: "Decode every frame and add the SHA-256 of its RGBA pixels.") var pixels = false
  @Option(help: "Write each composited frame as a PNG to this new folder.", completion: .directory)
  var saveFrames: Path?
  @Option(help: "Output format.") var format = Format.text
  @OptionGroup var limits: LimitOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Argument(help: "Image files, or - for one image from standard input.", completion: .file()) var files:
    [Path]

  func run() async throws {
    let named = files.filter { $0 != standardInputPath.path }
    try FileSystem.disk.ensureExist(named)  // a missing path is a usage error
    guard files.count - named.count <= 1 else {
      throw CommandError("standard input can be read only once. Specify - once.")
    }
    var frames = FileTree()
    let configuration = Configuration(rules: [], budget: try budget())
    var work = Sandbox.Work(jobs: 1, noteHandler: noteHandler(quiet: false))
    work.analyzes = false
    let service = try Sandbox.imageService(isolation.sandbox(), work)
    var images: [ImageInfo] = []
    for file in files { images.append(try await info(on: file, configuration, service, &frames)) }
    if let saveFrames { try FileWriter.shared.writeTree(frames, to: saveFrames, replacing: .nothing) }
    try StandardStream.output.write(format == .text ? infoText(images) : infoJSON(images))
    if !images.allSatisfy(\.isValidImage) { throw ExitCode(1) }
  }

  /// The limits for reading a file, which the policy caps.
  private func budget() throws -> DecodingBudget {
    var budget = DecodingBudget.standard
    for setting in limits.limit {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard parts.count == 2 else {
        throw UsageError(
          "--limit \(escaped(setting)) needs a number, for example --limit canvas-pixels=20000000")
      }
      try budget.set(parts[0], to: parts[1])
    }
    return try MachinePolicy.current().capped(budget)
  }

  private func info(
    on named: Path, _ configuration: Configuration, _ service: any ImageService, _ saved: inout FileTree
  ) async throws -> ImageInfo {
    let isStream = named == standardInputPath.path
    let (path, budget) = (isStream ? FileOptions.defaultStandardInputName.path : named, configuration.budget)
    let outcome =
      isStream
      ? readStandardInput(limit: budget.fileBytes)
      : FileSystem.disk.readFile(path, limit: budget.fileBytes, follow: true)
    let (content, bytes, length) = parsedContent(of: outcome, budget: budget)
    guard case .image(let container) = content, pixels || saveFrames != nil else {
      return ImageInfo(path: path, byteCount: length, content: content)
    }
    let viewing = FrameRequest(wantsDigests: pixels, wantsImages: saveFrames != nil)
    switch await service.decodeFrames(viewing, of: bytes, container, configuration) {
    case .answered(let frames):
      if let defect = frames.encodingFailure { throw InternalError("\(path.displayText): \(defect)") }
      try addFrameFiles(frames.pngFiles ?? [], of: path, in: &saved)
      return ImageInfo(
        path: path, byteCount: length, content: content, pixelDamage: frames.damage,
        frameDigests: frames.digests)
    case .failed(let loss):
      let reason = loss.message(during: "decoding it", consequence: "it cannot be decoded").commandLineText
      return ImageInfo(path: path, byteCount: length, content: .unreadable(reason))
    case .unavailable(let reason): throw CommandError("\(path.displayText) was not decoded: \(reason)")
    }
  }

  /// Adds the frames of a file as `<stem>-001.png`, `<stem>-002.png` and so on.
  ///
  /// - Throws: an error if a name is already in use.
  private func addFrameFiles(_ pictures: [[UInt8]], of path: Path, in frames: inout FileTree) throws {
    for (index, picture) in pictures.enumerated() {
      let digits = "\(index + 1)"
      let number = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      let name = "\(path.stem.displayText)-\(number).png"
      guard frames[name] == nil else {
        throw CommandError(
          "two files would both save a frame as \(name). Run `stickerlint info` on one file at a time.")
      }
      frames[name] = picture
    }
  }
}
