import Testing

@testable import TemplateLogic

@Suite struct PollTextTests {
  @Test(
    "typed text becomes one line without disallowed characters",
    arguments: [
      ("  Pizza  ", "Pizza"), ("Pizza\nor pasta?", "Pizza or pasta?"), ("a\r\nb", "a  b"),
      ("a\u{2028}b", "a b"),
      ("\u{202E}azziP", "azziP"), ("Piz\u{200B}za", "Pizza"), ("\u{FEFF}Pizza", "Pizza"), ("a\u{0}b", "ab"),
      ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👩\u{200D}👧", "👩\u{200D}👧"),
      ("Où va-t-on\u{202F}?", "Où va-t-on\u{202F}?"),
    ])
  func clean(typed: String, text: String) throws {
    let made = try #require(PollText(typed: typed, as: .question))
    #expect(made.string.utf8.elementsEqual(text.utf8))
  }

  @Test(
    "text without visible characters is rejected",
    arguments: ["", " ", "\n", "\u{200B}", "\u{A0}\u{3000}", "\u{200D}", "\u{2800}"])
  func nothing(_ typed: String) { #expect(PollText(typed: typed, as: .choice) == nil) }

  @Test("text is truncated between characters, not inside one")
  func cut() throws {
    let typed = String(repeating: "a", count: 23) + "👩\u{200D}👧"
    #expect(try #require(PollText(typed: typed, as: .name)).string == String(repeating: "a", count: 23))
    // A letter with more marks than the limit of scalars is a single character.
    #expect(PollText(typed: "x" + String(repeating: "\u{301}", count: 1_000), as: .question) == nil)
  }

  @Test(
    "typed text is always valid in a message after it is cleaned", arguments: PollText.Purpose.allCases)
  func fits(_ purpose: PollText.Purpose) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let typed = (0..<Int.random(in: 0...200, using: &generator)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator)).map { Character($0) }
      }
      guard let text = PollText(typed: String(typed), as: purpose) else { continue }
      #expect(try PollText(received: text.string, as: purpose) == text)
    }
  }

  @Test("texts are equal only if their bytes are")
  func equality() throws {
    let (composed, decomposed) = (
      try PollText(received: "\u{E9}", as: .name), try PollText(received: "e\u{301}", as: .name)
    )
    #expect(composed.string == decomposed.string)
    #expect(composed != decomposed)
    #expect((composed < decomposed) != (decomposed < composed))
  }
}

@Suite struct MessageAddressTests {
  @Test(
    "an address has https, a host, and optionally a port and a path",
    arguments: [
      ("https://example.com/vote", "https://example.com/vote"),
      ("https://example.com", "https://example.com/"),
      ("https://a.example.com:8443/b/c.html", "https://a.example.com:8443/b/c.html"),
      ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
    ])
  func sound(text: String, address: String) { #expect(MessageAddress(text)?.text == address) }

  @Test(
    "any other address is invalid",
    arguments: [
      "", "http://example.com", "https://", "https:///vote", "example.com", "HTTPS://example.com",
      "https://example.com?", "https://example.com/?a=b", "https://example.com/#top",
      "https://me@example.com/",
      "https://example.com:0/", "https://example.com:65536/", "https://example.com:+80/",
      "https://exa mple.com/",
      "https://bücher.example/", "https://example..com/", "https://-example.com/", "https://example.com:1:2/",
      "https://example.com/%zz", "https://example.com/a b", "data:text/plain,hello",
    ])
  func unsound(_ text: String) { #expect(MessageAddress(text) == nil) }
}
