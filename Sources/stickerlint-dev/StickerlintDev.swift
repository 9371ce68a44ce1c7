import ArgumentParser

/// Keeps the project's generated files; never shipped.
@main struct StickerlintDev: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stickerlint-dev",
    abstract: "Draws the fixtures, writes the generated pages and starts new rules.",
    subcommands: [ArtCommand.self, DocsCommand.self, RuleCommand.self])
}
