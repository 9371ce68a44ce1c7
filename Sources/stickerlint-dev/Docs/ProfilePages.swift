import StickerModel
import StickerPacker
import StickerReport
import StickerRules
import StickerSettings

/// The page of every messenger, and one that lists them all.
func profilePages() -> FileTree {
  let vocabulary = Vocabulary(rules: Rule.all, profiles: Profile.all)
  var (tree, rows) = (FileTree(), "")
  for profile in Profile.all {
    let sheet = ProfileSheet(profile, vocabulary)
    let export = sheet.export.flatMap(Export.named)?.summary
    let page = markdownPage(for: sheet, export: export, rulesIn: "../rules")
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
