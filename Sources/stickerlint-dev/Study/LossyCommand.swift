import ArgumentParser
import Corpus
import StickerEngine
import StickerImage
import Stickers

/// The commands that `bench/lossy.py` uses to compare stickerlint with other programs.
struct LossyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lossy", abstract: "Draw large files, reduce file sizes, and compare images.",
    subcommands: [DrawLargeFiles.self, ReduceFileSize.self, QuantizeFile.self, CompareFiles.self])
}

/// Draws the art for the benchmark: stills or animations with a large file size.
private struct DrawLargeFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Draw the benchmark stickers into an existing folder.")

  @Argument var folder: String
  @Option(help: "The number of files of each kind.") var count: UInt32 = 4
  @Option(help: "The side in px.") var side = 618
  @Option(help: "The number of frames, at 24 per second; 1 for stills.") var frames = 1
  @Option(help: "The strength of the grain, 0 to 1.") var grain: Float = 1

  func run() throws {
    for art in OversizedArt.all(count, grain: grain) {
      let drawn = art.frames(frames, side: side, delay: ExactSeconds(1, 24))
      let picture =
        frames == 1
        ? StickerEngine.EditableImage([Frame(drawn[0].bitmap)]) : StickerEngine.EditableImage(drawn, plays: 0)
      try FileWriter.shared.writeFile(try picture.verifiedPNGOrGIF(.fast), to: Path("\(folder)/\(art).png"))
    }
  }
}

/// Reduces the file size with lossy changes.
private struct ReduceFileSize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reduce", abstract: "Reduce the file size, and print the steps.")

  @Argument var file: String
  @Argument var output: String
  @Argument(help: "The limit in bytes.") var limit: Int
  @Flag(name: .customLong("webp"), help: "Write a WebP.") var isWebP = false

  func run() throws {
    var picture = try readImage(file)
    if isWebP { picture.outputFormat = .webP }
    let result = try picture.reduced(toFit: FileSizeReducer.Options(maxBytes: limit))
    guard let fit = result.bestFit else { throw CommandError("cannot meet the limit") }
    try FileWriter.shared.writeFile(fit.bytes, to: Path(output))
    try StandardStream.output.write(fit.steps.map { "\($0)" }.joined(separator: ", ") + "\n")
  }
}

/// Quantizes an image to the file size that another program produced.
private struct QuantizeFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quantize", abstract: "Write the image with as many colors as fit within a given file size.")

  @Argument var file: String
  @Argument var output: String
  @Argument(help: "A file whose size, after stickerlint encodes it again, is the size limit.") var peer:
    String

  func run() throws {
    var picture = try readImage(file)
    let limit = try self.readImage(peer).verifiedPNGOrGIF(.fast).count
    let quantizer = Quantizer(picture.frames.map(\.bitmap))
    var (fits, tooMany, next) = (1, 257, 256)
    while tooMany - fits > 1 {
      let frames = quantizer.quantized(colors: next, dithering: 0).frames
      for number in frames.indices { picture.frames[number].bitmap = frames[number] }
      let bytes = try picture.verifiedPNGOrGIF(.fast)
      if bytes.count <= limit {
        fits = next
        try FileWriter.shared.writeFile(bytes, to: Path(output))
      } else {
        tooMany = next
      }
      next = (fits + tooMany) / 2
    }
    try StandardStream.output.write("\(fits)\n")
  }
}

/// Measures the structural similarity of two files.
private struct CompareFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Print the similarity of two files on white and on black.")

  @Argument var one: String
  @Argument var other: String

  func run() throws {
    let (first, second) = (try readImage(one).frames, try readImage(other).frames)
    guard first.map(\.bitmap.size) == second.map(\.bitmap.size) else {
      throw CommandError("the files differ in dimensions or number of frames")
    }
    let mean = FrameSimilarity(first.map(\.bitmap), second.map(\.bitmap)).mean
    try StandardStream.output.write("\(mean.overWhite) \(mean.overBlack)\n")
  }
}

extension ParsableCommand {
  fileprivate func readImage(_ file: String) throws -> StickerEngine.EditableImage {
    guard
      case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        Path(file), maxFileBytes: 1 << 28, follow: true)
    else {
      throw CommandError("\(UntrustedText(file).displayText) cannot be read")
    }
    let image = try Image(decoding: bytes, budget: .unlimited)
    return StickerEngine.EditableImage(image.frames, plays: image.container.animation?.plays)
  }
}
