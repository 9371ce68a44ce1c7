import Testing

@testable import StickerEngine

@Suite("the pack file schema", .enabled(if: hasValidator, "skipped: no check-jsonschema"))
struct PackFileSchemaTests {
  private static let slots = ["iphone-29x29@2x", "ios-marketing-1024x768@1x"]

  @Test("it accepts what our reader accepts, and rejects what our reader rejects")
  func agreement() throws {
    let schema = packFileSchema(iconSlots: Self.slots).encoded()
    try checkAgreement(of: schema, right: Self.right + [starter], wrong: Self.wrong) { _ = try read($0) }
  }

  private func read(_ text: String) throws -> PackFile {
    let folder = PackFolderAccess { _ in
      true
    } framesMatching: { _ in
      [Path("dance/1.png")]
    }
    return try readPackFile(Array(text.utf8), in: folder, allowedIconSlots: Self.slots)
  }

  private let starter = starterPackFile(
    name: "no: \"quotes\" #1\n", languages: ["en", "no", "pt-BR"],
    stickers: [Path("a: b.png"), Path("- c\\d.png"), Path("🐵\u{202E}.png"), Path("&x *y !z %.png")],
    icon: Path("icon.png"))

  private static let right = [
    "{}", "name: Monkey", "name: \"2\"", "name: 2", "name: yes",
    "name: { en: Cats, fr: Chats }", "name: { pt-BR: Gatos, fr: }", "team: A1B2C3D4E5",
    "team: \"1234567890\"",
    "version: 1", "version: 1.2", "version: 1.2.3", "version: \"10.0\"", "build: 7", "build: 2026.11.28",
    "bundle-identifier: com.example.my-pack",
    "grid-size: medium", "grid-size: regular", "icon: a/b.png", "icon: ./a.png", "icon: ..a.png",
    "icon-background: \"#ffD54F\"", "background: \"#FFFFFF\"", "languages: [en, pt-BR, zh-Hant]",
    "base-url: https://example.com:8443/a/%C3%BC/.x/", "base-url: https://127.0.0.1",
    "languages:", "icons: { iphone-29x29@2x: a.png }", "icons:", "stickers:", "stickers: []",
    "stickers: [{ file: a.png, description: A, keywords: [a, 2] }]",
    "stickers: [{ file: a.png, description: { en: A, fr: } }]", "stickers: [{ file: a.png, description: }]",
    "author: Ada", "localize: true", "localize: false", "publisher: Ada & Co", "links:",
    "description: Cats", "copyright: © Ada",
    "links: { website: https://a.b }",
    "links: { website: \"https://a.b/c?d=e&f#g\", privacy: https://a.b, license: https://a.b:8443/x }",
    "x-mine: { a: [b] }", "stickers: [{ file: a.png, x-mine: 3, emoji: [\"👋\", \"5️⃣\"] }]",
    "{ cover: a.png, stickers: [{ file: a.png, emoji: }] }",
    "stickers: [{ file: a.png, name: cat }, { file: b.png, name: 2 }]",
    "stickers: [{ file: 🐈.png, name: 🐱 }]",
    "stickers: [{ frames: dance/*.png, fps: 29.97 }]",
    "stickers: [{ frames: dance/*.png, fps: 9, name: dance }]",
    "stickers: [{ frames: dance/*.png, duration: 2, repetitions: 0 }]",
  ]

  private static let wrong = [
    "naem: x", "name: []", "name: \"\"", "name: {}", "name: { e: Cats }", "name: { en: \"\" }",
    "name: { en: [Cats] }", "team: a1b2c3d4e5", "team: A1B2C3D4E", "team: []", "version: v1",
    "version: 1.2.3.4",
    "version: \"\"", "version: -1", "build: \"1.\"", "build: \"1 2\"", "build: 1234567890.1234567.1",
    "bundle-identifier: monkey", "bundle-identifier: com..x",
    "bundle-identifier: com.exämple",
    "grid-size: huge", "icon: /a.png", "icon: ../a.png", "icon: a/../b.png",
    "icon: a/..", "icon: .", "icon: \"\"", "icon-background: red", "background: \"#FFF\"",
    "background: \"#12345G\"", "base-url: http://example.com", "base-url: https://",
    "base-url: https://a.b?c",
    "base-url: https://a.b/#", "base-url: https://me@a.b/", "base-url: https://-a.b/",
    "base-url: https://a.b/../c",
    "base-url: https://a.b:0/", "base-url: https://a.b/%4", "base-url: \"https://a.b/ c\"",
    "base-url: [https://a.b]", "languages: en", "languages: [e]", "languages: [[en]]",
    "icons: { iphone-30x30@2x: a.png }", "icons: [a.png]", "stickers: {}", "stickers: [a.png]",
    "stickers: [{}]", "stickers: [{ file: a.png, fps: 3 }]", "stickers: [{ file: a.png, frames: b }]",
    "description: []", "copyright: \"\"",
    "author: []", "localize: [true]", "localize: \"true\"", "localize: 1", "publisher: \"\"", "links: [a]",
    "links: { site: https://a.b }", "links: { website: }",
    "links: { website: http://a.b }", "links: { website: \"https://me@a.b/\" }", "x_mine: 1",
    "links: { website: \"https://a.b/<x>\" }", "links: { website: \"https://a.b/ c\" }", "cover: ../a.png",
    "stickers: [{ file: a.png, emoji: 👋 }]", "stickers: [{ file: a.png, emoji: [wave] }]",
    "stickers: [{ file: a.png, emoji: [\"👋\", \"👋\"] }]",
    "stickers: [{ file: a.png, name: \"\" }]", "stickers: [{ file: a.png, name: [a] }]",
    "stickers: [{ frames: dance/*.png }]", "stickers: [{ frames: dance/*.png, fps: 3, duration: 1 }]",
    "stickers: [{ frames: dance/*.png, fps: 0 }]", "stickers: [{ frames: dance/*.png, fps: 61 }]",
    "stickers: [{ frames: dance/*.png, fps: \"3\" }]",
    "stickers: [{ frames: dance/*.png, fps: 3, repetitions: 1.5 }]",
    "stickers: [{ frames: dance/*.png, duration: 61 }]", "stickers: [{ file: a.png, keywords: a }]",
    "stickers: [{ file: a.png, description: { e: x } }]", "stickers: [{ file: a.png, description: [x] }]",
    "stickers: [{ file: a.png, sound: x }]", "[]", "text",
  ]
}

@Suite("the pack file that `init` writes") struct StarterPackFileTests {
  @Test(
    "it is read back with the same names, whatever they are",
    arguments: [
      "wave.png", "a: b.png", "- x.png", "#1.png", "\"q\".png", "it's.png", "a\\b.png", "\u{202E}gnp.png",
      "new\nline.png", "tab\t.png", "🐵👨‍👩‍👧.png",
      "é.png", "e\u{301}.png", "yes", "no", "~", "0x1F", "{x}.png",
      "[x].png", "&a.png", "*a.png", "!a.png", "%a.png", "@a.png", "`a.png", "a, b.png", " a.png ",
      "\u{FEFF}a.png",
      "\u{85}.png", "\u{2028}.png", "?.png", "|.png", ">.png", "\u{7F}.png", "\u{E000}.png",
    ])
  func names(_ name: String) throws {
    let text = starterPackFile(
      name: name, languages: ["en", "no"], stickers: [Path(name), Path("other.png")], icon: Path("i.png"))
    let description = try readPackFile(Array(text.utf8), in: PackFolderAccess { _ in true })
    #expect(description.metadata.name.map { Array($0.utf8) } == Array(name.utf8))
    #expect(description.stickers.map(\.file.value) == [Path(name), Path("other.png")])
    #expect(description.stickers.allSatisfy { $0.metadata.descriptions.isEmpty })
    #expect(description.metadata.languages == ["en", "no"])
    #expect(description.icon?.value == Path("i.png"))
  }

  @Test("without an icon it sets none, and names that are not UTF-8 are left out")
  func noIcon() throws {
    let text = starterPackFile(name: "P", languages: ["en"], stickers: [Path(bytes: [0xFF])], icon: nil)
    let description = try readPackFile(Array(text.utf8), in: PackFolderAccess { _ in true })
    #expect(description.icon == nil && description.stickers.isEmpty)
  }
}
