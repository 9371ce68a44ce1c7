import Corpus
import Testing

@testable import StickerImage

/// A picture and the size to scale it to.
private struct ScaleCase: CustomTestStringConvertible, Sendable {
  let art: String
  let from: PixelSize
  let to: PixelSize

  var testDescription: String { "\(art), \(from) to \(to)" }

  static let arts = [
    "soft shapes", "thin lines", "outlines", "checkerboard", "translucent noise", "opaque noise", "holes",
  ]

  static let all =
    arts.flatMap { art in
      [
        (PixelSize(120, 120), PixelSize(80, 80)), (PixelSize(120, 120), PixelSize(40, 40)),
        (PixelSize(61, 103), PixelSize(41, 69)), (PixelSize(61, 103), PixelSize(20, 34)),
        (PixelSize(31, 22), PixelSize(50, 61)), (PixelSize(16, 9), PixelSize(16, 9)),
        (PixelSize(309, 21), PixelSize(206, 14)), (PixelSize(9, 6), PixelSize(6, 4)),
        (PixelSize(3, 3), PixelSize(2, 2)),
        (PixelSize(2, 3), PixelSize(1, 2)), (PixelSize(5, 1), PixelSize(3, 1)),
        (PixelSize(1, 1), PixelSize(1, 1)), (PixelSize(1, 1), PixelSize(3, 2)),
        (PixelSize(3, 200), PixelSize(1, 67)), (PixelSize(1, 4096), PixelSize(1, 1365)),
        (PixelSize(4096, 1), PixelSize(2731, 1)), (PixelSize(256, 257), PixelSize(14, 15)),
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
      return makeBitmap(from.width, from.height) { x, y in
        let (dx, dy) = (Double(x) - Double(from.width) * 0.45, Double(y) - Double(from.height) * 0.55)
        let distance = (dx * dx + dy * dy).squareRoot() - Double(from.width) * 0.3
        let alpha = UInt8(max(0, min(255, 128 - distance * 160)))
        return [UInt8((x / 9 * 37) % 256), UInt8((y / 7 * 53) % 256), x % 40 < 20 ? 0 : 255, alpha]
      }
    case "thin lines":
      return makeBitmap(from.width, from.height) { x, y in
        (x + y) % 13 == 0 || x % 17 == 3 ? [UInt8(y % 256), 10, 240, 255] : [0, 0, 0, 0]
      }
    case "outlines":  // a ring of brown around orange, on white, soft at its edges
      return makeBitmap(from.width, from.height) { x, y in
        let (dx, dy) = (Double(x) + 0.5 - Double(from.width) / 2, Double(y) + 0.5 - Double(from.height) / 2)
        let distance = (dx * dx + dy * dy).squareRoot() - Double(from.width) * 0.4
        let brown = max(0, min(1, 2.5 - abs(distance)))
        let ground: [Double] = distance < 0 ? [255, 152, 0] : [255, 255, 255]
        return zip(ground, [0x3C, 0x1E, 0x14]).map { UInt8($0 + (Double($1) - $0) * brown) } + [255]
      }
    case "checkerboard":
      return makeBitmap(from.width, from.height) { x, y in
        (x + y) % 2 == 0 ? [200, 0, 90, 255] : [0, 0, 0, 0]
      }
    case "holes":
      return makeBitmap(from.width, from.height) { _, _ in
        [any(), any(), any(), [0, 1, 128, 254, 255][Int(any()) % 5]]
      }
    case "translucent noise":
      return makeBitmap(from.width, from.height) { _, _ in [any(), any(), any(), any()] }
    default:
      return makeBitmap(from.width, from.height) { _, _ in [any(), any(), any(), 255] }
    }
  }
}

@Suite struct ResampleTests {
  @Test("premultiplied results are within 1 of 255 of double precision", arguments: ScaleCase.all)
  fileprivate func reference(_ scale: ScaleCase) {
    let bitmap = scale.bitmap()
    let scaled = Resampler(from: scale.from, to: scale.to).resample(bitmap)
    #expect(scaled.size == scale.to)
    let wanted = ResampleReference(to: scale.to).premultipliedOutput(bitmap)
    var furthest = 0.0
    for y in 0..<scale.to.height {
      for x in 0..<scale.to.width {
        let (made, exact) = (scaled.premultiplied(x, y), wanted[y * scale.to.width + x])
        let held = bitmap.clampedToSourceColors(exact, x, y, scale.to)
        furthest = max(furthest, zip(made, held).map { abs($0 - $1) }.max() ?? 0)
      }
    }
    #expect(furthest <= 1)
  }

  @Test(
    "the fastest kernel for this processor gives the same pixels as the portable one",
    arguments: ScaleCase.all)
  fileprivate func everywhere(_ scale: ScaleCase) {
    let bitmap = scale.bitmap()
    let native = Resampler(from: scale.from, to: scale.to)
    var portable = native
    portable.kernels = .portable
    #expect(native.resample(bitmap) == portable.resample(bitmap))
  }

  @Test("scaling to a third gives the premultiplied mean of 3 × 3 pixels", arguments: ScaleCase.arts)
  fileprivate func meanOfNine(_ art: String) {
    let bitmap = ScaleCase(art: art, from: PixelSize(60, 93), to: PixelSize(20, 31)).bitmap()
    let scaled = Resampler(from: bitmap.size, to: PixelSize(20, 31)).resample(bitmap)
    for y in 0..<31 {
      for x in 0..<20 {
        let nine = (0..<9).map { bitmap.premultiplied(3 * x + $0 % 3, 3 * y + $0 / 3) }
        let means = (0..<4).map { channel in nine.reduce(0) { $0 + $1[channel] } / 9 }
        for (made, mean) in zip(scaled.premultiplied(x, y), means) { #expect(abs(made - mean) <= 1) }
      }
    }
  }

  @Test("no sample leaves the range of its source pixels", arguments: ScaleCase.all)
  fileprivate func range(_ scale: ScaleCase) {
    let bitmap = scale.bitmap()
    #expect(
      outOfRangeColors(in: Resampler(from: scale.from, to: scale.to).resample(bitmap), of: bitmap) == [])
  }

  @Test("the mean of an image stays the same", arguments: ScaleCase.arts)
  fileprivate func sums(_ art: String) {
    let bitmap = ScaleCase(art: art, from: PixelSize(309, 309), to: PixelSize(206, 206)).bitmap()
    for side in [206, 103, 100, 58, 40] {
      let scaled = Resampler(from: bitmap.size, to: PixelSize(side, side)).resample(bitmap)
      for (before, after) in zip(means(bitmap), means(scaled)) { #expect(abs(before - after) < 0.5) }
    }
  }

  private func means(_ bitmap: Bitmap) -> [Double] {
    var sums = [0.0, 0, 0, 0]
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        for (channel, value) in bitmap.premultiplied(x, y).enumerated() { sums[channel] += value }
      }
    }
    return sums.map { $0 / Double(bitmap.size.area) }
  }

  @Test("a uniform color of any lightness stays the same up to the edges")
  func constant() {
    for value in 0...255 {
      let color: Color = [UInt8(value), UInt8(255 - value), UInt8(value / 2), 255]
      let scaled = Resampler(from: PixelSize(9, 7), to: PixelSize(6, 5)).resample(
        makeBitmap(9, 7) { _, _ in color })
      #expect(scaled == makeBitmap(6, 5) { _, _ in color })
    }
  }

  @Test("an edge against transparency keeps its color")
  func noDarkRim() {
    let art = makeBitmap(60, 60) { x, y in
      (x - 30) * (x - 30) + (y - 30) * (y - 30) < 400 ? [250, 180, 20, 255] : [0, 0, 0, 0]
    }
    let scaled = Resampler(from: art.size, to: PixelSize(40, 40)).resample(art)
    for at in stride(from: 0, to: scaled.pixels.count, by: 4) where scaled.pixels[at + 3] > 0 {
      #expect(Array(scaled.pixels[at..<at + 3]) == [250, 180, 20])
    }
  }

  @Test("transparent pixels become transparent black, whatever their color, also at the same size")
  func hiddenColor() {
    for side in [30, 20, 7] {
      let scaled = Resampler(from: PixelSize(30, 30), to: PixelSize(side, side))
        .resample(makeBitmap(30, 30) { x, y in [UInt8(x), UInt8(y), 200, 0] })
      #expect(scaled == Bitmap(transparent: PixelSize(side, side)))
    }
  }

  @Test("hidden colors never show, and pixels beside them keep their own color")
  func hiddenBeside() {
    let art = makeBitmap(93, 60) { x, y in
      (x / 9 + y / 11) % 2 == 0 ? [90, 60, 30, UInt8(1 + (x * y) % 255)] : [255, UInt8(x), 255, 0]
    }
    for to in [PixelSize(62, 40), PixelSize(31, 20), PixelSize(50, 33), PixelSize(5, 3)] {
      let scaled = Resampler(from: art.size, to: to).resample(art)
      for at in stride(from: 0, to: scaled.pixels.count, by: 4) where scaled.pixels[at + 3] > 0 {
        #expect(Array(scaled.pixels[at..<at + 3]) == [90, 60, 30])
      }
    }
  }

  @Test("encoded values are averaged as in drawing programs: fine black and white becomes 128")
  func encodedValues() {
    let board = makeBitmap(96, 96) { x, y in (x + y) % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let scaled = Resampler(from: board.size, to: PixelSize(48, 48)).resample(board)
    #expect(scaled == makeBitmap(48, 48) { _, _ in [128, 128, 128, 255] })
  }

  @Test("a brown outline between orange and white never gets darker than itself")
  func outline() {
    let art = ScaleCase(art: "outlines", from: PixelSize(618, 618), to: PixelSize(412, 412)).bitmap()
    for side in [412, 206, 100, 58] {
      let scaled = Resampler(from: art.size, to: PixelSize(side, side)).resample(art)
      let darkest = stride(from: 0, to: scaled.pixels.count, by: 4).map { luma(scaled.pixels[$0..<$0 + 3]) }
        .min()
      #expect(darkest ?? 0 >= luma([0x3C, 0x1E, 0x14]) - 1)
    }
  }

  /// Luma (BT.601), 0...255.
  private func luma(_ color: ArraySlice<UInt8>) -> Double {
    zip(color, [0.299, 0.587, 0.114]).reduce(0) { $0 + Double($1.0) * $1.1 }
  }

  @Test(
    "variants are thirds of the @3x canvas, rounded, and at least one pixel",
    arguments: [
      (618, 412, 206), (408, 272, 136), (300, 200, 100), (301, 201, 100), (302, 201, 101), (517, 345, 172),
      (1, 1, 1), (2, 1, 1), (4, 3, 1), (5, 3, 2),
    ])
  func variants(_ sides: (three: Int, two: Int, one: Int)) {
    let size = PixelSize(sides.three, 300)
    #expect(size.variantSize(scale: 3) == size)
    #expect(size.variantSize(scale: 2) == PixelSize(sides.two, 200))
    #expect(size.variantSize(scale: 1) == PixelSize(sides.one, 100))
  }
}

extension Bitmap {
  /// Premultiplied values, with their colors limited to those of the source pixels, as a translucent edge
  /// requires.
  fileprivate func clampedToSourceColors(_ values: [Double], _ x: Int, _ y: Int, _ to: PixelSize) -> [Double]
  {
    let alpha = values[3].rounded()
    var (least, most) = ([255.0, 255, 255], [0.0, 0, 0])
    for row in sourceCellRange(y, from: height, to: to.height) {
      for column in sourceCellRange(x, from: width, to: to.width)
      where pixels[(row * width + column) * 4 + 3] > 0 {
        for channel in 0..<3 {
          let sample = Double(pixels[(row * width + column) * 4 + channel])
          (least[channel], most[channel]) = (min(least[channel], sample), max(most[channel], sample))
        }
      }
    }
    guard alpha > 0 else { return [0, 0, 0, 0] }
    return (0..<3).map {
      min(max(values[$0] * 255 / alpha, least[$0]), most[$0]) * alpha / 255
    } + [values[3]]
  }
}
