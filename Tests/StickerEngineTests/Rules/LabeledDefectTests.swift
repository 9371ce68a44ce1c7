import Corpus
import Testing

@testable import StickerEngine

/// Compares the findings of rules about appearance with what people saw: `Fixtures/Labels/shipped.tsv`.
@Suite("defects labeled by eye", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct LabeledDefectTests {
  /// The minimum number of labeled defects that each rule finds. It may only increase.
  private static let minFoundCounts = [
    // Not found: ribbons, strings and legs that are thinner than 4 of 128 points.
    "low-contrast black": 26,
    // All are off center by less than 12%. Of nine that are off by 5.8% to 7.9%, other people reported none.
    "placement center": 0,
    // The others are longer than 6 px, lie between outlines, or cover less than 3 px of the screen.
    "pinholes holes": 1,
    "touches-edge cut": 22,
    "opaque-background background": 2,
  ]
  /// Unlabeled findings that a second look confirmed: black legs and stripes, a dark disc
  /// and dark letters on black, and white earphones on white.
  private static let confirmedUnlabeledFindings = [
    "pinholes": ["Asset_22.png"],
    "low-contrast": ["birds.png", "clapperboard.png", "Group 627.png", "32.sticker/32.png"],
  ]
  /// Unlabeled findings that a second look did not confirm. The list may only become shorter.
  private static let unconfirmedUnlabeledFindings = [
    // Black outlines, headbands and shadows, without which the art is still recognizable.
    "low-contrast": [
      "drinks.png", "Asset_4.png", "Asset_37.png", "Asset_40.png", "Asset_45.png", "Group 645.png",
    ]
  ]

  @Test(
    "rules report the recorded number of labeled defects or more, and no unlabeled ones except those listed here",
    arguments: VisualReviewQuestion.all.indices)
  func question(_ number: Int) async throws {
    let question = VisualReviewQuestion.all[number]
    let rule = try #require(Rule.named(question.rule))
    let sources = PublishedStickerLabel.all.map { label in
      AssetSource(path: Path(label.path)) { _ in
        (try? Corpus.bytes(of: label.path)).map { .bytes($0) } ?? .unreadable("gone")
      }
    }
    let report = await lint(sources, Configuration(rules: [rule]), jobs: 2)
    let told = report.findings.filter { question.isAddressed(by: $0.evidence.message) }
    let named = Set(told.map(\.path.displayText))
    let seen = Set(PublishedStickerLabel.all.filter { question.wasSeen(on: $0) }.map(\.path))
    let unseen = named.subtracting(seen).filter { path in
      ![Self.confirmedUnlabeledFindings, Self.unconfirmedUnlabeledFindings].flatMap { $0[rule.id] ?? [] }
        .contains { path.hasSuffix($0) }
    }
    #expect(unseen == [], "findings without a label")
    let least = Self.minFoundCounts["\(question.rule) \(question.column)"] ?? 0
    #expect(named.intersection(seen).count >= least, "\(seen.subtracting(named).sorted())")
  }
}
