/// Escapes text for a line, a list item or a table cell in Markdown.
///
/// A backslash escapes Markdown, but does not prevent a forge's own processing: `\@team` still notifies the
/// team, and `\#1` still links. Therefore, text with only harmless characters is used as is, and any other
/// text becomes a code span.
func markdownTextOrCodeSpan(_ text: String) -> String {
  let shown = UntrustedText(text).displayText
  return needsNoMarkdownEscaping(Array(shown.utf8)) ? shown : markdownCode(shown)
}

/// Returns text as a code span. A vertical bar, which would end a table cell, becomes a Unicode escape.
func markdownCode(_ text: String) -> String {
  let shown = UntrustedText(text).displayText
  let inner = shown.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\u{7C}")
  if inner.isEmpty { return "` `" }
  var (longest, run) = (0, 0)
  for byte in inner.utf8 {
    run = byte == backtick ? run + 1 : 0
    longest = max(longest, run)
  }
  let fence = String(repeating: "`", count: longest + 1)
  // Renderers strip one space from each side. The space separates a backtick from the fence.
  let (first, last) = (inner.utf8.first, inner.utf8.last)
  let isPadded = first == backtick || last == backtick || (first == space && last == space)
  return isPadded ? "\(fence) \(inner) \(fence)" : fence + inner + fence
}

/// Returns the id of a rule as a code span that links to its published page.
func markdownRuleLink(_ id: String) -> String {
  Tool.pageAddress(ofRule: id).map { "[\(markdownCode(id))](\($0))" } ?? markdownCode(id)
}

private let backtick = UInt8(ascii: "`")
private let space = UInt8(ascii: " ")

/// Whether text has no special meaning in Markdown or on forges, which look for user names, issue numbers,
/// commits, URLs and emoji.
private func needsNoMarkdownEscaping(_ text: [UInt8]) -> Bool {
  guard let first = text.first, first != space, text.last != space else { return false }
  for (place, byte) in text.enumerated() {
    let before = place > 0 ? text[place - 1] : space
    let after = place + 1 < text.count ? text[place + 1] : space
    switch byte {
    case 0x80..., space, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "?"):
      continue
    case _ where isDigit(byte) || isLetter(byte): continue
    // In emoji (`:smile:`) and URLs, other characters follow the colon. `4.5:1` is a contrast ratio.
    case UInt8(ascii: ":") where after == space || startsWithRatioColonOne(text[place...]): continue
    // `GH-1` and `JIRA-1` are issue references.
    case UInt8(ascii: "-")
    where isLowercase(before) && isLowercase(after) || isDigit(before) && isDigit(after):
      continue
    // `%name` is a milestone reference.
    case UInt8(ascii: "%") where after == space || after == UInt8(ascii: ",") || after == UInt8(ascii: ";"):
      continue
    default: return false
    }
  }
  return text.split(separator: space, omittingEmptySubsequences: false).allSatisfy(lacksCommitHashAndWWW)
}

/// Whether a word contains neither a commit hash (at least seven hexadecimal digits) nor a part that ends
/// with `www`, as in a URL.
private func lacksCommitHashAndWWW(_ word: ArraySlice<UInt8>) -> Bool {
  let parts = word.split { !isDigit($0) && !isLetter($0) }
  if parts.contains(where: { $0.count >= 7 && $0.allSatisfy(isHexadecimal) }) { return false }
  return !parts.contains { $0.suffix(3).map { $0 | 0x20 } == Array("www".utf8) }
}

/// Whether text starts with `:1` at the end of a ratio.
private func startsWithRatioColonOne(_ text: ArraySlice<UInt8>) -> Bool {
  guard text.dropFirst().first == UInt8(ascii: "1") else { return false }
  guard let next = text.dropFirst(2).first else { return true }
  return next == space || next == UInt8(ascii: ",") || next == UInt8(ascii: ";")
}

private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
private func isLowercase(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }
private func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 && byte < 0x80 }
private func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || 0x61...0x66 ~= byte | 0x20 }

extension Reporter {
  /// A pull request comment: counts by rule, then findings by file, limited in size.
  package static let markdown = Reporter(
    name: "markdown", summary: "Markdown for a pull request comment.", listing: .groupedUnsuppressed
  ) { markdownReport($0, atMost: maxPullRequestCommentBytes, $1) }
}

/// - Source: GitHub rejects comments of more than 65,536 characters, which take at least as many bytes.
private let maxPullRequestCommentBytes = 65_000

/// Returns the Markdown report in at most `bytes` bytes. If findings are omitted, the last line gives their
/// number.
///
/// - Returns: an empty string if not even the counts fit.
package func markdownReport(
  _ report: Report, atMost bytes: Int, _ context: ReportContext = ReportContext()
) -> String {
  // Most severe first, so that only the least severe findings are collapsed or omitted.
  let groups = mostSevereFirst(groupedByPath(report.findings)) { group in
    group.findings.map(\.severity).max() ?? .hint
  }
  let files = countText(report.assets.count, "file")
  let counts = report.findings.isEmpty ? "no findings" : severityCountsText(report)
  let title = "### \(Tool.name): \(counts) in \(files)\(acceptedCountSuffix(report))\n"
  var out = BoundedMarkdown(title, atMost: bytes - reservedClosingBytes)
  guard !out.isFull else { return "" }
  let fixables = FixableCounts(of: report)
  if !fixables.isEmpty {
    let command = "`stickerlint fix\(context.messengerOptionSuffix)`"
    out.append("\n\(fixables.summaryText). Run \(command) with the same paths to see how.\n")
  }
  if !groups.isEmpty {
    // Append the whole table or nothing, because readers would mistake a part for the whole.
    out.append("\n" + markdownRuleTable(sortedRuleFindingSummaries(groups)))
    out.append(
      groups,
      unfolded: groups.count <= expandedFilesIfOthersCollapse + 2
        ? groups.count : expandedFilesIfOthersCollapse)
  }
  return out.finished()
}

/// The number of files whose findings are not collapsed.
private let expandedFilesIfOthersCollapse = 8
/// The number of bytes reserved for the end of the report.
private let reservedClosingBytes = 200

private func markdownRuleTable(_ rules: [RuleFindingSummary]) -> String {
  var out = "| rule | severity | findings | files | what to do |\n|---|---|--:|--:|---|\n"
  for rule in rules {
    out +=
      "| \(markdownRuleLink(rule.id)) | \(rule.highestSeverity.rawValue) | \(numberText(rule.findingCount))"
    out += " | \(numberText(rule.pathCount)) | \(markdownTextOrCodeSpan(rule.advice)) |\n"
  }
  return out
}

/// Text with a maximum size, to which only whole pieces are appended.
private struct BoundedMarkdown {
  private var text: String
  private let maxBytes: Int
  private var hasOpenDetails = false
  private var omittedFindingCount = 0
  private(set) var isFull: Bool

  init(_ start: String, atMost most: Int) {
    text = start
    self.maxBytes = most
    isFull = start.utf8.count > most
  }

  /// Appends a piece if it fits. Otherwise, nothing more is appended.
  mutating func append(_ piece: String) {
    isFull = isFull || text.utf8.count + piece.utf8.count > maxBytes
    if !isFull { text += piece }
  }

  /// Appends findings by file. The files after the first `unfolded` are collapsed.
  mutating func append(_ groups: [PathFindings], unfolded: Int) {
    append("\n")
    for (number, group) in groups.enumerated() {
      if number == unfolded {
        let more = countText(groups.count - unfolded, "more file")
        append("\n<details>\n<summary>\(more)</summary>\n\n")
        hasOpenDetails = !isFull
      }
      append("- \(markdownCode(group.path.displayText))\n")
      for finding in mostSevereFirst(group.findings) {
        append(markdownFindingLine(finding))
        if isFull { omittedFindingCount += 1 }
      }
    }
  }

  func finished() -> String {
    let closing = hasOpenDetails ? "\n</details>\n" : ""
    return text + closing
      + (omittedFindingCount == 0
        ? "" : "\n\(countText(omittedFindingCount, "finding")) omitted. Other reports list all findings.\n")
  }
}

private func markdownFindingLine(_ finding: Finding) -> String {
  let location =
    finding.evidence.location.sourceLocation.map { " line \($0.line), column \($0.column)," } ?? ""
  return "  - **\(finding.severity.rawValue)**\(location) \(markdownCode(finding.rule)):"
    + " \(markdownTextOrCodeSpan(finding.evidence.message))\n"
}
