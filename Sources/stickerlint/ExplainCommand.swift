import ArgumentParser
import Stickers

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule or a messenger's limits.",
    discussion: """
      Examples:
        stickerlint explain pixel-dimensions
        stickerlint explain low-contrast --format markdown
        stickerlint explain signal    a messenger's limits and their sources
      """)

  @Argument(help: "A rule id, as in reports and `stickerlint rules`, or a messenger.") var rule: String
  @Option(help: "Output format.") var format = RuleListFormat.text

  func run() throws {
    if let profile = MessengerProfile.named(rule) { return try writeExplanation(profile) }
    guard let known = Rule.named(rule) else {
      throw CommandError(UserMessage(ConfigurationSchema.builtIn.unknownRuleMessage(rule)))
    }
    switch format {
    case .text: try standardOutput.write(explainText(for: known))
    case .markdown: try standardOutput.write(markdownPage(for: known))
    case .json: try standardOutput.write(rulesJSONText(of: [known]))
    }
  }

  private func writeExplanation(_ profile: MessengerProfile) throws {
    let requirements = profile.requirements(.builtIn)
    let export = requirements.exportLayout.flatMap(ExportFormat.format)?.summary
    switch format {
    case .text: try standardOutput.write(explainText(for: requirements, export: export))
    case .markdown: try standardOutput.write(markdownPage(for: requirements, export: export))
    case .json: throw CommandError("--format json is not available for messengers. Use text or markdown.")
    }
  }
}
