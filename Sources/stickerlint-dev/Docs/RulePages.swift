import StickerEngine
import StickerPacker

/// Returns the page of every rule, such as `pixel-dimensions.md`, and its images and their captions in `images`.
///
/// - Throws: an error if an example cannot be drawn.
func rulePagesImagesAndCaptions(_ rules: [Rule]) async throws -> FileTree {
  var (tree, errors, captions) = (FileTree(), [UserMessage](), "")
  for rule in rules {
    do {
      let drawn = try await ruleImages(rule)
      tree["\(rule.id).md"] = Array(rulePage(rule, drawn?.images).utf8)
      for file in drawn?.files ?? [] { tree["images/\(file.name)"] = file.bytes }
      if let images = drawn?.images { captions += ruleImagesTSVRow(rule, images) }
    } catch let error as CommandError { errors += error.problemMessages }
  }
  guard errors.isEmpty else { throw CommandError(messages: errors) }
  tree["images/captions.tsv"] = Array(captions.utf8)
  return tree
}

/// Returns a row of the table that the preview and drop pages read: the rule, the captions of the example that
/// passes and of the one that is reported, a note (empty for none), and `moving` or `still`.
private func ruleImagesTSVRow(_ rule: Rule, _ images: RulePageImages) -> String {
  let cells = [
    rule.id, images.passing.caption, images.reported.caption, images.note ?? "",
    images.isAnimated ? "moving" : "still",
  ]
  return cells.joined(separator: "\t") + "\n"
}

/// Returns a rule's page with a comment that it is generated.
func rulePage(_ rule: Rule, _ pictures: RulePageImages? = nil) -> String {
  "<!-- Generated from the rule by `make docs`. Edit the rule instead. -->\n"
    + markdownPage(for: rule, pictures: pictures)
}

/// Returns the page that lists all rules, with a new table between its two markers.
///
/// - Throws: a `CommandError` if a marker is missing.
func replacingRulesTable(in text: String, rules: [Rule]) throws -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  guard let start = lines.firstIndex(of: "<!-- rules -->"), let end = lines.firstIndex(of: "<!-- /rules -->"),
    start < end
  else {
    let page = rulePagesFolder.appending(ruleListPageName).displayText
    throw CommandError("\(page) needs the lines <!-- rules --> and <!-- /rules -->")
  }
  var table = markdownTable(of: rules, pagesIn: "")
  while table.last == "\n" { table.removeLast() }
  return (lines[...start] + [table[...]] + lines[end...]).joined(separator: "\n")
}

/// Returns the page of every messenger, and one that lists them all.
func messengerPagesAndList() -> FileTree {
  let configurationSchema = KnownRulesAndProfiles(rules: Rule.all, profiles: MessengerProfile.all)
  var (tree, rows) = (FileTree(), "")
  for profile in MessengerProfile.all {
    let requirements = profile.requirements(knownRulesAndProfiles: configurationSchema)
    let export = requirements.exportLayout.flatMap(ExportFormat.format)?.summary
    let page = markdownPage(for: requirements, exportDescription: export, rulesIn: "../rules")
    tree["\(profile.name).md"] = Array((messengerPageNotice + page).utf8)
    rows += "| [\(profile.name)](\(profile.name).md) | \(profile.summary) | \(export ?? "-") |\n"
  }
  let list =
    "\(messengerPageNotice)# Messengers\n\nUse `--for` or `--profile` to check against the limits of one of these messengers.\n\n"
    + "| profile | summary | pack format |\n|---|---|---|\n\(rows)\n"
    + "[Example profiles](examples/README.md) are files to copy, for messengers that are not built in.\n"
  tree["README.md"] = Array(list.utf8)
  return tree
}

private let messengerPageNotice =
  "<!-- Generated from the profile by `make docs`. Edit the profile instead. -->\n"
