import ArgumentParser

/// Keeps the project's generated files; never shipped.
@main struct StickerlintDev: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stickerlint-dev",
    abstract:
      "Draws the fixtures, writes the generated pages, starts new rules and counts how right they are.",
    subcommands: [
      ArtCommand.self, CorpusCommand.self, DocsCommand.self, LabelsCommand.self, LossyCommand.self,
      OptimizeCommand.self, RuleCommand.self,
    ])
}
