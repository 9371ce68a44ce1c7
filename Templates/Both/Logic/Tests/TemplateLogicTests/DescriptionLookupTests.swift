import Testing

@testable import TemplateLogic

private func sticker(_ descriptions: [String: String]) -> StickerIndex.Sticker {
  StickerIndex.Sticker(
    id: "wave", file: "wave.png", bytes: 1, sha256: String(repeating: "0", count: 64),
    pixels: PixelSize(width: 300, height: 300), descriptions: descriptions)
}

@Suite struct DescriptionLookupTests {
  @Test("The first language that is there counts, from its own tag to its first part")
  func lookup() {
    let texts = ["en": "Hello", "de": "Hallo", "de-CH": "Grüezi", "zh-Hant": "嗨"]
    let cases = [
      (["de-AT"], "Hallo"), (["de-CH"], "Grüezi"), (["DE-ch-1996"], "Grüezi"), (["fr", "de"], "Hallo"),
      (["zh-Hant-TW"], "嗨"), (["fr"], "Hello"), ([], "Hello"), (["de-a-foo"], "Hallo"),
    ]
    for (languages, expected) in cases {
      #expect(sticker(texts).description(for: languages) == expected, "\(languages)")
    }
  }

  @Test("Another variety of a language comes before English")
  func variety() {
    #expect(sticker(["en": "Hello", "pt-BR": "Olá"]).description(for: ["pt-PT"]) == "Olá")
  }

  @Test("Without English the text of unknown language is read, then any, then the file's name")
  func fallbacks() {
    #expect(sticker(["und": "?", "fi": "Moi"]).description(for: ["de"]) == "?")
    #expect(sticker(["sv": "Hej", "fi": "Moi"]).description(for: ["de"]) == "Moi")
    #expect(sticker([:]).description(for: ["de"]) == "wave")
    #expect(sticker(["de": ""]).description(for: ["de"]) == "wave")
  }

  @Test("A person whose language the pack lacks hears the pack's first language")
  func developmentLanguage() {
    #expect(sticker(["de": "Hallo", "fr": "Salut"]).description(for: ["es", "fr", "de"]) == "Salut")
  }

  @Test("Messages takes 150 characters")
  func long() {
    let family = "👩‍👩‍👧‍👦"
    let text = sticker(["en": String(repeating: family, count: 200)]).description(for: [])
    #expect(text.count == 150)
  }
}
