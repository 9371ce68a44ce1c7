import StickerModel

/// Summarizes the findings of many messengers in at most 40 lines. Each line gives one cause, the affected
/// files and the messengers that report it.
func messengerSummary(_ report: MessengerReport, _ style: TextStyle) -> String {
  let causes = causes(report)
  // Each format of unreadable art takes one line.
  let most = max(mostCauses - report.unread.byFormat.count, 1)
  var out = causes.prefix(most).map { line($0, report, style) }.joined()
  let more = causes.count - most
  if more > 0 { out += "  and \(counted(more, "line")) more: name fewer messengers with --for\n" }
  if !causes.isEmpty { out += "\n" }
  return out + advice(causes, style) + counts(report) + unreadArtLines(report.unread)
}

// The other lines of the 40 are headings, totals and unreadable art.
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

private func line(_ cause: Cause, _ report: MessengerReport, _ style: TextStyle) -> String {
  let finding = cause.findings[0]
  let names = cause.messengers.count == report.messengers.count ? "all" : listed(cause.messengers)
  let severity = finding.severity.rawValue.padded(to: severityWidth + 2)
  let message = Untrusted(finding.evidence.message).shown
  return
    "  \(style.painted(severity, finding.severity))\(finding.rule)  \(message) (\(files(of: cause))); "
    + "for \(names)\n"
}

/// Returns the files that have the first message of a cause, then the files that have other messages:
/// `a.png`, `8 files: a.png, b.png, c.png and 5 more` or `a.png; likewise b.png, c.png and 5 more`.
private func files(of cause: Cause) -> String {
  let messages = cause.findings.grouped(by: \.evidence.message)
  let own = messages[0].map(\.path).withoutRepetition
  let others = messages.dropFirst().joined().map(\.path).withoutRepetition.filter { !own.contains($0) }
  let ownNames = own.map(\.name.shown)
  guard others.isEmpty else {
    return "\(listed(ownNames, most: 2)); likewise \(listed(others.map(\.name.shown), most: 2))"
  }
  return own.count == 1 ? ownNames[0] : "\(counted(own.count, "file")): \(listed(ownNames, most: 3))"
}

/// Returns the advice of each rule, as given for the first messenger.
private func advice(_ causes: [Cause], _ style: TextStyle) -> String {
  let rules = causes.grouped { $0.findings[0].rule }.map { $0[0].findings[0] }
  if rules.isEmpty { return "" }
  let lines = rules.prefix(mostAdvice).map { "  \($0.rule)  \($0.advice)\n" }
  let others = rules.count - mostAdvice
  let more = others > 0 ? "  and \(counted(others, "more rule")): see `stickerlint explain RULE`\n" : ""
  return style.bold("What to do") + "\n" + lines.joined() + more + "\n"
}

private func counts(_ report: MessengerReport) -> String {
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
    ? ""
    : "`stickerlint lint --for NAME` lists every finding for one messenger, and "
      + "`stickerlint fix --for NAME` fixes them\n"
  return "\(files) for \(counted(all.count, "messenger"))\(fine)\n" + sums + next
}
