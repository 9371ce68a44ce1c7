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
    let sources = labels.map { label in
      AssetSource(path: Path(label.path)) { _ in
        (try? Data(contentsOf: Corpus.folder.appendingPathComponent(label.path))).map { .bytes(Array($0)) }
          ?? .unreadable("gone")
      }
    }
    let report = await lint(sources, Configuration(rules: [.lowContrast]), jobs: 2)
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
