import ArgumentParser
import StickerIO
import StickerModel

/// Draws stickers.
struct ArtCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "art", abstract: "Draws the house's stickers, sound and faulty.",
    discussion: "Example: stickerlint-dev art --output Fixtures/Art")

  @Option(help: ArgumentHelp("Where the files go; what is there goes.", valueName: "dir")) var output: String?
  @Option(help: ArgumentHelp("Fails where a folder does not show what would be drawn.", valueName: "dir"))
  var verify: String?
  @Option(help: ArgumentHelp("Draws so many different stickers instead, for measuring.", valueName: "count"))
  var many: Int?

  func validate() throws {
    guard (output == nil) != (verify == nil) else {
      throw ValidationError("Give either --output or --verify.")
    }
    guard many.map({ (1...9_999).contains($0) }) ?? true else {
      throw ValidationError("--many takes 1 to 9999.")
    }
  }

  func run() async throws {
    if let verify { return try await verifyArt(in: Path(verify)) }
    let tree = try many.map(manyArtTree) ?? artTree()
    try writeTree(tree, to: Path(output ?? ""), replacing: .folder)
    try standardOutput.write("\(tree.paths.count) files in \(output ?? "")\n")
  }
}
