import ArgumentParser
import Stickers

/// The format of a list of rules.
enum RuleListFormat: String, ExpressibleByArgument, CaseIterable {
  case text, markdown, json
}

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List all rules and their severities.",
    discussion: """
      Examples:
        stickerlint rules
        stickerlint rules --format json
        stickerlint rules --for signal    rules about Signal's limits
      """)

  @Option(help: "Output format.") var format = RuleListFormat.text

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("List only rules that this messenger's profile configures.", valueName: "messenger"))
  var messenger: String?

  func run() throws {
    guard let messenger else { return try RulesCommand.writeRules(format) }
    let names = MessengerProfile.all.map(\.name)
    guard let profile = MessengerProfile.named(messenger) else {
      throw CommandError(UserMessage(unknownNameMessage("messenger", messenger, in: names)))
    }
    let requirements = profile.requirements(.builtIn)
    let asking = Set(requirements.configuredRuleIDs)
    try RulesCommand.writeRules(format, Rule.all.filter { asking.contains($0.id) }, by: requirements)
  }

  static func writeRules(
    _ format: RuleListFormat = .text, _ rules: [Rule] = Rule.all,
    by requirements: MessengerProfile.Requirements? = nil
  ) throws {
    switch format {
    case .text: try standardOutput.write(rulesList(of: rules, by: requirements))
    case .markdown: try standardOutput.write(markdownTable(of: rules, pagesIn: nil))
    case .json: try standardOutput.write(rulesJSONText(of: rules))
    }
  }
}
