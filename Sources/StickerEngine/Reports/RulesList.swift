/// Returns the output of `stickerlint rules`: id, severity and expectation, one line per rule.
///
/// - Parameter requirements: the limits of a messenger, which replace the expectations of rules.
package func rulesListText(
  of rules: [Rule], limitsFrom requirements: MessengerProfile.Requirements? = nil
) -> String {
  let ids = rules.map(\.id.count).max() ?? 0
  let severities = rules.map(\.severityAndOptInText.count).max() ?? 0
  return rules.map { rule in
    let figures = (requirements?.optionValues ?? []).filter { $0.rule == rule.id }.map {
      "\($0.option) \($0.valueWithUnit)"
    }
    let expected = figures.isEmpty ? rule.summary : figures.joined(separator: ", ")
    return rule.id.padded(to: ids + 2) + rule.severityAndOptInText.padded(to: severities + 2) + expected
      + "\n"
  }.joined()
}

/// Returns everything about the rules as JSON: `{"schema":1,"rules":[…]}`.
package func rulesJSONText(of rules: [Rule]) -> String {
  terminalSafeJSONText(
    of: .object([
      "schema": .integer(1),
      "tool": .object(["name": .string(Tool.name), "version": .string(Tool.version)]),
      "rules": .array(rules.map(ruleJSON)),
    ]))
}

private func ruleJSON(_ rule: Rule) -> JSON {
  .object([
    "id": .string(rule.id), "severity": .string(rule.severity.rawValue), "summary": .string(rule.summary),
    "reason": .string(rule.reason), "advice": .string(rule.commandLineAdvice),
    "fixes": .array(rule.fixes.map { .string($0.rawValue) }), "appliesTo": .string(rule.scopeText),
    "onRequest": .bool(rule.isOptIn), "parameters": .array(rule.options.map(optionJSON)),
    "references": .array(rule.references.map(referenceJSON)),
    "examples": .array(rule.examples.map(exampleJSON)),
  ])
}

private func optionJSON(_ option: RuleOption) -> JSON {
  var members: [String: JSON] = [
    "name": .string(option.name), "default": option.defaultValue.json,
    "meaning": .string(option.meaning), "source": .string(option.defaultSource.name),
    "unit": option.unit.rawValue.isEmpty ? .null : .string(option.unit.rawValue),
  ]
  switch option.kind {
  case .whole(_, let range):
    members["minimum"] = .integer(range.lowerBound)
    members["maximum"] = .integer(range.upperBound)
  case .real(_, let range):
    members["minimum"] = .integerOrNumber(of: range.lowerBound)
    members["maximum"] = .integerOrNumber(of: range.upperBound)
  case .choice(_, let words): members["choices"] = .array(words.map(JSON.string))
  }
  return .object(members)
}

private func referenceJSON(_ reference: Reference) -> JSON {
  .object([
    "name": .string(reference.name), "statement": .string(reference.statement),
    "address": reference.url.map(JSON.string) ?? .null,
  ])
}

private func exampleJSON(_ example: Example) -> JSON {
  .object([
    "name": .string(example.name), "fires": .bool(example.expectedFindingMessage != nil),
    "message": example.expectedFindingMessage.map(JSON.string) ?? .null,
    "place": example.expectedLocation.map(JSON.string) ?? .null,
  ])
}
