import ArgumentParser
import Stickers

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List all rules and their severities.",
    discussion: """
      Examples:
        stickerlint rules
        stickerlint rules --format json
        stickerlint rules --for signal    rules about Signal's limits
      """)

  @Option(help: "Output format.") var format = DocumentationFormat.text

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("List only rules that this messenger's profile configures.", valueName: "messenger"))
  var messenger: String?

  func run() throws {
    // A profile file is not accepted here.
    let profile = try messenger.map(Profile.builtIn)
    try Self.writeRules(format, onlyConfiguredBy: profile)
  }

  static func writeRules(_ format: DocumentationFormat = .text, onlyConfiguredBy profile: Profile? = nil)
    throws
  {
    try StandardStream.output.write(BuiltInRule.list(format, ofRulesConfiguredBy: profile))
  }
}
