/// Returns the output of `stickerlint explain` for a rule.
package func explainText(for rule: Rule) -> String {
  var out = "\(rule.id) (\(rule.severityAndOptInText)): \(rule.scopeText)\n\n"
  out += rewrappedParagraphs(rule.summary)
  out += "\nWhy\n" + rewrappedParagraphs(rule.reason, indent: "  ")
  out += "\nWhat to do\n" + rewrappedParagraphs(rule.commandLineAdvice, indent: "  ")
  if !rule.fixes.isEmpty { out += "\n" + waysToFix(rule, width: 80, indent: "  ") }
  if rule.isOptIn {
    out += "\nOpt-in\n"
    out += rewrappedParagraphs(
      "Enable this rule with --severity \(rule.id)=on, or run it alone with --select \(rule.id). "
        + "In .stickerlint.yml, add `\(rule.id): on` under `rules:`.", indent: "  ")
  }
  if !rule.options.isEmpty {
    out += "\nOptions\n" + optionLines(rule.options)
  }
  if !rule.references.isEmpty {
    out +=
      "\nSources\n" + rule.references.map { rewrappedParagraphs(referenceText($0), indent: "  ") }.joined()
  }
  return out + "\nExamples\n" + rule.examples.map(exampleLines).joined()
}

private func optionLines(_ options: [RuleOption]) -> String {
  let names = options.map(\.name.count).max() ?? 0
  let values = options.map(\.defaultValueWithUnit.count).max() ?? 0
  return options.map { option in
    let name = option.name.padded(to: names + 2)
    let value = option.defaultValueWithUnit.padded(to: values + 2)
    return "  \(name)\(value)\(option.meaning) (\(option.allowedValuesText))\n"
  }.joined()
}

private func exampleLines(_ example: Example) -> String {
  guard let message = example.expectedFindingMessage else { return "  passes    \(example.name)\n" }
  let excerpt = ExampleExcerpt(example).map { excerpt in
    ([excerpt.location] + excerpt.linesWithMarkers).map { "            \($0)\n" }.joined()
  }
  return "  reported  \(example.name)\n\(excerpt ?? "")            \(message)\n"
}

private func referenceText(_ reference: Reference) -> String {
  "\(reference.name): \(reference.statement)" + (reference.url.map { " \($0)" } ?? "")
}
