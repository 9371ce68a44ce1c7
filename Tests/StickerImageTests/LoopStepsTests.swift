import Testing

@testable import StickerImage

@Suite("loop steps") struct LoopStepsTests {
  private func steps(_ pictures: [Bitmap]) throws -> FrameDifferences {
    var pass = MeasurementPass(measuring: .frameDifferences, plays: 0)
    for (number, picture) in pictures.enumerated() {
      pass.visit(Frame(picture, delay: ExactSeconds(1, 10)), number: number)
    }
    return try #require(pass.measurements()?.frameDifferences)
  }

  /// The given number of solid rows.
  private func rows(_ count: Int, hidden: UInt8 = 0) -> Bitmap {
    makeBitmap(64, 64) { _, y in y < count ? [10, 20, 30, 255] : [hidden, hidden, 9, 0] }
  }

  @Test("are counted in points that appear or vanish: 64 per row of 64 × 64 px")
  func figures() throws {
    let steps = try steps([8, 16, 20, 40, 64].map { rows($0) })
    #expect(steps.consecutiveDistinctImageCount == 5)
    #expect(steps.largestStep == 24 * 64 * 255)
    #expect(steps.seamStep == 56 * 64 * 255)
    #expect(abs(steps.seamStepShareOfVisible - 56.0 / 64) < 1e-9)
    #expect(abs(steps.emptierEndVisibleShare - 8.0 / 64) < 1e-9)
  }

  @Test("do not change with split frames or hidden colors")
  func halves() throws {
    let once = try steps([8, 16, 20, 40].map { rows($0) })
    let twice = try steps(
      [8, 8, 16, 16, 20, 20, 40, 40].enumerated().map { rows($1, hidden: UInt8($0 * 20)) })
    for steps in [once, twice] {
      #expect(steps.consecutiveDistinctImageCount == 4)
      #expect(steps.largestStep == 20 * 64 * 255)
      #expect(steps.seamStep == 32 * 64 * 255)
    }
  }

  @Test("a still has no loop steps")
  func still() {
    var pass = MeasurementPass(measuring: .frameDifferences)
    pass.visit(Frame(rows(8)), number: 0)
    #expect(pass.measurements()?.frameDifferences == nil)
  }
}
