import ArgumentParser
import StickerEngine
import Stickers

/// Writes the pages that come from values.
struct DocsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract:
      "Writes docs/rules, with the table of all rules, and the schemas of people's files from the values.",
    discussion: "Run in the project's folder. Example: stickerlint-dev docs --write")

  @Flag(help: "Writes the pages.") var write = false
  @Flag(name: .customLong("verify"), help: "Fails where a page is not what would be written.") var check =
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
    UsageError("not what the rules say now: \(files.joined(separator: ", ")); run `make docs`")
  }
}

/// Where the rules' pages are.
let rulesFolder = Path("docs/rules")
/// The page among them that lists them all; only its table is written.
let rulesListName = "README.md"

/// Where the messengers' pages are.
let profilesFolder = Path("docs/messengers")

private let settingsSchemaPath = Path("docs/schemas/stickerlint.schema.json")
private let messageSchemaPath = Path("docs/schemas/message.schema.json")
private let packSchemaPath = Path("docs/schemas/stickerpack.schema.json")
