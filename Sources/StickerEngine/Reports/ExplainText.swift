/// What `stickerlint explain` says of a rule: expectation, reason, what to do, settings,
/// references, examples.
package func explainText(for rule: Rule) -> String {
  var out = "\(rule.id) (\(rule.severityInWords)): \(rule.scope)\n\n"
  out += wrapped(rule.summary)
  out += "\nWhy\n" + wrapped(rule.reason, indent: "  ")
  out += "\nWhat to do\n" + wrapped(rule.advice, indent: "  ")
  if !rule.fixes.isEmpty { out += wrapped(waysToFix(rule), indent: "  ") }
  if rule.isOptIn {
    out += "\nRuns only on request\n"
    out += wrapped(
      "On the command line --severity \(rule.id)=on, or --select \(rule.id) for it alone; "
        + "in .stickerlint.yml `\(rule.id): on` under `rules:`.", indent: "  ")
  }
  if !rule.parameters.isEmpty {
    out += "\nSettings\n" + parameters(rule.parameters)
  }
  if !rule.references.isEmpty {
    out += "\nRests on\n" + rule.references.map { wrapped(sentence($0), indent: "  ") }.joined()
  }
  return out + "\nExamples\n" + rule.examples.map(lines).joined()
}

private func parameters(_ parameters: [Parameter]) -> String {
  let names = parameters.map(\.name.count).max() ?? 0
  let values = parameters.map(\.standardWithUnit.count).max() ?? 0
  return parameters.map { parameter in
    let name = parameter.name.padded(to: names + 2)
    let value = parameter.standardWithUnit.padded(to: values + 2)
    return "  \(name)\(value)\(parameter.meaning) (\(parameter.allowed))\n"
  }.joined()
}

private func lines(_ example: Example) -> String {
  guard let message = example.message else { return "  passes       \(example.name)\n" }
  let excerpt = ExampleExcerpt(example).map { excerpt in
    ([excerpt.place] + excerpt.lines).map { "               \($0)\n" }.joined()
  }
  return "  is reported  \(example.name)\n\(excerpt ?? "")               \(message)\n"
}

private func sentence(_ reference: Reference) -> String {
  "\(reference.name): \(reference.statement)" + (reference.address.map { " \($0)" } ?? "")
}
