import ArgumentParser
import Corpus
import StickerEngine
import Stickers

/// Measures the accuracy of every rule on a labeled corpus.
struct CorpusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Count what each rule finds and misses on a labeled corpus.",
    discussion: "Run in the project's folder. Example: stickerlint-dev corpus ../shared/corpus")

  @Argument(help: "A folder with manifest.tsv.") var folder: String
  @Option(help: "A folder of labeled pictures; may be repeated.") var labels: [String] = []
  @Option(help: ArgumentHelp("Write a page with the tables.", valueName: "file")) var output: String?
  @Option(help: "List the files on which this rule is wrong, and the real stickers on which it fires.")
  var rule: String?

  func run() async throws {
    let corpus = Path(folder)
    let study = try await studyCorpusWithDefaultRules(
      try manifestStudyFiles(in: corpus), packs: try studyPacks(in: corpus))
    guard let rule else {
      if let output {
        var tables = ""
        for pictures in try labels.map({ try LabeledPictures(folder: Path($0)) }) + [
          LabeledPictures(published: PublishedStickerLabel.all)
        ] {
          tables += "### \(pictures.heading)\n\(pictures.table(await pictures.findingsForQuestions()))\n"
        }
        try FileWriter.shared.writeFile(
          Array(study.markdownPage(viewerTables: tables).utf8), to: Path(output))
      }
      return try StandardStream.output.write(study.accuracyTable())
    }
    guard let tally = study.accuracyByRule[rule] else {
      throw CommandError("there is no rule named \"\(UntrustedText(rule).displayText)\"")
    }
    try StandardStream.output.write(tally.filesToReviewText())
  }
}
