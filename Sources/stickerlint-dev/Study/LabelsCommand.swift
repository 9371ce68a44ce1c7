import ArgumentParser
import Corpus
import StickerEngine
import Stickers

/// Lists what a rule reports for published stickers next to what people saw.
struct LabelsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels",
    abstract: "List what a rule reports for published stickers beside what people saw.",
    discussion: """
      If you set the limits of a rule very low or high, it reports the measured value of every sticker, from which you
      can choose a limit. A third of the stickers is held out for testing and not listed.

      Example: stickerlint-dev labels touches-edge --column cut --set max-cut=1
      """)

  @Argument(help: "A rule id.") var rule: String
  @Option(help: "A column of Fixtures/Labels/shipped.tsv (default: the rule's).") var column: String?
  @Option(help: ArgumentHelp("Set an option of the rule.", valueName: "name=value")) var set: [String] = []
  @Flag(help: "Include the stickers that are held out for testing.") var all = false

  func run() async throws {
    guard let rule = Rule.all.first(where: { $0.id == rule }) else {
      throw UsageError("there is no rule named \"\(UntrustedText(rule).displayText)\"")
    }
    let columns = column.map { [$0] } ?? EyeQuestion.all.filter { $0.rule == rule.id }.map(\.column)
    guard !columns.isEmpty else { throw UsageError("there are no labels for \(rule.id). Name a column.") }
    let labels = ShippedLabel.all.filter { all || !$0.isHeldOut }
    let settings = OptionValues(try optionValues(of: rule))
    let messagesByPath = await messages(of: labels, by: ActiveRule(rule, optionValues: settings))
    for label in labels {
      let seen = columns.map { label[$0] ?? "-" }.joined(separator: "\t")
      let messages = messagesByPath[Path(label.path), default: []].joined(separator: " | ")
      try standardOutput.write("\(seen)\t\(messages)\t\(label.path)\n")
    }
  }

  private func optionValues(of rule: Rule) throws -> [String: RuleOption.Value] {
    var values: [String: RuleOption.Value] = [:]
    for word in set {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let option = rule.options.first(where: { $0.name == parts[0] }) else {
        let names = rule.options.map(\.name).joined(separator: ", ")
        throw UsageError(
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
        throw UsageError("\(option.name) must be \(option.allowedValuesText)")
      }
      values[option.name] = value
    }
    return values
  }
}

/// Returns the messages of a rule for published stickers, by path in the corpus.
private func messages(of labels: [ShippedLabel], by rule: ActiveRule) async -> [Path: [String]] {
  let report = await LintPass(service: InProcessImageService(), jobs: processorCount()) { _ in
    Configuration(rules: [rule])
  }.lint(
    LintInput(labels.map(\.assetSource)))
  return Dictionary(grouping: report.findings, by: \.path).mapValues { $0.map(\.evidence.message) }
}

extension ShippedLabel {
  /// The sticker in the corpus.
  var assetSource: AssetSource {
    AssetSource(path: Path(path)) { [path] _ in
      (try? Corpus.bytes(of: path)).map { .bytes($0) } ?? .unreadable("it is not in the corpus")
    }
  }
}

extension EyeQuestion {
  /// How often a rule agreed with what people saw.
  struct AgreementCounts {
    var (seenCount, seenAndFoundCount, foundUnseenCount) = (0, 0, 0)
  }

  /// - Parameter heldOut: whether to count the stickers that are held out for testing, or the others.
  func agreement(with findings: [Finding], heldOut: Bool) -> AgreementCounts {
    let found = Set(findings.filter { $0.rule == rule && isMeant(by: $0.evidence.message) }.map(\.path))
    var count = AgreementCounts()
    for label in ShippedLabel.all where label.isHeldOut == heldOut {
      let (wasSeen, isFound) = (wasSeen(on: label), found.contains(Path(label.path)))
      count.seenCount += wasSeen ? 1 : 0
      count.seenAndFoundCount += wasSeen && isFound ? 1 : 0
      count.foundUnseenCount += !wasSeen && isFound ? 1 : 0
    }
    return count
  }
}

/// Returns a Markdown table of how rules agree with what people saw.
func reviewTable() async -> String {
  let rules = Rule.all.filter { rule in EyeQuestion.all.contains { $0.rule == rule.id } }
  let report = await LintPass(service: InProcessImageService(), jobs: processorCount()) { _ in
    Configuration(rules: rules)
  }.lint(
    LintInput(ShippedLabel.all.map(\.assetSource)))
  var out = """
    | rule | question | seen | found | not seen | held out: seen | found | not seen |
    |---|---|---:|---:|---:|---:|---:|---:|

    """
  for question in EyeQuestion.all {
    let (open, kept) = (
      question.agreement(with: report.findings, heldOut: false),
      question.agreement(with: report.findings, heldOut: true)
    )
    out +=
      "| `\(question.rule)` | \(question.column) | \(open.seenCount) | \(open.seenAndFoundCount) | \(open.foundUnseenCount) "
    out += "| \(kept.seenCount) | \(kept.seenAndFoundCount) | \(kept.foundUnseenCount) |\n"
  }
  return out
}
