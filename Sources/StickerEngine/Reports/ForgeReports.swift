extension Reporter {
  /// Workflow commands, which GitHub shows as annotations on the files of a pull request.
  ///
  /// GitHub keeps ten annotations of each severity and silently drops the others. Therefore, files with the
  /// same finding share an annotation, the first finding of each rule comes first, and the tenth annotation
  /// gives the number of remaining findings.
  package static let github = Reporter(
    name: "github", summary: "GitHub annotations and a job summary.", listing: .groupedUnsuppressed,
    rendering: githubReport)
}

/// - Source: GitHub, "Workflow commands": 10 annotations of each severity per step.
private let maxFindingAnnotationsPerSeverity = 9

private func githubReport(_ report: Report, _ context: ReportContext) -> String {
  Severity.allCases.reversed().map { severity in
    let all = report.findings.filter { $0.severity == severity }
    let slots =
      context.listsFindingsOfEachFile
      ? all.map { [$0] } : alternatingRules(all.grouped(by: RuleAndMessage.init))
    let shown = slots.prefix(maxFindingAnnotationsPerSeverity).map { gitHubAnnotation($0, context) }.joined()
    let more = slots.dropFirst(maxFindingAnnotationsPerSeverity).joined().reduce(0) {
      $0 + $1.individualFindingCount
    }
    if more == 0 { return shown }
    let count = countText(more, "more \(severity.rawValue)")
    let message =
      "\(count) without an annotation. See the job summary, or write the report in another format as well."
    return shown
      + "::\(gitHubAnnotationCommand(severity)) title=\(Tool.name)::\(escapedGitHubCommandData(message))\n"
  }.joined()
}

/// The key for findings that share an annotation.
private struct RuleAndMessage: Hashable {
  let rule, message: String

  init(_ finding: Finding) { (rule, message) = (finding.rule, finding.evidence.message) }
}

/// Interleaves the groups of different rules, so that the first annotations cover as many rules as possible.
private func alternatingRules(_ groups: [[Finding]]) -> [[Finding]] {
  let byRule = groups.grouped { $0[0].rule }
  let turns = byRule.map(\.count).max() ?? 0
  return (0..<turns).flatMap { turn in byRule.compactMap { turn < $0.count ? $0[turn] : nil } }
}

/// - Parameter same: the same finding on several files. The annotation is placed on the first file.
private func gitHubAnnotation(_ same: [Finding], _ context: ReportContext) -> String {
  let finding = same[0]
  let location = finding.evidence.location.sourceLocation
  let column = location.map { ",col=\($0.column)" } ?? ""
  // GitHub cannot annotate a folder, so annotate its first sticker.
  let path = context.repositoryPath(of: finding.groupedPaths.first ?? finding.path).path.displayText
  // The runner would parse a leading `=` as part of `file=`.
  let file = escapedGitHubCommandProperty((path.hasPrefix("=") ? "./" : "") + path)
  let others = same.dropFirst().map { context.repositoryPath(of: $0.path).path.displayText }
  let also =
    others.isEmpty ? "" : " (\(countText(same.count, "file")): also \(listText(others, maxCount: 5)))"
  let message =
    UntrustedText(finding.evidence.message).displayText + also + "\n"
    + UntrustedText(finding.commandLineAdvice).displayText
  return "::\(gitHubAnnotationCommand(finding.severity)) file=\(file),line=\(location?.line ?? 1)\(column)"
    + ",title=\(escapedGitHubCommandProperty(finding.rule))::\(escapedGitHubCommandData(message))\n"
}

private func gitHubAnnotationCommand(_ severity: Severity) -> String {
  switch severity {
  case .hint: "notice"
  case .warning: "warning"
  case .error: "error"
  }
}

/// Escapes the data of a command. A line break would end the command, and `%` begins an escape.
private func escapedGitHubCommandData(_ text: String) -> String {
  percentEscapedText(text, where: "%\r\n".utf8.contains)
}

/// Escapes the value of a property, which `,` and `:` would also end.
private func escapedGitHubCommandProperty(_ text: String) -> String {
  percentEscapedText(text, where: "%\r\n:,".utf8.contains)
}

private func percentEscapedText(_ text: String, where isEscaped: (UInt8) -> Bool) -> String {
  text.utf8.contains(where: isEscaped) ? percentEscaped(text.utf8, where: isEscaped) : text
}

extension Reporter {
  /// A GitLab code quality report for merge requests.
  static let gitlab = Reporter(
    name: "gitlab", summary: "A GitLab code quality report for merge requests.", rendering: gitlabReport)
}

private func gitlabReport(_ report: Report, _ context: ReportContext) -> String {
  var fingerprints = FingerprintGenerator()
  let entries = report.findings.map { finding -> JSON in
    let path = context.repositoryPath(of: finding.path).path
    // GitLab shows only one finding for each fingerprint.
    let (digest, ordinal) = fingerprints.nextRuleAndPathFingerprint(of: finding, at: path)
    return .object([
      "description": .string(UntrustedText(finding.evidence.message).displayText),
      "check_name": .string(finding.rule), "fingerprint": .string("\(digest)-\(ordinal)"),
      "severity": .string(gitlabSeverity(finding.severity)),
      "location": .object([
        "path": .string(path.text ?? path.displayText),
        "lines": .object(["begin": .integer(finding.evidence.location.sourceLocation?.line ?? 1)]),
      ]),
    ])
  }
  return terminalSafeJSONText(of: .array(entries))
}

/// Returns the GitLab severity. GitLab supports `info`, `minor`, `major`, `critical` and `blocker`.
private func gitlabSeverity(_ severity: Severity) -> String {
  switch severity {
  case .hint: "info"
  case .warning: "minor"
  case .error: "critical"
  }
}

extension Reporter {
  /// Compiler-style diagnostics, `path:line:column: error: message [rule]`, for Xcode and other editors.
  ///
  /// Findings on images use line 1. Xcode opens only absolute paths, so pass absolute paths to `lint`.
  package static let xcode = Reporter(
    name: "xcode", summary: "Compiler-style diagnostics for Xcode and editors.", listing: .unsuppressed,
    render: compilerDiagnostics)
}

private func compilerDiagnostics(_ report: Report) -> String {
  report.findings.map { finding in
    let message = UntrustedText(finding.evidence.message).displayText
    let location = finding.evidence.location.sourceLocation?.lineColonColumn ?? "1:1"
    return
      "\(finding.path.displayText):\(location): \(compilerSeverity(finding.severity)): \(message) [\(finding.rule)]\n"
  }.joined()
}

/// Returns the severity as compilers spell it. Compilers have notes instead of hints.
private func compilerSeverity(_ severity: Severity) -> String {
  severity == .hint ? "note" : severity.rawValue
}
