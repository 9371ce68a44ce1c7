import ArgumentParser
import StickerIO
import StickerModel
import StickerReport
import StickerRules

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List every rule with its severity.",
    discussion: "Example:\n  stickerlint rules")

  func run() throws { try RulesCommand.list() }

  static func list() throws { try standardOutput.write(rulesList(of: Rule.all)) }
}

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule: what it expects, why, and what to do.",
    discussion: "Example:\n  stickerlint explain pixel-dimensions")

  @Argument(help: "The rule's id, as reports and `stickerlint rules` show it.") var rule: String

  func run() throws {
    guard let known = Rule.all.first(where: { $0.id == rule }) else {
      throw CommandFailure(unknownRule(rule))
    }
    try standardOutput.write(explainText(for: known))
  }
}

/// One line that names the nearest rules.
func unknownRule(_ id: String) -> String {
  let near = nearestNames(to: id, in: Rule.all.map(\.id))
  let hint =
    near.isEmpty ? "`stickerlint rules` lists them all" : "did you mean \(near.joined(separator: " or "))?"
  return "there is no rule \"\(Untrusted(id).shown)\": \(hint)"
}
