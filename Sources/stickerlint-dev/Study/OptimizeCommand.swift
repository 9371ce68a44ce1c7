import ArgumentParser
import StickerEngine
import StickerImage
import Stickers

/// Runs only the optimizer, for benchmarks.
struct OptimizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize", abstract: "Optimize a folder's PNGs, and convert its GIFs to optimized APNGs.",
    discussion: "Example: stickerlint-dev optimize Stickers --output smaller --effort max")

  @Argument(help: "A folder of PNGs and GIFs.") var folder: String
  @Option(help: ArgumentHelp("The folder to write. Existing files are removed.", valueName: "dir"))
  var output: String
  @Option(help: "How thoroughly to optimize: fast, moderate, normal or max.", transform: effort(named:))
  var effort =
    OptimizingEffort.normal

  func run() async throws {
    guard let contents = try ReadOnlyFileSystem.disk.readTree(Path(folder)) else {
      throw CommandError("\(folder): no such folder")
    }
    var tree = FileTree()
    for path in contents.files.paths {
      guard let bytes = contents.files[path] else { continue }
      if path.hasSuffix(".gif") {
        tree[path.dropLast(3) + "png"] = try optimizedAPNG(from: bytes)
      } else {
        tree[path] = optimizedPNGIfSmaller(bytes, effort: effort) ?? bytes
      }
    }
    try FileWriter.shared.writeTree(tree, to: Path(output), replacing: .folder)
  }

  /// Returns an APNG with the same frames and delays.
  private func optimizedAPNG(from gif: [UInt8]) throws -> [UInt8] {
    let image = try Image(decoding: gif)
    return try image.frames.smallestAPNG(plays: image.container.animation?.plays ?? 1, effort: effort)
  }
}

private func effort(named name: String) throws -> OptimizingEffort {
  guard let effort = OptimizingEffort(rawValue: name) else {
    throw ValidationError("--effort must be fast, moderate, normal or max.")
  }
  return effort
}
