import ArgumentParser
import StickerIO
import StickerImage
import StickerModel
import StickerReport

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Tell what is in a file: format, frames with exact delays, color, chunks.",
    discussion: """
      Examples:
        stickerlint info wave.png
        stickerlint info --pixels --format json *.png
        stickerlint info --save-frames frames dance.gif
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Flag(help: "Decode every frame and add the SHA-256 of its RGBA.") var pixels = false
  @Option(help: "Write each composited frame as a PNG into this folder.", completion: .directory)
  var saveFrames: Path?
  @Option(help: "How it is written: text or json.") var format = Format.text
  @Argument(help: "Files to look into.", completion: .file()) var files: [Path]

  func run() throws {
    _ = try walk(files)  // a path that is not there is a mistake in the command, not in a file
    let images = try files.map(look)
    try standardOutput.write(format == .text ? infoText(images) : infoJSON(images))
    let isSound = images.allSatisfy { image in
      guard case .image(let container) = image.content else { return false }
      return container.damage.isEmpty && container.exceeded.isEmpty && image.pixelDamage.isEmpty
    }
    if !isSound { throw ExitCode(1) }
  }

  private func look(_ path: Path) throws -> ImageInfo {
    let budget = Budget.standard
    switch readFile(path, limit: budget.fileBytes, follow: true) {
    case .unreadable(let reason): return ImageInfo(path: path, byteCount: nil, content: .unreadable(reason))
    case .tooLarge(let length):
      let exceeded = LimitExceeded("file", measured: length, limit: budget.fileBytes, unit: "bytes")
      return ImageInfo(path: path, byteCount: length, content: .tooLarge(exceeded))
    case .bytes(let bytes): return try look(path, bytes, budget)
    }
  }

  private func look(_ path: Path, _ bytes: [UInt8], _ budget: Budget) throws -> ImageInfo {
    guard let container = readContainer(bytes, budget: budget) else {
      guard case .foreign(let format) = sniff(bytes) else { throw Defect(what: "\(path.shown) was not read") }
      return ImageInfo(path: path, byteCount: bytes.count, content: .other(format))
    }
    guard pixels || saveFrames != nil else {
      return ImageInfo(path: path, byteCount: bytes.count, content: .image(container))
    }
    var digester = FrameDigester()
    var damage = visitFrames(of: bytes, container, &digester)
    if let saveFrames {
      var saver = FrameSaver(folder: saveFrames, stem: path.stem, source: (bytes, container))
      damage = visitFrames(of: bytes, container, &saver)
      if let failure = saver.failure { throw failure }
    }
    return ImageInfo(
      path: path, byteCount: bytes.count, content: .image(container), pixelDamage: damage,
      frameDigests: pixels ? digester.digests : nil)
  }
}

/// SHA-256 of each frame's straight RGBA.
private struct FrameDigester: FrameVisitor {
  var digests: [String] = []

  mutating func visit(_ frame: Frame, number: Int) {
    digests.append(SHA256.hexDigest(of: frame.bitmap.pixels))
  }
}

/// Writes each frame as `<stem>-001.png`.
private struct FrameSaver: FrameVisitor {
  let folder: Path
  let stem: Path
  let source: (bytes: [UInt8], container: Container)
  var failure: (any Error)?

  mutating func visit(_ frame: Frame, number: Int) {
    guard failure == nil else { return }
    let digits = "\(number + 1)"
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    do {
      let png = try encodePNG(frame.bitmap, colorChunks: colorChunks(of: source.bytes, source.container))
      try writeFile(png, to: folder.appending(Path(bytes: stem.bytes + Array("-\(padded).png".utf8))))
    } catch let defect as EncodingDefect {
      failure = Defect(what: "\(defect)")
    } catch {
      failure = error
    }
  }
}
