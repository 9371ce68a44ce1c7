package import StickerModel

extension Reporter {
  /// A comment on a pull request: counts by rule, then findings by file, of very many the first.
  package static let markdown = Reporter(
    name: "markdown", summary: "Markdown, for a comment on a pull request.", for: .people
  ) { markdownReport($0, atMost: commentBytes, $1) }
}

/// - Source: GitHub refuses a comment of more than 65 536 characters; bytes are never fewer.
private let commentBytes = 65_000

/// The markdown report in at most so many bytes: what is left out is said in its last line.
///
/// - Returns: nothing where not even the counts fit.
package func markdownReport(
  _ report: Report, atMost bytes: Int, _ context: ReportContext = ReportContext()
) -> String {
  // Those that are folded or left out are the lesser ones.
  let groups = mostSevereFirst(groupsByPath(report.findings)) { group in
    group.findings.map(\.severity).max() ?? .hint
  }
  let files = counted(report.assets.count, "file")
  let counts = report.findings.isEmpty ? "no findings" : countsInWords(report)
  let title = "### \(Tool.name): \(counts) in \(files)\(acceptedInWords(report))\n"
  var out = BoundedText(title, atMost: bytes - reserve)
  guard !out.isFull else { return "" }
  let fixables = Fixables(of: report)
  if !fixables.isEmpty {
    let command = "`stickerlint fix\(context.fixOptions)`"
    out.append("\n\(fixables.words): \(command) with the same paths shows how.\n")
  }
  if !groups.isEmpty {
    // All of the table or nothing: half of one would be read as all.
    out.append("\n" + ruleTable(rulesThatFired(groups)))
    out.append(groups, unfolded: groups.count <= mostUnfolded + 2 ? groups.count : mostUnfolded)
  }
  return out.finished()
}

/// Files whose findings are seen without a click.
private let mostUnfolded = 8
/// Bytes kept for what closes the report.
private let reserve = 200

private func ruleTable(_ rules: [FiredRule]) -> String {
  var out = "| rule | severity | findings | files | what to do |\n|---|---|--:|--:|---|\n"
  for rule in rules {
    out += "| \(markdownCode(rule.id)) | \(rule.severity.rawValue) | \(grouped(rule.count))"
    out += " | \(grouped(rule.paths)) | \(markdownText(rule.advice)) |\n"
  }
  return out
}

/// Text that stops growing at a bound, whole pieces at a time.
private struct BoundedText {
  private var text: String
  private let most: Int
  private var isFolded = false
  private var leftOut = 0
  private(set) var isFull: Bool

  init(_ start: String, atMost most: Int) {
    text = start
    self.most = most
    isFull = start.utf8.count > most
  }

  /// Appends all of a piece, or nothing of it and of what follows.
  mutating func append(_ piece: String) {
    isFull = isFull || text.utf8.count + piece.utf8.count > most
    if !isFull { text += piece }
  }

  /// Appends findings by file, those after the first so many files folded.
  mutating func append(_ groups: [FileGroup], unfolded: Int) {
    append("\n")
    for (number, group) in groups.enumerated() {
      if number == unfolded {
        let more = counted(groups.count - unfolded, "more file")
        append("\n<details>\n<summary>\(more)</summary>\n\n")
        isFolded = !isFull
      }
      append("- \(markdownCode(group.path.shown))\n")
      for finding in mostSevereFirst(group.findings) {
        append(line(finding))
        if isFull { leftOut += 1 }
      }
    }
  }

  func finished() -> String {
    let closing = isFolded ? "\n</details>\n" : ""
    return text + closing
      + (leftOut == 0 ? "" : "\n\(counted(leftOut, "finding")) left out here; other reports have all.\n")
  }
}

private func line(_ finding: Finding) -> String {
  let place = finding.evidence.place.textPlace.map { " line \($0.line), column \($0.column)," } ?? ""
  return "  - **\(finding.severity.rawValue)**\(place) \(markdownCode(finding.rule)):"
    + " \(markdownText(finding.evidence.message))\n"
}
