import StickerModel

/// A README with the table of rules between its two marks.
///
/// - Throws: a `CommandFailure` where a mark is missing.
func withRulesTable(_ text: String, _ rules: [Rule]) throws -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  guard let start = lines.firstIndex(of: "<!-- rules -->"), let end = lines.firstIndex(of: "<!-- /rules -->"),
    start < end
  else { throw CommandFailure("README.md needs the lines <!-- rules --> and <!-- /rules -->") }
  let rows = rules.map {
    "| [`\($0.id)`](docs/rules/\($0.id).md) | \($0.severity.rawValue) | \($0.summary) |"
  }
  let table = ["| rule | default | what it expects |", "|---|---|---|"] + rows
  return (lines[...start] + table.map { $0[...] } + lines[end...]).joined(separator: "\n")
}
