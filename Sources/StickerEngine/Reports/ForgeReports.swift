extension Reporter {
  /// Workflow commands, which GitHub turns into annotations of a pull request's files. It keeps ten of each
  /// severity and silently drops the others. Files with the same finding share one annotation, the first
  /// finding of each rule comes first, and the tenth annotation gives the number of the others.
  package static let github = Reporter(
    name: "github", summary: "Annotations on GitHub, and a job summary there.", for: .people,
    rendering: workflowCommands)
}

/// - Source: GitHub, "Workflow commands": 10 annotations of each severity and step.
private let maxAnnotations = 9

private func workflowCommands(_ report: Report, _ context: ReportContext) -> String {
  Severity.allCases.reversed().map { severity in
    let all = report.findings.filter { $0.severity == severity }
    let slots = context.listsEach ? all.map { [$0] } : inTurns(all.grouped(by: Words.init))
    let shown = slots.prefix(maxAnnotations).map { annotation($0, context) }.joined()
    let more = slots.dropFirst(maxAnnotations).joined().reduce(0) { $0 + $1.count }
    if more == 0 { return shown }
    let count = countText(more, "more \(severity.rawValue)")
    let message = "\(count) without an annotation: look into the job's summary, or write another report too"
    return shown + "::\(command(severity)) title=\(Tool.name)::\(escapedData(message))\n"
  }.joined()
}

/// The key of findings that share one annotation.
private struct Words: Hashable {
  let rule, message: String

  init(_ finding: Finding) { (rule, message) = (finding.rule, finding.evidence.message) }
}

/// Interleaves the groups of different rules, so that the first annotations cover as many rules as possible.
private func inTurns(_ groups: [[Finding]]) -> [[Finding]] {
  let byRule = groups.grouped { $0[0].rule }
  let turns = byRule.map(\.count).max() ?? 0
  return (0..<turns).flatMap { turn in byRule.compactMap { turn < $0.count ? $0[turn] : nil } }
}

/// - Parameter same: equal findings on several files. The annotation is placed on the first file.
private func annotation(_ same: [Finding], _ context: ReportContext) -> String {
  let finding = same[0]
  let location = finding.evidence.location.sourceLocation
  let column = location.map { ",col=\($0.column)" } ?? ""
  // GitHub cannot annotate a folder. Annotate its first sticker instead.
  let path = context.seen(finding.shares.first ?? finding.path).path.displayText
  // The runner would take a name's leading `=` for a part of `file=`.
  let file = escapedProperty((path.hasPrefix("=") ? "./" : "") + path)
  let others = same.dropFirst().map { context.seen($0.path).path.displayText }
  let also = others.isEmpty ? "" : " (\(countText(same.count, "file")): also \(listText(others, most: 5)))"
  let message =
    Untrusted(finding.evidence.message).displayText + also + "\n" + Untrusted(finding.advice).displayText
  return "::\(command(finding.severity)) file=\(file),line=\(location?.line ?? 1)\(column)"
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

extension Reporter {
  /// GitLab's code quality report, which a merge request shows.
  static let gitlab = Reporter(
    name: "gitlab", summary: "GitLab's code quality report, for merge requests.", rendering: list)
}

private func list(_ report: Report, _ context: ReportContext) -> String {
  var fingerprints = Fingerprints()
  let entries = report.findings.map { finding -> JSON in
    let path = context.seen(finding.path).path
    // GitLab shows one finding of each fingerprint.
    let (digest, ordinal) = fingerprints.next(finding, at: path)
    return .object([
      "description": .string(Untrusted(finding.evidence.message).displayText),
      "check_name": .string(finding.rule), "fingerprint": .string("\(digest)-\(ordinal)"),
      "severity": .string(severity(finding.severity)),
      "location": .object([
        "path": .string(path.text ?? path.displayText),
        "lines": .object(["begin": .integer(finding.evidence.location.sourceLocation?.line ?? 1)]),
      ]),
    ])
  }
  return harmlessText(of: .array(entries))
}

/// One of GitLab's words: `info`, `minor`, `major`, `critical` and `blocker`.
private func severity(_ severity: Severity) -> String {
  switch severity {
  case .hint: "info"
  case .warning: "minor"
  case .error: "critical"
  }
}

extension Reporter {
  /// `path:line:column: error: message [rule]`, which Xcode and other editors read as a compiler's. A picture
  /// has no lines: it is pointed at by its first. Xcode follows absolute paths only, so the files have to be
  /// named by theirs.
  package static let xcode = Reporter(
    name: "xcode", summary: "Lines like a compiler's, for Xcode and editors.", for: .editors,
    render: diagnostics)
}

private func diagnostics(_ report: Report) -> String {
  report.findings.map { finding in
    let message = Untrusted(finding.evidence.message).displayText
    let location = finding.evidence.location.sourceLocation?.displayText ?? "1:1"
    return
      "\(finding.path.displayText):\(location): \(word(finding.severity)): \(message) [\(finding.rule)]\n"
  }.joined()
}

/// Compilers know no hints.
private func word(_ severity: Severity) -> String { severity == .hint ? "note" : severity.rawValue }
