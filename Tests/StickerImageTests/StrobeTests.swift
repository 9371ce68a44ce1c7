import Testing

@testable import StickerImage

/// Alternating colors. Red, green and blue are 0.2 to 0.5 apart in OKLab without lightness, and grays are 0
/// apart.
@Suite struct StrobeTests {
  private let red: Color = [255, 0, 0, 255]
  private let green: Color = [0, 255, 0, 255]
  private let blue: Color = [0, 0, 255, 255]

  @Test("eight jumps per second strobe, seven do not", arguments: [(125, true), (126, false), (143, false)])
  func rate(_ milliseconds: Int, _ strobes: Bool) {
    let found = strobe([flat(red), flat(green)], milliseconds: milliseconds)
    #expect((found != nil) == strobes)
    #expect(found?.areaShare ?? 1 == 1)
  }

  @Test("the area counts the points that jump, and the rate is the fastest one")
  func area() throws {
    // One quarter changes with every frame, and another with every other frame. The rest stays.
    let frames = (0..<4).map { number in
      makeBitmap(64, 64) { x, _ in
        x < 16 ? (number % 2 == 0 ? red : blue) : x < 32 ? (number < 2 ? red : blue) : green
      }
    }
    let found = try #require(strobe(frames, milliseconds: 50))
    #expect(abs(found.areaShare - 0.5) < 0.02)
    #expect(abs(found.fastestPointJumpsPerSecond - 20) < 0.001)
    let slower = try #require(strobe(frames, milliseconds: 100))
    #expect(abs(slower.areaShare - 0.25) < 0.02)
  }

  @Test("brightness alone does not strobe", arguments: [(0, 255), (60, 200)])
  func gray(_ one: UInt8, _ other: UInt8) {
    #expect(
      strobe([flat([one, one, one, 255]), flat([other, other, other, 255])], milliseconds: 40) == nil)
  }

  @Test("dark colors that are hard to tell apart on a screen do not strobe")
  func dark() {
    #expect(strobe([flat([12, 0, 0, 255]), flat([0, 0, 12, 255])], milliseconds: 40) == nil)
  }

  @Test("a color that comes and goes is compared with middle gray")
  func blinking() {
    #expect(strobe([flat(red), flat([255, 0, 0, 0])], milliseconds: 50)?.areaShare == 1)
    #expect(strobe([flat([120, 120, 120, 255]), flat([0, 0, 0, 0])], milliseconds: 50) == nil)
  }

  @Test(
    "the step from the last frame to the first counts if the animation repeats",
    arguments: [(0, true), (1, false)])
  func seam(_ plays: Int, _ strobes: Bool) {
    // Seven changes in 960 ms, and an eighth at the seam.
    let frames = (0..<8).map { $0 % 2 == 0 ? flat(red) : flat(green) }
    #expect((strobe(frames, milliseconds: 120, plays: plays) != nil) == strobes)
  }

  @Test("one jump of a short animation that plays once does not strobe")
  func once() {
    #expect(strobe([flat(red), flat(green)], milliseconds: 50, plays: 1) == nil)
    #expect(strobe([flat(red), flat(green)], milliseconds: 50, plays: 9) != nil)
  }

  private func strobe(_ frames: [Bitmap], milliseconds: Int, plays: Int = 0) -> ColorStrobe? {
    var pass = MeasurementPass(measuring: .flashes, plays: plays)
    for (number, bitmap) in frames.enumerated() {
      pass.visit(Frame(bitmap, delay: ExactSeconds(milliseconds, 1000)), number: number)
    }
    return pass.measurements()?.flashes?.strobe
  }
}

private func flat(_ color: Color) -> Bitmap { makeBitmap(8, 8) { _, _ in color } }
