import Testing

@testable import StickerEngine

@Suite("pack file edits") struct PackFileEditTests {
  private func editedText(_ text: String, _ edits: PackFileEdit...) throws -> String {
    var bytes = Array(text.utf8)
    for edit in edits { bytes = try editedPackFile(bytes, applying: edit) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let head = """
    # Mine.
    name: 'Cats'   # for now
    x-team: { lead: "Ann" }
    languages: [en, "fr"]   # two
    stickers:

    """
  private static let first = """
      # The first,
      # of two lines.
      - file: wave.png   # waves
        description: { en: "A cat waves", fr: }
        keywords:
          # the best
          - hello
          - wave # twice
        x-note: kept

    """
  private static let second = """
      # The second.
      - { file: a.png, keywords: [x] }

    """
  private static let third = """
      # The third.
      - file: "b.png"
        description:
          en: A bee
        # description: later

    """
  private static let end = "# The end.\n"

  private let start = head + first + "\n" + second + third + end

  @Test("author and publisher are written in place and removed again")
  func credits() throws {
    let named = try editedText(start, .author("Ada #1"), .publisher("Cats & Co"))
    #expect(named.contains("\nauthor: \"Ada #1\"\npublisher: \"Cats & Co\"\nx-team:"), "\(named)")
    let said = try readPackFile(Array(named.utf8), isFile: { _ in true })
    #expect(said.metadata.credits.author == "Ada #1" && said.metadata.credits.publisher == "Cats & Co")
    #expect(try editedText(named, .author("Eve")) == named.replacing("Ada #1", with: "Eve"))
    #expect(try editedText(named, .author(""), .publisher("")) == start)
  }

  @Test("other edits keep the key that localizes the catalog")
  func localize() throws {
    let localized = start.replacing("# two\n", with: "# two\nlocalize: true   # tried\n")
    let changed = try editedText(
      localized, .languages(["en", "fr", "de"]), .author("Ada"), .reorder([2, 1, 0]))
    #expect(changed.contains("\nlocalize: true   # tried\n"), "\(changed)")
    #expect(try readPackFile(Array(changed.utf8), isFile: { _ in true }).localizesCatalog == true)
  }

  @Test("editing a name in several languages changes the displayed one and drops removed languages")
  func localizedName() throws {
    let text = "name: { en: Cats, fr: 'Chats' }   # both\nlanguages: [fr, en]\n"
    #expect(try editedText(text, .name("Minous")) == text.replacing("'Chats'", with: "'Minous'"))
    #expect(try editedText(text, .name("Chats")) == text)
    #expect(try editedText(text, .name("")) == "languages: [fr, en]\n")
    let fewer = try readPackFile(Array(try editedText(text, .languages(["en"])).utf8), isFile: { _ in true })
    #expect(fewer.metadata.localizedNames == ["en": "Cats"] && fewer.metadata.languages == ["en"])
  }

  @Test("names keep their quotes and the comment after them") func name() throws {
    #expect(try editedText(start, .name("Cat's")) == start.replacing("'Cats'", with: "'Cat''s'"))
    #expect(try editedText(start, .name("a\nb")) == start.replacing("'Cats'", with: "\"a\\u000Ab\""))
    #expect(try editedText(start, .name("")) == start.replacing("name: 'Cats'   # for now\n", with: ""))
    #expect(try editedText("", .name("A: #b")) == "name: \"A: #b\"\n")
    #expect(
      try editedText("stickers:\r\n- file: a.png", .name("A")) == "name: \"A\"\r\nstickers:\r\n- file: a.png")
    #expect(try editedText("name: x\n", .name("y z")) == "name: y z\n")
    #expect(try editedText("name: x\n", .name("no")) == "name: \"no\"\n")
  }

  @Test("a sticker moves with the comments above it, and everything in between stays") func order() throws {
    let moved = Self.head + Self.third + "\n" + Self.first + Self.second + Self.end
    #expect(try editedText(start, .reorder([2, 0, 1])) == moved)
    #expect(try editedText(start, .reorder([2, 0, 1]), .reorder([1, 2, 0])) == start)
    #expect(throws: Diagnostic.self) { try editedText(start, .reorder([0, 1])) }
    #expect(throws: Diagnostic.self) { try editedText(start, .reorder([0, 1, 1])) }
  }

  @Test("a removed sticker takes its comments with it, and another is added") func fewerAndMore() throws {
    let second = "  # The second.\n  - { file: a.png, keywords: [x] }\n"
    #expect(try editedText(start, .removeStickers([1])) == start.replacing(second, with: ""))
    let new = "  - file: \"c d.png\"\n    description:\n      en:\n      fr:\n# The end."
    #expect(
      try editedText(start, .addStickers([Path("c d.png")])) == start.replacing("# The end.", with: new))
    let one = "stickers:\n  - file: a.png\n"
    #expect(try editedText(one, .removeStickers([0])) == "stickers:\n")
    #expect(
      try editedText(one, .removeStickers([0]), .addStickers([Path("b.png")]))
        == "stickers:\n  - file: \"b.png\"\n"
    )
    #expect(
      try editedText("name: x", .addStickers([Path("b.png")])) == "name: x\nstickers:\n  - file: \"b.png\"\n")
    #expect(
      try editedText("stickers: [] # none\n", .addStickers([Path("b.png")]))
        == "stickers:  # none\n  - file: \"b.png\"\n")
  }

  @Test("descriptions are written under their sticker") func descriptions() throws {
    func describe(_ text: String, _ sticker: Int, _ language: String, _ new: String) throws -> String {
      try editedText(text, .description(sticker: sticker, language: language, new))
    }
    #expect(try describe(start, 0, "en", "Hi") == start.replacing("A cat waves", with: "Hi"))
    #expect(try describe(start, 0, "fr", "Salut") == start.replacing("fr: }", with: "fr: \"Salut\" }"))
    #expect(try describe(start, 0, "de", "Hallo") == start.replacing("fr: }", with: "fr: , de: \"Hallo\" }"))
    #expect(try describe(start, 2, "en", "A bird") == start.replacing("A bee", with: "A bird"))
    #expect(try describe(start, 2, "en", "") == start.replacing("en: A bee", with: "en:"))
    #expect(
      try describe(start, 2, "fr", "Une abeille")
        == start.replacing("en: A bee\n", with: "en: A bee\n      fr: \"Une abeille\"\n"))
    #expect(
      try describe(start, 1, "en", "A") == start.replacing("[x] }", with: "[x], description: { en: \"A\" } }")
    )
    let only = "languages: [en]\nstickers:\n  - file: a.png\n    description: >\n      A cat\n      waves\n"
    #expect(
      try describe(only, 0, "en", "B")
        == "languages: [en]\nstickers:\n  - file: a.png\n    description: \"B\"\n")
    #expect(
      try describe(only, 0, "fr", "C")
        == "languages: [en]\nstickers:\n  - file: a.png\n"
        + "    description: { en: \"A cat waves\\u000A\", fr: \"C\" }\n"
    )
  }

  @Test("a single text keeps its language when others are added") func languages() throws {
    let one = "languages: [en]\nstickers:\n  - file: a.png\n    description: A cat\n"
    #expect(
      try editedText(one, .languages(["en", "fr"]))
        == "languages: [en, \"fr\"]\nstickers:\n  - file: a.png\n    description: { en: \"A cat\" }\n")
  }

  @Test("removing a language removes its text, and removing all languages keeps it") func unspoken() throws {
    let without = start.replacing("[en, \"fr\"]", with: "[en]").replacing(", fr: }", with: " }")
    #expect(try editedText(start, .languages(["en"])) == without)
    let french = try editedText(start, .languages(["fr"]))
    #expect(
      french.contains("description: { fr: }") && french.contains("  description:\n    # description: later"))
    let none = try editedText(start, .languages([]))
    #expect(none == start.replacing("[en, \"fr\"]", with: "[]"))
    let one = "languages: [en]\nstickers:\n  - file: a.png\n    description: A cat\n"
    #expect(try editedText(one, .languages(["de"])).hasSuffix("file: a.png\n    description:\n"))
    #expect(
      try editedText(one, .languages([])).hasSuffix("file: a.png\n    description: { en: \"A cat\" }\n"))
  }

  @Test("emoji are written as a list") func emoji() throws {
    #expect(
      try editedText("stickers:\n  - file: a.png\n    keywords: [x]\n", .emoji(sticker: 0, ["👋", "❤️"]))
        == "stickers:\n  - file: a.png\n    keywords: [x]\n    emoji: [\"👋\", \"❤️\"]\n")
    #expect(
      try editedText("stickers: [{ file: a.png, emoji: [👋] }]\n", .emoji(sticker: 0, []))
        == "stickers: [{ file: a.png, emoji: [] }]\n")
  }

  @Test("removing the icon removes its background color, unless the pack has icons for single sizes")
  func noIcon() throws {
    let color = "icon-background: \"#00FFD5\"\n"
    #expect(try editedText("icon-sticker: a.png\n\(color)", .icon(nil)) == "")
    let slots = "icons: { iphone-29x29@2x: i.png }\n"
    #expect(try editedText("icon: a.png\n\(color)\(slots)", .icon(nil)) == color + slots)
  }

  @Test("edits to keywords keep the formatting and comments of those that stay") func keywords() throws {
    #expect(
      try editedText(start, .keywords(sticker: 0, ["wave", "new"]))
        == start.replacing(
          "      # the best\n      - hello\n      - wave # twice\n",
          with: "      # the best\n      - wave # twice\n      - \"new\"\n"))
    #expect(
      try editedText(start, .keywords(sticker: 1, ["y", "x"])) == start.replacing("[x]", with: "[\"y\", x]"))
    #expect(
      try editedText(start, .keywords(sticker: 2, ["y"]))
        == start.replacing(
          "    # description: later\n", with: "    keywords: [\"y\"]\n    # description: later\n"))
  }

  @Test("an icon is a file or a sticker, never both") func icon() throws {
    let drawn = try editedText(
      "icon: i.png\nstickers:\n  - file: a.png\n", .icon(.sticker(Path("a.png"), background: 0xFFD5)))
    #expect(drawn == "icon-sticker: \"a.png\"\nicon-background: \"#00FFD5\"\nstickers:\n  - file: a.png\n")
    let description = try readPackFile(Array(drawn.utf8), isFile: { _ in true })
    #expect(description.iconSticker?.value == Path("a.png") && description.iconBackground == 0xFFD5)
    #expect(try editedText(drawn, .icon(.file(Path("i.png")))).hasPrefix("icon: \"i.png\"\nicon-background"))
    for wrong in ["icon: i.png\nicon-sticker: a.png", "icon-sticker: b.png"] {
      #expect(throws: Diagnostic.self) {
        try readPackFile(Array("\(wrong)\nstickers: [{file: a.png}]".utf8), isFile: { _ in true })
      }
    }
  }

  @Test(
    "edits that only a person can make are refused with a reason",
    arguments: [
      ("{ stickers: [{ file: a.png }] }", PackFileEdit.gridSize(.small), false),
      ("{ grid-size: small }", .gridSize(nil), true),
      ("stickers:\n  -\n    file: a.png\n  - file: b.png\n", .reorder([1, 0]), true),
      ("stickers: [{ file: a.png }, # a\n { file: b.png }]\n", .reorder([1, 0]), true),
      ("stickers:\n  - file: a.png\n    file: b.png\n", .name("x"), true),
      ("name: &a x\nx-b: *a\n", .name("x"), true),
      ("name: [", .name("x"), true),
      ("a\rb: c", .name("x"), true),
      (
        "stickers:\n  - file: a.png\n    description: | # note\n      A\n",
        .description(sticker: 0, language: "und", "B"), true
      ),
    ])
  func refused(_ text: String, _ edit: PackFileEdit, _ isRefused: Bool) throws {
    if isRefused {
      let error = #expect(throws: Diagnostic.self) { try editedPackFile(Array(text.utf8), applying: edit) }
      #expect(error?.refusedEditText.contains(" automatically: ") == true)
    } else {
      _ = try editedPackFile(Array(text.utf8), applying: edit)
    }
  }
}
