import StickerImage
import StickerModel

/// The `.stickerlint.yml` that `stickerlint init` writes: every setting with its default, commented out.
///
/// A line that begins with `#` and no space behind it is a setting, each on a line of its own: without the
/// `#` it holds. Rules, limits, profile and `fail-on` say what holds anyway.
package func starterFile(_ vocabulary: Vocabulary) -> String {
  var lines = [
    "# What stickerlint checks here. `stickerlint config PATH` shows what is in force and why,",
    "# `stickerlint explain RULE` what a rule is for. Take away a # to change a default.",
    "",
    "# Whose limits hold: \(vocabulary.profileChoices).",
    "#profile: \(vocabulary.profiles[0].name)",
    "",
    "# The least severity that fails a run: \(listed(Severity.words, "or")).",
    "#fail-on: error",
    "",
    "# Findings that are accepted: `stickerlint lint --write-baseline .stickerlint-baseline.json` writes it.",
    "#baseline: .stickerlint-baseline.json",
    "",
    "# A configuration that this one builds on, in the same repository.",
    "#extends: ../.stickerlint.yml",
    "",
    "# Which files are checked: globs as seen from this folder.",
    "#include: [\"Stickers/**\"]",
    "#exclude: [\"Drafts/**\"]",
    "",
    "# For each rule \(listed(RuleState.words, "or")), or its parameters.",
    "rules:",
  ]
  lines += vocabulary.rules.flatMap(section)
  lines += [
    "", "# What holds for some files only; of several that match, the last counts.", "overrides:",
    "  #- { paths: [\"Photos/**\"], rules: { opaque-background: off } }",
    "  #- { paths: [\"icons/**\"], role: icon }", "",
    "# Limits that protect from hostile files. A file only lowers them; the flag --limit raises them.",
    "limits:",
  ]
  lines += Limit.all.map { "  #\($0.name): \($0.standard)  # \($0.unit) \($0.bounds)" }
  return lines.joined(separator: "\n") + "\n"
}

private func section(_ rule: Rule) -> [String] {
  let state = rule.isOptIn ? "off" : rule.severity.rawValue
  let summary = "  # " + rule.summary + (rule.isOptIn ? " Runs only where it is asked for." : "")
  guard !rule.parameters.isEmpty else { return [summary, "  #\(rule.id): \(state)"] }
  let meanings = rule.parameters.map { "  #   \($0.name): \($0.meaning) (\($0.allowed))" }
  let values = rule.parameters.map { ", \($0.name): \(written($0.standard))" }.joined()
  return [summary] + meanings + ["  #\(rule.id): { \(severityKey): \(state)\(values) }"]
}

/// A word may be one that YAML takes for something else.
private func written(_ value: Parameter.Value) -> String {
  if case .word(let word) = value { "\"\(word)\"" } else { value.text }
}
