/// Text inside a line, a list's item or a table's cell of Markdown.
///
/// A backslash keeps Markdown from reading a character, but not what a forge does afterwards: `\@team` still
/// calls the team, `\#1` still links. So a sentence of calm characters stands as it is, and any other in a
/// code span, where nothing is read by anybody.
func markdownText(_ text: String) -> String {
  let shown = Untrusted(text).displayText
  return needsNoEscaping(Array(shown.utf8)) ? shown : markdownCode(shown)
}

/// Text as a code span. A bar, which ends a table's cell even there, is shown as its number.
func markdownCode(_ text: String) -> String {
  let shown = Untrusted(text).displayText
  let inner = shown.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\u{7C}")
  if inner.isEmpty { return "` `" }
  var (longest, run) = (0, 0)
  for byte in inner.utf8 {
    run = byte == backtick ? run + 1 : 0
    longest = max(longest, run)
  }
  let fence = String(repeating: "`", count: longest + 1)
  // One space on both sides is dropped by every reader, and needed where a backtick would join the fence.
  let (first, last) = (inner.utf8.first, inner.utf8.last)
  let isPadded = first == backtick || last == backtick || (first == space && last == space)
  return isPadded ? "\(fence) \(inner) \(fence)" : fence + inner + fence
}

private let backtick = UInt8(ascii: "`")
private let space = UInt8(ascii: " ")

/// Whether no reader of Markdown, and no forge that looks for names, numbers, commits, addresses or emoji in
/// it, sees more in a text than the text.
private func needsNoEscaping(_ text: [UInt8]) -> Bool {
  guard let first = text.first, first != space, text.last != space else { return false }
  for (place, byte) in text.enumerated() {
    let before = place > 0 ? text[place - 1] : space
    let after = place + 1 < text.count ? text[place + 1] : space
    switch byte {
    case 0x80..., space, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "?"):
      continue
    case _ where isDigit(byte) || isLetter(byte): continue
    // Emoji (`:smile:`) and addresses need more behind it; `4.5:1` is a contrast.
    case UInt8(ascii: ":") where after == space || isRatio(text[place...]): continue
    // `GH-1` and `JIRA-1` are references.
    case UInt8(ascii: "-") where isSmall(before) && isSmall(after) || isDigit(before) && isDigit(after):
      continue
    // `%name` is one too.
    case UInt8(ascii: "%") where after == space || after == UInt8(ascii: ",") || after == UInt8(ascii: ";"):
      continue
    default: return false
    }
  }
  return text.split(separator: space, omittingEmptySubsequences: false).allSatisfy(isPlainWord)
}

/// Seven hexadecimal digits are a commit; `www.` is an address even without `http:`.
private func isPlainWord(_ word: ArraySlice<UInt8>) -> Bool {
  let parts = word.split { !isDigit($0) && !isLetter($0) }
  if parts.contains(where: { $0.count >= 7 && $0.allSatisfy(isHexadecimal) }) { return false }
  return !parts.contains { $0.suffix(3).map { $0 | 0x20 } == Array("www".utf8) }
}

/// `:1` and nothing more of a number or a name.
private func isRatio(_ text: ArraySlice<UInt8>) -> Bool {
  guard text.dropFirst().first == UInt8(ascii: "1") else { return false }
  guard let next = text.dropFirst(2).first else { return true }
  return next == space || next == UInt8(ascii: ",") || next == UInt8(ascii: ";")
}

private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
private func isSmall(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }
private func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 && byte < 0x80 }
private func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || 0x61...0x66 ~= byte | 0x20 }

extension Reporter {
  /// A comment on a pull request: counts by rule, then findings by file, of very many the first.
  package static let markdown = Reporter(
    name: "markdown", summary: "Markdown, for a comment on a pull request.", for: .people
  ) { markdownReport($0, atMost: commentBytes, $1) }
}

/// - Source: GitHub refuses a comment of more than 65,536 characters; bytes are never fewer.
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
  let files = countText(report.assets.count, "file")
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
    out.append(groups, unfolded: groups.count <= maxExpandedRows + 2 ? groups.count : maxExpandedRows)
  }
  return out.finished()
}

/// Files whose findings are seen without a click.
private let maxExpandedRows = 8
/// Bytes kept for what closes the report.
private let reserve = 200

private func ruleTable(_ rules: [FiredRule]) -> String {
  var out = "| rule | severity | findings | files | what to do |\n|---|---|--:|--:|---|\n"
  for rule in rules {
    out += "| \(markdownCode(rule.id)) | \(rule.severity.rawValue) | \(numberText(rule.count))"
    out += " | \(numberText(rule.paths)) | \(markdownText(rule.advice)) |\n"
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
        let more = countText(groups.count - unfolded, "more file")
        append("\n<details>\n<summary>\(more)</summary>\n\n")
        isFolded = !isFull
      }
      append("- \(markdownCode(group.path.displayText))\n")
      for finding in mostSevereFirst(group.findings) {
        append(line(finding))
        if isFull { leftOut += 1 }
      }
    }
  }

  func finished() -> String {
    let closing = isFolded ? "\n</details>\n" : ""
    return text + closing
      + (leftOut == 0 ? "" : "\n\(countText(leftOut, "finding")) left out here; other reports have all.\n")
  }
}

private func line(_ finding: Finding) -> String {
  let location =
    finding.evidence.location.sourceLocation.map { " line \($0.line), column \($0.column)," } ?? ""
  return "  - **\(finding.severity.rawValue)**\(location) \(markdownCode(finding.rule)):"
    + " \(markdownText(finding.evidence.message))\n"
}
