/// Returns the documentation page of a rule in Markdown.
///
/// - Parameter pictures: the images of the examples, with paths relative to the page, or nil for none.
package func markdownPage(for rule: Rule, pictures: RulePageImages? = nil) -> String {
  var out = "# \(rule.id)\n\n\(onOneLine(rule.summary))\n\n"
  out +=
    rewrappedParagraphs("Severity: **\(rule.severity.rawValue)**. Applies to: \(rule.scopeText).", width: 110)
    + "\n"
  if rule.isOptIn { out += rewrappedParagraphs(waysToEnable(rule), width: 110) + "\n" }
  if !rule.suppressingRules.isEmpty {
    out += rewrappedParagraphs(suppressingRulesNote(for: rule), width: 110) + "\n"
  }
  out += "## Why\n\n" + rewrappedParagraphs(rule.reason, width: 110)
  out += "\n## What to do\n\n" + rewrappedParagraphs(rule.commandLineAdvice, width: 110)
  if !rule.fixes.isEmpty { out += "\n" + waysToFix(rule, width: 110) }
  if let first = rule.options.first {
    out +=
      "\n## Options\n\n" + optionTable(rule) + "\n"
      + rewrappedParagraphs(waysToSet(first, of: rule), width: 110)
  }
  if !rule.references.isEmpty { out += "\n## Sources\n\n" + rule.references.map(referenceItem).joined() }
  return out + "\n## Examples\n\n" + (pictures.map(imageTable) ?? "") + exampleResultTable(rule)
    + rule.examples.map(excerptSection).joined()
}

/// The two images on a rule's page.
package struct RulePageImages: Sendable {
  /// The file name and caption of the example that passes.
  package let passing: (file: String, caption: String)
  /// The file name and caption of the example that is reported.
  package let reported: (file: String, caption: String)
  /// A sentence about how the images are drawn, or nil.
  package let note: String?
  /// Whether the images are animations.
  package let isAnimated: Bool

  package init(
    passing: (file: String, caption: String), reported: (file: String, caption: String), note: String? = nil,
    isAnimated: Bool = false
  ) {
    self.passing = passing
    self.reported = reported
    self.note = note
    self.isAnimated = isAnimated
  }
}

private func imageTable(_ pictures: RulePageImages) -> String {
  let cells = [pictures.passing, pictures.reported].map { "![\(markdownCell($0.caption))](\($0.file))" }
  let captions = ["passes: ", "reported: "]
  let words = zip(captions, [pictures.passing, pictures.reported]).map { $0 + markdownCell($1.caption) }
  let note = pictures.note.map { rewrappedParagraphs($0, width: 110) + "\n" } ?? ""
  return "| \(cells.joined(separator: " | ")) |\n|---|---|\n| \(words.joined(separator: " | ")) |\n\n" + note
}

/// Returns a table of rules in Markdown.
///
/// - Parameter folder: the folder of the pages relative to the table (empty for the same folder), or nil to
///   omit links.
package func markdownTable(of rules: [Rule], pagesIn folder: String?) -> String {
  let rows = rules.map { rule in
    let name = folder.map { "[\(rule.id)](\($0.isEmpty ? "" : $0 + "/")\(rule.id).md)" } ?? "`\(rule.id)`"
    return "| \(name) | \(rule.severityAndOptInText) | \(markdownCell(rule.summary)) |\n"
  }
  return "| Rule | Severity | Expects |\n|---|---|---|\n" + rows.joined()
}

private func optionTable(_ rule: Rule) -> String {
  let rows = rule.options.map { option in
    let cells = [
      option.defaultValueWithUnit, option.allowedValuesText, option.meaning, option.defaultSource.name,
    ]
    return "| `\(option.name)` | " + cells.map(markdownCell).joined(separator: " | ") + " |\n"
  }
  return "| Option | Default | Range | Meaning | Source |\n|---|---|---|---|---|\n" + rows.joined()
}

private func suppressingRulesNote(for rule: Rule) -> String {
  """
  Human-readable reports hide this finding if \
  \(listText(rule.suppressingRules.map { "`\($0)`" }, "or")) reports the same file.
  """
}

private func waysToEnable(_ rule: Rule) -> String {
  """
  This rule is opt-in. Enable it with `--select \(rule.id)`, or with \
  `\(rule.id): \(rule.severity.rawValue)` under `rules:` in `.stickerlint.yml`.
  """
}

/// Returns how to change an option in a file and on the command line, using the first option as the example.
private func waysToSet(_ option: RuleOption, of rule: Rule) -> String {
  let value = option.defaultValue.text
  return """
    Change an option under `rules:` in `.stickerlint.yml`, for example \
    `\(rule.id): { \(option.name): \(value) }`, or with \
    `--set \(rule.id).\(option.name)=\(value)`.
    """
}

private func referenceItem(_ reference: Reference) -> String {
  let name = reference.url.map { "[\(reference.name)](\($0))" } ?? reference.name
  return "- \(name): \(reference.statement)\n"
}

private func exampleResultTable(_ rule: Rule) -> String {
  let rows = rule.examples.map { example in
    "| \(markdownCell(example.name)) | \(example.expectedFindingMessage.map(markdownCell) ?? "passes") |\n"
  }
  return "| Example | Result |\n|---|---|\n" + rows.joined()
}

/// Returns the excerpt from a document or file list for an example, as a code block.
private func excerptSection(_ example: Example) -> String {
  guard let excerpt = ExampleExcerpt(example) else { return "" }
  let lines = [excerpt.location] + excerpt.linesWithMarkers
  return "\n### \(onOneLine(example.name))\n\n```\n\(lines.joined(separator: "\n"))\n```\n"
}

/// Returns text for a table cell, on one line and with escaped vertical bars.
func markdownCell(_ text: String) -> String {
  onOneLine(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}

/// An excerpt for an example of a rule about catalogs or messages. It shows a few numbered lines of the
/// document, with a marker on the reported line. For a file that is missing or is not text, it lists the
/// files in the same folder instead.
struct ExampleExcerpt {
  /// The path, with line and column if there are any.
  let location: String
  let linesWithMarkers: [String]

  /// Creates the excerpt of an example, or nil if the example has no location.
  init?(_ example: Example) {
    guard let place = example.expectedLocation else { return nil }
    self.location = place
    let parts = place.split(separator: ":")
    let text = example.files.first { $0.relativePath == parts[0] }?.text
    if let text, example.messageExample != nil, parts.count == 1 {  // the finding is about something missing
      linesWithMarkers = text.split(separator: "\n").map { "  \($0)" }
      return
    }
    guard parts.count == 3, let line = Int(parts[1]), let text else {
      linesWithMarkers = ExampleExcerpt.fileListLines(of: example, around: String(parts.first ?? ""))
      return
    }
    var all = text.split(separator: "\n", omittingEmptySubsequences: false)
    if all.last == "" { all.removeLast() }
    let shown = max(1, line - 2)...max(line, min(all.count, line + 1))
    let width = String(shown.upperBound).count
    linesWithMarkers = shown.filter { $0 <= all.count }.map { number in
      let digits = String(number)
      let padding = String(repeating: " ", count: width - digits.count)
      return "\(number == line ? ">" : " ") \(padding)\(digits)  \(shortened(all[number - 1]))"
    }
  }

  /// Returns the files in the same folder, with a marker on the reported one.
  private static func fileListLines(of example: Example, around path: String) -> [String] {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/") + "/"
    let names = example.files.map(\.relativePath).filter { $0.hasPrefix(folder) }
    let all = names.contains { $0 == path || $0.hasPrefix(path + "/") } ? names : names + [path]
    return all.sorted().map { name in
      let isMeant = name == path || name.hasPrefix(path + "/")
      return "\(isMeant ? ">" : " ") \(name)\(names.contains(name) ? "" : "  (missing)")"
    }
  }
}

/// Returns a line, shortened to 100 characters if it is longer.
private func shortened(_ line: Substring) -> String {
  line.count > 100 ? line.prefix(100) + "…" : String(line)
}

extension Rule {
  /// What the rule applies to: `stickers`, `every file`.
  var scopeText: String {
    switch check {
    case .pack: return "the stickers in a pack"
    case .catalog: return "Xcode sticker catalogs"
    case .message: return "interactive messages"
    case .asset: break
    }
    if roles == .allRoles { return "every file" }
    // The name of frames is the longest, so it comes last.
    let names = (AssetRole.allCases.filter { $0 != .frame } + [.frame]).filter(roles.contains).map(\.plural)
    guard let last = names.last else { return "nothing" }
    return names.count > 2 ? names.dropLast().joined(separator: ", ") + ", and " + last : listText(names)
  }
}

extension Rule {
  /// The default severity, with a note for an opt-in rule: `hint, opt-in`.
  var severityAndOptInText: String { severity.rawValue + (isOptIn ? ", opt-in" : "") }
}

/// Describes the fixes of a rule, with the options that they need: a sentence for each command, or a list if
/// a command has several fixes. Ends with a newline.
///
/// - Parameter width: the maximum length of a line.
func waysToFix(_ rule: Rule, width: Int = .max, indent: String = "") -> String {
  let sections = rule.fixes.grouped { fixCommand(for: $0, of: rule) }.map { kinds -> String in
    let start = "`\(fixCommand(for: kinds[0], of: rule))` can"
    if kinds.count == 1 {
      return rewrappedParagraphs("\(start) \(kinds[0].commandLineDescription).", width: width, indent: indent)
    }
    let items = kinds.map { kind -> String in
      let item = rewrappedParagraphs(kind.commandLineDescription, width: width, indent: indent + "  ")
      return "\(indent)- \(item.dropFirst(indent.count + 2))"
    }
    return rewrappedParagraphs("\(start):", width: width, indent: indent) + "\n" + items.joined()
  }
  return sections.joined(separator: "\n")
}

private func fixCommand(for kind: Fix.Kind, of rule: Rule) -> String {
  "stickerlint fix" + (kind.isLossy ? " --lossy" : "")
    + (kind.isOptIn || rule.severity == .hint ? " --select \(rule.id)" : "")
}

extension AssetRole {
  fileprivate var plural: String {
    switch self {
    case .sticker: "stickers"
    case .frame: "frames of an Xcode sticker sequence"
    case .icon: "icons"
    case .messageImage: "images of interactive messages"
    }
  }
}

extension RuleOption {
  /// The default value with its unit.
  package var defaultValueWithUnit: String {
    withUnit(defaultValue.text)
  }
}

func onOneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
