import Testing

@testable import StickerEngine

@Suite struct MarkdownReportTests {
  private func many(_ count: Int) -> Report {
    report(
      (0..<count).map { number in
        let path = Path("art/\(number).png")
        return asset(path, finding("file-size", .error, on: path, "figure"))
      })
  }

  @Test("counts come first, then a table of rules, then findings by file")
  func whole() {
    let page = "https://OWNER.github.io/stickerlint/rules"
    #expect(
      Reporter.markdown.render(sampleReport) == """
        ### stickerlint: 2 errors, 2 warnings, 1 hint in 3 files

        | rule | severity | findings | files | what to do |
        |---|---|--:|--:|---|
        | [`pixel-dimensions`](\(page)/pixel-dimensions.html) | error | 2 | 2 | Do something about pixel-dimensions. |
        | [`frame-delay`](\(page)/frame-delay.html) | warning | 1 | 1 | Do something about frame-delay. |
        | [`mixed-sizes`](\(page)/mixed-sizes.html) | warning | 1 | 1 | Do something about mixed-sizes. |
        | [`icon-image`](\(page)/icon-image.html) | hint | 1 | 1 | Do something about icon-image. |

        - `art/moon.png`
          - **error** `pixel-dimensions`: 617 × 299 px: the shorter side must be at least 300 px
          - **hint** `icon-image`: 617 × 299 px: not square
        - `art/sun.png`
          - **error** `pixel-dimensions`: 900 × 900 px: at most 618 px
          - **warning** `frame-delay`: frame 3 lasts 16.6 ms; at least 20 ms
        - `art`
          - **warning** `mixed-sizes`: 2 sizes; 1 is best

        """)
  }

  @Test("a rule that is not built in has no link") func custom() {
    let path = Path("a.png")
    let text = Reporter.markdown.render(report([asset(path, finding("house-style", .error, on: path, "x"))]))
    #expect(text.contains("\n| `house-style` | error | 1 | 1 |"), "\(text)")
    #expect(!text.contains("]("), "\(text)")
  }

  @Test("a report without findings is one line")
  func quiet() {
    #expect(
      Reporter.markdown.render(report([asset(Path("a.png"))])) == "### stickerlint: no findings in 1 file\n")
  }

  @Test("many files are folded, and nothing is lost while there is room")
  func folded() {
    let text = Reporter.markdown.render(many(40))
    #expect(text.contains("<summary>32 more files</summary>"))
    #expect(text.hasSuffix("\n</details>\n"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("- `") } == 40)
  }

  @Test(
    "a size limit is kept, and omitted parts are counted", arguments: [300, 400, 700, 1000, 5000, 65_000])
  func bounded(_ bytes: Int) throws {
    let text = markdownReport(many(5000), atMost: bytes)
    #expect(text.utf8.count <= bytes)
    let shown = text.split(separator: "\n").count { $0.hasPrefix("  - **") }
    #expect(shown < 5000)
    let last = try #require(text.split(separator: "\n").last)
    #expect(last.replacing(" ", with: "").hasPrefix("\(5000 - shown)finding"))
    #expect(text.contains("<details>") == text.contains("</details>"))
  }

  @Test("if not even the counts fit, the report is empty") func none() {
    #expect(markdownReport(many(1), atMost: 60) == "")
    #expect(markdownReport(many(1), atMost: -1) == "")
  }
}
