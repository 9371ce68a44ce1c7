import ArgumentParser
import Corpus
import StickerEngine
import Stickers

/// Sets what a rule says of shipped stickers beside what was seen on them.
struct LabelsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels",
    abstract: "Sets what a rule says of shipped stickers beside what was seen on them.",
    discussion: """
      With its limits opened wide a rule tells the figure of every sticker, to choose a limit by. The third of
      the stickers that is kept apart is left out, so that a limit is not chosen by what it is counted on.

      Example: stickerlint-dev labels touches-edge --column cut --set max-cut=1
      """)

  @Argument(help: "The id of a rule.") var rule: String
  @Option(help: "A column of Fixtures/Labels/shipped.tsv; without it, that of the rule.") var column: String?
  @Option(help: ArgumentHelp("A parameter of the rule.", valueName: "name=value")) var set: [String] = []
  @Flag(help: "Also those that are kept apart: to count at the end.") var all = false

  func run() async throws {
    guard let rule = Rule.all.first(where: { $0.id == rule }) else {
      throw UsageError("there is no rule \"\(Untrusted(rule).displayText)\"")
    }
    let columns = column.map { [$0] } ?? EyeQuestion.all.filter { $0.rule == rule.id }.map(\.column)
    guard !columns.isEmpty else { throw UsageError("nobody was asked about \(rule.id): name a column") }
    let labels = ShippedLabel.all.filter { all || !$0.isHeldOut }
    let settings = Settings(try values(of: rule))
    let messagesByPath = await messages(of: labels, by: ActiveRule(rule, settings: settings))
    for label in labels {
      let seen = columns.map { label[$0] ?? "-" }.joined(separator: "\t")
      let messages = messagesByPath[Path(label.path), default: []].joined(separator: " | ")
      try standardOutput.write("\(seen)\t\(messages)\t\(label.path)\n")
    }
  }

  private func values(of rule: Rule) throws -> [String: Parameter.Value] {
    var values: [String: Parameter.Value] = [:]
    for word in set {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let parameter = rule.parameters.first(where: { $0.name == parts[0] }) else {
        let names = rule.parameters.map(\.name).joined(separator: ", ")
        throw UsageError("\(Untrusted(word).displayText) is no parameter=value of \(rule.id): \(names)")
      }
      let value: Parameter.Value? =
        switch parameter.kind {
        case .whole: Int(parts[1]).map { .whole($0) }
        case .real: Double(parts[1]).map { .real($0) }
        case .choice: .word(parts[1])
        }
      guard let value, parameter.allows(value) else {
        throw UsageError("\(parameter.name) is \(parameter.allowed)")
      }
      values[parameter.name] = value
    }
    return values
  }
}

/// What rules say of shipped stickers, by their paths below the corpus.
private func messages(of labels: [ShippedLabel], by rule: ActiveRule) async -> [Path: [String]] {
  let report = await Linter(service: InProcessImageService(), jobs: processorCount()) { _ in
    Configuration(rules: [rule])
  }.lint(
    LintInput(labels.map(\.source)))
  return Dictionary(grouping: report.findings, by: \.path).mapValues { $0.map(\.evidence.message) }
}

extension ShippedLabel {
  /// The sticker, by its path below the corpus.
  var source: AssetSource {
    AssetSource(path: Path(path)) { [path] _ in
      (try? Corpus.bytes(of: path)).map { .bytes($0) } ?? .unreadable("it is not in the corpus")
    }
  }
}

extension EyeQuestion {
  /// How often a rule agreed with what was seen.
  struct Count {
    var (seen, found, unseen) = (0, 0, 0)
  }

  /// - Parameter heldOut: counts those that are kept apart, or the others.
  func count(_ findings: [Finding], heldOut: Bool) -> Count {
    let found = Set(findings.filter { $0.rule == rule && isMeant(by: $0.evidence.message) }.map(\.path))
    var count = Count()
    for label in ShippedLabel.all where label.isHeldOut == heldOut {
      let (wasSeen, isFound) = (wasSeen(on: label), found.contains(Path(label.path)))
      count.seen += wasSeen ? 1 : 0
      count.found += wasSeen && isFound ? 1 : 0
      count.unseen += !wasSeen && isFound ? 1 : 0
    }
    return count
  }
}

/// How rules agree with what was seen, as a table in Markdown.
func reviewTable() async -> String {
  let rules = Rule.all.filter { rule in EyeQuestion.all.contains { $0.rule == rule.id } }
  let report = await Linter(service: InProcessImageService(), jobs: processorCount()) { _ in
    Configuration(rules: rules)
  }.lint(
    LintInput(ShippedLabel.all.map(\.source)))
  var out = """
    | rule | asked about | seen | found | nobody saw | kept apart: seen | found | nobody saw |
    |---|---|---:|---:|---:|---:|---:|---:|

    """
  for question in EyeQuestion.all {
    let (open, kept) = (
      question.count(report.findings, heldOut: false), question.count(report.findings, heldOut: true)
    )
    out += "| `\(question.rule)` | \(question.column) | \(open.seen) | \(open.found) | \(open.unseen) "
    out += "| \(kept.seen) | \(kept.found) | \(kept.unseen) |\n"
  }
  return out
}
