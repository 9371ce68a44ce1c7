import StickerModel

extension Reporter {
  /// The XML of Checkstyle 4.3 and later, which most viewers of findings read.
  package static let checkstyle = Reporter(
    name: "checkstyle", summary: "Checkstyle XML, for Jenkins and editors.", rendering: document)
}

private func document(_ report: Report, _ context: ReportContext) -> String {
  var out = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<checkstyle version=\"4.3\">\n"
  for group in groupsByPath(report.findings) {
    out += "  <file name=\"\(markupText(context.seen(group.path).path.shown))\">\n"
    for finding in group.findings { out += entry(finding) }
    out += "  </file>\n"
  }
  return out + "</checkstyle>\n"
}

private func entry(_ finding: Finding) -> String {
  let place = finding.evidence.place.textPlace
  let column = place.map { " column=\"\($0.column)\"" } ?? ""
  let source = "\(Tool.name).\(markupText(finding.rule))"
  return "    <error line=\"\(place?.line ?? 1)\"\(column) severity=\"\(severity(finding.severity))\""
    + " message=\"\(markupText(finding.evidence.message))\" source=\"\(source)\"/>\n"
}

private func severity(_ severity: Severity) -> String {
  switch severity {
  case .hint: "info"
  case .warning: "warning"
  case .error: "error"
  }
}
