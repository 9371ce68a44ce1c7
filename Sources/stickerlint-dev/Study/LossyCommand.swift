import ArgumentParser
import Corpus
import StickerEngine
import StickerImage
import Stickers

/// What `bench/lossy.py` compares other programs with.
struct LossyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lossy", abstract: "Draws heavy art, makes files lighter, and says how alike two are.",
    subcommands: [DrawLargeArt.self, ReduceFileSize.self, QuantizeFile.self, CompareFiles.self])
}

/// Draws the work set: each kind of heavy art, stills and animations.
private struct DrawLargeArt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Draws the work set into a folder that exists.")

  @Argument var folder: String
  @Option(help: "How many of each kind.") var count: UInt32 = 4
  @Option(help: "Pixels of both sides.") var side = 618
  @Option(help: "Frames of an animation of 24 frames a second; 1 for stills.") var frames = 1
  @Option(help: "How strong the grain is, 0 to 1.") var grain: Float = 1

  func run() throws {
    for art in HeavyArt.all(count, grain: grain) {
      let drawn = art.frames(frames, side: side, delay: ExactSeconds(1, 24))
      let picture =
        frames == 1 ? StickerEngine.Picture([Frame(drawn[0].bitmap)]) : StickerEngine.Picture(drawn, plays: 0)
      try FileWriter.shared.writeFile(try picture.encoded(.fast), to: Path("\(folder)/\(art).png"))
    }
  }
}

/// Makes a file smaller with loss.
private struct ReduceFileSize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lighten", abstract: "Makes a file lighter, and prints what was done.")

  @Argument var file: String
  @Argument var output: String
  @Argument(help: "Bytes.") var limit: Int
  @Flag(name: .customLong("webp"), help: "Makes a WebP.") var isWebP = false

  func run() throws {
    var picture = try picture(file)
    if isWebP { picture.storage = .webP }
    let result = try picture.reduced(toFit: SizeReducer.Options(bytes: limit))
    guard let fit = result.fit else { throw UsageError("nothing fits") }
    try FileWriter.shared.writeFile(fit.bytes, to: Path(output))
    try standardOutput.write(fit.steps.map { "\($0)" }.joined(separator: ", ") + "\n")
  }
}

/// The palette alone, at the bytes that another program took.
private struct QuantizeFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quantize", abstract: "Writes the palette of most colors that comes to at most some bytes.")

  @Argument var file: String
  @Argument var output: String
  @Argument(help: "A file whose pixels, encoded alike, say how many bytes.") var peer: String

  func run() throws {
    var picture = try picture(file)
    let limit = try self.picture(peer).encoded(.fast).count
    let quantizer = Quantizer(picture.frames.map(\.bitmap))
    var (fits, tooMany, next) = (1, 257, 256)
    while tooMany - fits > 1 {
      let frames = quantizer.quantized(colors: next, dithering: 0).frames
      for number in frames.indices { picture.frames[number].bitmap = frames[number] }
      let bytes = try picture.encoded(.fast)
      if bytes.count <= limit {
        fits = next
        try FileWriter.shared.writeFile(bytes, to: Path(output))
      } else {
        tooMany = next
      }
      next = (fits + tooMany) / 2
    }
    try standardOutput.write("\(fits)\n")
  }
}

/// Measures the structural similarity of two files.
private struct CompareFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Prints how alike two files are over white and over black.")

  @Argument var one: String
  @Argument var other: String

  func run() throws {
    let (first, second) = (try picture(one).frames, try picture(other).frames)
    guard first.map(\.bitmap.size) == second.map(\.bitmap.size) else {
      throw UsageError("they differ in size or number of frames")
    }
    let mean = FrameSimilarity(first.map(\.bitmap), second.map(\.bitmap)).mean
    try standardOutput.write("\(mean.overWhite) \(mean.overBlack)\n")
  }
}

extension ParsableCommand {
  fileprivate func picture(_ file: String) throws -> StickerEngine.Picture {
    guard case .bytes(let bytes) = FileSystem.disk.readFile(Path(file), limit: 1 << 28, follow: true) else {
      throw UsageError("\(Untrusted(file).displayText) cannot be read")
    }
    let image = try Image(decoding: bytes, budget: .unlimited)
    return StickerEngine.Picture(image.frames, plays: image.container.animation?.plays)
  }
}
