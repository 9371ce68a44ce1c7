import Foundation
import Testing

@testable import StickerImage

private let white: [Double] = [255, 255, 255]

/// White outlines on a white background, with a shadow that shows where they end.
@Suite struct DieCutOutlineTests {
  /// A red disc with a white rim that casts a violet shadow downward.
  ///
  /// - Parameter drop: how many pixels the shadow is below the rim. Up to 6, it is visible all around.
  private func sticker(drop: Int) -> Bitmap {
    let (violet, shade): ([Double], Double) = ([90, 74, 140], 0.42)
    func distance(_ x: Int, _ y: Int) -> Double { Double(x * x + y * y).squareRoot() }
    return makeBitmap(200, 200) { x, y in
      if distance(x - 100, y - 96) < 50 { return [220, 60, 40, 255] }
      let strength = min(max(1 - (distance(x - 100, y - 96 - drop) - 62) / 16, 0), 1)
      let shadow = shade * strength * strength
      let covered = min(max(70.5 - distance(x - 100, y - 96), 0), 1)
      return violet.map { UInt8((255 * covered + (255 + ($0 - 255) * shadow) * (1 - covered)).rounded()) } + [
        255
      ]
    }
  }

  @Test("an outline inside a shadow is kept with the shadow, and the background around them is cleared")
  func outline() throws {
    let canvas = sticker(drop: 5)
    let found = try #require([canvas].withoutBackground())[0]
    for y in 0..<200 {
      for x in 0..<200 {
        let (alpha, at) = (Int(found.alphas[y * 200 + x]), (y * 200 + x) * 4)
        let away = Double((x - 100) * (x - 100) + (y - 96) * (y - 96)).squareRoot()
        if away < 68 { #expect(alpha == 255, "\(x), \(y)") }
        if (52..<68).contains(away) { #expect(found.pixels[at..<at + 3].elementsEqual([255, 255, 255])) }
        if away > 85 { #expect(alpha == 0, "\(x), \(y)") }
        if away > 72 { #expect(alpha <= 128, "\(x), \(y)") }
      }
    }
    // The shadow below has the same strength, and its color over white is unchanged.
    #expect((20...128).contains(Int(found.alphas[170 * 200 + 100])))
    #expect(difference(found.laid(over: white).pixels, canvas.pixels).largest <= 6)
  }

  @Test("a colored shadow that leaves one side of the outline open is refused")
  func open() {
    let canvas = sticker(drop: 14)
    #expect([canvas].withoutBackground() == nil)
  }

  @Test("a ring of shadow that fades to both sides encloses background, not an outline")
  func ring() throws {
    let canvas = makeBitmap(200, 200) { x, y in
      let away = Double((x - 100) * (x - 100) + (y - 100) * (y - 100)).squareRoot()
      if away < 30 { return [220, 60, 40, 255] }
      let gray = UInt8(255 - max(0, 60 - 6 * abs(away - 70)))
      return [gray, gray, gray, 255]
    }
    let background = try #require(FlatBackground(of: [canvas]))
    #expect(BackgroundColoredDieCutOutline(canvas, background) == nil)
  }

  @Test(
    "the demo's stickers are cut out of white as they were drawn",
    arguments: ["avocado", "cactus", "coffee", "donut", "ghost", "rain-cloud", "rocket"])
  func demo(_ name: String) throws {
    let art = try demoArt("pack/\(name).png")
    let found = try #require([art.laid(over: white)].withoutBackground())[0]
    // On white, the edge of the outline is not visible at all, so half a pixel of it is guessed.
    #expect(difference(found.alphas, art.alphas).mean <= 1.25)
    #expect(difference(found.laid(over: [0, 0, 0]).pixels, art.laid(over: [0, 0, 0]).pixels).mean <= 1.25)
    #expect(difference(found.laid(over: white).pixels, art.laid(over: white).pixels).largest <= 8)
    #expect([found].faintArcsInAllFrames().commonArcs == [])
  }

  @Test("the demo's JPEG is refused instead of cut out")
  func jpeg() throws {
    #expect(try [demoArt("faulty/jpeg-has-no-transparency.jpg")].withoutBackground() == nil)
  }

  @Test("the demo's white-background.png is cut out as the avocado")
  func sample() throws {
    let found = try #require([demoArt("faulty/white-background.png")].withoutBackground())[0]
    #expect(difference(found.alphas, try demoArt("pack/avocado.png").alphas).mean <= 1.25)
  }

  private func demoArt(_ path: String) throws -> Bitmap {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/Art")
    let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
    return try #require(Image(decoding: bytes).frames.first?.bitmap)
  }
}
