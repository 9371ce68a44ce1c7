extension Reporter {
  /// Findings grouped by file, without colors.
  package static let text = text(style: .plain)

  /// Findings grouped by file, then what to do about each rule with findings, then a summary line with the
  /// counts.
  package static func text(style: TextStyle) -> Reporter {
    Reporter(
      name: "text", summary: "Findings by file, and what to do about them.", listing: .groupedUnsuppressed
    ) {
      report, context in
      findingsByFileText(report, style, context) + ruleAdviceText(on: report.findings, style, context)
        + reportSummaryLines(report, style, context) + unsupportedArtByFormatLines(report.unsupportedArt)
    }
  }
}

/// Returns one line for each format of unsupported art.
func unsupportedArtByFormatLines(_ unread: [UnsupportedArt]) -> String {
  unread.summariesByFormat.map { $0.message + "\n" }.joined()
}

private func findingsByFileText(_ report: Report, _ style: TextStyle, _ context: ReportContext) -> String {
  let width = ruleColumnWidth(report.findings)
  let marks = report.findings.contains(where: \.isCertainlyFixable)
  var out = ""
  for group in groupedByPath(report.findings) {
    out += style.bold(style.linkedPath(group.path)) + "\n"
    for finding in mostSevereFirst(group.findings) {
      let severity = finding.severity.rawValue.padded(to: severityColumnWidth + 2)
      let location = finding.evidence.location.sourceLocation.map { "\($0.lineColonColumn)  " } ?? ""
      let message = location + UntrustedText(finding.evidence.message).displayText
      let mark = marks ? (finding.isCertainlyFixable ? "[*] " : "    ") : ""
      let column = 2 + severity.count + width + 2 + mark.count
      out += "  \(style.colored(severity, finding.severity))"
      out += style.linkedRule(finding.rule, paddedTo: width + 2) + mark
      out += wrappedWithHangingIndent(message, from: column, width: context.terminalWidth) + "\n"
    }
    out += "\n"
  }
  return out
}

/// The advice of a rule with findings.
struct RuleAdvice: Hashable {
  let rule, words: String
}

/// Returns the advice of each rule with findings, without repetition. If packs are for several messengers, a
/// rule may have more than one piece of advice.
func ruleAdviceText(on findings: [Finding], _ style: TextStyle, _ context: ReportContext) -> String {
  adviceSection(
    mostSevereFirst(findings).map { RuleAdvice(rule: $0.rule, words: $0.commandLineAdvice) }, style, context)
}

/// Returns the lines for all distinct pieces of advice, in the order of first occurrence.
func adviceSection(_ advices: [RuleAdvice], _ style: TextStyle, _ context: ReportContext) -> String {
  let advices = advices.withoutRepetition
  if advices.isEmpty { return "" }
  let width = advices.map(\.rule.count).max() ?? 0
  let lines = advices.map { advice in
    let words = wrappedWithHangingIndent(advice.words, from: width + 4, width: context.terminalWidth)
    return "  \(style.linkedRule(advice.rule, paddedTo: width + 2))\(words)\n"
  }
  return style.bold("What to do") + "\n" + lines.joined() + "\n"
}

func reportSummaryLines(_ report: Report, _ style: TextStyle, _ context: ReportContext) -> String {
  let files = countText(report.assets.count, "file")
  let accepted = acceptedCountSuffix(report)
  if report.findings.isEmpty { return "\(files): no findings\(accepted)\n" }
  let isShared = report.findings.contains { !$0.groupedPaths.isEmpty }
  return "\(files): \(severityCountsText(report, style))\(accepted)\n"
    + (isShared ? "Shared findings are grouped. Use --each to list every file.\n" : "")
    + fixSuggestionLine(report, context)
}

/// Returns the number of fixable findings and the fix command, or an empty string.
func fixSuggestionLine(_ report: Report, _ context: ReportContext) -> String {
  let fixables = FixableCounts(of: report)
  if fixables.isEmpty { return "" }
  let command =
    context.hasReusablePaths
    ? fixCommandForCommonPath(fixables.fixablePaths, context.messengerOptionSuffix) : nil
  let said = command ?? "`stickerlint fix\(context.messengerOptionSuffix)` with the same paths"
  let mark = fixables.certainCount > 0 ? "[*] " : ""
  return "\(mark)\(fixables.summaryText). Run \(said) to see how.\n"
}

/// Returns the command that fixes the files. Its argument is the folder that contains all of them or, if
/// there is only one file, that file. The result is nil if the path needs quoting in a shell.
///
/// The path comes from the findings, not from the arguments, so that merged shards give the same report as a
/// single run.
private func fixCommandForCommonPath(_ paths: [Path], _ options: String) -> String? {
  let isOneFile = paths.allSatisfy { $0 == paths[0] }
  var shared = isOneFile ? paths[0].components : paths[0].parent.components
  for path in paths {
    shared = Array(zip(shared, path.components).prefix { $0 == $1 }.map(\.0))
  }
  let name = Path(joining: shared).displayText
  if shared.isEmpty || name == "." {
    return paths.contains { $0.bytes.first == UInt8(ascii: "/") } ? nil : "`stickerlint fix\(options)`"
  }
  let root = paths[0].bytes.first == UInt8(ascii: "/") && !name.hasPrefix("/") ? "/" : ""
  return unquotedArgumentSuffix(of: Path(root + name)).map { "`stickerlint fix\($0)\(options)`" }
}

/// Returns a path as an argument with a leading space, or nil if it needs quoting in a shell.
///
/// - Parameter includesCurrentFolder: whether to include the current folder (`.`).
package func unquotedArgumentSuffix(of path: Path, includesCurrentFolder: Bool = false) -> String? {
  let name = path.displayText
  if name == ".", !includesCurrentFolder { return "" }
  return !name.hasPrefix("-") && name.utf8.allSatisfy(isPlainInShell) ? " \(name)" : nil
}

/// Whether a character needs no quoting in any shell.
private func isPlainInShell(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"): true
  default: "/._-+,@%".utf8.contains(byte)
  }
}

let severityColumnWidth = Severity.allCases.map(\.rawValue.count).max() ?? 0

private func ruleColumnWidth(_ findings: [Finding]) -> Int { findings.map(\.rule.count).max() ?? 0 }

extension Reporter {
  /// One line per finding: `path: severity rule: message`. A location in a text file follows the path:
  /// `path:line:column: …`. The report is empty if there are no findings.
  package static let concise = Reporter(
    name: "concise", summary: "One line per finding, for editors and grep.", listing: .unsuppressed,
    render: conciseReport)
}

private func conciseReport(_ report: Report) -> String {
  report.findings.map { finding in
    let message = UntrustedText(finding.evidence.message).displayText
    let location = finding.evidence.location.sourceLocation.map { ":\($0.lineColonColumn)" } ?? ""
    return
      "\(finding.path.displayText)\(location): \(finding.severity.rawValue) \(finding.rule): \(message)\n"
  }.joined()
}

extension Reporter {
  /// The number of findings per rule, most frequent first, then the summary line.
  package static func statistics(style: TextStyle) -> Reporter {
    Reporter(name: "statistics", summary: "The number of findings per rule.", listing: .unsuppressed) {
      report, context in
      let lines = findingCountByRuleLines(report, style)
      let end =
        reportSummaryLines(report, style, context) + unsupportedArtByFormatLines(report.unsupportedArt)
      return lines.isEmpty ? end : lines.joined(separator: "\n") + "\n\n" + end
    }
  }
}

private func findingCountByRuleLines(_ report: Report, _ style: TextStyle) -> [String] {
  let byRule = Dictionary(grouping: report.findings, by: \.rule)
  let sorted = byRule.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
  let width = sorted.map { numberText($0.value.count).count }.max() ?? 0
  return sorted.map { rule, findings in
    let number = numberText(findings.count)
    let files = Set(findings.map(\.path)).count
    let severity = (findings.map(\.severity).max()?.rawValue ?? "").padded(to: severityColumnWidth + 2)
    let names = sorted.map(\.key.count).max() ?? 0
    return String(repeating: " ", count: width - number.count)
      + "\(number)  \(severity)\(style.linkedRule(rule, paddedTo: names + 2))in \(countText(files, "file"))"
  }
}

extension FindingLocation {
  /// The line and column of a location in a text file, or nil for other locations.
  package var sourceLocation: SourceLocation? { if case .text(let location) = self { location } else { nil } }
}
