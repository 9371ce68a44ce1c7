import StickerModel

/// Summarizes the findings of many messengers in at most 40 lines. Each line gives one cause, the affected
/// files and the messengers that report it.
func messengerSummary(_ report: MessengerReport, _ style: TextStyle, _ context: ReportContext) -> String {
  let causes = causes(report)
  var out = causes.prefix(mostCauses).map { line($0, report, style, context) }.joined()
  let more = causes.count - mostCauses
  if more > 0 { out += "  and \(counted(more, "line")) more: name fewer messengers with --for\n" }
  if !causes.isEmpty { out += "\n" }
  return out + advice(causes, style, context) + counts(report, context)
}

// The other lines of the 40 are headings and totals.
private let mostCauses = 22
private let mostAdvice = 9

/// The findings of one rule and severity, and the messengers that report all of them.
private struct Cause {
  let findings: [Finding]
  var messengers: [String]
}

/// The key of findings that several messengers share.
private struct Agreement: Hashable {
  let rule: String
  let severity: Severity
  let said: [String]

  init(_ findings: [Finding]) {
    (rule, severity) = (findings[0].rule, findings[0].severity)
    said = findings.map { "\($0.path.shown): \($0.evidence.message)" }
  }
}

/// Returns errors before warnings, and within a severity the causes of the most messengers first.
private func causes(_ report: MessengerReport) -> [Cause] {
  let said = zip(report.messengers, report.shown).flatMap { name, report in
    report.findings.grouped { "\($0.rule) \($0.severity.rawValue)" }.map {
      Cause(findings: $0, messengers: [name])
    }
  }
  let joined = said.grouped { Agreement($0.findings) }.map { same in
    Cause(findings: same[0].findings, messengers: same.flatMap(\.messengers))
  }
  let sorted = joined.enumerated().sorted { a, b in
    let (first, second) = (a.element.messengers.count, b.element.messengers.count)
    return first == second ? a.offset < b.offset : first > second
  }
  return mostSevereFirst(sorted.map(\.element)) { $0.findings[0].severity }
}

private func line(
  _ cause: Cause, _ report: MessengerReport, _ style: TextStyle, _ context: ReportContext
) -> String {
  let finding = cause.findings[0]
  let files = cause.findings.grouped(by: \.path).map { $0[0].path.name.shown }
  let whose = files.count == 1 ? files[0] : "\(counted(files.count, "file")): \(listed(files, most: 3))"
  let names = cause.messengers.count == report.messengers.count ? "all" : listed(cause.messengers)
  let severity = finding.severity.rawValue.padded(to: severityWidth + 2)
  let message = Untrusted(finding.evidence.message).shown
  return
    "  \(style.painted(severity, finding.severity))\(finding.rule)  \(message) (\(whose)); for \(names)\n"
}

/// Returns the advice of each rule, as given for the first messenger.
private func advice(_ causes: [Cause], _ style: TextStyle, _ context: ReportContext) -> String {
  let rules = causes.grouped { $0.findings[0].rule }.map { $0[0].findings[0] }
  if rules.isEmpty { return "" }
  let lines = rules.prefix(mostAdvice).map { "  \($0.rule)  \($0.advice)\n" }
  return style.bold("What to do") + "\n" + lines.joined() + "\n"
}

private func counts(_ report: MessengerReport, _ context: ReportContext) -> String {
  let all = Array(zip(report.messengers, report.shown))
  let files = counted(report.shown.first?.assets.count ?? 0, "file")
  let ready = all.filter { $0.1.findings.isEmpty }.map(\.0)
  let fine = ready.isEmpty ? "" : "; nothing to do for \(listed(ready))"
  let found = all.filter { !$0.1.findings.isEmpty }.map { name, report in
    let numbers = [Severity.error, .warning].filter { report.count(of: $0) > 0 }.map {
      counted(report.count(of: $0), $0.rawValue)
    }
    return "\(name) \(numbers.joined(separator: " and "))"
  }
  let sums = found.isEmpty ? "" : "\(found.joined(separator: "; "))\n"
  let next =
    found.isEmpty
    ? "" : "`stickerlint lint --for NAME` lists all of one; `stickerlint fix --for NAME` fixes\n"
  return "\(files) for \(counted(all.count, "messenger"))\(fine)\n" + sums + next
}
