import Corpus
import Foundation
import StickerImage
import Testing

@testable import StickerPacker

@Suite struct TextFontTests {
  private static let fonts = [(14, TextFont.large), (11, TextFont.small)]
  /// DejaVu Sans as Debian or the user installs it.
  private static let fontFile = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/Library/Fonts/DejaVuSans.ttf",
    NSHomeDirectory() + "/Library/Fonts/DejaVuSans.ttf",
  ].first { FileManager.default.fileExists(atPath: $0) }
  private static let hasWitness = ExternalProgram.python != nil && fontFile != nil

  /// The text on a bitmap, white on black, 3 px from the left edge, with the baseline in row 20.
  private func drawn(_ text: String, _ font: TextFont, width: Int = 400) -> Bitmap {
    var bitmap = Bitmap(PixelSize(width, 28), color: 0)
    font.drawSkippingMissingGlyphs(text, color: 0xFFFFFF, x: 3, baseline: 20, on: &bitmap)
    return bitmap
  }

  @Test(
    "the stored glyphs and widths are those of the font, drawn by FreeType",
    .enabled(if: hasWitness, "skipped: no Python with Pillow, or no DejaVu Sans"))
  func storedGlyphs() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let arguments = [
      package.appendingPathComponent("Scripts/glyphs.py").path, try #require(Self.fontFile),
      package.appendingPathComponent("Fonts/DejaVuSans").path, "--check",
    ]
    let outcome = try ExternalProgram.run(try #require(ExternalProgram.python), arguments)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(
    "a whole line has the pixels that Pillow draws with the font",
    .enabled(if: hasWitness, "skipped: no Python with Pillow, or no DejaVu Sans"),
    arguments: [
      "Hamburgefonstiv 0123456789", "Grüße, Żółw & Ěščřžýáíé", "Καλημέρα κόσμε", "Съешь ещё этих булок",
      "(cat-waving_2@3x.png)", "“Quotes” – dash — ellipsis…", "№ 5: 3 € or ½ £", "Tiếng Việt",
    ])
  func lines(_ text: String) throws {
    for (size, font) in Self.fonts {
      let request = try JSONEncoder().encode(
        Line(
          font: try #require(Self.fontFile), size: size, text: text, width: 400, height: 28, x: 3,
          baseline: 20))
      let answer = try ExternalProgram.run(
        try #require(ExternalProgram.python), [ExternalProgram.scriptPath("text")],
        input: String(decoding: request, as: UTF8.self))
      try #require(answer.status == 0, "\(answer.output)")
      let expected = try JSONDecoder().decode([UInt8].self, from: Data(answer.output.utf8))
      let bitmap = drawn(text, font)
      #expect(expected.contains { $0 > 200 }, "\(size)")
      #expect(
        expected == stride(from: 0, to: bitmap.pixels.count, by: 4).map { bitmap.pixels[$0] }, "\(size)")
    }
  }

  /// A request to `Tests/Witnesses/text.py`.
  private struct Line: Encodable {
    let font: String
    let size: Int
    let text: String
    let width: Int
    let height: Int
    let x: Int
    let baseline: Int
  }

  @Test(
    "the font has the letters of European languages, digits and punctuation",
    arguments: [
      String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init))), "äöüÄÖÜßẞ", "åæøÅÆØ",
      "àâçéèêëîïôœùûüÿÀÂÇÉÈÊËÎÏÔŒÙÛÜŸ", "áéíñóúü¿¡", "ãõç", "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "čďěňřšťůžČĎĚŇŘŠŤŮŽ",
      "őűŐŰ", "ăâîșțĂÂÎȘȚ", "ğıİşĞŞ", "āēģīķļņūĀĒĢĪĶĻŅŪ", "ėįųĖĮŲ", "ðþÐÞ", "ċġħżĊĠĦŻ", "ŵŷŴŶ", "đĐ",
      "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ",
      "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "ґєіїўҐЄІЇЎ",
      "ђјљњћџЂЈЉЊЋЏ", "әғқңөұүһі", "ệữằơưẤỖ", "‐‑‒–—‘’‚“”„†‡•…‰‹›€£¥№™©®°±×÷½«»§¶µ\u{A0}",
    ])
  func alphabets(_ text: String) {
    for character in text {
      #expect((TextFont.large.width(of: String(character)) ?? 0) > 1, "\(character)")
      #expect((TextFont.small.width(of: String(character)) ?? 0) > 1, "\(character)")
    }
  }

  @Test("a letter with a combining accent is drawn as the letter with that accent")
  func combining() {
    for (composed, decomposed) in [("é", "e\u{301}"), ("Ǖ", "U\u{308}\u{304}"), ("й", "и\u{306}")] {
      #expect(Array(composed.utf8) != Array(decomposed.utf8))
      #expect(drawn(decomposed, .large) == drawn(composed, .large))
      #expect(drawn(composed, .large) != drawn(String(decomposed.unicodeScalars.prefix(1)), .large))
    }
  }

  @Test(
    "characters of other scripts, emoji and control characters are not in the font",
    arguments: [
      "猫", "ねこ", "고양이", "قط", "חתול", "बिल्ली", "แมว", "😀", "❤️", "1️⃣", "a\n", "a\r\nb", "\u{0}", "\u{7F}",
      "\u{9F}", "\u{202E}a", "\u{2066}a", "a\u{200D}b", "a\u{200B}", "\u{FEFF}a", "\u{AD}", "x\u{301}\u{302}",
      "\u{301}", "\u{2028}", "\u{FFFF}", "\u{E000}",
    ])
  func otherScripts(_ text: String) {
    #expect(TextFont.large.width(of: text) == nil)
    #expect(TextFont.large.shortenedIfAllGlyphsExist(text, toWidth: 1000) == nil)
  }

  @Test("text is shortened only if it is too wide, and then the result fits")
  func shortened() throws {
    for (_, font) in Self.fonts {
      let text = "Avocado with a very long name"
      let width = try #require(font.width(of: text))
      #expect(font.shortenedIfAllGlyphsExist(text, toWidth: width) == text)
      let cut = try #require(font.shortenedIfAllGlyphsExist(text, toWidth: width - 1))
      #expect(cut.hasSuffix("…") && text.hasPrefix(cut.dropLast()) && cut.count > text.count - 4)
      for (text, room) in [("M", 3), (String(repeating: "iW", count: 5000), 152), ("ÄÄÄÄÄÄÄÄ", 40)] {
        let cut = try #require(font.shortenedIfAllGlyphsExist(text, toWidth: room))
        #expect(try #require(font.width(of: cut)) <= max(room, try #require(font.width(of: "…"))))
      }
    }
  }
}
