/// A profile's page in Markdown.
///
/// - Parameter folder: where the rules' pages are, seen from the page; nil without links.
package func markdownPage(for sheet: ProfileSheet, export: String?, rulesIn folder: String? = nil) -> String {
  func link(_ rule: String) -> String { folder.map { "[\(rule)](\($0)/\(rule).md)" } ?? "`\(rule)`" }
  var out = "# \(sheet.name)\n\n\(sheet.summary)\n\n"
  out += wrapped(handedOver(sheet, export), width: 110) + "\n"
  out += "## Figures\n\n| rule | figure | is | decides | |\n|---|---|---|---|---|\n"
  for row in sheet.rows {
    let mark = row.isSecondHand ? "second-hand" : ""
    out +=
      "| \(link(row.rule)) | `\(row.parameter)` | \(cell(row.value)) | \(cell(row.meaning)) | \(mark) |\n"
  }
  if sheet.rows.contains(where: \.isSecondHand) {
    out +=
      "\n"
      + wrapped(
        "What is second-hand was reported by makers of stickers, and published by nobody: findings say so.",
        width: 110)
  }
  if !sheet.silent.isEmpty {
    out +=
      "\n## Not asked for\n\n" + wrapped(sheet.silent.map(link).joined(separator: ", ") + ".", width: 110)
  }
  return out + "\n## From\n\n" + sheet.sources.map { "- \($0)\n" }.joined()
}

/// What `explain` says of a profile.
package func explainText(for sheet: ProfileSheet, export: String?) -> String {
  var out =
    "\(sheet.name): \(sheet.summary)\n\n" + wrapped(handedOver(sheet, export), width: 80) + "\nFigures\n"
  let names = sheet.rows.map { "\($0.rule).\($0.parameter)" }
  let (first, second) = (names.map(\.count).max() ?? 0, sheet.rows.map(\.value.count).max() ?? 0)
  for (name, row) in zip(names, sheet.rows) {
    let mark = row.isSecondHand ? " (reported by makers)" : ""
    out += "  \(name.padded(to: first + 2))\(row.value.padded(to: second + 2))\(row.meaning)\(mark)\n"
  }
  if !sheet.silent.isEmpty {
    out += "\nNot asked for\n" + wrapped(sheet.silent.joined(separator: ", "), width: 80)
  }
  return out + "\nFrom\n" + sheet.sources.map { "  \($0)\n" }.joined()
}

/// What `--split` does for a messenger that limits what one pack holds.
private func split(_ sheet: ProfileSheet) -> String {
  func value(_ parameter: Parameter) -> String? {
    sheet.rows.first { $0.parameter == parameter.name }?.value
  }
  let limits = [
    value(.mix) == "no" ? "both stills and animations" : nil,
    value(.mostStickers).map { "more than \($0) stickers" },
  ].compactMap(\.self)
  if limits.isEmpty { return "" }
  return " `--split` builds several packs from a folder that holds \(listed(limits, "or"))."
}

private func handedOver(_ sheet: ProfileSheet, _ export: String?) -> String {
  if let export {
    return "A pack is handed over as \(export): `stickerlint pack art --for \(sheet.name) --output build`."
      + split(sheet)
  }
  return sheet.export == .imessage
    ? "A pack is built as an Xcode catalog: `stickerlint pack art --output build`."
    : "Packs for it are not written."
}
