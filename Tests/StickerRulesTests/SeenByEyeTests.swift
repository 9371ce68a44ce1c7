import Corpus
import Foundation
import StickerImage
import StickerModel
import StickerRules
import Testing

/// What was seen on 165 shipped stickers, each looked at on white, black, blue and gray and asked what
/// an art director would send back, before any rule ran on it.
@Suite("what was seen by eye", .enabled(if: Corpus.isPresent, "skipped: no corpus")) struct SeenByEyeTests {
  @Test("where low-contrast speaks of white or black, something was seen to vanish there")
  func contrast() async throws {
    let labels = try Label.all()
    let report = await lint(Self.sources(labels), Configuration(rules: [.lowContrast]), jobs: 2)
    for color in ["white", "black"] {
      let found = Set(report.findings.filter { $0.evidence.message.contains(color) }.map(\.path.shown))
      let seen = Set(labels.filter { $0[color] != "-" }.map(\.path))
      #expect(found.subtracting(seen) == [], "\(color): nobody saw that")
      // Ribbons, strings and legs thinner than four points of 128 still go unnamed.
      let least = color == "black" ? 26 : 0
      #expect(found.count >= least, "\(color): \(seen.subtracting(found).sorted())")
      print("\(color): \(seen.count) were seen to lose something, \(found.count) of them are found")
    }
  }

  /// A rule, the column that asks the same, and what is known of its findings.
  struct Question: CustomTestStringConvertible, Sendable {
    let rule: Rule
    let column: String
    /// How many of those that were seen are found; may only rise.
    let least: Int
    /// Found though nobody named it: looked at again, each is as the rule says.
    var alsoThere: Set<String> = []
    var testDescription: String { rule.id }
  }

  @Test(
    "rules name what was seen, and nothing else",
    arguments: [
      // The others touch a side of their canvas, or lie off by less than 5 % of it.
      Question(rule: .offCenter, column: "center", least: 6),
      // The others are longer than 6 px, or lie between outlines.
      Question(rule: .pinholes, column: "holes", least: 3, alsoThere: ["Asset_22.png"]),
      Question(rule: .enlargedArt, column: "enlarged", least: 0),
      Question(rule: .compressionBlocks, column: "jpeg", least: 0),
      // What was seen as halos there are soft edges, of which `matte-fringe` speaks.
      Question(rule: .whiteHalo, column: "rim", least: 0),
    ])
  func question(_ question: Question) async throws {
    let labels = try Label.all()
    let report = await lint(
      Self.sources(labels), Configuration(rules: [question.rule]), jobs: 2)
    let found = Set(report.findings.map(\.path.shown))
    let seen = Set(labels.filter { $0[question.column] != "-" && $0[question.column] != "none" }.map(\.path))
    let unseen = found.subtracting(seen).filter { path in !question.alsoThere.contains { path.hasSuffix($0) }
    }
    #expect(unseen == [], "nobody saw that")
    #expect(found.intersection(seen).count >= question.least, "\(seen.subtracting(found).sorted())")
    print("\(question.rule.id): \(seen.count) were seen, \(found.intersection(seen).count) of them are found")
  }

  private static func sources(_ labels: [Label]) -> [AssetSource] {
    labels.map { label in
      AssetSource(path: Path(label.path)) { _ in
        (try? Data(contentsOf: Corpus.folder.appendingPathComponent(label.path))).map { .bytes(Array($0)) }
          ?? .unreadable("gone")
      }
    }
  }
}

/// A line of `Fixtures/Labels/shipped.tsv`.
private struct Label {
  private let fields: [String: String]
  var path: String { fields["path"] ?? "" }
  subscript(column: String) -> String { fields[column] ?? "" }

  static func all() throws -> [Label] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/Labels/shipped.tsv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let rows = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    let names = try #require(rows.first)
    return rows.dropFirst().map { row in Label(fields: Dictionary(uniqueKeysWithValues: zip(names, row))) }
  }
}
