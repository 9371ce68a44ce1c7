import StickerModel

extension Reporter {
  /// Workflow commands, which GitHub turns into annotations of a pull request's files. It keeps ten of each
  /// severity and drops the others in silence: the tenth says how many there are and where to look.
  package static let github = Reporter(
    name: "github", summary: "Annotations on GitHub, and a job summary there.", for: .editors,
    rendering: workflowCommands)
}

/// - Source: GitHub, "Workflow commands": 10 annotations of each severity and step.
private let mostAnnotations = 9

private func workflowCommands(_ report: Report, _ context: ReportContext) -> String {
  let findings = report.findings
  return Severity.allCases.reversed().map { severity in
    let ofSeverity = findings.filter { $0.severity == severity }
    let shown = ofSeverity.prefix(mostAnnotations).map { annotation($0, context) }
    let more = ofSeverity.count - shown.count
    if more == 0 { return shown.joined() }
    let count = counted(more, "more \(severity.rawValue)")
    let message = "\(count) without an annotation: look into the job's summary, or write another report too"
    return shown.joined() + "::\(command(severity)) title=\(Tool.name)::\(escapedData(message))\n"
  }.joined()
}

private func annotation(_ finding: Finding, _ context: ReportContext) -> String {
  let place = finding.evidence.place.textPlace
  let column = place.map { ",col=\($0.column)" } ?? ""
  let path = context.seen(finding.path).path.shown
  // The runner would take a name's leading `=` for a part of `file=`.
  let file = escapedProperty((path.hasPrefix("=") ? "./" : "") + path)
  let message = Untrusted(finding.evidence.message).shown + "\n" + Untrusted(finding.advice).shown
  return "::\(command(finding.severity)) file=\(file),line=\(place?.line ?? 1)\(column)"
    + ",title=\(escapedProperty(finding.rule))::\(escapedData(message))\n"
}

private func command(_ severity: Severity) -> String {
  switch severity {
  case .hint: "notice"
  case .warning: "warning"
  case .error: "error"
  }
}

/// What follows a command: a line break would end it, and `%` begins an escape.
private func escapedData(_ text: String) -> String { escaped(text, where: "%\r\n".utf8.contains) }

/// The value of a property, which `,` and `:` would end too.
private func escapedProperty(_ text: String) -> String { escaped(text, where: "%\r\n:,".utf8.contains) }

private func escaped(_ text: String, where isEscaped: (UInt8) -> Bool) -> String {
  text.utf8.contains(where: isEscaped) ? percentEscaped(text.utf8, where: isEscaped) : text
}
