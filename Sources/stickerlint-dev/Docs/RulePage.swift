import StickerModel

/// The page of every rule, `pixel-dimensions.md`.
func rulePages(_ rules: [Rule]) -> FileTree {
  var tree = FileTree()
  for rule in rules { tree["\(rule.id).md"] = Array(rulePage(rule).utf8) }
  return tree
}

/// A rule's page in Markdown.
func rulePage(_ rule: Rule) -> String {
  let roles = Role.allCases.filter(rule.roles.contains).map(\.rawValue).joined(separator: ", ")
  var page = """
    <!-- Written by `make docs` from the rule itself; change it there. -->
    # \(rule.id)

    \(rule.summary)

    **\(rule.severity.rawValue)** · applies to: \(scope(rule) ?? roles)

    ## Why
    \(rule.reason)

    ## What to do
    \(rule.advice)

    """
  if !rule.parameters.isEmpty { page += "\n## Limits\n" + parameterTable(rule.parameters) }
  page += "\n## Stays silent\n" + examples(rule.examples.filter { $0.message == nil })
  page += "\n## Fires\n" + examples(rule.examples.filter { $0.message != nil })
  return page
}

private func scope(_ rule: Rule) -> String? {
  if case .pack = rule.check { return "the stickers of one pack together" }
  return rule.roles == .everyAsset ? "every file" : nil
}

private func parameterTable(_ parameters: [Parameter]) -> String {
  let rows = parameters.map {
    "| `\($0.name)` | \($0.standard) \($0.unit.rawValue) | \($0.source.rawValue) |\n"
  }
  return "| name | value | source |\n|---|---|---|\n" + rows.joined()
}

private func examples(_ examples: [Example]) -> String {
  examples.map { example in
    let files = example.sketches.map { "`\(Untrusted($0.fileName).shown)`" }.joined(separator: ", ")
    let message = example.message.map { "\n  > \($0)\n" } ?? ""
    return "- \(example.name) (\(files))\n" + message
  }.joined()
}
