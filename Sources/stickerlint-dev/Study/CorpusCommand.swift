import ArgumentParser
import StickerEngine
import Stickers

/// Counts how right every rule is on a corpus of labeled files.
struct CorpusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Counts what each rule finds and misses on a labeled corpus.",
    discussion: "Run in the project's folder. Example: stickerlint-dev corpus ../shared/corpus")

  @Argument(help: "A folder with manifest.tsv.") var folder: String
  @Option(help: ArgumentHelp("Writes the table into a page.", valueName: "file")) var output: String?
  @Option(help: "Lists the files on which a rule is wrong, and the real stickers on which it fires.")
  var rule: String?

  func run() async throws {
    let corpus = Path(folder)
    let study = try await studied(try labeledFiles(in: corpus), packs: try labeledPacks(in: corpus))
    guard let rule else {
      if let output {
        try FileWriter.shared.writeFile(Array(study.page(byEye: await reviewTable()).utf8), to: Path(output))
      }
      return try standardOutput.write(study.table())
    }
    guard let tally = study.tallies[rule] else {
      throw UsageError("there is no rule \"\(Untrusted(rule).displayText)\"")
    }
    try standardOutput.write(tally.lines())
  }
}
