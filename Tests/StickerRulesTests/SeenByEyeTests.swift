import Corpus
import StickerModel
import StickerRules
import Testing

/// Rules about what is seen, held to what was seen: `Fixtures/Labels/shipped.tsv`.
@Suite("what was seen by eye", .enabled(if: Corpus.isPresent, "skipped: no corpus")) struct SeenByEyeTests {
  @Test("where low-contrast speaks of white or black, something was seen to vanish there")
  func contrast() async throws {
    let sources = ShippedLabel.all.map { label in
      AssetSource(path: Path(label.path)) { _ in
        (try? Corpus.bytes(of: label.path)).map { .bytes($0) } ?? .unreadable("gone")
      }
    }
    let report = await lint(sources, Configuration(rules: [.lowContrast]), jobs: 2)
    for question in EyeQuestion.all where question.rule == Rule.lowContrast.id {
      let told = report.findings.filter { question.isMeant(by: $0.evidence.message) }
      let found = Set(told.map(\.path.shown))
      let seen = Set(ShippedLabel.all.filter { question.wasSeen(on: $0) }.map(\.path))
      #expect(found.subtracting(seen) == [], "\(question.column): nobody saw that")
      // Ribbons, strings and legs thinner than four points of 128 still go unnamed.
      let least = question.column == "black" ? 26 : 0
      #expect(found.count >= least, "\(question.column): \(seen.subtracting(found).sorted())")
    }
  }
}
