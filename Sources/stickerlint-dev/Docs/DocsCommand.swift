import ArgumentParser
import StickerEngine
import Stickers

/// Writes the generated pages and schemas.
struct DocsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract:
      "Write the generated files in docs: rule pages, messenger pages and schemas.",
    discussion: "Run in the project's folder. Example: stickerlint-dev docs --write")

  @Flag(help: "Write the pages.") var write = false
  @Flag(name: .customLong("verify"), help: "Fail if a page differs from what would be written.")
  var shouldVerify =
    false

  func validate() throws {
    guard write != shouldVerify else { throw ValidationError("Use either --write or --verify.") }
  }

  func run() async throws {
    let list = try replacingRulesTable(
      in: try projectFileText(of: rulePagesFolder.appending(ruleListPageName)), rules: Rule.all)
    var pages = try await rulePagesImagesAndCaptions(Rule.all)
    pages[ruleListPageName] = Array(list.utf8)
    var profiles = messengerPagesAndList()
    // The examples are written by hand. Keep them when the folder is replaced.
    let examples = try ReadOnlyFileSystem.disk.readTree(messengerPagesFolder.appending("examples"))
    profiles.add(examples?.files ?? FileTree(), below: "examples")
    let schemas = [
      (
        configurationSchemaPath,
        configurationFileSchema(KnownRulesAndProfiles(rules: Rule.all, profiles: MessengerProfile.all))
          .encoded()
      ),
      (packSchemaPath, packFileSchema(iconSlots: IconSlot.all.map(\.name)).encoded()),
      (interactiveMessageSchemaPath, interactiveMessageFileSchema.encoded()),
    ]
    if write {
      try FileWriter.shared.writeTree(pages, to: rulePagesFolder, replacing: .folder)
      try FileWriter.shared.writeTree(profiles, to: messengerPagesFolder, replacing: .folder)
      for (path, schema) in schemas { try FileWriter.shared.writeFile(schema, to: path) }
    } else {
      try verify(pages, in: rulePagesFolder)
      try verify(profiles, in: messengerPagesFolder)
      for (path, schema) in schemas
      where ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: 1 << 24, follow: false)
        != .bytes(schema)
      {
        throw outdatedError([path.displayText])
      }
    }
  }

  private func verify(_ pages: FileTree, in folder: Path) throws {
    let found = try ReadOnlyFileSystem.disk.readTree(folder)?.files ?? FileTree()
    let differing = Set(pages.paths + found.paths).filter { pages[$0] != found[$0] }.sorted()
    guard differing.isEmpty else { throw outdatedError(differing.map { "\(folder.displayText)/\($0)" }) }
  }

  private func outdatedError(_ files: [String]) -> CommandError {
    CommandError("outdated: \(files.joined(separator: ", ")). Run `make docs`.")
  }
}

/// The folder for the rule pages.
let rulePagesFolder = Path("docs/rules")
/// The page that lists all rules. Only its table is generated.
let ruleListPageName = "README.md"

/// The folder for the messenger pages.
let messengerPagesFolder = Path("docs/messengers")

private let configurationSchemaPath = Path("docs/schemas/stickerlint.schema.json")
private let interactiveMessageSchemaPath = Path("docs/schemas/message.schema.json")
private let packSchemaPath = Path("docs/schemas/stickerpack.schema.json")
