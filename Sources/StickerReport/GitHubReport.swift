import StickerModel

extension Reporter {
  /// Workflow commands, which GitHub turns into annotations of a pull request's files. It keeps ten of each
  /// severity and drops the others in silence: the tenth says how many there are.
  public static let github = Reporter(
    name: "github", summary: "Annotations on GitHub, and a job summary there.", rendering: workflowCommands)
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
    let message = "\(count) without an annotation: the job summary and other reports have all"
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
private func escapedData(_ text: String) -> String { escaped(text, "%\r\n") }

/// The value of a property, which `,` and `:` would end too.
private func escapedProperty(_ text: String) -> String { escaped(text, "%\r\n:,") }

/// - Parameter characters: ASCII.
private func escaped(_ text: String, _ characters: String) -> String {
  let escapes = Set(characters.utf8)
  guard text.utf8.contains(where: escapes.contains) else { return text }
  var out: [UInt8] = []
  for byte in text.utf8 {
    if escapes.contains(byte) {
      let digits = String(byte, radix: 16, uppercase: true)
      out += ("%" + (digits.utf8.count == 1 ? "0" : "") + digits).utf8
    } else {
      out.append(byte)
    }
  }
  return String(decoding: out, as: UTF8.self)
}
