import StickerModel

/// How text looks on its way to people.
package enum TextStyle: Sendable {
  /// Text and nothing else.
  case plain
  /// With the colors of a terminal.
  case ansi
}

extension Reporter {
  /// Findings grouped by file, without colors.
  package static let text = text(style: .plain)

  /// Findings grouped by file, then what to do about each rule that fired, then a line that counts them.
  package static func text(style: TextStyle) -> Reporter {
    Reporter(name: "text", summary: "Findings by file, and what to do about them.") { report in
      groups(report, style) + advice(report, style) + summaryLine(report, style)
    }
  }
}

private func groups(_ report: Report, _ style: TextStyle) -> String {
  let width = columnWidth(report.findings)
  let marks = report.findings.contains(where: \.isFixable)
  var out = ""
  for group in groupsByPath(report.findings) {
    out += style.bold(group.path.shown) + "\n"
    for finding in mostSevereFirst(group.findings) {
      let severity = finding.severity.rawValue.padded(to: severityWidth + 2)
      let place = finding.evidence.place.textPlace.map { "\($0.shown)  " } ?? ""
      let message = place + Untrusted(finding.evidence.message).shown
      let mark = marks ? (finding.isFixable ? "[*] " : "    ") : ""
      let rule = finding.rule.padded(to: width + 2)
      out += "  \(style.painted(severity, finding.severity))\(rule)\(mark)\(message)\n"
    }
    out += "\n"
  }
  return out
}

/// The advice of each rule that fired, once: twenty files mostly have the same fault.
private func advice(_ report: Report, _ style: TextStyle) -> String {
  var seen: Set<String> = []
  let rules = mostSevereFirst(report.findings).filter { seen.insert($0.rule).inserted }
  if rules.isEmpty { return "" }
  let width = columnWidth(rules)
  let lines = rules.map { "  \($0.rule.padded(to: width + 2))\($0.advice)\n" }
  return style.bold("What to do") + "\n" + lines.joined() + "\n"
}

func summaryLine(_ report: Report, _ style: TextStyle) -> String {
  let files = counted(report.assets.count, "file")
  let accepted = acceptedInWords(report)
  if report.findings.isEmpty { return "\(files): no findings\(accepted)\n" }
  return "\(files): \(countsInWords(report, style))\(accepted)\n" + fixableLine(report)
}

/// How to get at what is marked, and for how much of it that takes more than the command.
private func fixableLine(_ report: Report) -> String {
  let fixable = report.findings.filter(\.isFixable)
  let others = report.findings.count { $0.evidence.fix != nil } - fixable.count
  let show = "`stickerlint fix` with the same paths"
  guard !fixable.isEmpty else {
    return others == 0 ? "" : "\(counted(others, "finding")) may be fixable: \(show) says\n"
  }
  let more = others == 0 ? "" : "; \(others) more may be fixable"
  let onRequest = fixable.count { $0.isFixedOnRequest }
  let flags = onRequest > 0 ? ", \(onRequest) of them with flags that it names" : ""
  return "\(counted(fixable.count, "finding")) marked [*] can be fixed\(flags)\(more): \(show) shows how\n"
}

extension Finding {
  /// Whether a fix is promised.
  fileprivate var isFixable: Bool { evidence.fix?.isCertain ?? false }

  /// Whether `fix` alone leaves it.
  fileprivate var isFixedOnRequest: Bool {
    guard let kind = evidence.fix?.kind else { return false }
    return kind.isLossy || kind.isOnlyOnRequest || severity == .hint
  }
}

let severityWidth = Severity.allCases.map(\.rawValue.count).max() ?? 0

private func columnWidth(_ findings: [Finding]) -> Int { findings.map(\.rule.count).max() ?? 0 }

extension TextStyle {
  /// What the eye should find first.
  func bold(_ text: String) -> String { wrapped(text, in: "1") }

  /// Red, yellow or cyan, by severity.
  func painted(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: wrapped(text, in: "1;31")
    case .warning: wrapped(text, in: "33")
    case .hint: wrapped(text, in: "36")
    }
  }

  /// ECMA-48: select graphic rendition, and back to normal.
  private func wrapped(_ text: String, in code: String) -> String {
    self == .plain ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
