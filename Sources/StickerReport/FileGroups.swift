import StickerModel

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
func mostSevereFirst(_ findings: [Finding]) -> [Finding] { mostSevereFirst(findings, by: \.severity) }

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
  report.accepted > 0 ? "; \(counted(report.accepted, "finding")) accepted earlier" : ""
}

/// `7 errors, 5 warnings, 0 hints`; on a terminal in their colors, but for those that are none.
func countsInWords(_ report: Report, _ style: TextStyle = .plain) -> String {
  Severity.allCases.reversed().map { severity in
    let number = report.count(of: severity)
    let text = counted(number, severity.rawValue)
    return number > 0 ? style.painted(text, severity) : text
  }.joined(separator: ", ")
}
