import ArgumentParser
import Corpus
import StickerEngine
import Stickers

/// Compares what rules report with what people saw.
struct LabelsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels",
    abstract: "Compare what rules report with what people saw.",
    discussion: """
      Prints the precision and recall of each rule about appearance, for each folder of labeled pictures, and for the published
      stickers if the corpus is present. A folder has labels.tsv (path, fault, level) and pictures.

      With --rule, lists the pictures on which people and the rule disagree. If you also set a limit very low or high,
      the rule reports the measured value of every picture, from which you can choose a limit.

      Example: stickerlint-dev labels ../shared/labels --rule placement --set max-shift=1
      """)

  @Argument(help: "Folders of labeled pictures.") var folders: [String] = []
  @Option(help: "A rule id.") var rule: String?
  @Option(help: ArgumentHelp("Set an option of the rule.", valueName: "name=value")) var set: [String] = []

  func run() async throws {
    var sets = try folders.map { try LabeledPictures(folder: Path($0)) }
    if Corpus.isPresent { sets.append(LabeledPictures(published: PublishedStickerLabel.all)) }
    guard !sets.isEmpty else { throw CommandError("there are no labeled pictures. Specify a folder.") }
    let asked = try rule.map { id in
      guard let rule = Rule.named(id) else {
        throw CommandError("there is no rule named \"\(UntrustedText(id).displayText)\"")
      }
      return rule
    }
    let options = try asked.map { [$0.id: OptionValues(try givenOptionValues(of: $0))] } ?? [:]
    for pictures in sets {
      let findings = await pictures.findingsForQuestions(options: options)
      try StandardStream.output.write("## \(pictures.heading)\n")
      if let asked {
        try StandardStream.output.write(findingsAndMissesText(pictures, findings, asked))
      } else {
        try StandardStream.output.write(pictures.table(findings) + "\n")
      }
    }
  }

  /// Returns a line for each picture on which the rule and people disagree, and for each finding on the other
  /// pictures.
  private func findingsAndMissesText(_ pictures: LabeledPictures, _ findings: [Finding], _ rule: Rule)
    -> String
  {
    let byPath = Dictionary(grouping: findings.filter { $0.rule == rule.id }, by: \.path)
    var out = ""
    for question in pictures.questions where question.rules.contains(rule.id) {
      let agreement = ViewerAgreement(question, pictures, findings)
      let (wrong, missed) = (Set(agreement.wrongPaths), Set(agreement.missedPaths))
      for source in pictures.sources {
        let messages = (byPath[source.path] ?? []).filter(question.concerns).map(\.message)
        guard !messages.isEmpty || missed.contains(source.path) else { continue }
        let word = wrong.contains(source.path) ? "wrong" : missed.contains(source.path) ? "missed" : "agreed"
        out += "\(word)\t\(source.path.displayText)\t\(messages.joined(separator: " | "))\n"
      }
    }
    return out
  }

  private func givenOptionValues(of rule: Rule) throws -> [String: RuleOption.Value] {
    var values: [String: RuleOption.Value] = [:]
    for word in set {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let option = rule.options.first(where: { $0.name == parts[0] }) else {
        let names = rule.options.map(\.name).joined(separator: ", ")
        throw CommandError(
          "\(UntrustedText(word).displayText) is not an option of \(rule.id). Use NAME=VALUE with one of \(names)."
        )
      }
      let value: RuleOption.Value? =
        switch option.kind {
        case .whole: Int(parts[1]).map { .whole($0) }
        case .real: Double(parts[1]).map { .real($0) }
        case .choice: .word(parts[1])
        }
      guard let value, option.allows(value) else {
        throw CommandError("\(option.name) must be \(option.allowedValuesText)")
      }
      values[option.name] = value
    }
    return values
  }
}

extension PublishedStickerLabel {
  /// The sticker in the corpus.
  var assetSource: AssetSource {
    AssetSource(path: Path(path)) { [path] _ in
      (try? Corpus.bytes(of: path)).map { .bytes($0) } ?? .unreadable("it is not in the corpus")
    }
  }
}
