import Testing

@testable import StickerEngine
@testable import StickerPage

@Suite("explanations of rules on the page") struct RuleExplanationTests {
  @Test("other rules are named by their titles, and code keeps its form")
  func titles() {
    #expect(
      htmlReplacingBackticks("shorter than `frame-delay` allows, as in `a<b`").markup
        == "shorter than “Frame delay” allows, as in <code>a&lt;b</code>")
    #expect(htmlReplacingBackticks("one ` only").markup == "one ` only")
  }

  @Test("no explanation shows the id of a rule in code", arguments: Rule.all)
  func ids(_ rule: Rule) {
    let page = ruleExplanationPage(rule)
    for other in Rule.all where other.id != RuleID.gridSize {
      #expect(!page.contains("<code>\(other.id)</code>"))
    }
    #expect(!page.contains("`"))
  }

  @Test("rules about motion have moving examples, and flashing examples do not move")
  func motion() throws {
    for id in ["finite-loop", "frame-delay", "low-frame-rate", "loop-jump"] {
      let rule = try #require(Rule.all.first { $0.id == id })
      #expect(ruleExplanationPage(rule).contains("<div class=\"examples\" data-moving>"))
    }
    for id in ["flashing", "strobe"] {
      let rule = try #require(Rule.all.first { $0.id == id })
      #expect(ruleExplanationPage(rule).contains("<div class=\"examples\">"))
    }
  }
}
