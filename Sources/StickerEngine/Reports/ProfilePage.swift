/// A profile's page in Markdown.
///
/// - Parameter folder: where the rules' pages are, seen from the page; nil without links.
package func markdownPage(
  for requirements: MessengerProfile.Requirements, export: String?, rulesIn folder: String? = nil
) -> String {
  func link(_ rule: String) -> String { folder.map { "[\(rule)](\($0)/\(rule).md)" } ?? "`\(rule)`" }
  var out = "# \(requirements.profile.name)\n\n\(requirements.profile.summary)\n\n"
  out += wrapped(handedOver(requirements, export), width: 110) + "\n"
  out += "## Figures\n\n| rule | figure | is | decides | |\n|---|---|---|---|---|\n"
  for row in requirements.settings {
    let mark = row.isUnverified ? "second-hand" : ""
    out +=
      "| \(link(row.rule)) | `\(row.parameter)` | \(cell(row.value)) | \(cell(row.meaning)) | \(mark) |\n"
  }
  if requirements.settings.contains(where: \.isUnverified) {
    out +=
      "\n"
      + wrapped(
        "What is second-hand was reported by makers of stickers, and published by nobody: findings say so.",
        width: 110)
  }
  if !requirements.disabledRules.isEmpty {
    out +=
      "\n## Not asked for\n\n"
      + wrapped(requirements.disabledRules.map(link).joined(separator: ", ") + ".", width: 110)
  }
  return out + "\n## From\n\n" + requirements.sources.map { "- \($0)\n" }.joined()
}

/// What `explain` says of a profile.
package func explainText(for requirements: MessengerProfile.Requirements, export: String?) -> String {
  var out =
    "\(requirements.profile.name): \(requirements.profile.summary)\n\n"
    + wrapped(handedOver(requirements, export), width: 80) + "\nFigures\n"
  let names = requirements.settings.map { "\($0.rule).\($0.parameter)" }
  let (first, second) = (names.map(\.count).max() ?? 0, requirements.settings.map(\.value.count).max() ?? 0)
  for (name, row) in zip(names, requirements.settings) {
    let mark = row.isUnverified ? " (reported by makers)" : ""
    out += "  \(name.padded(to: first + 2))\(row.value.padded(to: second + 2))\(row.meaning)\(mark)\n"
  }
  if !requirements.disabledRules.isEmpty {
    out += "\nNot asked for\n" + wrapped(requirements.disabledRules.joined(separator: ", "), width: 80)
  }
  return out + "\nFrom\n" + requirements.sources.map { "  \($0)\n" }.joined()
}

/// What `--split` does for a messenger that limits what one pack holds.
private func split(_ requirements: MessengerProfile.Requirements) -> String {
  func value(_ parameter: Parameter) -> String? {
    requirements.settings.first { $0.parameter == parameter.name }?.value
  }
  let limits = [
    value(.takesMixedPacks) == "no" ? "both stills and animations" : nil,
    value(.maxStickers).map { "more than \($0) stickers" },
  ].compactMap(\.self)
  if limits.isEmpty { return "" }
  return " `--split` builds several packs from a folder that holds \(listText(limits, "or"))."
}

private func handedOver(_ requirements: MessengerProfile.Requirements, _ export: String?) -> String {
  if let export {
    let name = requirements.profile.name
    return "A pack is handed over as \(export): `stickerlint pack art --for \(name) --output build`."
      + split(requirements)
  }
  return requirements.export == .imessage
    ? "A pack is built as an Xcode catalog: `stickerlint pack art --output build`."
    : "Packs for it are not written."
}
