import Testing

@testable import StickerEngine

/// An example of a rule.
private struct RuleExample: CustomStringConvertible {
  let rule: Rule
  let example: Example
  var description: String { "\(rule.id): \(example.name)" }
}

private let cases = Rule.all.flatMap { rule in rule.examples.map { RuleExample(rule: rule, example: $0) } }

@Suite struct ExampleTests {
  @Test("an example gives exactly its message, or none", arguments: cases)
  fileprivate func says(_ each: RuleExample) async throws {
    let found = try await each.example.findings(of: each.rule).map(\.evidence.message)
    #expect(found == (each.example.expectedFindingMessage.map { [$0] } ?? []))
  }

  @Test("an example about a catalog or a message has its location", arguments: cases)
  fileprivate func isAtItsPlace(_ each: RuleExample) async throws {
    guard each.example.catalogFolder != nil || each.example.messageExample != nil else { return }
    let skipped = each.example.catalogFolder.map { $0.count + 1 } ?? 0
    let found = try await each.example.findings(of: each.rule).map { finding in
      let path = finding.path.displayText.dropFirst(skipped)
      guard case .text(let place) = finding.evidence.location else { return String(path) }
      return "\(path):\(place.line):\(place.column)"
    }
    #expect(found == (each.example.expectedLocation.map { [$0] } ?? []))
  }

  @Test("a passing example is read without damage or exceeded limits", arguments: cases)
  fileprivate func isSound(_ each: RuleExample) async throws {
    guard each.example.expectedFindingMessage == nil else { return }
    let sources = try each.example.files.map { AssetSource($0.relativePath, try $0.makeContents()) }
    let rules: [Rule] = [.unreadableFile, .corruptImage, .resourceLimit]
    let report = await lint(sources, Configuration(rules: rules), jobs: 2)
    #expect(report.findings.map(\.evidence.message) == [])
  }

  @Test("an example's message file is read as the message it describes", arguments: cases)
  fileprivate func isRead(_ each: RuleExample) throws {
    guard let described = each.example.messageExample else { return }
    let bytes = Array(described.text.utf8)
    let folder = PackFolderAccess { _ in true }
    #expect(
      try readInteractiveMessageFile(bytes, at: Path("message.yml"), in: folder) == described.messageFile)
  }

  @Test("a rule has a passing example and one that fires", arguments: Rule.all.map(\.id))
  func hasBoth(_ id: String) throws {
    let rule = try #require(Rule.all.first { $0.id == id })
    #expect(rule.examples.contains { $0.expectedFindingMessage == nil })
    #expect(rule.examples.contains { $0.expectedFindingMessage != nil })
  }

  @Test("a drawn example has the same bytes each time", arguments: cases)
  fileprivate func isDeterministic(_ each: RuleExample) throws {
    for sketch in each.example.files { #expect(try sketch.makeContents() == sketch.makeContents()) }
  }
}
