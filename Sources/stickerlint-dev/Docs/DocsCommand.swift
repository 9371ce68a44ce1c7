import ArgumentParser
import StickerIO
import StickerModel
import StickerRules

/// Writes the pages that come from values.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Writes docs/rules and the README's table of rules from the rules themselves.",
    discussion: "Run in the project's folder. Example: stickerlint-dev docs --write")

  @Flag(help: "Writes the pages.") var write = false
  @Flag(help: "Fails where a page is not what would be written.") var verify = false

  func validate() throws {
    guard write != verify else { throw ValidationError("Give either --write or --verify.") }
  }

  func run() throws {
    let (pages, readMe) = (rulePages(Rule.all), Path("README.md"))
    let table = try withRulesTable(try text(of: readMe), Rule.all)
    if write {
      try writeTree(pages, to: Path("docs/rules"), replacing: .folder)
      try writeFile(Array(table.utf8), to: readMe)
    } else {
      try stickerlint_dev.verify(pages, in: Path("docs/rules"), command: "make docs")
      var readMeTree = FileTree()
      readMeTree["README.md"] = Array(table.utf8)
      try stickerlint_dev.verify(readMeTree, in: Path("."), command: "make docs")
    }
  }
}
