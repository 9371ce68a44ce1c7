public import StickerModel

/// The page of a rule in the documentation, in Markdown.
///
/// - Parameter pictures: the pictures of the example that passes and of the one that fires, seen from the
///   page; nil without.
public func markdownPage(for rule: Rule, pictures: RulePictures? = nil) -> String {
  var out = "# \(rule.id)\n\n\(inOneLine(rule.summary))\n\n"
  let onRequest = rule.isOptIn ? ", runs only where it is selected" : ""
  out += "Severity: **\(rule.severity.rawValue)**\(onRequest). Looks at: \(rule.scope).\n\n"
  out += "## Why\n\n" + wrapped(rule.reason, width: 110)
  out += "\n## What to do\n\n" + wrapped(rule.advice, width: 110)
  if !rule.parameters.isEmpty { out += "\n## Settings\n\n" + parameterTable(rule) }
  if !rule.references.isEmpty { out += "\n## Rests on\n\n" + rule.references.map(item).joined() }
  return out + "\n## Examples\n\n" + (pictures.map(pictureTable) ?? "") + exampleTable(rule)
}

/// Two pictures for the page of a rule: names of files, and what they show.
public struct RulePictures: Sendable {
  /// Of the example that passes.
  public let passing: (file: String, caption: String)
  /// Of the example that fires.
  public let firing: (file: String, caption: String)

  /// Two pictures.
  public init(passing: (file: String, caption: String), firing: (file: String, caption: String)) {
    self.passing = passing
    self.firing = firing
  }
}

private func pictureTable(_ pictures: RulePictures) -> String {
  let cells = [pictures.passing, pictures.firing].map { "![\(cell($0.caption))](\($0.file))" }
  let captions = ["passes: ", "fires: "]
  let words = zip(captions, [pictures.passing, pictures.firing]).map { $0 + cell($1.caption) }
  return "| \(cells.joined(separator: " | ")) |\n|---|---|\n| \(words.joined(separator: " | ")) |\n\n"
}

/// A table of rules in Markdown, each with a link to its page.
///
/// - Parameter folder: where the pages are, seen from the table; empty where they lie beside it, nil without
///   links.
public func markdownTable(of rules: [Rule], pagesIn folder: String? = "docs/rules") -> String {
  let rows = rules.map { rule in
    let name = folder.map { "[\(rule.id)](\($0.isEmpty ? "" : $0 + "/")\(rule.id).md)" } ?? "`\(rule.id)`"
    return "| \(name) | \(rule.severityInWords) | \(cell(rule.summary)) |\n"
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
