import StickerModel

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
    let message = Untrusted(finding.evidence.message).shown
    let place = finding.evidence.place.textPlace?.shown ?? "1:1"
    return "\(finding.path.shown):\(place): \(word(finding.severity)): \(message) [\(finding.rule)]\n"
  }.joined()
}

/// Compilers know no hints.
private func word(_ severity: Severity) -> String { severity == .hint ? "note" : severity.rawValue }
