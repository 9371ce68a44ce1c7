import ArgumentParser
import StickerEngine
import Stickers

/// Returns the text of a file in the project.
///
/// - Throws: a `CommandError` if it cannot be read.
func projectFileText(of path: Path) throws(CommandError) -> String {
  guard
    case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
      path, maxFileBytes: maxTextBytes, follow: true)
  else {
    throw CommandError("\(path.displayText) cannot be read. Run this in the project's folder.")
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The maximum size of a text file in the project, in bytes.
private let maxTextBytes = 4 << 20

/// The tool that maintains the project's generated files. It is not part of a release.
@main struct StickerlintDev: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stickerlint-dev",
    abstract:
      "Draw fixtures, write generated pages, start new rules and measure the accuracy of rules.",
    subcommands: [
      ArtCommand.self, CorpusCommand.self, DocsCommand.self, LabelsCommand.self, LossyCommand.self,
      OptimizeCommand.self, NewRuleCommand.self,
    ])
}
