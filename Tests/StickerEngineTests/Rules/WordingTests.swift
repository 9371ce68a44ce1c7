import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct WordingTests {
  @Test(
    "digits are grouped in threes from five digits on",
    arguments: [(0, "0"), (9999, "9999"), (10_000, "10,000"), (1_234_567, "1,234,567"), (-12_345, "-12,345")])
  func groups(_ number: Int, _ text: String) {
    #expect(numberText(number) == text)
  }

  @Test(
    "frames are counted from 1, and runs of three or more are ranges",
    arguments: [
      ([2], "frame 3"), ([0, 1], "frames 1 and 2"), ([0, 1, 2], "frames 1-3"),
      ([0, 1, 2, 3, 6, 8], "frames 1-4, 7 and 9"), ([2, 6, 8], "frames 3, 7 and 9"),
      ([0, 2, 4, 6, 8, 10, 12, 14, 15], "frames 1, 3, 5, 7, 9, 11 and 3 more"),
    ])
  func frames(_ numbers: [Int], _ text: String) {
    #expect(frameNumbersText(forIndices: numbers) == text)
  }

  @Test("a percentage is truncated, not rounded up to the limit that it misses")
  func shares() {
    #expect(percentageRoundedToTenths(9_999, of: 100_000) == 9.9)
    #expect(percentageRoundedToTenths(1, of: 3) == 33.3)
    #expect(percentageRoundedToTenths(5, of: 0) == 0)
    #expect(wholeOrDecimalText(9.9) == "9.9")
    #expect(wholeOrDecimalText(4) == "4")
  }

  @Test("a delay is truncated, not rounded up to the limit that it misses")
  func delays() {
    #expect(millisecondsRoundedDownToTenths(ExactSeconds(1999, 100_000)) == 19.9)
    #expect(millisecondsRoundedDownToTenths(ExactSeconds(1, 60)) == 16.6)
    #expect(millisecondsRoundedDownToTenths(ExactSeconds(0, 100)) == 0)
  }

  @Test("a neighbor is named relative to where its path diverges")
  func neighbors() {
    let own = Path("A.stickerpack/Sun.sticker/sun.png")
    #expect(
      distinguishingPathText(own, from: Path("A.stickerpack/Star.sticker/sun.png")) == "Sun.sticker/sun.png")
    #expect(distinguishingPathText(Path("art/sun.png"), from: Path("art/star.png")) == "sun.png")
    #expect(distinguishingPathText(Path("sun.png"), from: Path("art/star.png")) == "sun.png")
  }
}
