import ArgumentParser
import StickerIO
import StickerModel

/// Starts a new rule.
struct RuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule", abstract: "Starts a rule: its file, its line in AllRules.swift and its page.",
    discussion:
      "Run in the project's folder. Example: stickerlint-dev rule touches-edge --folder Transparency")

  @Argument(help: "The id, in kebab case.") var name: String
  @Option(help: "The folder of Sources/StickerRules that it belongs to.") var folder = "File"

  func validate() throws {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(letters.contains) }), name.first?.isLetter == true
    else {
      throw ValidationError("\"\(name)\" is no rule id: use small letters and hyphens, as in touches-edge.")
    }
  }

  func run() throws {
    let draft = RuleDraft(id: name)
    let rules = Path("Sources/StickerRules")
    let file = rules.appending(folder).appending("\(draft.typeName).swift")
    let list = rules.appending("AllRules.swift")
    let listed = try draft.listed(in: try text(of: list))
    if case .bytes = FileSystem.disk.readFile(file, limit: 1 << 20, follow: true) {
      throw CommandFailure("\(file.shown) is there already")
    }
    try writeFile(Array(draft.source.utf8), to: file)
    try writeFile(Array(listed.utf8), to: list)
    try writeFile(Array(rulePage(draft.rule).utf8), to: rulesFolder.appending("\(name).md"))
    try standardOutput.write(
      """
      \(file.shown)
        Say what it expects, why, and what a designer does about it; sketch one example that passes and one
        that fires; write `judge`. Then: make docs test

      """)
  }
}
