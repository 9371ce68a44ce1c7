/// Returns the human-readable report: a table of stickers and messengers, the findings by messenger, and what
/// to do about them.
///
/// Columns that do not fit on one line continue in another table below.
package func messengerReportText(
  _ report: MessengerReport, _ style: TextStyle = .plain, _ context: ReportContext = ReportContext()
) -> String {
  // A table with many columns would exceed 40 lines.
  if report.messengers.count > 4, !context.listsFindingsOfEachFile {
    return condensedMessengerText(report, style)
  }
  return tablesFittingLineWidth(report, style, context).joined(separator: "\n") + "\n"
    + findingSections(report, style, context)
    + adviceSection(adviceWithMessengerNames(report), style, context) + summaryLines(report, style, context)
    + unsupportedArtByFormatLines(report.unsupportedArt)
}

/// Returns the advice for each rule, with the names of the messengers unless it applies to all of them.
private func adviceWithMessengerNames(_ report: MessengerReport) -> [RuleAdvice] {
  let found = zip(report.messengers, report.reportsWithoutHintsAndSuppressed).flatMap { name, report in
    report.findings.map { (name: name, finding: $0) }
  }
  return mostSevereFirst(found, by: \.finding.severity).grouped { $0.finding.rule }.flatMap { ofRule in
    ofRule.grouped { $0.finding.commandLineAdvice }.map { same in
      let names = same.grouped { $0.name }.map { $0[0].name }
      let whose = names.count == report.messengers.count ? "" : "\(listText(names)): "
      return RuleAdvice(rule: same[0].finding.rule, words: whose + same[0].finding.commandLineAdvice)
    }
  }
}

/// The width, in characters, of tables that are written to a file.
private let tableWidthWithoutTerminal = 100

private func tablesFittingLineWidth(_ report: MessengerReport, _ style: TextStyle, _ context: ReportContext)
  -> [String]
{
  let subjects = report.filesThenPacksAndDocuments
  let head = TableColumn(paths: subjects)
  let columns = report.messengers.indices.map { number -> TableColumn in
    let found = report.shownFindingsByPath(forMessengerAt: number)
    let leftOut = report.unsupportedArtPaths(forMessengerAt: number)
    return TableColumn(
      report.messengers[number],
      subjects.map { leftOut.contains($0) ? (leftOutText, nil) : highestSeverityCountText(found[$0] ?? []) })
  }
  let room = (context.terminalWidth ?? tableWidthWithoutTerminal) - head.widthIncludingGap
  var (groups, used) = ([[TableColumn]](), 0)
  for column in columns {
    if groups.isEmpty || used + column.widthIncludingGap > room {
      groups.append([])
      used = 0
    }
    groups[groups.count - 1].append(column)
    used += column.widthIncludingGap
  }
  return groups.map { group in
    (0...subjects.count).map { row in
      let cells = ([head] + group).map { $0.paddedCellText(row, style) }
      return cells.joined().withoutTrailingSpaces + "\n"
    }.joined()
  }
}

/// A column of a table, as wide as its longest cell.
private struct TableColumn {
  private struct Cell {
    let text: String
    var severity: Severity?
    var path: Path?
  }

  private let cells: [Cell]
  let widthIncludingGap: Int

  private init(_ cells: [Cell]) {
    self.cells = cells
    widthIncludingGap = (cells.map(\.text.count).max() ?? 0) + 2
  }

  /// Creates a column of words under a heading.
  init(_ head: String, _ cells: [(String, Severity?)]) {
    self.init([Cell(text: head)] + cells.map { Cell(text: $0, severity: $1) })
  }

  /// Creates a column of paths, without a heading.
  init(paths: [Path]) {
    self.init([Cell(text: "")] + paths.map { Cell(text: $0.displayText, path: $0) })
  }

  func paddedCellText(_ row: Int, _ style: TextStyle) -> String {
    let cell = cells[row]
    let padding = String(repeating: " ", count: widthIncludingGap - cell.text.count)
    if let severity = cell.severity { return style.colored(cell.text, severity) + padding }
    if row == 0 { return style.bold(cell.text) + padding }
    return (cell.path.map { style.linkedPath($0) } ?? cell.text) + padding
  }
}

/// Returns the number of findings of the highest severity: `2 errors`. Other findings are listed below the
/// table.
private func highestSeverityCountText(_ findings: [Finding]) -> (String, Severity?) {
  guard let gravest = findings.map(\.severity).max() else { return ("ok", nil) }
  return (countText(findings.count { $0.severity == gravest }, gravest.rawValue), gravest)
}

/// Returns the findings that apply to all messengers, then the other findings for each messenger. Findings
/// with the same message share a line.
private func findingSections(_ report: MessengerReport, _ style: TextStyle, _ context: ReportContext)
  -> String
{
  let all = report.reportsWithoutHintsAndSuppressed.map {
    Set($0.findings.map(CrossMessengerFindingKey.init))
  }
  let shared = all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
  let first =
    report.reportsWithoutHintsAndSuppressed.first?.findings.filter {
      shared.contains(CrossMessengerFindingKey($0))
    }
    ?? []
  return findingSectionByMessage(named: "all messengers", first, style, context)
    + zip(report.messengers, report.reportsWithoutHintsAndSuppressed).map { name, report in
      findingSectionByMessage(
        named: name, report.findings.filter { !shared.contains(CrossMessengerFindingKey($0)) }, style, context
      )
    }.joined()
}

/// The key for findings with the same message.
private struct RuleAndMessage: Hashable {
  let rule, message: String
}

/// The key for a finding that applies to several messengers.
private struct CrossMessengerFindingKey: Hashable {
  let rule, message: String
  let path: Path
  let severity: Severity

  init(_ finding: Finding) {
    (rule, message) = (finding.rule, finding.evidence.message)
    (path, severity) = (finding.path, finding.severity)
  }
}

private func findingSectionByMessage(
  named name: String, _ found: [Finding], _ style: TextStyle, _ context: ReportContext
) -> String {
  let findings = mostSevereFirst(found)
  if findings.isEmpty { return "" }
  let width = findings.map(\.rule.count).max() ?? 0
  let marks = findings.contains(where: \.isCertainlyFixable)
  var out = style.bold(name) + "\n"
  for same in findings.grouped(by: { RuleAndMessage(rule: $0.rule, message: $0.evidence.message) }) {
    let severity = same[0].severity.rawValue.padded(to: severityColumnWidth + 2)
    let mark = marks ? (same.contains(where: \.isCertainlyFixable) ? "[*] " : "    ") : ""
    let names = same.map(\.path.displayText)
    let files = listText(names, maxCount: context.listsFindingsOfEachFile ? names.count : 3)
    let words = "\(UntrustedText(same[0].evidence.message).displayText): \(files)"
    let column = 2 + severity.count + width + 2 + mark.count
    out += "  \(style.colored(severity, same[0].severity))"
    out += style.linkedRule(same[0].rule, paddedTo: width + 2) + mark
    out += wrappedWithHangingIndent(words, from: column, width: context.terminalWidth) + "\n"
  }
  return out + "\n"
}

/// Returns the first items and the number of remaining items: `a, b, c and 9 more`.
func listText(_ items: [String], maxCount most: Int) -> String {
  items.count <= most + 1
    ? listText(items) : listText(Array(items.prefix(most)) + ["\(numberText(items.count - most)) more"])
}

/// Returns a line with counts and the fix command for each messenger with findings.
private func summaryLines(_ report: MessengerReport, _ style: TextStyle, _ context: ReportContext) -> String {
  let files = countText(report.fileCountInLargestReport, "file")
  let all = Array(zip(report.messengers, report.reportsWithoutHintsAndSuppressed))
  let ready = all.filter { $0.1.findings.isEmpty && !$0.1.assets.isEmpty }.map(\.0)
  let fine = ready.isEmpty ? "" : "; ready for \(listText(ready))"
  var out = "\(files) for \(countText(report.messengers.count, "messenger"))\(fine)\n"
  for (name, report) in all where !report.findings.isEmpty {
    var context = context
    context.messenger = name
    let fix = fixSuggestionLine(report, context)
    let counts = [Severity.error, .warning].filter { report.unsuppressedFindingCount(of: $0) > 0 }.map {
      severity in
      style.colored(countText(report.unsuppressedFindingCount(of: severity), severity.rawValue), severity)
    }
    out += "\(name): \(counts.joined(separator: ", "))" + (fix.isEmpty ? "\n" : "; \(fix)")
  }
  return out
}

extension String {
  fileprivate var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}
