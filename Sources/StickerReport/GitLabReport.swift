import StickerModel

extension Reporter {
  /// GitLab's code quality report, which a merge request shows.
  package static let gitlab = Reporter(
    name: "gitlab", summary: "GitLab's code quality report, for merge requests.", rendering: list)
}

private func list(_ report: Report, _ context: ReportContext) -> String {
  var fingerprints = Fingerprints()
  let entries = report.findings.map { finding -> JSON in
    let path = context.seen(finding.path).path
    // GitLab shows one finding of each fingerprint.
    let (digest, ordinal) = fingerprints.next(finding, at: path)
    return .object([
      "description": .string(Untrusted(finding.evidence.message).shown),
      "check_name": .string(finding.rule), "fingerprint": .string("\(digest)-\(ordinal)"),
      "severity": .string(severity(finding.severity)),
      "location": .object([
        "path": .string(path.text ?? path.shown),
        "lines": .object(["begin": .integer(finding.evidence.place.textPlace?.line ?? 1)]),
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
