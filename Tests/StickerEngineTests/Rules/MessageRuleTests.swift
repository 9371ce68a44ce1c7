import Foundation
import Testing

@testable import StickerEngine

@Suite("message rules") struct MessageRuleTests {
  private let place = StickerEngine.SourceLocation(line: 7, column: 3)
  private let path = Path("message.yml")

  /// A rule's findings as `line:column severity message`.
  private func findings(
    of rule: Rule, on message: InteractiveMessageFile, _ settings: OptionValues = OptionValues()
  ) -> [String] {
    let configuration = Configuration(rules: [ActiveRule(rule, optionValues: settings)])
    let report = Report(on: [], of: LintInput([], interactiveMessages: [message])) { _ in configuration }
    return report.findings.map { finding in
      var place = "-"
      if case .text(let text) = finding.evidence.location { place = "\(text.line):\(text.column)" }
      return "\(place) \(finding.severity.rawValue) \(finding.evidence.message)"
    }
  }

  private func message(_ items: [(String, String)], at url: String = "https://example.com/v")
    -> InteractiveMessageFile
  {
    var message = InteractiveMessageFile(path: path)
    message.unvalidatedStateBaseURL = Located(url, at: StickerEngine.SourceLocation(line: 1, column: 11))
    message.exampleStates = [
      InteractiveMessageState(
        items.map { InteractiveMessageState.QueryItem($0, Located($1, at: place)) }, at: place)
    ]
    return message
  }

  @Test(
    "a URL's length equals Foundation's",
    arguments: [
      [], [("", "")], [("a", "b"), ("c", "")], [("q", "a&b=c;d+e f%20/?:@")], [("é ü", "日本語 🎉👨‍👩‍👧")],
      [(String((0x20...0x7E).map { Character(UnicodeScalar($0)) }), "\u{0}\n\u{7F}")],
      [("<>\"{}|\\^`[]", "#"), ("#", "[]")],
    ])
  func length(_ items: [(String, String)]) async throws {
    var url = try #require(URLComponents(string: "https://example.com/v"))
    if !items.isEmpty { url.queryItems = items.map { URLQueryItem(name: $0, value: $1) } }
    let count = try #require(url.url?.absoluteString.count)
    for (limit, fires) in [(count, false), (count - 1, true)] {
      let settings = OptionValues(["max-characters": .whole(limit)])
      let found = findings(of: .messageUrl, on: message(items), settings)
      let said = "7:3 error with this state, the URL has \(count) characters (limit: \(limit))"
      #expect(found == (fires ? [said] : []))
    }
  }

  @Test("the longest of several states counts, and Apple's limit is 5,000 characters")
  func longest() async {
    func state(_ count: Int, _ line: Int) -> InteractiveMessageState {
      let at = StickerEngine.SourceLocation(line: line, column: 5)
      return InteractiveMessageState(
        [.init("a", Located(String(repeating: "b", count: count), at: at))], at: at)
    }
    var message = message([])
    message.exampleStates = [state(4000, 3), state(4976, 4)]  // plus 24 characters of URL before it
    #expect(findings(of: .messageUrl, on: message) == [])
    message.exampleStates += [state(4977, 5), state(4978, 6), state(4977, 7)]
    #expect(
      findings(of: .messageUrl, on: message) == [
        "6:5 error with this state, the URL has 5002 characters (limit: 5000)"
      ])
  }

  @Test("a label is required in the language of every other text, unless one has no language")
  func languages() async {
    var message = InteractiveMessageFile(path: path)
    message[.caption] = [
      "en": Located("a", at: place), "fr": Located("b", at: place), "und": Located("c", at: place),
    ]
    message[.accessibilityLabel] = ["en": Located("A vote", at: place)]
    #expect(
      findings(of: .messageAccessibility, on: message) == [
        "7:3 warning no accessibility-label in fr, but other text is in this language"
      ])
    message[.accessibilityLabel]["und"] = Located("A vote", at: place)
    #expect(findings(of: .messageAccessibility, on: message) == [])
  }

  @Test(
    "a participant's identifier is recognized in any position, and nothing else is",
    arguments: [
      ("$F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", true), ("a $f81d4fae-7dec-11d0-a765-00a0c91e6bf6b", true),
      ("$$F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", true), ("é%24F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", true),
      ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", false), ("$F81D4FAE-7DEC-11D0-A765-00A0C91E6BF", false),
      ("$ F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", false), ("$G81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", false),
      ("$F81D4FAE7DEC11D0A76500A0C91E6BF6", false), ("$", false), ("%2", false), ("%24", false),
    ])
  func participant(_ text: String, _ fires: Bool) async {
    var message = message([("who", text), (text, "")], at: "https://example.com/\(text)")
    for key in InteractiveMessageTextKey.allCases { message[key] = ["en": Located(text, at: place)] }
    let found = findings(of: .messageSenderId, on: message)
    #expect(found.count == (fires ? 3 + InteractiveMessageTextKey.allCases.count : 0))
  }

  @Test("ten thousand findings of a rule are listed as a hundred and a count")
  func limited() async {
    var message = message([])
    let text = Located("$F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", at: place)
    message.exampleStates = [InteractiveMessageState((0..<10_000).map { .init("i\($0)", text) }, at: place)]
    let found = findings(of: .messageSenderId, on: message)
    #expect(found.count == 101)
    #expect(found.first == "- error 10,000 problems in this file (the first 100 are listed)")
  }
}
