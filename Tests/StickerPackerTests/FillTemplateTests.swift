import Testing

@testable import StickerPacker

@Suite struct FillTemplateTests {
  private static func filled(_ text: String, _ value: String, _ path: String) -> String {
    let values = TemplateValues(
      appName: "Monkey", logicPackageName: "MonkeyLogic", numbers: [:], texts: ["name": value])
    return values.filledTemplate(text, path: path)
  }

  @Test("names are inserted everywhere, even in paths, and an unknown placeholder stays") func names() {
    #expect(
      Self.filled("import TemplateLogic // TemplateName, TemplateLogicTests «other» «", "", "a.swift")
        == "import MonkeyLogic // Monkey, MonkeyLogicTests «other» «")
    let gaps = TemplateValues(
      appName: "Monkey", logicPackageName: "MonkeyLogic", numbers: ["most": 1_050_007], texts: [:])
    #expect(gaps.replacingTemplateNames("Sources/TemplateLogic/A.swift") == "Sources/MonkeyLogic/A.swift")
    #expect(
      gaps.filledTemplate("let most = 1..<500_000 /*«most»*/ // «other»", path: "a.swift")
        == "let most = 1..<1_050_007 // «other»")
  }

  @Test("an expression replaces the sample value of a constant") func expressions() {
    var values = TemplateValues(appName: "Monkey", logicPackageName: "MonkeyLogic", numbers: [:], texts: [:])
    values.swiftExpressions = ["size": ".large", "tags": swiftLiteral(["en", "a\"]"])]
    #expect(
      values.filledTemplate("let a: Size = .small /*«size»*/\nlet b = [\"x\"] /*«tags»*/\n", path: "a.swift")
        == "let a: Size = .large\nlet b = [\"en\", \"a\\\"]\"]\n")
  }

  /// The expected values are written by hand from the description of each format.
  @Test(
    "inserted text cannot end a literal, run code or change the text direction",
    arguments: [
      ("a.swift", #"a "b" \(c) \n"#, #"a \"b\" \\(c) \\n"#),
      ("a.swift", "line\nend\u{202E}", "line\\u{a}end\\u{202e}"),
      ("Localizable.strings", "\"; \"x\" = \"", #"\"; \"x\" = \""#),
      ("Localizable.strings", "a\\b\nc\u{7}", #"a\\b\nc\U0007"#),
      (
        "index.html", "</script><img src=x onerror='1'>&",
        "&lt;/script&gt;&lt;img src=x onerror=&#39;1&#39;&gt;&amp;"
      ),
      ("README.md", "# [a](b) `c` *d*", "\\# \\[a\\]\\(b\\) \\`c\\` \\*d\\*"),
      ("a.swift", "猿 😀 é", "猿 😀 é"),
    ])
  func escapes(_ path: String, _ text: String, _ expected: String) {
    #expect(Self.filled("«name»", text, path) == expected)
    #expect(Self.filled("\"«name»\" TemplateName", text, path) == "\"\(expected)\" Monkey")
  }

  @Test("inserted text that contains a placeholder is not expanded again") func notTwice() {
    #expect(Self.filled("«name»", "«name» TemplateLogic", "a.swift") == "«name» TemplateLogic")
  }
}
