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
        stickerlint rules --for signal    those that Signal's limits are judged by
      """)

  @Option(help: "How the rules are listed: text, markdown or json.") var format = CatalogueFormat.text

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Only what this messenger's profile sets.", valueName: "messenger"))
  var messenger: String?

  func run() throws {
    guard let messenger else { return try RulesCommand.list(format) }
    let names = Profile.all.map(\.name)
    guard let profile = Profile.named(messenger) else {
      throw CommandFailure(Sentence(unknown("messenger", messenger, in: names)))
    }
    let sheet = ProfileSheet(profile, .ours)
    let asking = Set(sheet.asking)
    try RulesCommand.list(format, Rule.all.filter { asking.contains($0.id) }, by: sheet)
  }

  static func list(
    _ format: CatalogueFormat = .text, _ rules: [Rule] = Rule.all, by sheet: ProfileSheet? = nil
  ) throws {
    switch format {
    case .text: try standardOutput.write(rulesList(of: rules, by: sheet))
    case .markdown: try standardOutput.write(markdownTable(of: rules, pagesIn: nil))
    case .json: try standardOutput.write(rulesJSON(of: rules))
    }
  }
}

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule, or a messenger's limits.",
    discussion: """
      Examples:
        stickerlint explain pixel-dimensions
        stickerlint explain low-contrast --format markdown
        stickerlint explain signal    a messenger's limits, and where they are from
      """)

  @Argument(help: "The rule's id, as reports and `stickerlint rules` show it; or a messenger.") var rule:
    String
  @Option(help: "How the rule is explained: text, markdown or json.") var format = CatalogueFormat.text

  func run() throws {
    if let profile = Profile.named(rule) { return try explain(profile) }
    guard let known = Rule.named(rule) else {
      throw CommandFailure(Sentence(Vocabulary.ours.unknownRule(rule)))
    }
    switch format {
    case .text: try standardOutput.write(explainText(for: known))
    case .markdown: try standardOutput.write(markdownPage(for: known))
    case .json: try standardOutput.write(rulesJSON(of: [known]))
    }
  }

  private func explain(_ profile: Profile) throws {
    let sheet = ProfileSheet(profile, .ours)
    let export = sheet.export.flatMap(Export.named)?.summary
    switch format {
    case .text: try standardOutput.write(explainText(for: sheet, export: export))
    case .markdown: try standardOutput.write(markdownPage(for: sheet, export: export))
    case .json: throw CommandFailure("a messenger is explained as text or markdown")
    }
  }
}
