import ArgumentParser
import StickerEngine
import StickerImage
import Stickers

struct ArtCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "art", abstract: "Draw the sample stickers, both valid and faulty.",
    discussion: "Example: stickerlint-dev art --output Fixtures/Art")

  @Option(help: ArgumentHelp("The folder to write. Existing files are removed.", valueName: "dir"))
  var output: String?
  @Option(help: ArgumentHelp("Fail if a folder differs from what would be drawn.", valueName: "dir"))
  var verify: String?
  @Option(
    help: ArgumentHelp("Draw this many different stickers instead, for benchmarks.", valueName: "count"))
  var many: Int?

  func validate() throws {
    guard (output == nil) != (verify == nil) else {
      throw ValidationError("Use either --output or --verify.")
    }
    guard many.map({ (1...9_999).contains($0) }) ?? true else {
      throw ValidationError("--many must be 1 to 9999.")
    }
  }

  func run() async throws {
    if let verify { return try await verifyArt(in: Path(verify)) }
    let tree = try many.map(variedStillTree) ?? artTree()
    try FileWriter.shared.writeTree(tree, to: Path(output ?? ""), replacing: .folder)
    try StandardStream.output.write("\(tree.paths.count) files in \(output ?? "")\n")
  }
}

/// Compares the pack with the drawings pixel by pixel, because different versions of libdeflate write
/// different bytes. Also checks that the faulty files have exactly the expected findings.
///
/// - Throws: a `CommandError` that lists the outdated files.
func verifyArt(in folder: Path) async throws {
  guard let files = try ReadOnlyFileSystem.disk.readTree(folder)?.files else {
    throw CommandError("\(folder.displayText) does not exist")
  }
  let sound = Artwork.all.map { "pack/\($0.name).png" }
  let faulty = FaultyFile.all.map { "faulty/\($0.fileName)" }
  var stale = Set(files.paths).symmetricDifference(sound + faulty)
  for artwork in Artwork.all {
    let path = "pack/\(artwork.name).png"
    if let bytes = files[path], !artwork.looksAndPlaysIdentically(toFile: bytes) { stale.insert(path) }
  }
  for fault in FaultyFile.all {
    let path = "faulty/\(fault.fileName)"
    if let bytes = files[path], await reportedDefaultRules(in: bytes, path) != fault.rules {
      stale.insert(path)
    }
  }
  guard stale.isEmpty else {
    let names = stale.sorted().joined(separator: ", ")
    throw CommandError(
      "\(folder.displayText) is outdated: \(names). Run `make art`, and look at the result.")
  }
}

extension Artwork {
  fileprivate func looksAndPlaysIdentically(toFile file: [UInt8]) -> Bool {
    guard let image = try? Image(decoding: file) else { return false }
    let drawn = frames(side: sampleStickerSidePixels)
    return image.frames.map(\.bitmap) == drawn.map(\.bitmap)
      && zip(image.frames, drawn).allSatisfy { $0.delay.isSameTime(as: $1.delay) }
      && image.container.animation?.plays == (frameCount == 1 ? nil : 0)
  }
}

private func reportedDefaultRules(in file: [UInt8], _ path: String) async -> Set<String> {
  let source = AssetSource(path: Path(path)) { _ in .bytes(file) }
  let report = await LintPass(service: InProcessImageService()) { _ in Configuration(rules: Rule.onByDefault)
  }
  .lint(LintInput([source]))
  return Set(report.findings.map(\.rule))
}

/// The side of the pack's stickers in px, which is the regular grid size.
let sampleStickerSidePixels = 408

/// Returns the sample pack and the faulty files, such as `pack/cat-waving.png` and `faulty/too-small.png`.
///
/// - Throws: `InternalError`.
func artTree() throws -> FileTree {
  var tree = FileTree()
  for artwork in Artwork.all {
    tree["pack/\(artwork.name).png"] = try artwork.file(side: sampleStickerSidePixels)
  }
  for fault in FaultyFile.all { tree["faulty/\(fault.fileName)"] = try fault.make(sampleStickerSidePixels) }
  return tree
}

/// Returns many different stickers: the still artworks in turn, each rotated, scaled and recolored at random.
/// The same count always produces the same stickers.
///
/// - Parameter count: the number of files.
/// - Throws: `InternalError`.
func variedStillTree(_ count: Int) throws -> FileTree {
  var tree = FileTree()
  var random = SeededRandom(seed: 2026)
  let stills = Artwork.all.filter { $0.frameCount == 1 }
  for number in 0..<count {
    let artwork = stills[number % stills.count]
    let variation = DrawingVariation(
      turns: random.next(in: -0.04...0.04), scale: random.next(in: 0.84...0.98),
      nextChannelShare: random.next(in: 0...1))
    let varied = 300 + 3 * Int(random.next(in: 60...106))  // 480 to 618 px, in whole points
    let bitmap = artwork.frames(side: varied, variation)[0].bitmap
    let digits = String(number + 1)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    tree["\(artwork.name)-\(padded).png"] = try bitmap.encodedPNG()
  }
  return tree
}

extension Artwork {
  /// Returns the sticker as a file: a PNG for a still, an APNG that repeats endlessly for an animation.
  ///
  /// - Throws: `InternalError`.
  func file(side: Int) throws -> [UInt8] {
    let frames = frames(side: side)
    return frameCount == 1 ? try frames[0].bitmap.encodedPNG() : try frames.encodedAPNG(plays: 0)
  }
}

/// A random number generator that produces the same numbers on every machine (Knuth's MMIX generator).
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns the next number, uniformly distributed.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Double(state >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
  }
}
