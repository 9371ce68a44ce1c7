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
  @Option(help: "Output format.") var format = DocumentationFormat.text

  func run() throws {
    guard let profile = Profile.named(rule) else {
      return try StandardStream.output.write(BuiltInRule.named(rule).documentation(format))
    }
    guard format != .json else {
      throw UsageOrIOError("--format json is not available for messengers. Use text or markdown.")
    }
    try StandardStream.output.write(profile.documentation(format))
  }
}
