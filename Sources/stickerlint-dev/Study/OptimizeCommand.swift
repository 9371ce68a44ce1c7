import ArgumentParser
import StickerEngine
import StickerImage
import Stickers

/// Runs the optimizer alone, for measuring.
struct OptimizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize", abstract: "Writes a folder's PNGs, and its GIFs as APNGs, in fewer bytes.",
    discussion: "Example: stickerlint-dev optimize Stickers --output smaller --effort max")

  @Argument(help: "A folder of PNGs and GIFs.") var folder: String
  @Option(help: ArgumentHelp("Where the files go; what is there goes.", valueName: "dir")) var output: String
  @Option(help: "fast, normal or max.", transform: effort(named:)) var effort = OptimizingEffort.normal

  func run() async throws {
    guard let contents = try FileSystem.disk.readTree(Path(folder)) else {
      throw UsageError("\(folder): no such folder")
    }
    var tree = FileTree()
    for path in contents.files.paths {
      guard let bytes = contents.files[path] else { continue }
      if path.hasSuffix(".gif") {
        tree[path.dropLast(3) + "png"] = try converted(bytes)
      } else {
        tree[path] = optimized(bytes, effort: effort) ?? bytes
      }
    }
    try FileWriter.shared.writeTree(tree, to: Path(output), replacing: .folder)
  }

  /// An animation with the same frames and times.
  private func converted(_ gif: [UInt8]) throws -> [UInt8] {
    let image = try Image(decoding: gif)
    return try image.frames.smallestAPNG(plays: image.container.animation?.plays ?? 1, effort: effort)
  }
}

private func effort(named name: String) throws -> OptimizingEffort {
  guard let effort = OptimizingEffort(rawValue: name) else {
    throw ValidationError("The effort is fast, normal or max.")
  }
  return effort
}
