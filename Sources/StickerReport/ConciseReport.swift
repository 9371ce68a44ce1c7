import StickerModel

extension Reporter {
  /// `path: severity rule: message`, one finding a line; nothing where nothing was found. A place in a text
  /// file stands behind the path: `path:line:column: …`.
  package static let concise = Reporter(
    name: "concise", summary: "One line a finding, for editors and grep.", for: .editors, render: lines)
}

private func lines(_ report: Report) -> String {
  report.findings.map { finding in
    let message = Untrusted(finding.evidence.message).shown
    let place = finding.evidence.place.textPlace.map { ":\($0.shown)" } ?? ""
    return "\(finding.path.shown)\(place): \(finding.severity.rawValue) \(finding.rule): \(message)\n"
  }.joined()
}
