/// The audience of a report, which determines the findings that it lists.
package enum Audience: Sendable {
  /// Lists no suppressed findings, and findings that most stickers of a pack share once.
  case people
  /// Lists the findings of each file, without suppressed ones.
  case editors
  /// Lists all findings, including suppressed ones.
  case programs
}

/// A way to write all findings of a run: a function from report to text.
package struct Reporter: Sendable {
  /// What `--format` calls it.
  package let name: String
  /// What the reporter is for, in one line.
  let summary: String
  /// Who reads it.
  private let audience: Audience
  /// Writes a report as text.
  private let rendering: @Sendable (Report, ReportContext) -> String

  /// A reporter that needs nothing but the report.
  package init(
    name: String, summary: String, for audience: Audience = .programs,
    render: @escaping @Sendable (Report) -> String
  ) {
    self.init(name: name, summary: summary, for: audience) { report, _ in render(report) }
  }

  /// A reporter that looks at what surrounds a run too.
  init(
    name: String, summary: String, for audience: Audience = .programs,
    rendering: @escaping @Sendable (Report, ReportContext) -> String
  ) {
    self.name = name
    self.summary = summary
    self.audience = audience
    self.rendering = rendering
  }

  /// The text, with a line break at its end. Text that comes from files is escaped for the format it lands
  /// in; the same report and context give the same bytes.
  package func render(_ report: Report, in context: ReportContext) -> String {
    switch audience {
    case .people: rendering(report.grouped(each: context.listsEach), context)
    case .editors: rendering(report.withoutSuppressed, context)
    case .programs: rendering(report, context)
    }
  }

  /// The text where nothing surrounds the run.
  func render(_ report: Report) -> String { render(report, in: ReportContext()) }

  /// Every reporter, the default first.
  package static let all: [Reporter] = [
    .text, .concise, .json, .jsonLines, .xcode, .sarif, .junit, .github, .gitlab, .checkstyle, .markdown,
    .html,
  ]
}

/// What reports for other programs need beside the findings.
package struct ReportContext: Sendable {
  /// Every rule there is, to be described where a format has a place for that.
  let rules: [Rule]
  /// Whether people are told each file's own findings, also where most of a pack share them.
  package var listsEach = false
  /// Columns of the terminal that it is written to; nil where it is none.
  package var width: Int?
  /// Whether the next command finds the files where the report says they are.
  package var namesFiles = false
  /// The messenger that the files were judged for; nil where nobody named one.
  package var messenger: String?
  /// What the command that fixes says for that messenger, with the space before it.
  var fixOptions: String { messenger.map { " --for \($0)" } ?? "" }
  /// Where relative paths are seen from: absolute, without links; nil where that plays no part.
  private let workingFolder: [Path]?
  /// The repository's top, from where other programs see its files; nil: the working folder.
  private let sourceRoot: [Path]?
  /// What stands in front of a plain relative path to see it from `sourceRoot`; nil where it is outside.
  private let prefix: Path?

  /// What surrounds a run.
  ///
  /// - Parameter workingFolder: absolute, without links.
  /// - Parameter sourceRoot: absolute, without links; taken where the working folder lies in it.
  package init(rules: [Rule] = [], workingFolder: Path? = nil, sourceRoot: Path? = nil) {
    self.rules = rules
    self.workingFolder = workingFolder?.components
    let root = sourceRoot?.components
    let isAbove = root.flatMap { root in workingFolder?.components.starts(with: root) } ?? false
    self.sourceRoot = isAbove ? root : workingFolder?.components
    let below = workingFolder?.components.dropFirst(self.sourceRoot?.count ?? 0) ?? []
    prefix = below.isEmpty ? nil : Path(joining: below)
  }
}

/// A path as other programs know it.
struct SeenPath: Hashable {
  /// The path without `.` and inner `..`; from the repository's top where it lies in it, else as it was
  /// named.
  let path: Path
  /// Whether it lies in the repository, as far as its name tells.
  let isInside: Bool
}

extension ReportContext {
  /// A path seen from the top of the repository: what a forge finds its files by.
  ///
  /// Links are not looked at, since a report is a function of its findings: `a/link/../b.png` counts as
  /// `a/b.png`.
  func seen(_ path: Path) -> SeenPath {
    if isPlain(path.bytes) {
      return SeenPath(path: prefix?.appending(path) ?? path, isInside: true)
    }
    let isAbsolute = path.bytes.first == slash
    if let workingFolder, let sourceRoot {
      let whole = Path.normalized(isAbsolute ? path.components : workingFolder + path.components)
      if whole.starts(with: sourceRoot) {
        return SeenPath(path: Path(joining: whole.dropFirst(sourceRoot.count)), isInside: true)
      }
    }
    let parts = Path.normalized(path.components, isAbsolute: isAbsolute)
    if isAbsolute {
      return SeenPath(path: Path(bytes: [slash] + Path(joining: parts).bytes), isInside: false)
    }
    return SeenPath(path: Path(joining: parts), isInside: parts.first != upwards)
  }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
private let upwards = Path("..")

/// Whether a path is relative and has no part that begins with a dot, none that is empty: nearly all are.
private func isPlain(_ bytes: [UInt8]) -> Bool {
  var previous = slash
  for byte in bytes {
    if previous == slash, byte == slash || byte == dot { return false }
    previous = byte
  }
  return previous != slash
}

/// A path and everything that was found there.
struct FileGroup {
  let path: Path
  var findings: [Finding]
}

/// Findings by path, however far apart those of one path lie; paths in the order of their first finding.
func groupsByPath(_ findings: [Finding]) -> [FileGroup] {
  findings.grouped(by: \.path).map { FileGroup(path: $0[0].path, findings: $0) }
}

/// Errors before warnings before hints; those of one severity stay in their order.
package func mostSevereFirst(_ findings: [Finding]) -> [Finding] { mostSevereFirst(findings, by: \.severity) }

/// Items in the order that `mostSevereFirst` gives findings, for whatever has a severity.
func mostSevereFirst<Item>(_ items: [Item], by severity: (Item) -> Severity) -> [Item] {
  if items.count < 2 { return items }
  return Severity.allCases.reversed().flatMap { wanted in items.filter { severity($0) == wanted } }
}

/// A rule that fired, and how often.
struct FiredRule {
  let id: String
  /// What its findings say to do about it; where packs are for several messengers, it may be several things.
  fileprivate var advices: [String] = []
  var advice: String { advices.joined(separator: " ") }
  /// The gravest severity of its findings.
  var severity: Severity
  var count = 0
  /// How many paths it fired at.
  var paths = 0
}

/// Every rule that fired: the gravest first, then the most frequent.
func rulesThatFired(_ groups: [FileGroup]) -> [FiredRule] {
  var (rules, lastGroup): ([String: FiredRule], [String: Int]) = ([:], [:])
  for (number, group) in groups.enumerated() {
    for finding in group.findings {
      var rule =
        rules[finding.rule]
        ?? FiredRule(id: finding.rule, severity: finding.severity)
      if !rule.advices.contains(finding.advice) { rule.advices.append(finding.advice) }
      rule.severity = max(rule.severity, finding.severity)
      rule.count += finding.count
      if !finding.shares.isEmpty {
        rule.paths += finding.shares.count
      } else if lastGroup.updateValue(number, forKey: finding.rule) != number {
        rule.paths += 1
      }
      rules[finding.rule] = rule
    }
  }
  return rules.values.sorted { a, b in
    if a.severity != b.severity { return a.severity > b.severity }
    return a.count != b.count ? a.count > b.count : a.id < b.id
  }
}

/// What a baseline leaves out, to follow the counts: `; 3 findings accepted earlier`; nothing for none.
func acceptedInWords(_ report: Report) -> String {
  report.accepted > 0 ? "; \(countText(report.accepted, "finding")) accepted earlier" : ""
}

/// `7 errors, 5 warnings, 0 hints`; on a terminal in their colors, but for those that are none.
func countsInWords(_ report: Report, _ style: TextStyle = .plain) -> String {
  Severity.allCases.reversed().map { severity in
    let number = report.count(of: severity)
    let text = countText(number, severity.rawValue)
    return number > 0 ? style.painted(text, severity) : text
  }.joined(separator: ", ")
}
