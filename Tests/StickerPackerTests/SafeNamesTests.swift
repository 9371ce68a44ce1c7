import Testing

@testable import StickerPacker

@Suite struct SafeNamesTests {
  private func names(_ names: [String]) -> [String] { safeNames(names).map(\.name) }

  @Test(
    "safe names stay as they are",
    arguments: [
      "wave", "Wave 2 (final)_v1.3", "été", "波", "ありがとう", "हाथी", "a-", "42", "com10", "console",
    ])
  func kept(_ name: String) {
    #expect(safeNames([name]) == [SafeName(name: name, changeReason: nil)])
  }

  @Test(
    "other names become safe",
    arguments: [
      ("wow!", "wow"), ("a/b", "a-b"), ("a\\b:c", "a-b-c"), ("..", "sticker"), (".hidden", "hidden"),
      ("", "sticker"),
      ("-rf", "rf"), (" padded ", "padded"), ("end.", "end"), ("a\u{202E}b", "a-b"),
      ("tab\there", "tab-here"),
      ("line\nfeed", "line-feed"), ("zero\0", "zero"), ("🙈", "sticker"), ("love ❤️ you", "love - you"),
      ("con", "sticker-con"), ("LPT1.old", "sticker-LPT1.old"), ("\u{301}x", "x"), ("a\u{3164}", "a"),
      ("\u{FFFD}", "sticker"), ("100%", "100"), ("a***b", "a-b"),
    ])
  func madeSafe(_ original: String, _ expected: String) {
    #expect(safeNames([original]) == [SafeName(name: expected, changeReason: .unsafeName)])
  }

  @Test("names that a file system may treat as equal get numbers")
  func unique() {
    #expect(names(["a", "A", "a"]) == ["a", "A-2", "a-3"])
    #expect(names(["caf\u{E9}", "cafe\u{301}", "CAFÉ"]) == ["caf\u{E9}", "cafe\u{301}-2", "CAFÉ-3"])
    #expect(names(["Straße", "STRASSE"]) == ["Straße", "STRASSE-2"])
    #expect(safeNames(["a", "a"])[1].changeReason == .duplicateIgnoringCaseAndPunctuation)
  }

  @Test("names with the same identifier get numbers")
  func identifiers() {
    #expect(names(["my heart", "my-heart", "My_Heart."]) == ["my heart", "my-heart-2", "My_Heart-3"])
    #expect(names(["()", "(-)"]) == ["()", "(-)"])
  }

  @Test("an already safe name is kept even if a changed name would equal it")
  func safeFirst() {
    #expect(names(["wave!", "wave", "wave?"]) == ["wave-2", "wave", "wave-3"])
    #expect(names(["a", "a", "a-2"]) == ["a", "a-3", "a-2"])
  }

  @Test("a name is truncated between characters to at most 92 bytes")
  func length() {
    #expect(names([String(repeating: "a", count: 300)]) == [String(repeating: "a", count: 92)])
    #expect(names([String(repeating: "波", count: 40)]) == [String(repeating: "波", count: 30)])
    let long = String(repeating: "b", count: 92)
    #expect(names([long, long]) == [long, String(repeating: "b", count: 90) + "-2"])
  }

  @Test("ten thousand equal names all become distinct")
  func many() {
    let result = names([String](repeating: "x!", count: 10_000))
    #expect(Set(result).count == 10_000)
    #expect(result.last == "x-10000")
  }
}
