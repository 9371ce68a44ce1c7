import Corpus
import Testing

@testable import StickerEngine

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct FalsePositiveTests {
  @Test("well-made art has no finding")
  func goodArt() async {
    let files = CorpusFile.all(in: "rules/good").filter(\.isPicture)
    let report = await lint(files.map { AssetSource($0) }, Configuration(rules: Rule.onByDefault), jobs: 2)
    let lines = report.findings.map { "\($0.path.displayText): \($0.rule): \($0.evidence.message)" }
    print("false positives on \(files.count) files of rules/good: \(lines.count)")
    #expect(lines == [])
  }

  @Test("rules about unreadable, damaged or empty art never fire on real stickers")
  func realStickers() async {
    let files = CorpusFile.all(in: "stickers").filter(\.isPicture)
    let packs = Dictionary(grouping: files) { $0.path.split(separator: "/")[1] }
    var counts: [String: Int] = [:]
    for (name, files) in packs {
      let sources = files.map { AssetSource($0, pack: Path(String(name))) }
      let report = await lint(sources, Configuration(rules: Rule.onByDefault), jobs: 2)
      for finding in report.findings { counts[finding.rule, default: 0] += 1 }
    }
    for rule in Rule.all { print("\(counts[rule.id] ?? 0) × \(rule.id) on \(files.count) real stickers") }
    // Whatever else may be wrong with real art, it can be read, and it is visible.
    for id in [
      "unreadable-file", "unsupported-format", "corrupt-image", "resource-limit", "invisible-sticker",
    ] {
      #expect(counts[id] == nil)
    }
  }
}
