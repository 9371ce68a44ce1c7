import StickerEngine
import StickerPacker

/// The page of every rule, `pixel-dimensions.md`, and its pictures in `images`.
///
/// - Throws: where an example cannot be drawn.
func rulePages(_ rules: [Rule]) async throws -> FileTree {
  var tree = FileTree()
  for rule in rules {
    let drawn = try await rulePictures(rule)
    tree["\(rule.id).md"] = Array(rulePage(rule, drawn?.pictures).utf8)
    for file in drawn?.files ?? [] { tree["images/\(file.name)"] = file.bytes }
  }
  return tree
}

/// A rule's page with a word for whoever would edit it.
func rulePage(_ rule: Rule, _ pictures: RulePictures? = nil) -> String {
  "<!-- Written by `make docs` from the rule itself: change it there. -->\n"
    + markdownPage(for: rule, pictures: pictures)
}

/// The page that lists all rules, with their table between its two marks.
///
/// - Throws: a `UsageError` where a mark is missing.
func withRulesTable(_ text: String, _ rules: [Rule]) throws -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  guard let start = lines.firstIndex(of: "<!-- rules -->"), let end = lines.firstIndex(of: "<!-- /rules -->"),
    start < end
  else {
    let page = rulesFolder.appending(rulesListName).displayText
    throw UsageError("\(page) needs the lines <!-- rules --> and <!-- /rules -->")
  }
  var table = markdownTable(of: rules, pagesIn: "")
  while table.last == "\n" { table.removeLast() }
  return (lines[...start] + [table[...]] + lines[end...]).joined(separator: "\n")
}

/// The page of every messenger, and one that lists them all.
func profilePages() -> FileTree {
  let configurationSchema = ConfigurationSchema(rules: Rule.all, profiles: MessengerProfile.all)
  var (tree, rows) = (FileTree(), "")
  for profile in MessengerProfile.all {
    let requirements = profile.requirements(configurationSchema)
    let export = requirements.export.flatMap(Export.named)?.summary
    let page = markdownPage(for: requirements, export: export, rulesIn: "../rules")
    tree["\(profile.name).md"] = Array((written + page).utf8)
    rows += "| [\(profile.name)](\(profile.name).md) | \(profile.summary) | \(export ?? "-") |\n"
  }
  let list =
    "\(written)# Messengers\n\nWhose limits can be asked for, with `--for` or `--profile`.\n\n"
    + "| profile | says | a pack is |\n|---|---|---|\n\(rows)"
  tree["README.md"] = Array(list.utf8)
  return tree
}

private let written = "<!-- Written by `make docs` from the profile itself: change it there. -->\n"
