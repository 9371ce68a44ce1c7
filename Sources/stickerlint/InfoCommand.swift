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
  var saveFrames: BytePath?
  @Option(help: "Output format.") var format = Format.text
  @OptionGroup var resourceLimits: ResourceLimitOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Argument(help: "Image files, or - for one image from standard input.", completion: .file()) var files:
    [BytePath]

  func run() async throws {
    guard files.count(where: { $0 == standardInputPath }) <= 1 else {
      throw UsageOrIOError("standard input can be read only once. Specify - once.")
    }
    var inspector = try ImageInspector(
      budget: resourceLimits.budget(), sandbox: isolation.sandbox(), noteHandler: noteHandler(quiet: false))
    inspector.hashesFrames = pixels
    inspector.keepsFrames = saveFrames != nil
    let images = try await inspector.inspect(
      files.map {
        $0 == standardInputPath ? .standardInput(named: FileOptions.defaultStandardInputName) : .file($0)
      })
    if let saveFrames {
      var names: Set<String> = []
      for name in images.flatMap(\.frameFileNames) where !names.insert(name).inserted {
        throw UsageOrIOError(
          "two files would both save a frame as \(name). Run `stickerlint info` on one file at a time.")
      }
      try ImageDetails.writeFrames(of: images, toNewFolder: saveFrames)
    }
    try StandardStream.output.write(format == .text ? ImageDetails.text(images) : ImageDetails.json(images))
    if !images.allSatisfy(\.isValidImage) { throw ExitCode(1) }
  }
}
