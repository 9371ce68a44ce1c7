import Corpus
import Testing

@testable import StickerImage

/// The time to measure appearance depends only on the number of pixels, not on what they show. If the cost
/// depended on pairs of holes, edges or specks, these pictures of a million pixels would take more than an
/// hour.
@Suite("hostile art for measures of appearance") struct HostileMeasureTests {
  private static let measures: MeasureSet = [
    .centerOfMass, .pinholes, .displaySizeFrames, .paleRim, .jaggedOutline, .fringe, .sharpness,
    .jpegBlockTraces,
    .bounds, .coverage, .frameDifferences,
  ]

  private static func seen(_ pictures: [Bitmap]) throws -> Measurements {
    var pass = MeasurementPass(measuring: measures, plays: pictures.count > 1 ? 0 : nil)
    for (number, picture) in pictures.enumerated() {
      pass.visit(Frame(picture, delay: ExactSeconds(1, 10)), number: number)
    }
    return try #require(pass.measurements())
  }

  private static let side = 1000

  @Test(
    "is measured to the end and has no pinholes",
    arguments: [
      HostilePattern("a checkerboard") { x, y in [0, 0, 0, (x + y) % 2 == 0 ? 255 : 0] },
      HostilePattern("white and black") { x, y in (x + y) % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] },
      HostilePattern("a hole in every 26 px") { x, y in [9, 9, 9, x % 26 == 0 && y % 26 == 0 ? 0 : 255] },
      HostilePattern("a speck in every 20 px") { x, y in [9, 9, 9, x % 20 == 0 && y % 20 == 0 ? 255 : 0] },
      HostilePattern("a net of diagonals") { x, y in
        [9, 9, 9, (x + y) % 7 == 0 || (x - y) % 7 == 0 ? 0 : 255]
      },
      HostilePattern("squares") { x, y in x / 3 % 2 == y / 3 % 2 ? [40, 40, 40, 255] : [250, 250, 250, 255] },
      HostilePattern("faint steps") { x, y in [UInt8(100 + x * y % 3 * 6), 90, 90, 255] },
    ])
  fileprivate func ends(_ hostile: HostilePattern) throws {
    let measurements = try Self.seen([makeBitmap(Self.side, Self.side, hostile.color)])
    for background in [PlainBackground.black, .white, PlainBackground(0x29_29_29)] {
      let lost = measurements.displaySizeFrames?.lostParts(on: background) ?? []
      #expect(lost.allSatisfy { $0.lostShare <= 1.001 })
    }
    #expect(measurements.pinholes?.holes == [])
  }

  @Test("noise is measured to the end and has no block grid")
  func noise() throws {
    var numbers = SeededNumbers(seed: 1)
    var bitmap = Bitmap(transparent: PixelSize(Self.side, Self.side))
    for at in bitmap.pixels.indices { bitmap.pixels[at] = UInt8(truncatingIfNeeded: numbers.next()) }
    #expect(try Self.seen([bitmap]).jpegBlockTraces?.mostFrequentPositionShare == nil)
  }

  @Test(
    "tiny, thin and empty images are measured, with no holes and no loop step",
    arguments: [(1, 1), (1, 9), (9, 1), (1, 70_000), (70_000, 1), (7, 7), (16, 16), (65, 2), (0, 0)])
  func thin(_ width: Int, _ height: Int) throws {
    for alpha: UInt8 in [0, 3, 128, 255] {
      let picture = makeBitmap(width, height) { _, _ in [80, 90, 200, alpha] }
      let measurements = try Self.seen([picture, picture])
      #expect(measurements.pinholes?.holes == [])
      #expect(measurements.sharpness?.unevenSquareSides == nil)
      #expect(measurements.frameDifferences?.seamStep == 0)
    }
  }
}

/// A pattern with a name.
private struct HostilePattern: CustomTestStringConvertible, Sendable {
  let name: String
  let color: @Sendable (Int, Int) -> Color
  var testDescription: String { name }

  init(_ name: String, _ color: @escaping @Sendable (Int, Int) -> Color) {
    (self.name, self.color) = (name, color)
  }
}
