import ArgumentParser
import Stickers

/// How the catalogue of rules is shown.
enum CatalogueFormat: String, ExpressibleByArgument, CaseIterable {
  case text, markdown, json
}

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List every rule with its severity.",
    discussion: """
      Examples:
        stickerlint rules
        stickerlint rules --format json
      """)

  @Option(help: "How the rules are listed: text, markdown or json.") var format = CatalogueFormat.text

  func run() throws { try RulesCommand.list(format) }

  static func list(_ format: CatalogueFormat = .text) throws {
    switch format {
    case .text: try standardOutput.write(rulesList(of: Rule.all))
    case .markdown: try standardOutput.write(markdownTable(of: Rule.all, pagesIn: nil))
    case .json: try standardOutput.write(rulesJSON(of: Rule.all))
    }
  }
}

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule: what it expects, why, and what to do.",
    discussion: """
      Examples:
        stickerlint explain pixel-dimensions
        stickerlint explain low-contrast --format markdown
      """)

  @Argument(help: "The rule's id, as reports and `stickerlint rules` show it.") var rule: String
  @Option(help: "How the rule is explained: text, markdown or json.") var format = CatalogueFormat.text

  func run() throws {
    guard let known = Rule.named(rule) else {
      throw CommandFailure(Sentence(Vocabulary.ours.unknownRule(rule)))
    }
    switch format {
    case .text: try standardOutput.write(explainText(for: known))
    case .markdown: try standardOutput.write(markdownPage(for: known))
    case .json: try standardOutput.write(rulesJSON(of: [known]))
    }
  }
}
