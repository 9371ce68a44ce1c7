extension Reporter {
  /// Checkstyle XML (4.3 and later), which most tools that process findings can read.
  static let checkstyle = Reporter(
    name: "checkstyle", summary: "Checkstyle XML for Jenkins and editors.", rendering: checkstyleReport)
}

private func checkstyleReport(_ report: Report, _ context: ReportContext) -> String {
  var out = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<checkstyle version=\"4.3\">\n"
  for group in groupedByPath(report.findings) {
    out +=
      "  <file name=\"\(markupSafeDisplayText(context.repositoryPath(of: group.path).path.displayText))\">\n"
    for finding in group.findings { out += checkstyleErrorElement(finding) }
    out += "  </file>\n"
  }
  return out + "</checkstyle>\n"
}

private func checkstyleErrorElement(_ finding: Finding) -> String {
  let location = finding.evidence.location.sourceLocation
  let column = location.map { " column=\"\($0.column)\"" } ?? ""
  let source = "\(Tool.name).\(markupSafeDisplayText(finding.rule))"
  return
    "    <error line=\"\(location?.line ?? 1)\"\(column) severity=\"\(checkstyleSeverity(finding.severity))\""
    + " message=\"\(markupSafeDisplayText(finding.evidence.message))\" source=\"\(source)\"/>\n"
}

private func checkstyleSeverity(_ severity: Severity) -> String {
  switch severity {
  case .hint: "info"
  case .warning: "warning"
  case .error: "error"
  }
}

extension Reporter {
  /// JUnit XML that conforms to Jenkins's `junit-10.xsd`: a suite for each folder, and a test case for each
  /// file, pack or document. Findings that fail the run share one failure, because Jenkins shows only the
  /// first. Other findings go into the output of the test case.
  static let junit = Reporter(
    name: "junit", summary: "JUnit XML for Jenkins and GitLab, one test per file.", render: junitReport)
}

private func junitReport(_ report: Report) -> String {
  let suites = suites(report)
  let cases = suites.reduce(0) { $0 + $1.testCases.count }
  let failures = suites.reduce(0) { $0 + $1.failedCaseCount }
  var out = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
  out += "<testsuites name=\"\(Tool.name)\" tests=\"\(cases)\" failures=\"\(failures)\" errors=\"0\">\n"
  for suite in suites {
    let name = markupSafeDisplayText(suite.folder.displayText)
    out +=
      "  <testsuite name=\"\(name)\" tests=\"\(suite.testCases.count)\" failures=\"\(suite.failedCaseCount)\""
    out += " errors=\"0\" skipped=\"0\">\n"
    for group in suite.testCases { out += testCaseElement(group, inEscapedFolder: name) }
    out += "  </testsuite>\n"
  }
  return out + "</testsuites>\n"
}

/// The files of one folder.
private struct JUnitFolderSuite {
  let folder: Path
  var testCases: [PathFindings]
  var failedCaseCount: Int { testCases.count { $0.findings.contains(where: \.failsRun) } }
}

/// Returns the suites: files in report order, then packs and documents.
private func suites(_ report: Report) -> [JUnitFolderSuite] {
  let found = groupedByPath(report.findings)
  var findings = [Path: [Finding]](uniqueKeysWithValues: found.map { ($0.path, $0.findings) })
  let checked = report.assets.map { asset in
    PathFindings(path: asset.path, findings: findings.removeValue(forKey: asset.path) ?? [])
  }
  let others = found.filter { findings[$0.path] != nil }
  return (checked + others).grouped(by: \.path.parent).map {
    JUnitFolderSuite(folder: $0[0].path.parent, testCases: $0)
  }
}

private func testCaseElement(_ group: PathFindings, inEscapedFolder folder: String) -> String {
  let opening =
    "    <testcase name=\"\(markupSafeDisplayText(group.path.name.displayText))\" classname=\"\(folder)\""
  if group.findings.isEmpty { return opening + "/>\n" }
  var out = opening + ">\n"
  let sorted = mostSevereFirst(group.findings)
  let failing = sorted.filter(\.failsRun)
  if let first = failing.first {
    let more = failing.count > 1 ? " (and \(countText(failing.count - 1, "finding")) more)" : ""
    out += "      <failure type=\"\(markupSafeDisplayText(first.rule))\""
    out +=
      " message=\"\(markupSafeDisplayText(first.evidence.message))\(more)\">\(escapedMessageAndAdviceLines(failing))</failure>\n"
  }
  let others = sorted.filter { !$0.failsRun }
  if !others.isEmpty { out += "      <system-out>\(escapedMessageAndAdviceLines(others))</system-out>\n" }
  return out + "    </testcase>\n"
}

/// Returns two lines per finding: the message and the advice.
private func escapedMessageAndAdviceLines(_ findings: [Finding]) -> String {
  findings.map { finding in
    let location = finding.evidence.location.sourceLocation.map { "\($0.lineColonColumn) " } ?? ""
    let message = location + UntrustedText(finding.evidence.message).displayText
    return markupSafeDisplayText("\(finding.severity.rawValue) \(finding.rule): \(message)")
      + "\n  \(markupSafeDisplayText(finding.commandLineAdvice))\n"
  }.joined()
}
