import Testing

@testable import StickerEngine

@Suite("pack files") struct PackFileTests {
  @Test("the keys of a typical pack file are read")
  func whole() throws {
    let description = try read(
      """
      name: Monkey Business          # shown in Messages
      bundle-identifier: com.example.monkey
      team: A1B2C3D4E5
      version: 1.10
      build: 7
      grid-size: large
      icon: art/icon.png
      icon-background: "#FFD54F"
      background: "#00ff80"
      base-url: https://example.com/monkey/
      languages: [en, no]
      localize: true
      stickers:
        - file: wave.png
          description: { en: "A monkey waves hello", no: "En ape vinker" }
          keywords: [hello, wave]
        - file: ./art/dance.apng
      """)
    #expect(description.metadata.name == "Monkey Business")
    #expect(description.bundleIdentifier == "com.example.monkey")
    #expect(
      description.appBuildSettings == AppBuildSettings(team: "A1B2C3D4E5", version: "1.10", build: "7"),
      "the version keeps its trailing zero")
    #expect(description.metadata.gridSize == .large)
    #expect(description.icon?.value == Path("art/icon.png"))
    #expect(description.iconBackground == 0xFFD54F)
    #expect(description.metadata.browserBackgroundColor == 0x00FF80)
    #expect(description.stickerDownloadBaseURL == "https://example.com/monkey/")
    #expect(description.metadata.languages == ["en", "no"])
    #expect(description.localizesCatalog == true)
    #expect(description.stickers.map(\.file.value) == [Path("wave.png"), Path("art/dance.apng")])
    #expect(
      description.stickers[0].metadata.descriptions == ["en": "A monkey waves hello", "no": "En ape vinker"])
    #expect(description.stickers[0].metadata.keywords == ["hello", "wave"])
    #expect(description.stickers[1].metadata.descriptions == [:])
  }

  @Test("a pack can have a name in each language, and one of them is used if only one is possible")
  func localizedName() throws {
    let both = try read("name: { en: Cats, fr: Chats }\nlanguages: [fr, en]\n")
    #expect(both.metadata.localizedNames == ["en": "Cats", "fr": "Chats"])
    #expect(both.metadata.name == "Chats", "must use the pack's first language")
    #expect(try read("name: { de: Katzen, en: Cats, fr: }").metadata.name == "Cats")
    #expect(try read("name: { fr: Chats, de: Katzen }").metadata.name == "Katzen")
    #expect(try read("name: Cats\nlanguages: [fr]\n").metadata.localizedNames == [:])
    var pack = Pack(metadata: both.metadata, stickers: [])
    pack.name = "Chats"
    #expect(pack.metadata.localizedNames.count == 2)
    pack.name = "Dogs"
    #expect(pack.metadata.localizedNames == [:], "the old name's translations must be removed")
  }

  @Test("keys for other messengers are read, and keys of other programs are ignored")
  func credits() throws {
    let description = try read(
      """
      author: Ada
      publisher: Monkey House
      links:
        website: https://example.com/?from=pack#top
        privacy: https://example.com/privacy
        license: https://example.com/license
      description: A monkey and its friends
      copyright: © Monkey House
      cover: art/dance.apng
      x-studio: { project: [12, thirteen] }
      stickers:
        - file: wave.png
          emoji: ["👋", "❤️", "🇨🇭", "5️⃣", "👨‍👩‍👧", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "👍🏽", "©"]
          x-note: drawn twice
        - file: ./art/dance.apng
      """)
    let credits = description.metadata.credits
    #expect(credits.author == "Ada" && credits.publisher == "Monkey House")
    #expect(credits.publisherWebsite == "https://example.com/?from=pack#top")
    #expect(credits.privacyPolicyURL == "https://example.com/privacy")
    #expect(credits.licenseURL == "https://example.com/license")
    #expect(credits.packDescription == "A monkey and its friends" && credits.copyright == "© Monkey House")
    #expect(description.coverSticker?.value == Path("art/dance.apng"))
    #expect(description.stickers[0].metadata.emoji == ["👋", "❤️", "🇨🇭", "5️⃣", "👨‍👩‍👧", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "👍🏽", "©"])
    #expect(description.stickers[1].metadata.emoji == [])
  }

  @Test("a sticker has the name in the pack file, or else its file's name")
  func names() throws {
    let description = try read(
      """
      stickers:
        - { file: 🐈.png, name: cat }
        - { file: خوش آمدید.png, name: welcome }
        - { file: dance@3x.png }
      """)
    #expect(description.stickers.map(\.metadata.name) == ["cat", "welcome", "dance"])
    let declared = description.packDeclaration(in: Path("art")).stickers
    #expect(declared.map(\.metadata.name) == ["cat", "welcome", "dance"])
  }

  @Test(
    "errors are reported with line and column",
    arguments: [
      (
        "stickers:\n  - { file: a.png, name: cat }\n  - { file: b.png, name: cat }",
        "3:26: the name cat is used twice, first on line 2"
      ),
      ("naem: Monkey", "1:1: unknown key \"naem\". Did you mean name or team?"),
      (
        "grid-size: huge",
        "1:12: grid-size must be one of small, regular, large, medium, not \"huge\""
      ),
      ("background: red", "1:13: background must be a color such as \"#FFD54F\", not \"red\""),
      ("background: \"#+12345\"", "1:13: background must be a color such as \"#FFD54F\", not \"#+12345\""),
      (
        "base-url: http://example.com",
        "1:11: base-url \"http://example.com\" must start with https://, "
          + "for example https://example.com/stickers"
      ),
      ("base-url: [a]", "1:11: base-url must be text, not a list"),
      ("languages: [en, e]", "1:17: \"e\" is not a language tag. Use one such as en, pt-BR or zh-Hant."),
      ("languages: en", "1:12: languages must be a list, not \"en\""),
      ("icon: ../icon.png", "1:7: ../icon.png is outside the folder of stickerpack.yml"),
      ("icon: /icon.png", "1:7: /icon.png is outside the folder of stickerpack.yml"),
      ("icon: gone.png", "1:7: gone.png does not exist"),
      (
        "stickers:\n  - keywords: [a]",
        "2:5: a sticker needs file (the name of its image) or frames (a glob for several images)"
      ),
      (
        "stickers:\n  - file: a.png\n  - file: b.png\n  - file: a.png",
        "4:11: a.png is listed twice, first on line 2"
      ),
      (
        "stickers:\n  - file: a.png\n    description: { \"?\": x }",
        "3:20: \"?\" is not a language tag. Use one such as en, pt-BR or zh-Hant."
      ),
      ("author: []", "1:9: author must be text, not a list"),
      (
        "links: { website: ftp://a.b }",
        "1:19: website \"ftp://a.b\" must start with https://, for example https://example.com/stickers"
      ),
      ("links: { websit: https://a.b }", "1:10: unknown key \"websit\". Did you mean website?"),
      (
        "cover: b.png\nstickers:\n  - file: a.png",
        "1:8: b.png is not one of the stickers. Set cover to a sticker or to the first frame of a sequence."
      ),
      ("stickers:\n  - file: a.png\n    emoji: 👋", "3:12: emoji must be a list, not \"👋\""),
      (
        "stickers:\n  - file: a.png\n    emoji: [\"👋\", wave]",
        "3:18: \"wave\" is not an emoji. Use one such as 👋."
      ),
      ("stickers:\n  - file: a.png\n    emoji: [1]", "3:13: \"1\" is not an emoji. Use one such as 👋."),
      (
        "stickers:\n  - file: a.png\n    emoji: [\"👋👋\"]", "3:13: \"👋👋\" is not an emoji. Use one such as 👋."
      ),
      (
        "stickers:\n  - file: a.png\n    emoji: [\"\\U0001F1E8\"]",
        "3:13: \"🇨\" is not an emoji. Use one such as 👋."
      ),
      ("stickers:\n  - file: a.png\n    emoji: [\"👋\", \"👋\"]", "3:18: 👋 is listed twice"),
      (
        "bundle-identifier: my pack",
        """
        1:20: bundle-identifier must be letters, digits and hyphens separated by dots, such as com.example.monkey, \
        not "my pack"
        """
      ),
    ])
  func faults(_ text: String, _ line: String) throws {
    let faults = try #require(throws: Diagnostic.self) { try read(text) }
    #expect(faults.allDiagnostics.map { $0.messageLine(in: "p") } == ["p:\(line)"])
  }

  @Test("all errors are reported at once in file order")
  func all() throws {
    let faults = try #require(throws: Diagnostic.self) {
      try read("nmae: x\nicon: gone.png\nstickers:\n  - file: ../a.png\n  - file: gone2.png\ngrid-size: 3")
    }
    #expect(faults.allDiagnostics.map(\.line) == [1, 2, 4, 5, 6])
  }

  @Test("Xcode's word for the regular size is accepted", arguments: ["medium", "regular"])
  func medium(_ word: String) throws {
    #expect(try read("grid-size: \(word)").metadata.gridSize == .regular)
  }

  @Test("text without a language is in the only language, or in an undetermined one")
  func plainText() throws {
    let one = try read("languages: [fr]\nstickers:\n  - file: a.png\n    description: Un chat")
    #expect(one.stickers[0].metadata.descriptions == ["fr": "Un chat"])
    let none = try read("stickers:\n  - file: a.png\n    description: A cat")
    #expect(none.stickers[0].metadata.descriptions == [PackSticker.undeterminedLanguage: "A cat"])
  }

  @Test("rules see paths as reports show them, and names without their scale")
  func listing() throws {
    let text = "icon: b.png\nstickers:\n  - file: art/wave@3x.png\n    description: { en: Hi }"
    let listing = try read(text).packDeclaration(in: Path("packs/monkey"))
    #expect(listing.iconSourcePath == Path("packs/monkey/b.png"))
    #expect(listing.hasIcon && !listing.hasIconBackground)
    #expect(
      listing.stickers == [
        DeclaredSticker(
          path: Path("packs/monkey/art/wave@3x.png"),
          metadata: StickerMetadata(name: "wave", descriptions: ["en": "Hi"]))
      ])
  }

  private func read(_ text: String) throws -> PackFile {
    try readPackFile(Array(text.utf8)) { !$0.displayText.hasPrefix("gone") }
  }
}
