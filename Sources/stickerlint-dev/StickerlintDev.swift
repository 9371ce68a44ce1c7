import ArgumentParser
import StickerEngine
import Stickers

/// The text of a file of the project.
///
/// - Throws: a `UsageError` where it cannot be read.
func text(of path: Path) throws(UsageError) -> String {
  guard case .bytes(let bytes) = FileSystem.disk.readFile(path, limit: maxTextBytes, follow: true) else {
    throw UsageError("\(path.displayText) cannot be read; run this in the folder of the project")
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The most bytes of a text file of the project.
private let maxTextBytes = 4 << 20

/// Keeps the project's generated files; never shipped.
@main struct StickerlintDev: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stickerlint-dev",
    abstract:
      "Draws the fixtures, writes the generated pages, starts new rules and counts how right they are.",
    subcommands: [
      ArtCommand.self, CorpusCommand.self, DocsCommand.self, LabelsCommand.self, LossyCommand.self,
      OptimizeCommand.self, RuleCommand.self,
    ])
}
