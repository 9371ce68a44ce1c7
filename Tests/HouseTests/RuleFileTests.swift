import Foundation
import StickerModel
import StickerRules
import Testing

@Suite("rules and their files") struct RuleFileTests {
  /// Files that declare a rule.
  private static let files = SourceFile.swiftSources.filter { file in
    file.target == "StickerRules" && file.lines.contains { $0.contains("= Rule(") }
  }

  @Test("every rule has a file of its name", arguments: Rule.all.map(\.id))
  func file(_ id: String) {
    let name = id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let found = Self.files.filter { $0.stem == name }
    #expect(found.count == 1, "\(name).swift declares \(id)")
    #expect(found.allSatisfy { file in file.lines.contains { $0.contains("\"\(id)\"") } })
  }

  @Test("every file that declares a rule is registered, once") func registered() {
    #expect(!Self.files.isEmpty)
    #expect(Self.files.count == Rule.all.count, "AllRules.swift lists every rule")
    #expect(Set(Rule.all.map(\.id)).count == Rule.all.count)
  }

  @Test("every rule has a page, no page is left of a rule that is gone, and one lists them all")
  func pages() throws {
    let folder = SourceFile.package.appendingPathComponent("docs/rules").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
    let expected = Set(Rule.all.map(\.id) + ["README"])
    #expect(Set(pages.map { String($0.dropLast(3)) }) == expected, "run `make docs`")
  }
}
