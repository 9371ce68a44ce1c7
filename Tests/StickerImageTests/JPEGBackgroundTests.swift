import Testing

@testable import StickerImage

/// Art with known alpha on one color, compressed as a JPEG, and cut out again.
@Suite struct JPEGBackgroundTests {
  @Test(
    "no remnants of the background stay around a disc",
    arguments: [[255, 255, 255], [0, 0, 0], [128, 128, 128], [250, 240, 215], [60, 200, 90]],
    [50, 60, 75, 85, 92])
  func crumbs(_ ground: [Int], _ quality: Int) throws {
    let photo = try jpegCompressed(quality) { x, y in mixed([90, 150, 240], ground, share: coverage(x, y)) }
    let found = try #require([photo].withoutBackground())[0]
    var error = 0
    for y in 0..<side {
      for x in 0..<side {
        let alpha = Int(found.pixels[(y * side + x) * 4 + 3])
        error += abs(alpha - coverage(x, y))
        let (across, down) = (x - side / 2, y - side / 2)
        let square = across * across + down * down
        if square > (radius + 5) * (radius + 5) { #expect(alpha == 0, "at \(x), \(y)") }
        // Soft edges are searched up to 5 px deep, starting at the edge of the photo.
        if square < (radius - 8) * (radius - 8) { #expect(alpha == 255, "at \(x), \(y)") }
      }
    }
    #expect(Double(error) / Double(side * side) <= 1.5)
  }

  @Test("pale art next to bold art is not removed as a remnant")
  func paleArt() throws {
    let photo = try jpegCompressed(75) { x, y in
      if (60..<140).contains(x) && (60..<240).contains(y) { return [200, 30, 30, 255] }
      // 37 levels from the background, which is the maximum for remnants.
      let isPale = (140..<180).contains(x) && (60..<240).contains(y)
      return isPale ? [139, 165, 160, 255] : [128, 128, 128, 255]
    }
    let found = try #require([photo].withoutBackground())[0]
    for y in 70..<230 {
      for x in 150..<170 { #expect(found.pixels[(y * side + x) * 4 + 3] == 255, "at \(x), \(y)") }
    }
  }

  @Test("a ring keeps its inside, and a ring with a gap is refused unless the gap is wide")
  func gap() throws {
    func ring(gap: Int) throws -> Bitmap {
      try jpegCompressed(85) { x, y in
        let (across, down) = (x - side / 2, y - side / 2)
        let isRing = (95 * 95...100 * 100).contains(across * across + down * down)
        return isRing && (abs(across) * 2 >= gap || down < 0) ? [20, 20, 20, 255] : [255, 255, 255, 255]
      }
    }
    let middle = (side / 2 * side + side / 2) * 4 + 3
    #expect(try #require([ring(gap: 0)].withoutBackground())[0].pixels[middle] == 255)
    #expect(try [ring(gap: 16)].withoutBackground() == nil)
    #expect(try #require([ring(gap: 120)].withoutBackground())[0].pixels[middle] == 0)
  }

  private let side = 300
  private let radius = 100

  private func jpegCompressed(_ quality: Int, _ color: (Int, Int) -> Color) throws -> Bitmap {
    let bytes = try makeBitmap(side, side, color).encodedJPEG(quality: quality)
    return try #require(Image(decoding: bytes).frames.first?.bitmap)
  }

  /// The coverage of a pixel by the disc, 0...255, from 4 × 4 samples.
  private func coverage(_ x: Int, _ y: Int) -> Int {
    var inside = 0
    for step in 0..<16 {
      let across = (x - side / 2) * 8 + step % 4 * 2 + 1
      let down = (y - side / 2) * 8 + step / 4 * 2 + 1
      if across * across + down * down < 64 * radius * radius { inside += 1 }
    }
    return (inside * 255 + 8) / 16
  }

  private func mixed(_ art: [Int], _ ground: [Int], share: Int) -> Color {
    zip(art, ground).map { UInt8(($0 * share + $1 * (255 - share) + 127) / 255) } + [255]
  }
}
