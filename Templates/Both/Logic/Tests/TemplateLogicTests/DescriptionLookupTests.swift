import Testing

@testable import TemplateLogic

private func sticker(_ descriptions: [String: String]) -> StickerIndex.Sticker {
  StickerIndex.Sticker(
    id: "wave", file: "wave.png", bytes: 1, sha256: String(repeating: "0", count: 64),
    pixels: PixelSize(width: 300, height: 300), descriptions: descriptions)
}

@Suite struct DescriptionLookupTests {
  @Test("The first language with a description is used, from its full tag to its first subtag")
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

  @Test("A different variety of the person's language is preferred to English")
  func variety() {
    #expect(sticker(["en": "Hello", "pt-BR": "Olá"]).description(for: ["pt-PT"]) == "Olá")
  }

  @Test("Without English, text of unknown language is used, then any text, then the file name")
  func fallbacks() {
    #expect(sticker(["und": "?", "fi": "Moi"]).description(for: ["de"]) == "?")
    #expect(sticker(["sv": "Hej", "fi": "Moi"]).description(for: ["de"]) == "Moi")
    #expect(sticker([:]).description(for: ["de"]) == "wave")
    #expect(sticker(["de": ""]).description(for: ["de"]) == "wave")
  }

  @Test("If no description is in the person's language, the pack's first language is used")
  func developmentLanguage() {
    #expect(sticker(["de": "Hallo", "fr": "Salut"]).description(for: ["es", "fr", "de"]) == "Salut")
  }

  @Test("A description is truncated to 150 characters")
  func long() {
    let family = "👩‍👩‍👧‍👦"
    let text = sticker(["en": String(repeating: family, count: 200)]).description(for: [])
    #expect(text.count == 150)
  }
}
