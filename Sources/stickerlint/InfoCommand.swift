import ArgumentParser
import Stickers

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Tell what is in a file: frames, delays, color, chunks.",
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

  @Flag(help: "Decode every frame and add the SHA-256 of its RGBA.") var pixels = false
  @Option(help: "Write each composited frame as a PNG into this new folder.", completion: .directory)
  var saveFrames: Path?
  @Option(help: "How it is written: text or json.") var format = Format.text
  @OptionGroup var limits: LimitOptions
  @Argument(help: "Files to look into; - is one image from standard input.", completion: .file()) var files:
    [Path]

  func run() throws {
    let named = files.filter { $0 != standardInputPath }
    try FileSystem.disk.refuseMissing(named)  // a missing path is an error of the command line
    guard files.count - named.count <= 1 else {
      throw CommandFailure("standard input can be read only once: name - once")
    }
    var frames = FileTree()
    try Policy.inForce().refuseReading(by: "info")
    let budget = try limits.budget()
    let images = try files.map { try look($0, budget, &frames) }
    if let saveFrames { try writeTree(frames, to: saveFrames, replacing: .nothing) }
    try standardOutput.write(format == .text ? infoText(images) : infoJSON(images))
    if !images.allSatisfy(\.isSound) { throw ExitCode(1) }
  }

  private func look(_ named: Path, _ budget: Budget, _ frames: inout FileTree) throws -> ImageInfo {
    let isStream = named == standardInputPath
    let path = isStream ? FileOptions.usualName : named
    let outcome =
      isStream
      ? readStandardInput(limit: budget.fileBytes)
      : FileSystem.disk.readFile(path, limit: budget.fileBytes, follow: true)
    let (content, bytes, length) = readContent(outcome, budget)
    guard case .image(let container) = content, pixels || saveFrames != nil else {
      return ImageInfo(path: path, byteCount: length, content: content)
    }
    let chunks = container.colorChunks(of: bytes)
    var viewer = FrameViewer(
      digests: pixels ? [] : nil, pictures: saveFrames == nil ? nil : [], chunks: chunks)
    let damage = container.visitFrames(of: bytes, with: &viewer)
    if let defect = viewer.defect { throw Defect(what: "\(path.shown): \(defect)") }
    try keep(viewer.pictures ?? [], of: path, in: &frames)
    return ImageInfo(
      path: path, byteCount: length, content: content, pixelDamage: damage, frameDigests: viewer.digests)
  }

  /// Files each picture as `<stem>-001.png`.
  private func keep(_ pictures: [[UInt8]], of path: Path, in frames: inout FileTree) throws {
    for (index, picture) in pictures.enumerated() {
      let digits = "\(index + 1)"
      let number = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      let name = "\(path.stem.shown)-\(number).png"
      guard frames[name] == nil else {
        throw CommandFailure(
          "two files would both save a frame as \(name): look into them one after the other")
      }
      frames[name] = picture
    }
  }
}

/// Takes each frame's digest, or its picture as a PNG, or both.
private struct FrameViewer: FrameVisitor {
  /// SHA-256 of straight RGBA; nil where nobody asked.
  var digests: [String]?
  /// The frames as PNG files; nil where nobody asked.
  var pictures: [[UInt8]]?
  let chunks: [[UInt8]]
  var defect: EncodingDefect?

  mutating func visit(_ frame: Frame, number: Int) {
    digests?.append(SHA256.hexDigest(of: frame.bitmap.pixels))
    guard pictures != nil, defect == nil else { return }
    do {
      pictures?.append(try frame.bitmap.encodedPNG(colorChunks: chunks))
    } catch {
      defect = error
    }
  }
}
