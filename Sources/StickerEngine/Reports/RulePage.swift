/// The page of a rule in the documentation, in Markdown.
///
/// - Parameter pictures: the pictures of the example that passes and of the one that fires, seen from the
///   page; nil without.
package func markdownPage(for rule: Rule, pictures: RulePictures? = nil) -> String {
  var out = "# \(rule.id)\n\n\(inOneLine(rule.summary))\n\n"
  out += wrapped("Severity: **\(rule.severity.rawValue)**. Looks at: \(rule.scope).", width: 110) + "\n"
  if rule.isOptIn { out += wrapped(waysToAsk(for: rule), width: 110) + "\n" }
  if !rule.suppressingRules.isEmpty { out += wrapped(suppression(for: rule), width: 110) + "\n" }
  out += "## Why\n\n" + wrapped(rule.reason, width: 110)
  out += "\n## What to do\n\n" + wrapped(rule.advice, width: 110)
  if !rule.fixes.isEmpty { out += "\n" + wrapped(waysToFix(rule), width: 110) }
  if let first = rule.parameters.first {
    out += "\n## Settings\n\n" + parameterTable(rule) + "\n" + wrapped(waysToSet(first, of: rule), width: 110)
  }
  if !rule.references.isEmpty { out += "\n## Rests on\n\n" + rule.references.map(item).joined() }
  return out + "\n## Examples\n\n" + (pictures.map(pictureTable) ?? "") + exampleTable(rule)
    + rule.examples.map(excerpt).joined()
}

/// Two pictures for the page of a rule: names of files, and what they show.
package struct RulePictures: Sendable {
  /// The picture of the example that passes.
  let passing: (file: String, caption: String)
  /// The picture of the example that fires.
  let firing: (file: String, caption: String)
  /// A sentence on how both are drawn; nil where that needs no words.
  let note: String?

  package init(
    passing: (file: String, caption: String), firing: (file: String, caption: String), note: String? = nil
  ) {
    self.passing = passing
    self.firing = firing
    self.note = note
  }
}

private func pictureTable(_ pictures: RulePictures) -> String {
  let cells = [pictures.passing, pictures.firing].map { "![\(cell($0.caption))](\($0.file))" }
  let captions = ["passes: ", "is reported: "]
  let words = zip(captions, [pictures.passing, pictures.firing]).map { $0 + cell($1.caption) }
  let note = pictures.note.map { wrapped($0, width: 110) + "\n" } ?? ""
  return "| \(cells.joined(separator: " | ")) |\n|---|---|\n| \(words.joined(separator: " | ")) |\n\n" + note
}

/// A table of rules in Markdown, each with a link to its page.
///
/// - Parameter folder: where the pages are, seen from the table; empty where they lie beside it, nil without
///   links.
package func markdownTable(of rules: [Rule], pagesIn folder: String?) -> String {
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

private func suppression(for rule: Rule) -> String {
  """
  One cause is one finding: reports for people leave it out beside a finding of \
  \(listText(rule.suppressingRules.map { "`\($0)`" }, "or")) on the same file.
  """
}

private func waysToAsk(for rule: Rule) -> String {
  """
  Runs only where it is asked for: with `--select \(rule.id)`, or with \
  `\(rule.id): \(rule.severity.rawValue)` under `rules:` in `.stickerlint.yml`.
  """
}

/// How a setting is written in a file and as a flag, by the first parameter and its standard value.
private func waysToSet(_ parameter: Parameter, of rule: Rule) -> String {
  let value = parameter.standard.text
  return """
    Change a setting under `rules:` in `.stickerlint.yml`, as in \
    `\(rule.id): { \(parameter.name): \(value) }`, or with the flag \
    `--set \(rule.id).\(parameter.name)=\(value)`.
    """
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

/// What a rule about catalogs looks at: the lines of a document, in a block of their own.
private func excerpt(_ example: Example) -> String {
  guard let excerpt = ExampleExcerpt(example) else { return "" }
  let lines = [excerpt.place] + excerpt.lines
  return "\n### \(inOneLine(example.name))\n\n```\n\(lines.joined(separator: "\n"))\n```\n"
}

/// A bar would end the cell, and a line break the table.
func cell(_ text: String) -> String {
  inOneLine(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}

/// A piece of the document that a rule about catalogs or messages speaks of: a few lines with their numbers,
/// the one that is meant behind a mark. Of a file that is no text, or is not there, the files beside it.
struct ExampleExcerpt {
  /// The place with line and column, as far as it has them.
  let place: String
  let lines: [String]

  /// The excerpt of an example; nil for one without a place.
  init?(_ example: Example) {
    guard let place = example.place else { return nil }
    self.place = place
    let parts = place.split(separator: ":")
    let text = example.files.first { $0.fileName == parts[0] }?.text
    if let text, example.described != nil, parts.count == 1 {  // about what is not there
      lines = text.split(separator: "\n").map { "  \($0)" }
      return
    }
    guard parts.count == 3, let line = Int(parts[1]), let text else {
      lines = ExampleExcerpt.files(of: example, around: String(parts.first ?? ""))
      return
    }
    var all = text.split(separator: "\n", omittingEmptySubsequences: false)
    if all.last == "" { all.removeLast() }
    let shown = max(1, line - 2)...max(line, min(all.count, line + 1))
    let width = String(shown.upperBound).count
    lines = shown.filter { $0 <= all.count }.map { number in
      let digits = String(number)
      let padding = String(repeating: " ", count: width - digits.count)
      return "\(number == line ? ">" : " ") \(padding)\(digits)  \(shortened(all[number - 1]))"
    }
  }

  /// What lies in the folder of a file, or in the folder itself; the one that is meant behind a mark.
  private static func files(of example: Example, around path: String) -> [String] {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/") + "/"
    let names = example.files.map(\.fileName).filter { $0.hasPrefix(folder) }
    let all = names.contains { $0 == path || $0.hasPrefix(path + "/") } ? names : names + [path]
    return all.sorted().map { name in
      let isMeant = name == path || name.hasPrefix(path + "/")
      return "\(isMeant ? ">" : " ") \(name)\(names.contains(name) ? "" : "  (missing)")"
    }
  }
}

/// A line that a page can hold.
private func shortened(_ line: Substring) -> String {
  line.count > 100 ? line.prefix(100) + "…" : String(line)
}

extension Rule {
  /// What it applies to: `stickers`, `every file`, `packs`.
  var scope: String {
    switch check {
    case .pack: return "the stickers of a pack"
    case .catalog: return "Xcode catalogs of stickers"
    case .message: return "descriptions of interactive messages"
    case .asset: break
    }
    if roles == .everyAsset { return "every file" }
    return roles.isEmpty ? "nothing" : listText(Role.allCases.filter(roles.contains).map(\.plural))
  }
}

extension Rule {
  /// `hint`, and `hint, on request` where it runs only when it is selected.
  var severityInWords: String { severity.rawValue + (isOptIn ? ", on request" : "") }
}

/// What `stickerlint fix` does about a rule, and what has to be said for it.
func waysToFix(_ rule: Rule) -> String {
  let ways = rule.fixes.map { kind -> String in
    let flags =
      (kind.isLossy ? "--lossy " : "")
      + (kind.isOnlyOnRequest || rule.severity == .hint ? "--select \(rule.id) " : "")
    let words = kind.wordsOnCommandLine
    return flags.isEmpty ? "it can \(words)" : "with `\(flags.dropLast())` it can \(words)"
  }
  return "`stickerlint fix`: \(listText(ways))."
}

extension Role {
  fileprivate var plural: String {
    switch self {
    case .sticker: "stickers"
    case .frame: "the single frames of an Xcode sticker sequence"
    case .icon: "icons"
    case .messageImage: "pictures of interactive messages"
    }
  }
}

extension Parameter {
  /// The default as a configuration writes it, with its unit.
  package var standardWithUnit: String {
    withUnit(standard.text)
  }
}

func inOneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
