import ArgumentParser
import StickerEngine
import Stickers

struct NewRuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule", abstract: "Start a new rule: its file, its line in AllRules.swift and its page.",
    discussion:
      "Run in the project's folder. Example: stickerlint-dev rule touches-edge --folder Transparency")

  @Argument(help: "The id in kebab case.") var name: String
  @Option(help: "The folder in Sources/StickerEngine/Rules.") var folder = "File"

  func validate() throws {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(letters.contains) }), name.first?.isLetter == true
    else {
      throw ValidationError(
        "\"\(name)\" is not a valid rule id. Use lowercase letters, digits and hyphens, as in touches-edge.")
    }
  }

  func run() throws {
    let draft = RuleDraft(id: name)
    let rules = Path("Sources/StickerEngine/Rules")
    let file = rules.appending(folder).appending("\(draft.fileBaseName).swift")
    let list = rules.appending("AllRules.swift")
    let listed = try draft.appendingEntry(toRuleList: try projectFileText(of: list))
    if case .bytes = ReadOnlyFileSystem.disk.readWholeFile(file, maxFileBytes: 1 << 20, follow: true) {
      throw CommandError("\(file.displayText) already exists")
    }
    try FileWriter.shared.writeFile(Array(draft.sourceCode.utf8), to: file)
    try FileWriter.shared.writeFile(Array(listed.utf8), to: list)
    try FileWriter.shared.writeFile(
      Array(rulePage(draft.placeholderRule).utf8), to: rulePagesFolder.appending("\(name).md"))
    try StandardStream.output.write(
      """
      \(file.displayText)
        Write what the rule expects, why it matters, and what a designer can do. Add one example that passes and
        one that fails. Write `evaluate`. Then run `make docs` and `make test`.

      """)
  }
}

/// The draft of a new rule.
struct RuleDraft {
  /// The rule's id in kebab case: `touches-edge`.
  let id: String

  private static let placeholderSummary = "The expectation in one sentence."
  private static let placeholderReason = "Why it matters, with the source of every figure."
  private static let placeholderAdvice = "What a designer can do about it."
  private static let placeholderMessage = "the figure, the limit and the unit"

  /// The file name: `TouchesEdge`.
  var fileBaseName: String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
  /// The name of the constant: `touchesEdge`.
  var constantName: String { fileBaseName.prefix(1).lowercased() + fileBaseName.dropFirst() }

  /// The rule as a value, for its page.
  var placeholderRule: Rule {
    let nothing = ExampleFile("sticker.png") { .bytes([]) }
    return Rule(
      id: id, severity: .warning, summary: Self.placeholderSummary, reason: Self.placeholderReason,
      advice: Self.placeholderAdvice,
      roles: .stickerAndFrameRoles,
      examples: [
        .passes("well-made art", nothing),
        .fires("one clear fault", nothing, message: Self.placeholderMessage),
      ],
      check: .asset { _, _ in [] })
  }

  /// The source of the rule's file. It compiles, and its second example fails until `evaluate` is written.
  var sourceCode: String {
    """
    import StickerImage

    extension Rule {
      static let \(constantName) = Rule(
        id: "\(id)",
        severity: .warning,
        summary: "\(Self.placeholderSummary)",
        reason: "\(Self.placeholderReason)",
        advice: "\(Self.placeholderAdvice)",
        roles: .stickerAndFrameRoles,
        checkedAspect: .appearance,
        examples: [
          .passes("well-made art", .disc(300, 300)),
          .fires("one clear fault", .disc(824, 824), message: "\(Self.placeholderMessage)"),
        ],
        check: .asset(evaluate))
    }

    private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
      // `corrupt-image` reports unreadable files.
      guard asset.canvasWithinResourceLimits != nil else { return [] }
      return []
    }

    """
  }

  /// Returns the text of `AllRules.swift` with this rule at the end of the list.
  ///
  /// - Throws: a `CommandError` if the rule is already listed, or the list cannot be found.
  func appendingEntry(toRuleList text: String) throws -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let entry = "    .\(constantName),"
    guard !lines.contains(entry) else { throw CommandError("the rule \(id) is already listed") }
    guard let end = lines.lastIndex(of: "  ]") else {
      throw CommandError("AllRules.swift has no list of rules")
    }
    lines.insert(entry, at: end)
    return lines.joined(separator: "\n")
  }
}
