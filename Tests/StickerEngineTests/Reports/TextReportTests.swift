import Testing

@testable import StickerEngine

@Suite struct TextReportTests {
  @Test("findings are grouped by file, followed by advice per rule and counts")
  func layout() {
    #expect(
      Reporter.text.render(sampleReport) == """
        art/moon.png
          error    pixel-dimensions  617 × 299 px: the shorter side must be at least 300 px
          hint     icon-image        617 × 299 px: not square

        art/sun.png
          error    pixel-dimensions  900 × 900 px: at most 618 px
          warning  frame-delay       frame 3 lasts 16.6 ms; at least 20 ms

        art
          warning  mixed-sizes       2 sizes; 1 is best

        What to do
          pixel-dimensions  Do something about pixel-dimensions.
          frame-delay       Do something about frame-delay.
          mixed-sizes       Do something about mixed-sizes.
          icon-image        Do something about icon-image.

        3 files: 2 errors, 2 warnings, 1 hint

        """)
  }

  @Test("files without findings are only counted")
  func clean() {
    #expect(Reporter.text.render(report([asset(Path("a.png"))])) == "1 file: no findings\n")
    #expect(Reporter.text.render(report([])) == "0 files: no findings\n")
  }

  @Test("colors add only escape sequences")
  func colors() {
    let colored = Reporter.text(style: .ansi).render(sampleReport)
    #expect(!colored.contains("\u{1B}]"))
    let plain = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(plain == Reporter.text.render(sampleReport))
    #expect(colored.contains("\u{1B}[1;31merror    \u{1B}[0m"))
    #expect(!Reporter.text.render(sampleReport).contains("\u{1B}"))
  }

  @Test("a hostile name cannot control the terminal or break a line", arguments: hostilePaths)
  func hostileName(_ path: Path) {
    let one = report([asset(path, finding("file-size", .error, on: path, "too large: \u{1B}[31m\r"))])
    for reporter in [Reporter.text, .concise] {
      let text = reporter.render(one)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || UntrustedText.isHarmless($0) })
    }
    #expect(Reporter.concise.render(one).split(separator: "\n").count == 1)
  }

  @Test("a name with invalid UTF-8 shows its bytes")
  func foreignBytes() {
    let path = Path(bytes: Array("caf".utf8) + [0xE9] + Array(".png".utf8))
    let one = report([asset(path, finding("file-size", .error, on: path, "x"))])
    #expect(Reporter.concise.render(one) == "caf\\xE9.png: error file-size: x\n")
  }
}

@Suite("build log commands") struct LogCommandTests {
  @Test(
    "a name that a CI runner would take as a command is broken up, and no other text changes",
    arguments: [
      ("::error::a", "\\u{3A}:error::a"), (" \u{3000}::error::a", " \u{3000}\\u{3A}:error::a"),
      ("::", "\\u{3A}:"),
      ("a::b", "a::b"), (":a", ":a"), ("##[error]", "#\\u{23}[error]"), ("a##[b", "a#\\u{23}[b"),
      ("##vso[a]", "#\\u{23}vso[a]"), ("###[a]", "##\\u{23}[a]"), ("##a b[", "##a b["), ("#[a]", "#[a]"),
      ("##", "##"),
      ("#\u{200B}#[a]", "#\\u{200B}#[a]"),
    ])
  func broken(_ name: String, _ shown: String) {
    #expect(Path(name).displayText == shown)
    #expect(UntrustedText(shown).displayText == shown)
  }
}

@Suite struct ConciseReportTests {
  @Test("one line per finding in report order")
  func lines() {
    #expect(
      Reporter.concise.render(sampleReport) == """
        art/moon.png: error pixel-dimensions: 617 × 299 px: the shorter side must be at least 300 px
        art/moon.png: hint icon-image: 617 × 299 px: not square
        art/sun.png: warning frame-delay: frame 3 lasts 16.6 ms; at least 20 ms
        art/sun.png: error pixel-dimensions: 900 × 900 px: at most 618 px
        art: warning mixed-sizes: 2 sizes; 1 is best

        """)
  }

  @Test("a report without findings prints nothing")
  func silent() {
    #expect(Reporter.concise.render(report([asset(Path("a.png"))])) == "")
  }
}

@Suite struct XcodeReportTests {
  @Test("every finding is a compiler-style line, and an image's location is line 1")
  func lines() {
    #expect(
      Reporter.xcode.render(sampleReport) == """
        art/moon.png:1:1: error: 617 × 299 px: the shorter side must be at least 300 px [pixel-dimensions]
        art/moon.png:1:1: note: 617 × 299 px: not square [icon-image]
        art/sun.png:1:1: warning: frame 3 lasts 16.6 ms; at least 20 ms [frame-delay]
        art/sun.png:1:1: error: 900 × 900 px: at most 618 px [pixel-dimensions]
        art:1:1: warning: 2 sizes; 1 is best [mixed-sizes]

        """)
  }

  @Test("a location in a text file has line and column")
  func places() {
    let path = Path("P.stickerpack/Contents.json")
    let place = FindingLocation.text(StickerEngine.SourceLocation(line: 7, column: 5))
    let one = report([asset(path, finding("catalog-json", .error, on: path, "no", at: place))])
    #expect(Reporter.xcode.render(one) == "P.stickerpack/Contents.json:7:5: error: no [catalog-json]\n")
  }
}
