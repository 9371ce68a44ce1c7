import Foundation
import Testing

/// `SECURITY.md` names the tests that check its promises.
@Suite("SECURITY.md") struct SecurityPromiseTests {
  private let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The rows of the tables, without headings.
  private func guaranteeRows() throws -> [Substring] {
    let text = try String(contentsOf: top.appending(path: "SECURITY.md"), encoding: .utf8)
    let section = try #require(text.firstRange(of: "## Guarantees")?.lowerBound)
    let end = try #require(text.firstRange(of: "## Checking a release")?.lowerBound)
    return text[section..<end].split(separator: "\n").filter {
      $0.hasPrefix("| ") && !$0.hasPrefix("| guarantee")
    }
  }

  @Test("each row names tests that exist") func named() throws {
    let walk = FileManager.default.enumerator(atPath: top.appending(path: "Tests").path)
    let files = Set((walk?.allObjects as? [String] ?? []).map { ($0 as NSString).lastPathComponent })
    let rows = try guaranteeRows()
    #expect(rows.count > 12)
    for row in rows {
      let tests = row.split(separator: "|").last ?? ""
      let names = tests.matches(of: #/`([A-Za-z_.]+)`/#).map { String($0.output.1) }
      #expect(!names.isEmpty, "\(row)")
      for name in names {
        let isThere =
          name.hasSuffix(".yml")
          ? FileManager.default.fileExists(atPath: top.appending(path: ".github/workflows/\(name)").path)
          : files.contains(name.contains(".") ? name : name + ".swift")
        #expect(isThere, "\(name) of: \(row)")
      }
    }
  }
}
