import Testing

@testable import TemplateLogic

@Suite struct AppearanceTests {
  @Test("Grid sizes have Apple's pixel dimensions")
  func gridSizes() {
    #expect(
      GridSize.allCases.map(\.sidePixels) == [
        300 /*«small-pixels»*/, 408 /*«regular-pixels»*/, 618 /*«large-pixels»*/,
      ])
  }

  @Test("A color is a number sign and six hexadecimal digits, and nothing else")
  func colors() {
    #expect(HexColor("#FF8000")?.red == 1)
    #expect(HexColor("#ff8000")?.green == 128.0 / 255)
    #expect(HexColor("#FF8000")?.blue == 0)
    for text in ["", "#", "FF8000", "#F80", "#FF80000", "#GG0000", "#+12345", "#ＦＦ", "# 12345"] {
      #expect(HexColor(text) == nil, "\(text)")
    }
  }

  @Test(
    "Light colors get black text, and dark colors get white text",
    arguments: [
      ("#FFFFFF", true), ("#000000", false), ("#FFCC00", true), ("#0000FF", false), ("#767676", true),
      ("#404040", false),
    ])
  func contrast(_ text: String, _ isLight: Bool) {
    #expect(HexColor(text)?.isLight == isLight)
  }
}
