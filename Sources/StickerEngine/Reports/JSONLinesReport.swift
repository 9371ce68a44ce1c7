extension Reporter {
  /// JSON Lines (`docs/schemas/lines.schema.json`): one line for each file, one for each pack or document
  /// with findings, one for each build, and one for the totals. For a given schema number, the meaning of a
  /// key never changes.
  static let jsonLines = Reporter(
    name: "jsonl", summary: "JSON Lines, one line per file, for job runners and data pipelines.",
    render: jsonLinesReport)
}

private func jsonLinesReport(_ report: Report) -> String {
  let files = Set(report.assets.map(\.path))
  let groups = groupedByPath(report.findings)
  let found = Dictionary(groups.map { ($0.path, $0.findings) }, uniquingKeysWith: +)
  var text = report.assets.map { fileJSONLine($0, found[$0.path] ?? [], [:]) }.joined()
  for group in groups where !files.contains(group.path) {
    var members = pathMembers(group.path)
    members["findings"] = .array(group.findings.map(findingJSON))
    text += jsonLine("pack", members)
  }
  text += report.builtOrComparedPacks.map { jsonLine("build", buildMembers($0)) }.joined()
  var members = ["summary": summaryJSON(of: report)]
  members["isolation"] = report.workerIsolation.map(isolationJSON)
  return text + jsonLine("summary", members)
}

/// Returns the line for a file, with additional members for the answer to a record of `stream`.
func fileJSONLine(_ asset: AssetAnalysis, _ findings: [Finding], _ more: [String: JSON]) -> String {
  jsonLine(
    "file", more.merging(["file": assetJSON(asset), "findings": .array(findings.map(findingJSON))]) { $1 })
}

func jsonLine(_ type: String, _ members: [String: JSON]) -> String {
  terminalSafeJSONLine(of: .object(members.merging(["schema": .integer(1), "type": .string(type)]) { $1 }))
}
