public import StickerModel

/// The page of a rule in the documentation, in Markdown.
public func markdownPage(for rule: Rule) -> String {
  var out = "# \(rule.id)\n\n\(inOneLine(rule.summary))\n\n"
  out += "Severity: **\(rule.severity.rawValue)**. Looks at: \(rule.scope).\n\n"
  out += "## Why\n\n" + wrapped(rule.reason, width: 110)
  out += "\n## What to do\n\n" + wrapped(rule.advice, width: 110)
  if !rule.parameters.isEmpty { out += "\n## Settings\n\n" + parameterTable(rule) }
  if !rule.references.isEmpty { out += "\n## Rests on\n\n" + rule.references.map(item).joined() }
  return out + "\n## Examples\n\n" + exampleTable(rule)
}

/// A table of rules in Markdown, each with a link to its page.
///
/// - Parameter folder: where the pages are, seen from the table; empty where they lie beside it.
public func markdownTable(of rules: [Rule], pagesIn folder: String = "docs/rules") -> String {
  let prefix = folder.isEmpty ? "" : folder + "/"
  let rows = rules.map { rule in
    "| [\(rule.id)](\(prefix)\(rule.id).md) | \(rule.severity.rawValue) | \(cell(rule.summary)) |\n"
  }
  return "| rule | severity | expects |\n|---|---|---|\n" + rows.joined()
}

private func parameterTable(_ rule: Rule) -> String {
  let rows = rule.parameters.map { parameter in
    let cells = [parameter.standardWithUnit, parameter.allowed, parameter.meaning, parameter.source.name]
    return "| `\(parameter.name)` | " + cells.map(cell).joined(separator: " | ") + " |\n"
  }
  return "| name | default | may be | decides | from |\n|---|---|---|---|---|\n" + rows.joined()
}

private func item(_ reference: Reference) -> String {
  let name = reference.address.map { "[\(reference.name)](\($0))" } ?? reference.name
  return "- \(name): \(reference.statement)\n"
}

private func exampleTable(_ rule: Rule) -> String {
  let rows = rule.examples.map { example in
    "| \(cell(example.name)) | \(example.message.map(cell) ?? "passes") |\n"
  }
  return "| example | says |\n|---|---|\n" + rows.joined()
}

/// A bar would end the cell, and a line break the table.
private func cell(_ text: String) -> String {
  inOneLine(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}
