/// How text looks on its way to people.
package enum TextStyle: Sendable {
  /// Text and nothing else.
  case plain
  /// With the colors of a terminal.
  case ansi
}

extension Reporter {
  /// Findings grouped by file, without colors.
  package static let text = text(style: .plain)

  /// Findings grouped by file, then what to do about each rule that fired, then a line that counts them.
  package static func text(style: TextStyle) -> Reporter {
    Reporter(name: "text", summary: "Findings by file, and what to do about them.", for: .people) {
      report, context in
      groups(report, style, context) + advice(on: report.findings, style, context)
        + summaryLine(report, style, context) + unreadArtLines(report.unread)
    }
  }
}

/// Returns one line for each format of unreadable art.
func unreadArtLines(_ unread: [UnreadArt]) -> String { unread.byFormat.map { $0.sentence + "\n" }.joined() }

private func groups(_ report: Report, _ style: TextStyle, _ context: ReportContext) -> String {
  let width = columnWidth(report.findings)
  let marks = report.findings.contains(where: \.isFixable)
  var out = ""
  for group in groupsByPath(report.findings) {
    out += style.bold(group.path.displayText) + "\n"
    for finding in mostSevereFirst(group.findings) {
      let severity = finding.severity.rawValue.padded(to: severityWidth + 2)
      let location = finding.evidence.location.sourceLocation.map { "\($0.displayText)  " } ?? ""
      let message = location + Untrusted(finding.evidence.message).displayText
      let mark = marks ? (finding.isFixable ? "[*] " : "    ") : ""
      let rule = finding.rule.padded(to: width + 2)
      let column = 2 + severity.count + rule.count + mark.count
      out += "  \(style.painted(severity, finding.severity))\(rule)\(mark)"
      out += hanging(message, from: column, context.width) + "\n"
    }
    out += "\n"
  }
  return out
}

/// What to do about a rule that fired.
struct Advice: Hashable {
  let rule, words: String
}

/// The advice of each rule that fired, once: twenty files mostly have the same fault. Where packs are for
/// several messengers, a rule may have several.
func advice(on findings: [Finding], _ style: TextStyle, _ context: ReportContext) -> String {
  inLines(mostSevereFirst(findings).map { Advice(rule: $0.rule, words: $0.advice) }, style, context)
}

/// Each advice once, in the order of the first.
func inLines(_ advices: [Advice], _ style: TextStyle, _ context: ReportContext) -> String {
  let advices = advices.withoutRepetition
  if advices.isEmpty { return "" }
  let width = advices.map(\.rule.count).max() ?? 0
  let lines = advices.map {
    "  \($0.rule.padded(to: width + 2))\(hanging($0.words, from: width + 4, context.width))\n"
  }
  return style.bold("What to do") + "\n" + lines.joined() + "\n"
}

func summaryLine(_ report: Report, _ style: TextStyle, _ context: ReportContext) -> String {
  let files = countText(report.assets.count, "file")
  let accepted = acceptedInWords(report)
  if report.findings.isEmpty { return "\(files): no findings\(accepted)\n" }
  let isShared = report.findings.contains { !$0.shares.isEmpty }
  return "\(files): \(countsInWords(report, style))\(accepted)\n"
    + (isShared ? "what many share is said once: --each lists every file's own\n" : "")
    + fixableLine(report, context)
}

/// How to get at what is marked.
func fixableLine(_ report: Report, _ context: ReportContext) -> String {
  let fixables = Fixables(of: report)
  if fixables.isEmpty { return "" }
  let command = context.namesFiles ? fixCommand(fixables.paths, context.fixOptions) : nil
  let said = command ?? "`stickerlint fix\(context.fixOptions)` with the same paths"
  return "\(fixables.words): \(said) \(fixables.hasCertain ? "shows how" : "tells")\n"
}

/// The command that fixes files: by the folder that holds all of them, or the only file; nil where a shell
/// would not take its name for itself. By what was found and not by what was named, so that joined parts say
/// what one run says.
private func fixCommand(_ paths: [Path], _ options: String) -> String? {
  let isOneFile = paths.allSatisfy { $0 == paths[0] }
  var shared = isOneFile ? paths[0].components : paths[0].parent.components
  for path in paths {
    shared = Array(zip(shared, path.components).prefix { $0 == $1 }.map(\.0))
  }
  let name = Path(joining: shared).displayText
  if shared.isEmpty || name == "." {
    return paths.contains { $0.bytes.first == UInt8(ascii: "/") } ? nil : "`stickerlint fix\(options)`"
  }
  let root = paths[0].bytes.first == UInt8(ascii: "/") && !name.hasPrefix("/") ? "/" : ""
  return argument(of: Path(root + name)).map { "`stickerlint fix\($0)\(options)`" }
}

/// A path behind a command, with the space before it; nil where a shell would not take the name for itself.
///
/// - Parameter isNeeded: whether the current folder is named, too.
func argument(of path: Path, isNeeded: Bool = false) -> String? {
  let name = path.displayText
  if name == ".", !isNeeded { return "" }
  return !name.hasPrefix("-") && name.utf8.allSatisfy(isPlainInShell) ? " \(name)" : nil
}

/// Whether every shell takes a character for itself.
private func isPlainInShell(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"): true
  default: "/._-+,@%".utf8.contains(byte)
  }
}

let severityWidth = Severity.allCases.map(\.rawValue.count).max() ?? 0

private func columnWidth(_ findings: [Finding]) -> Int { findings.map(\.rule.count).max() ?? 0 }

extension TextStyle {
  /// What the eye should find first.
  func bold(_ text: String) -> String { wrapped(text, in: "1") }

  /// Red, yellow or cyan, by severity.
  func painted(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: wrapped(text, in: "1;31")
    case .warning: wrapped(text, in: "33")
    case .hint: wrapped(text, in: "36")
    }
  }

  /// ECMA-48: select graphic rendition, and back to normal.
  private func wrapped(_ text: String, in code: String) -> String {
    self == .plain ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

extension Reporter {
  /// `path: severity rule: message`, one finding a line; nothing where nothing was found. A place in a text
  /// file stands behind the path: `path:line:column: …`.
  package static let concise = Reporter(
    name: "concise", summary: "One line a finding, for editors and grep.", for: .editors, render: lines)
}

private func lines(_ report: Report) -> String {
  report.findings.map { finding in
    let message = Untrusted(finding.evidence.message).displayText
    let location = finding.evidence.location.sourceLocation.map { ":\($0.displayText)" } ?? ""
    return
      "\(finding.path.displayText)\(location): \(finding.severity.rawValue) \(finding.rule): \(message)\n"
  }.joined()
}

extension Reporter {
  /// How often each rule fired, the most frequent first, then the line that counts everything.
  package static func statistics(style: TextStyle) -> Reporter {
    Reporter(name: "statistics", summary: "How often each rule fired.", for: .editors) { report, context in
      let lines = counts(report)
      let end = summaryLine(report, style, context) + unreadArtLines(report.unread)
      return lines.isEmpty ? end : lines.joined(separator: "\n") + "\n\n" + end
    }
  }
}

private func counts(_ report: Report) -> [String] {
  let byRule = Dictionary(grouping: report.findings, by: \.rule)
  let sorted = byRule.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
  let width = sorted.map { numberText($0.value.count).count }.max() ?? 0
  return sorted.map { rule, findings in
    let number = numberText(findings.count)
    let files = Set(findings.map(\.path)).count
    let severity = (findings.map(\.severity).max()?.rawValue ?? "").padded(to: severityWidth + 2)
    let names = sorted.map(\.key.count).max() ?? 0
    return String(repeating: " ", count: width - number.count)
      + "\(number)  \(severity)\(rule.padded(to: names + 2))in \(countText(files, "file"))"
  }
}

extension FindingLocation {
  /// Line and column of a place in a text file; nil for any other.
  package var sourceLocation: SourceLocation? { if case .text(let location) = self { location } else { nil } }
}
