import StickerModel

extension Reporter {
  /// How often each rule fired, the most frequent first, then the line that counts everything.
  package static func statistics(style: TextStyle) -> Reporter {
    Reporter(name: "statistics", summary: "How often each rule fired.", for: .editors) { report, context in
      let lines = counts(report)
      let end = summaryLine(report, style, context) + unreadArtLines(report.unread)
      return lines.isEmpty ? end : lines.joined(separator: "\n") + "\n\n" + end
    }
  }
}

private func counts(_ report: Report) -> [String] {
  let byRule = Dictionary(grouping: report.findings, by: \.rule)
  let sorted = byRule.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
  let width = sorted.map { grouped($0.value.count).count }.max() ?? 0
  return sorted.map { rule, findings in
    let number = grouped(findings.count)
    let files = Set(findings.map(\.path)).count
    let severity = (findings.map(\.severity).max()?.rawValue ?? "").padded(to: severityWidth + 2)
    let names = sorted.map(\.key.count).max() ?? 0
    return String(repeating: " ", count: width - number.count)
      + "\(number)  \(severity)\(rule.padded(to: names + 2))in \(counted(files, "file"))"
  }
}
