import Foundation
import Testing

@testable import TemplateLogic

@Suite struct LayoutTextsTests {
  private func facts(_ poll: Poll, sender: String = "") -> LayoutFacts {
    LayoutFacts(poll, sender: sender, somebody: "Somebody", noLeader: "no votes yet") {
      $0.joined(separator: ", ")
    }
  }

  private func voted(_ ballots: [Set<Int>]) -> Poll {
    var generator = SeededGenerator(seed: seed)
    return ballots.reduce(simplePoll("Dinner?", ["Pizza", "Pasta", "Soup"])) { poll, choices in
      var memory = DeviceMemory()
      return memory.vote(in: poll, selectedChoices: choices, name: "", using: &generator)
    }
  }

  @Test("placeholders are replaced, and the inserted text does not change the direction around it")
  func filled() {
    let facts = facts(voted([[0], [0, 1]]), sender: "$ID")
    #expect(facts.fill("{sender}: {question} {votes}") == "$ID: \u{2068}Dinner?\u{2069} 2")
    #expect(
      facts.fill("{leader} of {choices}") == "\u{2068}Pizza\u{2069} of \u{2068}Pizza, Pasta, Soup\u{2069}")
  }

  @Test("plain text gets isolates only around right-to-left text")
  func plainText() {
    for text in ["", "Pizza", "Caf\u{E9} 寿司 🍕"] { #expect(isolatedIfRightToLeft(text) == text) }
    for text in ["פיצה", "بيتزا", "Pizza פ", "\u{1E900}"] {
      #expect(isolatedIfRightToLeft(text) == "\u{2068}\(text)\u{2069}")
    }
  }

  @Test("in a tie, all leading choices are listed; without votes, the text for no leader is used")
  func leaders() {
    #expect(facts(voted([[0], [2]])).leader == "Pizza, Soup")
    #expect(facts(voted([])).leader == "no votes yet")
    #expect(facts(voted([[]])).leader == "no votes yet")
  }

  @Test(
    "inserted text is not searched for placeholders, and other braces are kept",
    arguments: [
      ("{votes", "{votes"), ("{}", "{}"), ("{Votes}", "{Votes}"), ("{{votes}}", "{0}"), ("} {", "} {"),
      ("{question}", "\u{2068}{votes} {\u{2069}"), ("{vo{votes}", "{vo0"),
    ])
  func braces(format: String, text: String) {
    #expect(facts(simplePoll("{votes} {")).fill(format) == text)
  }

  @Test("text that is empty after it is filled is nil")
  func empty() {
    var texts = LayoutTexts()
    (texts.caption, texts.subcaption, texts.summary) = ("{sender}", " {sender} ", "{votes}")
    let filled = texts.filled(with: facts(simplePoll()))
    #expect(filled.caption == nil && filled.subcaption == nil && filled.imageTitle == nil)
    #expect(filled.summary == "0")
  }

  @Test("`{sender}` is a name only in the text around the image, and `somebody` elsewhere")
  func somebody() {
    var texts = LayoutTexts()
    (texts.caption, texts.imageTitle) = ("{sender}", "{sender}")
    (texts.summary, texts.accessibilityLabel) = ("{sender} asks", "{sender}: {votes}")
    let filled = texts.filled(with: facts(simplePoll(), sender: "$ID"))
    #expect(filled.caption == "$ID" && filled.imageTitle == "$ID")
    #expect(filled.summary == "Somebody asks" && filled.accessibilityLabel == "Somebody: 0")
  }

  @Test("default captions are used only if no caption is set; every other text has its own default")
  func defaults() {
    var defaults = LayoutTexts()
    (defaults.subcaption, defaults.trailingCaption, defaults.trailingSubcaption) = ("1", "2", "3")
    (defaults.summary, defaults.accessibilityLabel) = ("4", "5")
    #expect(LayoutTexts().completed(by: defaults) == defaults)
    for caption in [\LayoutTexts.caption, \.subcaption, \.trailingCaption, \.trailingSubcaption] {
      var (own, expected) = (LayoutTexts(), LayoutTexts())
      (own[keyPath: caption], own.summary) = ("own", "own")
      expected[keyPath: caption] = "own"
      (expected.summary, expected.accessibilityLabel) = ("own", "5")
      #expect(own.completed(by: defaults) == expected)
    }
    var titled = LayoutTexts()
    titled.imageTitle = "own"
    #expect(titled.completed(by: defaults).trailingCaption == "2")
  }

  @Test("all eight texts are filled")
  func all() {
    var texts = LayoutTexts()
    (texts.imageTitle, texts.imageSubtitle, texts.caption, texts.subcaption) = (
      "1{votes}", "2{votes}", "3{votes}", "4{votes}"
    )
    (texts.trailingCaption, texts.trailingSubcaption) = ("5{votes}", "6{votes}")
    (texts.summary, texts.accessibilityLabel) = ("7{votes}", "8{votes}")
    let filled = texts.filled(with: facts(voted([[1]])))
    #expect(
      [filled.imageTitle, filled.imageSubtitle, filled.caption, filled.subcaption] == [
        "11", "21", "31", "41",
      ])
    #expect([filled.trailingCaption, filled.trailingSubcaption] == ["51", "61"])
    #expect([filled.summary, filled.accessibilityLabel] == ["71", "81"])
  }

  @Test("a participant is written in the form that Messages replaces")
  func participant() throws {
    let id = try #require(UUID(uuidString: "8F5AE3F1-58C2-4D4C-8C3B-2F41B8B1C3D7"))
    #expect(ParticipantName.caption(for: id) == "$8F5AE3F1-58C2-4D4C-8C3B-2F41B8B1C3D7")
  }
}
