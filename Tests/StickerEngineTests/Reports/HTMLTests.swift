import Testing

@testable import StickerEngine

@Suite("HTML interpolation") struct HTMLTests {
  @Test("interpolated values are escaped as text, in elements and attributes")
  func escaped() {
    let hostile = "<b a='1' b=\"2\">&amp;</b>"
    let html: HTML = "<i title=\"\(hostile)\">\(hostile)</i>"
    let text = "&lt;b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;amp;&lt;/b&gt;"
    #expect(html.markup == "<i title=\"\(text)\">\(text)</i>")
  }

  @Test("control and direction characters are shown as numbers")
  func harmless() {
    let html: HTML = "<p>\("a\n\u{202E}b\u{0}")\(Path(bytes: [0xFF]))</p>"
    #expect(html.markup == "<p>a\\u{A}\\u{202E}b\\u{0}\\xFF</p>")
  }

  @Test("interpolated markup stays markup")
  func nested() {
    let items = ["a", "<b>"].map { "<li>\($0)</li>" as HTML }
    let none: HTML? = nil
    #expect(
      ("<ul>\(items)\(none)\(HTML(items))</ul>\(3)" as HTML).markup
        == "<ul><li>a</li><li>&lt;b&gt;</li><li>a</li><li>&lt;b&gt;</li></ul>3")
  }

  @Test(
    "links lead only to the web or into the page",
    arguments: [
      ("https://example.com/?a=1&b=\"", "https://example.com/?a=1&amp;b=&quot;"), ("#rule-1", "#rule-1"),
      ("javascript:alert(1)", "#"), ("data:text/html,x", "#"), (" https://a", "#"), ("//a", "#"),
      ("http://a", "#"),
    ])
  func address(_ address: String, _ expected: String) {
    let html: HTML = "<a href=\"\(address: address)\">"
    #expect(html.markup == "<a href=\"\(expected)\">")
  }

  @Test("a page says that all is well or that nothing was checked")
  func quiet() {
    #expect(Reporter.html.render(report([asset(Path("a.png"))])).contains("All files pass."))
    #expect(Reporter.html.render(report([])).contains("No files were checked."))
  }

  @Test("a page does not say that files with accepted findings have none")
  func accepted() {
    let page = Reporter.html.render(sampleReport.removingAccepted { _ in true })
    #expect(page.contains("<title>No new findings"))
    #expect(page.contains("No new findings. The baseline accepts 5 findings."))
    #expect(page.contains("<summary>3 files without new findings</summary>"))
    #expect(!page.contains("All files pass") && !page.contains("without findings"))
  }

  @Test("a page loads nothing from elsewhere")
  func alone() {
    let whole = Reporter.html.render(sampleReport)
    let link =
      "<a href=\"https://OWNER.github.io/stickerlint/rules/pixel-dimensions.html\">pixel-dimensions</a>"
    #expect(whole.contains("<th scope=\"row\">\(link)</th>"))
    // Links point to other pages, but load nothing.
    let page = whole.replacing(/<a href="https:[^"]*">/, with: "")
    for word in ["http", "url(", "@import", "<script", "<link", "src="] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
  }
}
