import ArgumentParser
import StickerEngine
import Stickers

/// Writes the generated pages and schemas.
struct DocsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract:
      "Write the generated pages and schemas in docs: rules, messengers and schemas.",
    discussion: "Run in the project's folder. Example: stickerlint-dev docs --write")

  @Flag(help: "Write the pages.") var write = false
  @Flag(name: .customLong("verify"), help: "Fail if a page differs from what would be written.") var check =
    false

  func validate() throws {
    guard write != check else { throw ValidationError("Give either --write or --verify.") }
  }

  func run() async throws {
    let list = try withRulesTable(try text(of: rulesFolder.appending(rulesListName)), Rule.all)
    var pages = try await rulePages(Rule.all)
    pages[rulesListName] = Array(list.utf8)
    let profiles = profilePages()
    let schemas = [
      (
        settingsSchemaPath,
        settingsSchema(ConfigurationSchema(rules: Rule.all, profiles: MessengerProfile.all)).encoded()
      ),
      (packSchemaPath, packFileSchema(slots: IconSlot.all.map(\.name)).encoded()),
      (messageSchemaPath, messageSchema.encoded()),
    ]
    if write {
      try FileWriter.shared.writeTree(pages, to: rulesFolder, replacing: .folder)
      try FileWriter.shared.writeTree(profiles, to: profilesFolder, replacing: .folder)
      for (path, schema) in schemas { try FileWriter.shared.writeFile(schema, to: path) }
    } else {
      try verify(pages, in: rulesFolder)
      try verify(profiles, in: profilesFolder)
      for (path, schema) in schemas
      where FileSystem.disk.readFile(path, limit: 1 << 24, follow: false) != .bytes(schema) {
        throw stale([path.displayText])
      }
    }
  }

  private func verify(_ pages: FileTree, in folder: Path) throws {
    let found = try FileSystem.disk.readTree(folder)?.files ?? FileTree()
    let differing = Set(pages.paths + found.paths).filter { pages[$0] != found[$0] }.sorted()
    guard differing.isEmpty else { throw stale(differing.map { "\(folder.displayText)/\($0)" }) }
  }

  private func stale(_ files: [String]) -> UsageError {
    UsageError("outdated: \(files.joined(separator: ", ")). Run `make docs`.")
  }
}

/// The folder of the rules' pages.
let rulesFolder = Path("docs/rules")
/// The page that lists all rules. Only its table is generated.
let rulesListName = "README.md"

/// The folder of the messengers' pages.
let profilesFolder = Path("docs/messengers")

private let settingsSchemaPath = Path("docs/schemas/stickerlint.schema.json")
private let messageSchemaPath = Path("docs/schemas/message.schema.json")
private let packSchemaPath = Path("docs/schemas/stickerpack.schema.json")
