import ArgumentParser
import Stickers

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the configuration in effect, and where it comes from.",
    discussion: """
      Examples:
        stickerlint config art/wave.png
        stickerlint config --set file-size.max-bytes=300000 art
        stickerlint config --schema > stickerlint.schema.json
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "A file or folder.", completion: .file())
  var path: BytePath = "."
  @Option(help: "Output format.") var format = Format.text
  @Flag(help: "Print the JSON Schema of \(LintConfiguration.fileName), for editors.") var schema = false
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var failureOptions: FailureOptions
  @OptionGroup var resourceLimits: ResourceLimitOptions

  func run() throws {
    if schema { return try StandardStream.output.write(LintConfiguration.schema) }
    let found = try EffectiveConfiguration(at: path, settings.configuration(resourceLimits, failureOptions))
    try StandardStream.output.write(format == .text ? found.text : found.json)
  }
}
