/// Which findings a report lists.
package enum ListedFindings: Sendable {
  /// Lists all findings except suppressed ones. A finding that most stickers in a pack share is listed once.
  case groupedUnsuppressed
  /// Lists the findings on each file, except suppressed ones.
  case unsuppressed
  /// Lists all findings, including suppressed ones.
  case all
}

/// A report format: a function that turns a report into text.
package struct Reporter: Sendable {
  /// The name for `--format`.
  package let name: String
  /// The purpose of the format, in one line for help.
  let summary: String
  private let listedFindings: ListedFindings
  private let rendering: @Sendable (Report, ReportContext) -> String

  /// Creates a reporter that needs only the report.
  package init(
    name: String, summary: String, listing listedFindings: ListedFindings = .all,
    render: @escaping @Sendable (Report) -> String
  ) {
    self.init(name: name, summary: summary, listing: listedFindings) { report, _ in render(report) }
  }

  /// Creates a reporter that also needs the context of the run.
  init(
    name: String, summary: String, listing listedFindings: ListedFindings = .all,
    rendering: @escaping @Sendable (Report, ReportContext) -> String
  ) {
    self.name = name
    self.summary = summary
    self.listedFindings = listedFindings
    self.rendering = rendering
  }

  /// Returns the report as text, which ends with a line break unless it is empty. Text from files is escaped
  /// for the format. The same report and context give the same bytes.
  package func render(_ report: Report, in context: ReportContext) -> String {
    switch listedFindings {
    case .groupedUnsuppressed:
      rendering(report.forHumanReadableOutput(listsEveryFile: context.listsFindingsOfEachFile), context)
    case .unsuppressed: rendering(report.withoutSuppressedFindings, context)
    case .all: rendering(report, context)
    }
  }

  /// Returns the report as text, without context.
  func render(_ report: Report) -> String { render(report, in: ReportContext()) }

  /// All reporters, with the default first.
  package static let all: [Reporter] = [
    .text, .concise, .json, .jsonLines, .xcode, .sarif, .junit, .github, .gitlab, .checkstyle, .markdown,
    .html,
  ]
}

/// What reports need in addition to the findings.
package struct ReportContext: Sendable {
  /// All rules, for formats that describe them.
  let knownRules: [Rule]
  /// Whether human-readable reports list the findings of every file instead of grouping them.
  package var listsFindingsOfEachFile = false
  /// The width of the terminal in columns, or nil for other output.
  package var terminalWidth: Int?
  /// Whether the paths in the report are also valid for the next command.
  package var hasReusablePaths = false
  /// The messenger that the files were checked for, or nil.
  package var messenger: String?
  /// The fix command's option for the messenger, with a leading space.
  var messengerOptionSuffix: String { messenger.map { " --for \($0)" } ?? "" }
  /// The folder that relative paths are resolved against, absolute and without links, or nil.
  private let workingFolderComponents: [Path]?
  /// The root of the repository, which paths in reports are relative to, or nil for the working folder.
  private let reportPathRootComponents: [Path]?
  /// The path of the working folder relative to `repositoryRoot`, or nil if they are the same.
  private let workingSubfolderInRepository: Path?

  /// Creates a context.
  ///
  /// - Parameter workingFolder: the working folder, absolute and without links.
  /// - Parameter repositoryRoot: the root of the repository, absolute and without links. It is ignored if it
  ///   does not contain the working folder.
  package init(knownRules rules: [Rule] = [], workingFolder: Path? = nil, repositoryRoot: Path? = nil) {
    self.knownRules = rules
    self.workingFolderComponents = workingFolder?.components
    let root = repositoryRoot?.components
    let isAbove = root.flatMap { root in workingFolder?.components.starts(with: root) } ?? false
    self.reportPathRootComponents = isAbove ? root : workingFolder?.components
    let below = workingFolder?.components.dropFirst(self.reportPathRootComponents?.count ?? 0) ?? []
    workingSubfolderInRepository = below.isEmpty ? nil : Path(joining: below)
  }
}

/// A path relative to the repository, for other programs.
struct RepositoryPath: Hashable {
  /// The path without `.` and inner `..`, relative to the root of the repository if the path is inside it.
  let path: Path
  /// Whether the path is inside the repository, judged without resolving links.
  let isInsideRepository: Bool
}

extension ReportContext {
  /// Returns a path relative to the root of the repository, as forges expect it.
  ///
  /// Links are not resolved, because a report depends only on its findings: `a/link/../b.png` becomes
  /// `a/b.png`.
  func repositoryPath(of path: Path) -> RepositoryPath {
    if isTriviallyNormalizedRelativePath(path.bytes) {
      return RepositoryPath(
        path: workingSubfolderInRepository?.appending(path) ?? path, isInsideRepository: true)
    }
    let isAbsolute = path.bytes.first == slash
    if let workingFolderComponents, let reportPathRootComponents {
      let whole = Path.normalizedComponents(
        isAbsolute ? path.components : workingFolderComponents + path.components)
      if whole.starts(with: reportPathRootComponents) {
        return RepositoryPath(
          path: Path(joining: whole.dropFirst(reportPathRootComponents.count)), isInsideRepository: true)
      }
    }
    let parts = Path.normalizedComponents(path.components, isAbsolute: isAbsolute)
    if isAbsolute {
      return RepositoryPath(
        path: Path(bytes: [slash] + Path(joining: parts).bytes), isInsideRepository: false)
    }
    return RepositoryPath(path: Path(joining: parts), isInsideRepository: parts.first != parentComponent)
  }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
private let parentComponent = Path("..")

/// Whether a path is relative and has no component that is empty or begins with a dot. Most paths are like
/// this.
private func isTriviallyNormalizedRelativePath(_ bytes: [UInt8]) -> Bool {
  var previous = slash
  for byte in bytes {
    if previous == slash, byte == slash || byte == dot { return false }
    previous = byte
  }
  return previous != slash
}

/// A path and its findings.
struct PathFindings {
  let path: Path
  var findings: [Finding]
}

/// Groups findings by path, in the order of the first finding of each path.
func groupedByPath(_ findings: [Finding]) -> [PathFindings] {
  findings.grouped(by: \.path).map { PathFindings(path: $0[0].path, findings: $0) }
}

/// Sorts findings by severity, errors first, and keeps the order within a severity.
package func mostSevereFirst(_ findings: [Finding]) -> [Finding] { mostSevereFirst(findings, by: \.severity) }

/// Sorts items by severity, errors first, and keeps the order within a severity.
func mostSevereFirst<Item>(_ items: [Item], by severity: (Item) -> Severity) -> [Item] {
  if items.count < 2 { return items }
  return Severity.allCases.reversed().flatMap { wanted in items.filter { severity($0) == wanted } }
}

/// A rule with findings, and the number of findings.
struct RuleFindingSummary {
  let id: String
  /// The distinct pieces of advice for its findings. There may be more than one if packs are for several
  /// messengers.
  fileprivate var distinctAdvice: [String] = []
  var advice: String { distinctAdvice.joined(separator: " ") }
  /// The highest severity of its findings.
  var highestSeverity: Severity
  var findingCount = 0
  /// The number of paths with findings.
  var pathCount = 0
}

/// Returns all rules with findings, most severe first, then most frequent.
func sortedRuleFindingSummaries(_ groups: [PathFindings]) -> [RuleFindingSummary] {
  var (rules, lastGroup): ([String: RuleFindingSummary], [String: Int]) = ([:], [:])
  for (number, group) in groups.enumerated() {
    for finding in group.findings {
      var rule =
        rules[finding.rule]
        ?? RuleFindingSummary(id: finding.rule, highestSeverity: finding.severity)
      let advice = finding.commandLineAdvice
      if !rule.distinctAdvice.contains(advice) { rule.distinctAdvice.append(advice) }
      rule.highestSeverity = max(rule.highestSeverity, finding.severity)
      rule.findingCount += finding.individualFindingCount
      if !finding.groupedPaths.isEmpty {
        rule.pathCount += finding.groupedPaths.count
      } else if lastGroup.updateValue(number, forKey: finding.rule) != number {
        rule.pathCount += 1
      }
      rules[finding.rule] = rule
    }
  }
  return rules.values.sorted { a, b in
    if a.highestSeverity != b.highestSeverity { return a.highestSeverity > b.highestSeverity }
    return a.findingCount != b.findingCount ? a.findingCount > b.findingCount : a.id < b.id
  }
}

/// Returns the number of accepted findings as text to append to the counts:
/// `; 3 findings accepted by the baseline`. The text is empty if there are none.
func acceptedCountSuffix(_ report: Report) -> String {
  report.acceptedCount > 0 ? "; \(countText(report.acceptedCount, "finding")) accepted by the baseline" : ""
}

/// Returns the counts `7 errors, 5 warnings, 0 hints`. On a terminal, counts above 0 are colored.
func severityCountsText(_ report: Report, _ style: TextStyle = .plain) -> String {
  Severity.allCases.reversed().map { severity in
    let number = report.unsuppressedFindingCount(of: severity)
    let text = countText(number, severity.rawValue)
    return number > 0 ? style.colored(text, severity) : text
  }.joined(separator: ", ")
}
