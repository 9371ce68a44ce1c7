import Testing

@testable import StickerEngine
@testable import StickerImage

/// Values exactly at a limit, and just past it.
@Suite struct LimitTests {
  @Test("95% of the border may be solid, and one pixel more may not", arguments: [(380, false), (381, true)])
  func border(_ solid: Int, _ fires: Bool) async throws {
    let side = 101  // a border of 400 pixels
    var bitmap = Bitmap(transparent: PixelSize(side, side))
    let ring = (0..<side * side).filter { pixel in
      let (x, y) = (pixel % side, pixel / side)
      return x == 0 || y == 0 || x == side - 1 || y == side - 1
    }
    #expect(ring.count == 400)
    // 250 is the lowest alpha that counts as solid.
    for pixel in ring.prefix(solid) { bitmap.pixels[pixel * 4 + 3] = 250 }
    let messages = await messages(.opaqueBackground, try bitmap.encodedPNG())
    let message =
      "the background is solid (about #000000): 95.3% of the pixels along the edge are opaque (limit: 95%)"
    #expect(messages == (fires ? [message] : []))
  }

  @Test("an alpha of 249 is not solid")
  func nearlySolid() async throws {
    let bitmap = filled(PixelSize(101, 101), alpha: 249, pixels: 101 * 101)
    #expect(await messages(.opaqueBackground, try bitmap.encodedPNG()) == [])
  }

  @Test(
    "a tenth of the fullest frame's area is enough for the first frame",
    arguments: [(100, false), (99, true)])
  func firstFrame(_ visible: Int, _ fires: Bool) async throws {
    let size = PixelSize(40, 40)
    let frames = [visible, 1000].map {
      Frame(filled(size, alpha: 255, pixels: $0), delay: ExactSeconds(1, 10))
    }
    let messages = await messages(.blankFirstFrame, try frames.encodedAPNG(plays: 0))
    let message = "the first frame shows 9.9% of what frame 2 shows (minimum: 10%)"
    #expect(messages == (fires ? [message] : []))
  }

  @Test("an alpha of 5 is visible, and 4 is not", arguments: [(5, false), (4, true)])
  func visible(_ alpha: UInt8, _ fires: Bool) async throws {
    let bitmap = filled(PixelSize(40, 40), alpha: alpha, pixels: 1)
    let messages = await messages(.invisibleSticker, try bitmap.encodedPNG())
    #expect(messages == (fires ? ["the sticker is empty: 0 of 1600 pixels are visible"] : []))
  }

  private func filled(_ size: PixelSize, alpha: UInt8, pixels: Int) -> Bitmap {
    var bitmap = Bitmap(transparent: size)
    for pixel in 0..<pixels { bitmap.pixels[pixel * 4 + 3] = alpha }
    return bitmap
  }

  private func messages(_ rule: Rule, _ bytes: [UInt8]) async -> [String] {
    let report = await lint([AssetSource("a.png", .bytes(bytes))], Configuration(rules: [rule]), jobs: 1)
    return report.findings.map(\.evidence.message)
  }
}
