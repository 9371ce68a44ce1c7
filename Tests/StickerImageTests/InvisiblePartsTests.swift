import Corpus
import Testing

@testable import StickerImage

@Suite("parts that vanish") struct InvisiblePartsTests {
  /// The rule's own limits.
  private let limits = InvisiblePartLimits(
    ContrastLimits(minContrast: 1.5, minChromaDistance: 0.1), minVisibleShare: 0.1, minPartShare: 0.02)

  /// By WCAG's formula #282828 has 1.42 : 1 on black and #333333 1.66 : 1; #D2D2D2 has 1.51 : 1 on white.
  @Test(
    "a disc close to the background's color vanishes, and a brighter or darker one does not",
    arguments: [
      (0x00, .black, true), (0x0C, .black, true), (0x14, .black, true), (0x1C, .black, true),
      (0x28, .black, true), (0x33, .black, false), (0xF3, .white, true), (0xFF, .white, true),
      (0xD2, .white, false), (0x80, .white, false), (0x80, .black, false),
    ] as [(UInt8, TestBackground, Bool)])
  func discs(_ level: UInt8, _ background: TestBackground, _ vanishes: Bool) throws {
    let parts = try vanishing(disc([level, level, level]), on: background)
    #expect(parts.isEmpty != vanishes)
    if let part = parts.first { #expect(part.artShare == 1) }
  }

  @Test(
    "gold, yellow and mint are visible on white because of their hue",
    arguments: [[0xFF, 0xD7, 0x00], [0xFF, 0xFF, 0x00], [0x98, 0xFF, 0xC8]] as [[UInt8]])
  func hues(_ color: [UInt8]) throws { #expect(try vanishing(disc(color), on: .white) == []) }

  @Test(
    "an outline of another color makes a fill in the background's color visible",
    arguments: [([255, 0, 0], .red), ([0, 0, 0], .black), ([255, 255, 255], .white)]
      as [([UInt8], TestBackground)])
  func outlined(_ fill: [UInt8], _ background: TestBackground) throws {
    let line: [UInt8] = fill == [0, 0, 0] ? [255, 255, 255] : [0x14, 0x10, 0x10]
    let art = drawn(300, 300) { x, y in
      let distance = (x - 150) * (x - 150) + (y - 150) * (y - 150)
      return distance < 120 * 120 ? (distance < 112 * 112 ? fill : line) + [255] : [0, 0, 0, 0]
    }
    #expect(try vanishing(art, on: background) == [])
  }

  @Test("adjacent letters are one part with its location, and a tear is none")
  func word() throws {
    // Six letters of 8 x 24 px, 1.2% of the art each, and a dark tear of 1%, far from them.
    let letter = { (x: Int, y: Int) in 30..<54 ~= y && 30..<110 ~= x && (x - 30) % 13 < 8 }
    let art = drawn(300, 300) { x, y in
      let isFigure = 100..<220 ~= y && 90..<210 ~= x
      let isTear = 260..<272 ~= y && 260..<272 ~= x
      if letter(x, y) || isTear { return [12, 12, 12, 255] }
      return isFigure ? [240, 200, 90, 255] : [0, 0, 0, 0]
    }
    let parts = try vanishing(art, on: .black)
    #expect(parts.count == 1)
    let place = try #require(parts.first?.boundingBox)
    #expect(abs(place.x - 30) <= 3 && abs(place.y - 30) <= 3, "\(place)")
    #expect(abs(place.width - 80) <= 8 && abs(place.height - 24) <= 5, "\(place)")
    #expect(try vanishing(art, on: .white) == [])
  }

  @Test("an arm that sticks out of a bright body is a part, and its pupil and outline are not")
  func hangingOn() throws {
    let art = drawn(300, 300) { x, y in
      let body = (x - 110) * (x - 110) + (y - 150) * (y - 150)
      if 140..<164 ~= y, 180..<290 ~= x { return [10, 10, 10, 255] }
      if body < 16 * 16 || 86 * 86..<92 * 92 ~= body { return [10, 10, 10, 255] }
      return body < 86 * 86 ? [240, 200, 90, 255] : [0, 0, 0, 0]
    }
    let parts = try vanishing(art, on: .black)
    #expect(parts.count == 1)
    let place = try #require(parts.first?.boundingBox)
    #expect(abs(place.y - 140) <= 6 && abs(place.height - 24) <= 12 && place.x > 170, "\(place)")
    #expect(try vanishing(art, on: .white) == [])
  }

  @Test("mirroring horizontally or vertically changes nothing")
  func mirrored() throws {
    let art = drawn(300, 300) { x, y in
      if 20..<200 ~= x, 20..<200 ~= y { return [0x20, 0x40, 0xC0, 255] }
      return 220..<280 ~= x && 220..<280 ~= y ? [255, 255, 255, 255] : [0, 0, 0, 0]
    }
    let turned = drawn(300, 300) { x, y in art.pixel(299 - x, y) }
    let upside = drawn(300, 300) { x, y in art.pixel(x, 299 - y) }
    for other in [turned, upside] {
      let (parts, others) = (try vanishing(art, on: .white), try vanishing(other, on: .white))
      #expect(parts.count == 1)
      #expect(zip(parts, others).allSatisfy { abs($0.artShare - $1.artShare) < 0.01 } && others.count == 1)
    }
  }

  @Test("at most four evenly spaced frames are examined", arguments: [1, 4, 5, 9, 1000])
  func frames(_ count: Int) throws {
    var points = ArtPoints()
    let art = drawn(8, 8) { _, _ in [1, 2, 3, 255] }
    for number in 0..<count { points.addFrame(Frame(art, delay: ExactSeconds(1, 10)), number: number) }
    let numbers = points.sampledFrames.map(\.frame)
    #expect(numbers.first == 0 && numbers.count <= 4 && numbers.count >= min(count, 2))
    #expect(Set(zip(numbers.dropFirst(), numbers).map { $0 - $1 }).count <= 1)
    #expect(abs(points.sampledFrames.reduce(0) { $0 + $1.secondsUntilNext } - Double(count) / 10) < 1e-6)
  }

  @Test("a color without more red than green and blue is not close to red")
  func red() {
    for red in stride(from: UInt8(0), through: 255, by: 3) {
      for green in stride(from: UInt8(0), through: 255, by: 3) {
        for blue in stride(from: UInt8(0), through: 255, by: 3) where red <= max(green, blue) {
          let color = OKLab(red: red, green: green, blue: blue)
          let isFar = green >= red ? color.greenRed < 0.05 : color.blueYellow < 0.01
          if !isFar { Issue.record("\(red) \(green) \(blue)") }
        }
      }
    }
  }

  @Test(
    "lettering on shipped stickers vanishes in dark mode, as people see it",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: [28, 32, 33, 35, 36])
  func writing(_ number: Int) throws {
    let path =
      "stickers/wwdcscholars/Stickers.xcassets/Sticker Pack.stickerpack/\(number).sticker/\(number).png"
    let file = try #require(CorpusFile.all("shipped stickers") { $0.path == path }.first)
    let art = try #require(try Image(decoding: file.bytes()).frames.first?.bitmap)
    #expect(try vanishing(art, on: .black).isEmpty == false)
  }

  private func disc(_ color: [UInt8]) -> Bitmap {
    drawn(300, 300) { x, y in
      (x - 150) * (x - 150) + (y - 150) * (y - 150) < 120 * 120 ? color + [255] : [0, 0, 0, 0]
    }
  }

  private func vanishing(_ art: Bitmap, on background: TestBackground) throws -> [InvisiblePart] {
    var pass = MeasurementPass(measuring: .artPoints)
    pass.visit(Frame(art), number: 0)
    let points = try #require(pass.measurements()?.artPoints)
    return try #require(points.invisibleParts(on: [background], limits).first?.first).parts
  }
}

extension Bitmap {
  fileprivate func pixel(_ x: Int, _ y: Int) -> Color {
    let at = (y * width + x) * 4
    return Array(pixels[at..<at + 4])
  }
}
