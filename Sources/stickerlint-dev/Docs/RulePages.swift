import StickerModel
import StickerReport

/// The page of every rule, `pixel-dimensions.md`.
func rulePages(_ rules: [Rule]) -> FileTree {
  var tree = FileTree()
  for rule in rules { tree["\(rule.id).md"] = Array(rulePage(rule).utf8) }
  return tree
}

/// A rule's page with a word for whoever would edit it.
func rulePage(_ rule: Rule) -> String {
  "<!-- Written by `make docs` from the rule itself: change it there. -->\n" + markdownPage(for: rule)
}

/// A README with the table of rules between its two marks.
///
/// - Throws: a `CommandFailure` where a mark is missing.
func withRulesTable(_ text: String, _ rules: [Rule]) throws -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  guard let start = lines.firstIndex(of: "<!-- rules -->"), let end = lines.firstIndex(of: "<!-- /rules -->"),
    start < end
  else { throw CommandFailure("README.md needs the lines <!-- rules --> and <!-- /rules -->") }
  var table = markdownTable(of: rules)
  while table.last == "\n" { table.removeLast() }
  return (lines[...start] + [table[...]] + lines[end...]).joined(separator: "\n")
}
