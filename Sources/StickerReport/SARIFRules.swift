import StickerModel

/// The rules of a run as SARIF describes them, and where each stands in the list.
struct SARIFRules {
  /// The rules of the vocabulary in its order, then any that fired and is in no vocabulary.
  let all: [JSON]
  private let indices: [String: Int]

  init(_ rules: [Rule], _ findings: [Finding]) {
    // What to do depends on the messenger that findings are about; those that did not fire say Messages'.
    let said = rulesThatFired(groupsByPath(findings)).map { ($0.id, Untrusted($0.advice).shown) }
    let advice = Dictionary(uniqueKeysWithValues: said)
    var all = rules.map { descriptor($0, advice[$0.id] ?? $0.advice) }
    var indices = [String: Int](
      zip(rules.map(\.id), rules.indices), uniquingKeysWith: { first, _ in first })
    for finding in findings where indices[finding.rule] == nil {
      indices[finding.rule] = all.count
      all.append(descriptor(finding))
    }
    self.all = all
    self.indices = indices
  }

  /// -1, which SARIF takes for unknown, never occurs: every rule that fired is listed.
  func index(of rule: String) -> Int { indices[rule] ?? -1 }
}

/// A finding's severity in SARIF's words.
func level(_ severity: Severity) -> String {
  switch severity {
  case .hint: "note"
  case .warning: "warning"
  case .error: "error"
  }
}

private func descriptor(_ rule: Rule, _ advice: String) -> JSON {
  var configuration: [String: JSON] = ["level": .string(level(rule.severity))]
  if rule.isOptIn { configuration["enabled"] = .bool(false) }
  return .object([
    "id": .string(rule.id), "name": .string(pascalCase(rule.id)),
    "shortDescription": text(inOneLine(rule.summary)), "fullDescription": text(inOneLine(rule.reason)),
    "help": .object([
      "text": .string("\(inOneLine(advice))\n\n\(inOneLine(rule.reason))"),
      "markdown": .string(markdownHelp(for: rule, advice)),
    ]),
    "defaultConfiguration": .object(configuration),
    "properties": .object([
      "tags": .array(tags(rule).map(JSON.string)),
      // GitHub sorts and filters by it.
      "problem.severity": .string(rule.severity == .hint ? "recommendation" : rule.severity.rawValue),
    ]),
  ])
}

/// All that a finding tells of its rule.
private func descriptor(_ finding: Finding) -> JSON {
  let advice = Untrusted(finding.advice).shown
  return .object([
    "id": .string(finding.rule), "shortDescription": text(finding.rule), "help": text(advice),
    "defaultConfiguration": .object(["level": .string(level(finding.severity))]),
  ])
}

/// What the page of the rule says, but for the examples.
private func markdownHelp(for rule: Rule, _ advice: String) -> String {
  var out = "\(inOneLine(rule.summary))\n\n## Why\n\n\(inOneLine(rule.reason))\n"
  out += "\n## What to do\n\n\(inOneLine(advice))\n"
  if !rule.fixes.isEmpty { out += "\n\(waysToFix(rule))\n" }
  if !rule.parameters.isEmpty {
    out += "\n## Settings\n\n"
    for parameter in rule.parameters {
      out += "- `\(parameter.name)`: \(parameter.standardWithUnit); \(inOneLine(parameter.meaning))\n"
    }
  }
  if !rule.references.isEmpty {
    out += "\n## Rests on\n\n"
    for reference in rule.references {
      let name = reference.address.map { "[\(reference.name)](\($0))" } ?? reference.name
      out += "- \(name): \(inOneLine(reference.statement))\n"
    }
  }
  return out
}

private func tags(_ rule: Rule) -> [String] {
  let subject =
    switch rule.check {
    case .pack: ["pack"]
    case .catalog: ["catalog"]
    case .message: ["message"]
    case .asset where rule.roles == .everyAsset: ["file"]
    case .asset: Role.allCases.filter(rule.roles.contains).map(\.rawValue)
    }
  return subject + (rule.fixes.isEmpty ? [] : ["fixable"])
}

private func pascalCase(_ id: String) -> String {
  id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

private func text(_ text: String) -> JSON { .object(["text": .string(text)]) }
