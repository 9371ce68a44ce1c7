import Testing

@testable import StickerEngine

private let limit = RuleOption(
  "min-pixels", 300, .pixels, in: 1...65_535, source: .appleStickerSizes, "the least that a side may measure")
private let book = Reference("A book", "It says so.", "https://example.org/book")

private let rule = Rule(
  id: "some-size", severity: .warning, summary: "Both sides | are fine.",
  reason: """
    Smaller art looks soft beside its neighbors; larger art spends bytes on pixels nobody sees, which is more
    than one line of text can hold.

    A second reason stands apart.
    """,
  advice: "Export it again.", options: [limit], references: [book], roles: .stickerAndFrameRoles,
  examples: [
    .passes("a good one", ExampleFile("a.png") { .unreadable("a sketch") }),
    .fires("a bad one", ExampleFile("a.png") { .unreadable("a sketch") }, message: "1 px: at least 300 px"),
  ],
  check: .asset { _, _ in [] })

@Suite struct RuleTextTests {
  @Test("`explain` prints everything, wrapped at 80 characters")
  func explain() {
    let text = explainText(for: rule)
    #expect(
      text == """
        some-size (warning): stickers and frames of an Xcode sticker sequence

        Both sides | are fine.

        Why
          Smaller art looks soft beside its neighbors; larger art spends bytes on pixels
          nobody sees, which is more than one line of text can hold.

          A second reason stands apart.

        What to do
          Export it again.

        Options
          min-pixels  300 px  the least that a side may measure (1 to 65,535 px)

        Sources
          A book: It says so. https://example.org/book

        Examples
          passes    a good one
          reported  a bad one
                    1 px: at least 300 px

        """)
  }

  @Test("the list aligns ids, severities and summaries")
  func list() {
    let other = Rule(
      id: "b", severity: .error, summary: "Yes.", reason: "", advice: "", examples: [],
      check: .pack { _, _ in [] })
    #expect(
      rulesListText(of: [rule, other]) == """
        some-size  warning  Both sides | are fine.
        b          error    Yes.

        """)
  }

  @Test("a page has the summary, reasons, options, sources and examples")
  func page() {
    let page = markdownPage(for: rule)
    #expect(page.hasPrefix("# some-size\n\nBoth sides | are fine.\n"))
    #expect(page.contains("| `min-pixels` | 300 px | 1 to 65,535 px | the least that a side may measure |"))
    #expect(page.contains("can hold.\n\nA second reason stands apart.\n"))
    #expect(page.contains("`some-size: { min-pixels: 300 }`"))
    #expect(page.contains("`--set some-size.min-pixels=300`"))
    #expect(page.contains("- [A book](https://example.org/book): It says so.\n"))
    #expect(page.contains("| a bad one | 1 px: at least 300 px |\n"))
    #expect(page.contains("| a good one | passes |\n"))
    #expect(page.split(separator: "\n").allSatisfy { $0.hasPrefix("|") || $0.count <= 110 })
  }

  @Test("a table links to the pages, and a pipe in text does not end its cell")
  func table() {
    let row = "| [some-size](docs/rules/some-size.md) | warning | Both sides \\| are fine. |\n"
    #expect(markdownTable(of: [rule], pagesIn: "docs/rules").hasSuffix(row))
    #expect(markdownTable(of: [rule], pagesIn: "").contains("](some-size.md)"))
  }

  @Test("reporters have distinct names")
  func names() {
    let names = Reporter.all.map(\.name)
    #expect(names.first == "text")
    #expect(Set(names).count == names.count)
  }
}
