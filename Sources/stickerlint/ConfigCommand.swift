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
  var path = Path(".")
  @Option(help: "Output format.") var format = Format.text
  @Flag(help: "Print the JSON Schema of \(configurationFileName), for editors.") var schema = false
  @OptionGroup var settings: SettingsOptions

  func run() throws {
    if schema { return try standardOutput.write(configurationFileSchema(.builtIn).encoded()) }
    var search = try settings.configurationSearch()
    try FileSystem.disk.ensureExist([path])
    let isFolder = try FileSystem.disk.entryKind(at: FileSystem.disk.realPath(of: path)) == .folder
    let found = search.resolvedConfiguration(at: path.withoutTrailingSlashes, isFolder: isFolder)
    guard search.errors.isEmpty else { throw CommandError(lines: search.errors) }
    let role = isFolder ? nil : try inferredRole(excludingWith: &search)
    try standardOutput.write(
      format == .text
        ? configurationText(found, at: path, role: role) : configurationJSON(found, at: path, role: role))
  }

  /// Returns the file's role, inferred from its location or its pack file; nil for a YAML file.
  private func inferredRole(excludingWith search: inout ConfigurationSearch) throws -> AssetRole? {
    guard !["yml", "yaml"].contains(path.lowercasedExtension) else { return nil }
    let placed = PackDiscovery(try FileSystem.disk.walk([path]), checksPacks: false) {
      search.excludes(document: $0)
    }
    return placed.sources.first?.role
  }
}
