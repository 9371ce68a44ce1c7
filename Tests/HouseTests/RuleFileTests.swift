import Foundation
import Testing

@testable import StickerEngine

@Suite("rules and their files") struct RuleFileTests {
  /// All files that declare a rule.
  private static let ruleFiles = SourceFile.swiftSources.filter { file in
    file.path.hasPrefix("Sources/StickerEngine/Rules/") && file.lines.contains { $0.contains("= Rule(") }
  }

  @Test("every rule has a file with its name", arguments: Rule.all.map(\.id))
  func file(_ id: String) {
    let name = id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let found = Self.ruleFiles.filter { $0.stem == name }
    #expect(found.count == 1, "\(name).swift must declare \(id)")
    #expect(
      found.allSatisfy { file in file.lines.contains { $0.contains("id: \(Self.idExpression(for: id))") } })
  }

  /// The expression that a rule's file uses for its id: the `RuleID` constant if there is one, or else a
  /// literal.
  private static func idExpression(for id: String) -> String {
    constantsByID[id].map { "RuleID.\($0)" } ?? "\"\(id)\""
  }

  /// The constants in `RuleID.swift`, by id.
  private static let constantsByID: [String: String] = {
    let lines = SourceFile.swiftSources.first { $0.stem == "RuleID" }?.lines ?? []
    let pairs = lines.compactMap { $0.firstMatch(of: /static let (\w+) = "([a-z-]+)"/) }
    return Dictionary(uniqueKeysWithValues: pairs.map { (String($0.2), String($0.1)) })
  }()

  @Test("every constant in RuleID is the id of a rule") func constants() {
    #expect(Self.constantsByID.count > 10)
    #expect(Set(Self.constantsByID.keys).subtracting(Rule.all.map(\.id)) == [])
  }

  @Test(
    "code outside of rules has no hyphenated rule id as a string literal", arguments: SourceFile.swiftSources)
  func literals(_ file: SourceFile) {
    if file.path.hasPrefix("Sources/StickerEngine/Rules/") || file.target == "stickerlint-dev" { return }
    // Catalogs and pack files have a key with the same name.
    let known = Set(Rule.all.map(\.id)).subtracting(["grid-size"])
    let found = file.lines.filter { line in
      !line.contains("///")
        && line.matches(of: /"([a-z]+(?:-[a-z]+)+)"/).contains { known.contains(String($0.1)) }
    }
    #expect(found == [], "a literal id would not follow a renamed rule: use RuleID.swift")
  }

  @Test("every file that declares a rule is registered once") func registered() {
    #expect(!Self.ruleFiles.isEmpty)
    #expect(Self.ruleFiles.count == Rule.all.count, "AllRules.swift must list every rule")
    #expect(Set(Rule.all.map(\.id)).count == Rule.all.count)
  }

  @Test("docs/rules has a page for every rule, a README and no other page")
  func pages() throws {
    let folder = SourceFile.package.appendingPathComponent("docs/rules").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
    let expected = Set(Rule.all.map(\.id) + ["README"])
    #expect(Set(pages.map { String($0.dropLast(3)) }) == expected, "run `make docs`")
  }
}
