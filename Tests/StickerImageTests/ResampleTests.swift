import Corpus
import Testing

@testable import StickerImage

/// A picture to scale and the size it gets.
private struct ScaleCase: CustomTestStringConvertible, Sendable {
  let art: String
  let from: PixelSize
  let to: PixelSize

  var testDescription: String { "\(art), \(from) to \(to)" }

  static let all =
    ["soft shapes", "thin lines", "translucent noise", "opaque noise"].flatMap { art in
      [
        (PixelSize(120, 120), PixelSize(80, 80)), (PixelSize(120, 120), PixelSize(40, 40)),
        (PixelSize(61, 103), PixelSize(41, 69)), (PixelSize(61, 103), PixelSize(20, 34)),
        (PixelSize(31, 22), PixelSize(50, 61)), (PixelSize(16, 9), PixelSize(16, 9)),
        (PixelSize(2, 3), PixelSize(1, 2)), (PixelSize(5, 1), PixelSize(3, 1)),
        (PixelSize(1, 1), PixelSize(1, 1)), (PixelSize(1, 1), PixelSize(3, 2)),
        (PixelSize(3, 200), PixelSize(1, 67)),
      ].map { ScaleCase(art: art, from: $0, to: $1) }
    } + [
      ScaleCase(art: "soft shapes", from: PixelSize(618, 618), to: PixelSize(412, 412)),
      ScaleCase(art: "thin lines", from: PixelSize(300, 300), to: PixelSize(100, 100)),
      ScaleCase(art: "translucent noise", from: PixelSize(301, 517), to: PixelSize(201, 345)),
    ]

  func bitmap() -> Bitmap {
    var numbers = SeededNumbers(seed: UInt64(from.width * 1000 + from.height))
    func any() -> UInt8 { .random(in: 0...255, using: &numbers) }
    switch art {
    case "soft shapes":
      return drawn(from.width, from.height) { x, y in
        let (dx, dy) = (Double(x) - Double(from.width) * 0.45, Double(y) - Double(from.height) * 0.55)
        let distance = (dx * dx + dy * dy).squareRoot() - Double(from.width) * 0.3
        let alpha = UInt8(max(0, min(255, 128 - distance * 160)))
        return [UInt8((x / 9 * 37) % 256), UInt8((y / 7 * 53) % 256), x % 40 < 20 ? 0 : 255, alpha]
      }
    case "thin lines":
      return drawn(from.width, from.height) { x, y in
        (x + y) % 13 == 0 || x % 17 == 3 ? [UInt8(y % 256), 10, 240, 255] : [0, 0, 0, 0]
      }
    case "translucent noise":
      return drawn(from.width, from.height) { _, _ in [any(), any(), any(), any()] }
    default:
      return drawn(from.width, from.height) { _, _ in [any(), any(), any(), 255] }
    }
  }
}

@Suite struct ResampleTests {
  @Test("it is within 1 of 255 of the same maths in double precision", arguments: ScaleCase.all)
  fileprivate func reference(_ scale: ScaleCase) {
    let bitmap = scale.bitmap()
    let scaled = Resampler(from: scale.from, to: scale.to).resample(bitmap)
    let distance = Distance(scaled, ResampleReference(to: scale.to).resample(bitmap))
    #expect(scaled.size == scale.to)
    #expect(distance.largest <= 1)
    #expect(distance.mean < 0.25)
    #expect(distance.largestAlpha <= 1)
    #expect(distance.signalToNoise >= 60)
  }

  @Test("one color of any lightness stays what it is, up to the edges")
  func constant() {
    for value in 0...255 {
      let color: Color = [UInt8(value), UInt8(255 - value), UInt8(value / 2), 255]
      let scaled = Resampler(from: PixelSize(9, 7), to: PixelSize(6, 5)).resample(
        drawn(9, 7) { _, _ in color })
      #expect(scaled == drawn(6, 5) { _, _ in color })
    }
  }

  @Test("an edge against nothing keeps its color")
  func noDarkRim() {
    let art = drawn(60, 60) { x, y in
      (x - 30) * (x - 30) + (y - 30) * (y - 30) < 400 ? [250, 180, 20, 255] : [0, 0, 0, 0]
    }
    let scaled = Resampler(from: art.size, to: PixelSize(40, 40)).resample(art)
    for at in stride(from: 0, to: scaled.pixels.count, by: 4) where scaled.pixels[at + 3] > 0 {
      #expect(Array(scaled.pixels[at..<at + 3]) == [250, 180, 20])
    }
  }

  @Test("what is transparent becomes transparent black, whatever color lay under it")
  func hiddenColor() {
    let scaled = Resampler(from: PixelSize(30, 30), to: PixelSize(20, 20))
      .resample(drawn(30, 30) { x, y in [UInt8(x), UInt8(y), 200, 0] })
    #expect(scaled == Bitmap(transparent: PixelSize(20, 20)))
  }

  @Test("light, not the stored value, is averaged: fine black and white becomes sRGB's 188")
  func linearLight() throws {
    let board = drawn(96, 96) { x, y in (x + y) % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let scaled = Resampler(from: board.size, to: PixelSize(32, 32)).resample(board)
    let middle = scaled.pixels[(16 * 32 + 16) * 4]
    #expect(abs(Int(middle) - 188) <= 1)  // half the light: 1.055 · 0.5^(1/2.4) - 0.055 = 0.7354 of 255
  }

  @Test("a profile's own curve takes the place of sRGB's")
  func otherCurve() throws {
    let curve = TransferCurve { $0 * $0 }
    let bitmap = drawn(30, 30) { x, y in [UInt8(x * 8), UInt8(y * 7), UInt8((x * y) % 256), UInt8(255 - x)] }
    let scaled = Resampler(from: bitmap.size, to: PixelSize(20, 20), curve: curve).resample(bitmap)
    let reference = ResampleReference(
      to: PixelSize(20, 20), toLight: { $0 * $0 }, toValue: { $0.squareRoot() })
    let distance = Distance(scaled, reference.resample(bitmap))
    #expect(distance.largest <= 1)
    #expect(distance.signalToNoise >= 60)
  }

  @Test(
    "variants are thirds of the @3x canvas, rounded, at least a pixel",
    arguments: [
      (618, 412, 206), (408, 272, 136), (300, 200, 100), (301, 201, 100), (302, 201, 101), (517, 345, 172),
      (1, 1, 1), (2, 1, 1), (4, 3, 1), (5, 3, 2),
    ])
  func variants(_ sides: (three: Int, two: Int, one: Int)) {
    let size = PixelSize(sides.three, 300)
    #expect(variantSize(size, scale: 3) == size)
    #expect(variantSize(size, scale: 2) == PixelSize(sides.two, 200))
    #expect(variantSize(size, scale: 1) == PixelSize(sides.one, 100))
  }
}
