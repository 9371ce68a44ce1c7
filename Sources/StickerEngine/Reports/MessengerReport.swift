/// Reports on the same stickers for several messengers.
package struct MessengerReport: Sendable {
  /// The names of the profiles, in the order of the report.
  let messengers: [String]
  /// The report for each messenger.
  let reports: [Report]
  /// The reports without hints and suppressed findings, for human-readable output.
  let reportsWithoutHintsAndSuppressed: [Report]

  /// Creates a report from reports on the same files.
  package init(_ messengers: [String], _ reports: [Report]) {
    self.messengers = messengers
    self.reports = reports
    reportsWithoutHintsAndSuppressed = reports.map {
      $0.withoutSuppressedFindings.removingFindings { $0.severity == .hint }
    }
  }

  /// The art files that stickerlint cannot read, or that at least one of the messengers does not accept.
  var unsupportedArt: [UnsupportedArt] { reports.flatMap(\.unsupportedArt).withoutRepetition }

  /// The files of the report that covers the most files, in report order.
  private var filesInLargestReport: [Path] {
    reports.max { $0.assets.count < $1.assets.count }?.assets.map(\.path) ?? []
  }

  /// The number of files in the report that covers the most files.
  var fileCountInLargestReport: Int { filesInLargestReport.count }

  /// Returns the files that are left out for a messenger, because stickerlint cannot read them or the
  /// messenger does not accept their format.
  func unsupportedArtPaths(forMessengerAt number: Int) -> Set<Path> {
    Set(reports[number].unsupportedArt.map(\.path))
  }

  /// The paths in the report: files in report order, then packs and documents.
  var filesThenPacksAndDocuments: [Path] {
    let files = filesInLargestReport
    let known = Set(files)
    let others = Set(reports.flatMap { $0.packAndDocumentFindings.map(\.path) }).subtracting(known)
    return files + others.sorted()
  }

  /// Returns a line for each finding of a messenger, in the order of `filesThenPacksAndDocuments`.
  fileprivate func lines(_ found: [Path: [Finding]], _ line: (Path, Finding) -> String) -> String {
    filesThenPacksAndDocuments.flatMap { subject in (found[subject] ?? []).map { line(subject, $0) } }
      .joined()
  }

  fileprivate func nonHintFindingsByPath(forMessengerAt number: Int) -> [Path: [Finding]] {
    Dictionary(grouping: reports[number].findings.filter { $0.severity != .hint }, by: \.path)
  }

  func shownFindingsByPath(forMessengerAt number: Int) -> [Path: [Finding]] {
    Dictionary(grouping: reportsWithoutHintsAndSuppressed[number].findings, by: \.path)
  }
}

/// The text in the table cell for a file that is left out for a messenger.
let leftOutText = "left out"

/// Returns the number of errors and warnings: `ok`, `2 errors`, `1 error, 1 warning`.
private func errorAndWarningCountText(_ findings: [Finding], isLeftOut: Bool) -> String {
  if isLeftOut { return leftOutText }
  let errors = findings.count { $0.severity == .error }
  let warnings = findings.count - errors
  let parts = [
    errors > 0 ? countText(errors, "error") : nil, warnings > 0 ? countText(warnings, "warning") : nil,
  ].compactMap(\.self)
  return parts.isEmpty ? "ok" : parts.joined(separator: ", ")
}

/// Returns a table of stickers and messengers, and the findings, in Markdown for pull requests.
package func messengerComparisonMarkdown(_ report: MessengerReport) -> String {
  let found = report.messengers.indices.map(report.shownFindingsByPath)
  let leftOut = report.messengers.indices.map(report.unsupportedArtPaths)
  var out = "| sticker | \(report.messengers.map(markdownTextOrCodeSpan).joined(separator: " | ")) |\n"
  out += "|---" + String(repeating: "|---", count: report.messengers.count) + "|\n"
  for subject in report.filesThenPacksAndDocuments {
    let cells = zip(found, leftOut).map {
      errorAndWarningCountText($0[subject] ?? [], isLeftOut: $1.contains(subject))
    }
    out += "| \(markdownTextOrCodeSpan(subject.displayText)) | \(cells.joined(separator: " | ")) |\n"
  }
  for (name, found) in zip(report.messengers, found) {
    let lines = report.lines(found) { subject, finding in
      "- \(markdownTextOrCodeSpan(subject.displayText)): \(finding.severity.rawValue): "
        + "\(markdownTextOrCodeSpan(finding.evidence.message)) (\(markdownRuleLink(finding.rule)))\n"
    }
    if !lines.isEmpty { out += "\n### \(markdownTextOrCodeSpan(name))\n\n" + lines }
  }
  return out
}

/// Returns the report as JSON.
package func messengerJSON(_ report: MessengerReport) -> String {
  let found = report.messengers.indices.map(report.nonHintFindingsByPath)
  let stickers = report.filesThenPacksAndDocuments.map { subject -> JSON in
    let verdicts = zip(report.messengers, found).map { name, found -> JSON in
      let findings = found[subject] ?? []
      return .object([
        "messenger": .string(name), "errors": .integer(findings.count { $0.severity == .error }),
        "warnings": .integer(findings.count { $0.severity == .warning }),
        "findings": .array(
          findings.map { finding in
            .object([
              "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
              "message": .string(finding.evidence.message),
            ])
          }),
      ])
    }
    return .object(["path": .string(subject.displayText), "verdicts": .array(verdicts)])
  }
  let document = JSON.objectOmittingNil([
    "schema": .integer(1), "messengers": .array(report.messengers.map(JSON.string)),
    "stickers": .array(stickers), "leftOut": unsupportedArtByFormatJSON(report.unsupportedArt),
  ])
  return String(decoding: document.encoded(), as: UTF8.self)
}

/// Returns the report as an HTML page without scripts.
package func messengerHTML(_ report: MessengerReport) -> String {
  let found = report.messengers.indices.map(report.shownFindingsByPath)
  let leftOut = report.messengers.indices.map(report.unsupportedArtPaths)
  let heads = report.messengers.map { name -> HTML in "<th scope=\"col\">\(name)</th>" }
  let rows = report.filesThenPacksAndDocuments.map { subject -> HTML in
    let cells = zip(found, leftOut).map { found, leftOut -> HTML in
      let words = (found[subject] ?? []).map { finding -> HTML in
        "<li>\(finding.severity.rawValue): \(finding.evidence.message) (\(linkedRule(finding.rule)))</li>"
      }
      let list: HTML? = words.isEmpty ? nil : "<ul>\(words)</ul>"
      let count = errorAndWarningCountText(found[subject] ?? [], isLeftOut: leftOut.contains(subject))
      return "<td>\(count)\(list)</td>"
    }
    return "<tr><th scope=\"row\">\(subject)</th>\(cells)</tr>\n"
  }
  let page: HTML = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Stickers by messenger</title>
    <style>
    body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
    table { border-collapse: collapse }
    th, td { border: 1px solid; padding: .3rem .6rem; text-align: left; vertical-align: top }
    ul { margin: .2rem 0; padding-left: 1rem }
    </style>
    </head>
    <body>
    <h1>Stickers by messenger</h1>
    <table>
    <thead><tr><td></td>\(heads)</tr></thead>
    <tbody>
    \(rows)</tbody>
    </table>
    </body>
    </html>

    """
  return page.markup
}

/// Summarizes the findings for many messengers in at most 40 lines. Each line gives a finding, the affected
/// files and the messengers that it applies to.
func condensedMessengerText(_ report: MessengerReport, _ style: TextStyle) -> String {
  let groups = crossMessengerFindingGroups(report)
  // Each format of unsupported art takes one line.
  let most = max(maxFindingGroups - report.unsupportedArt.summariesByFormat.count, 1)
  var out = groups.prefix(most).map { findingGroupLine($0, report, style) }.joined()
  let more = groups.count - most
  if more > 0 {
    out += "  and \(countText(more, "more line")). Specify fewer messengers with --for to see them.\n"
  }
  if !groups.isEmpty { out += "\n" }
  return out + adviceText(groups, style) + totalsText(report)
    + unsupportedArtByFormatLines(report.unsupportedArt)
}

// The other lines are headings, totals and unsupported art.
private let maxFindingGroups = 22
private let maxAdviceLines = 9

/// The findings of one rule and severity, and the messengers that all of them apply to.
private struct CrossMessengerFindingGroup {
  let findings: [Finding]
  var messengers: [String]
}

/// The key for findings that several messengers share.
private struct CrossMessengerFindingGroupKey: Hashable {
  let rule: String
  let severity: Severity
  let pathsAndMessages: [String]

  init(_ findings: [Finding]) {
    (rule, severity) = (findings[0].rule, findings[0].severity)
    pathsAndMessages = findings.map { "\($0.path.displayText): \($0.evidence.message)" }
  }
}

/// Returns the groups, with errors before warnings and, within a severity, those that the most messengers
/// share first.
private func crossMessengerFindingGroups(_ report: MessengerReport) -> [CrossMessengerFindingGroup] {
  let said = zip(report.messengers, report.reportsWithoutHintsAndSuppressed).flatMap { name, report in
    report.findings.grouped { "\($0.rule) \($0.severity.rawValue)" }.map {
      CrossMessengerFindingGroup(findings: $0, messengers: [name])
    }
  }
  let joined = said.grouped { CrossMessengerFindingGroupKey($0.findings) }.map { same in
    CrossMessengerFindingGroup(findings: same[0].findings, messengers: same.flatMap(\.messengers))
  }
  let sorted = joined.enumerated().sorted { a, b in
    let (first, second) = (a.element.messengers.count, b.element.messengers.count)
    return first == second ? a.offset < b.offset : first > second
  }
  return mostSevereFirst(sorted.map(\.element)) { $0.findings[0].severity }
}

private func findingGroupLine(
  _ group: CrossMessengerFindingGroup, _ report: MessengerReport, _ style: TextStyle
) -> String {
  let finding = group.findings[0]
  let names = group.messengers.count == report.messengers.count ? "all" : listText(group.messengers)
  let severity = finding.severity.rawValue.padded(to: severityColumnWidth + 2)
  let message = UntrustedText(finding.evidence.message).displayText
  return
    "  \(style.colored(severity, finding.severity))\(style.linkedRule(finding.rule))  \(message) (\(filesText(of: group))); "
    + "for \(names)\n"
}

/// Returns the files that have the first message of a group, then the files that have other messages:
/// `a.png`, `8 files: a.png, b.png, c.png and 5 more` or `a.png; also b.png, c.png and 5 more`.
private func filesText(of group: CrossMessengerFindingGroup) -> String {
  let messages = group.findings.grouped(by: \.evidence.message)
  let own = messages[0].map(\.path).withoutRepetition
  let others = messages.dropFirst().joined().map(\.path).withoutRepetition.filter { !own.contains($0) }
  let ownNames = own.map(\.name.displayText)
  guard others.isEmpty else {
    return "\(listText(ownNames, maxCount: 2)); also \(listText(others.map(\.name.displayText), maxCount: 2))"
  }
  return own.count == 1 ? ownNames[0] : "\(countText(own.count, "file")): \(listText(ownNames, maxCount: 3))"
}

/// Returns the advice of each rule, as worded for the first messenger with such findings.
private func adviceText(_ groups: [CrossMessengerFindingGroup], _ style: TextStyle) -> String {
  let rules = groups.grouped { $0.findings[0].rule }.map { $0[0].findings[0] }
  if rules.isEmpty { return "" }
  let lines = rules.prefix(maxAdviceLines).map { "  \(style.linkedRule($0.rule))  \($0.commandLineAdvice)\n" }
  let others = rules.count - maxAdviceLines
  let more = others > 0 ? "  and \(countText(others, "more rule")): see `stickerlint explain RULE`\n" : ""
  return style.bold("What to do") + "\n" + lines.joined() + more + "\n"
}

private func totalsText(_ report: MessengerReport) -> String {
  let all = Array(zip(report.messengers, report.reportsWithoutHintsAndSuppressed))
  let files = countText(report.fileCountInLargestReport, "file")
  let ready = all.filter { $0.1.findings.isEmpty && !$0.1.assets.isEmpty }.map(\.0)
  let fine = ready.isEmpty ? "" : "; ready for \(listText(ready))"
  let found = all.filter { !$0.1.findings.isEmpty }.map { name, report in
    let numbers = [Severity.error, .warning].filter { report.unsuppressedFindingCount(of: $0) > 0 }.map {
      countText(report.unsuppressedFindingCount(of: $0), $0.rawValue)
    }
    return "\(name) \(numbers.joined(separator: " and "))"
  }
  let sums = found.isEmpty ? "" : "\(found.joined(separator: "; "))\n"
  let next =
    found.isEmpty
    ? ""
    : "Run `stickerlint lint --for NAME` to list all findings for a messenger, and "
      + "`stickerlint fix --for NAME` to fix them.\n"
  return "\(files) for \(countText(all.count, "messenger"))\(fine)\n" + sums + next
}
