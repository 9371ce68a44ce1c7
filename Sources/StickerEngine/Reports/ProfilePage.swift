/// Returns the documentation page of a profile in Markdown.
///
/// - Parameter folder: the folder of the rule pages relative to the page, or nil to omit links.
package func markdownPage(
  for requirements: MessengerProfile.Requirements, exportDescription export: String?,
  rulesIn folder: String? = nil
) -> String {
  func link(_ rule: String) -> String { folder.map { "[\(rule)](\($0)/\(rule).md)" } ?? "`\(rule)`" }
  var out = "# \(requirements.profile.name)\n\n\(requirements.profile.summary)\n\n"
  out += rewrappedParagraphs(packCommandDescription(requirements, export), width: 110) + "\n"
  if let guide = UploadGuide.guide(forProfile: requirements.profile.name) {
    out += "## Uploading\n\n" + guide.steps.enumerated().map { "\($0 + 1). \($1)\n" }.joined() + "\n"
  }
  out += "## Limits\n\n| Rule | Option | Value | Meaning | |\n|---|---|---|---|---|\n"
  for row in requirements.optionValues {
    let mark = row.isUnverified ? "second-hand" : ""
    out +=
      "| \(link(row.rule)) | `\(row.option)` | \(markdownCell(row.valueWithUnit)) | \(markdownCell(row.optionDescription)) | \(mark) |\n"
  }
  if requirements.optionValues.contains(where: \.isUnverified) {
    out +=
      "\n"
      + rewrappedParagraphs(
        "Second-hand limits were reported by sticker makers and are not published. Findings mention this.",
        width: 110)
  }
  if !requirements.disabledRules.isEmpty {
    out +=
      "\n## Disabled rules\n\n"
      + rewrappedParagraphs(requirements.disabledRules.map(link).joined(separator: ", ") + ".", width: 110)
  }
  return out + "\n## Sources\n\n" + requirements.sources.map { "- \($0)\n" }.joined()
}

/// Returns the output of `explain` for a profile.
package func explainText(for requirements: MessengerProfile.Requirements, exportDescription export: String?)
  -> String
{
  var out =
    "\(requirements.profile.name): \(requirements.profile.summary)\n\n"
    + rewrappedParagraphs(packCommandDescription(requirements, export), width: 80) + "\nLimits\n"
  let names = requirements.optionValues.map { "\($0.rule).\($0.option)" }
  let (first, second) = (
    names.map(\.count).max() ?? 0, requirements.optionValues.map(\.valueWithUnit.count).max() ?? 0
  )
  for (name, row) in zip(names, requirements.optionValues) {
    let mark = row.isUnverified ? " (second-hand: reported by sticker makers)" : ""
    out +=
      "  \(name.padded(to: first + 2))\(row.valueWithUnit.padded(to: second + 2))\(row.optionDescription)\(mark)\n"
  }
  if !requirements.disabledRules.isEmpty {
    out +=
      "\nDisabled rules\n"
      + rewrappedParagraphs(requirements.disabledRules.joined(separator: ", "), width: 80)
  }
  return out + "\nSources\n" + requirements.sources.map { "  \($0)\n" }.joined()
}

/// Describes what `--split` does for a messenger that limits the content of a pack.
private func packSplittingText(_ requirements: MessengerProfile.Requirements) -> String {
  func value(_ option: RuleOption) -> String? {
    requirements.optionValues.first { $0.option == option.name }?.valueWithUnit
  }
  let limits = [
    value(.acceptsMixedPacks) == "no" ? "both stills and animations" : nil,
    value(.maxStickers).map { "more than \($0) stickers" },
  ].compactMap(\.self)
  if limits.isEmpty { return "" }
  return " With `--split`, it builds several packs from a folder with \(listText(limits, "or"))."
}

private func packCommandDescription(_ requirements: MessengerProfile.Requirements, _ export: String?)
  -> String
{
  if let export {
    let name = requirements.profile.name
    return "`stickerlint pack art --for \(name) --output build` exports a pack as \(export)."
      + packSplittingText(requirements)
  }
  return requirements.exportLayout == .imessage
    ? "`stickerlint pack art --output build` builds a pack as an Xcode catalog."
    : "stickerlint does not build packs for this messenger."
}
