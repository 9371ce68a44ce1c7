import Testing

@testable import StickerImage

@Suite struct OperationTests {
  @Test("a crop shows the same pixels, and nothing beyond the canvas")
  func crop() {
    let numbered = makeBitmap(4, 3) { x, y in [UInt8(x), UInt8(y), 9, 255] }
    let inside = numbered.cropped(to: PixelRect(x: 1, y: 1, width: 2, height: 2))
    #expect(inside == makeBitmap(2, 2) { x, y in [UInt8(x + 1), UInt8(y + 1), 9, 255] })
    let over = numbered.cropped(to: PixelRect(x: -1, y: 2, width: 3, height: 3))
    let expected = makeBitmap(3, 3) { x, y in x > 0 && y == 0 ? [UInt8(x - 1), 2, 9, 255] : [0, 0, 0, 0] }
    #expect(over == expected)
    #expect(
      numbered.cropped(to: PixelRect(x: 9, y: 9, width: 2, height: 1)).pixels == [0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("frames are cropped to what is visible in any of them, with a margin")
  func trim() throws {
    let first = dot(at: (10, 20)), second = dot(at: (30, 24), haze: (1, 1))
    #expect([first, second].visibleBounds() == PixelRect(x: 10, y: 20, width: 21, height: 5))
    let cut = try #require(trimmed([first, second], margin: 2))
    #expect(cut.map(\.size) == [PixelSize(25, 9), PixelSize(25, 9)])
    #expect([cut[0]].visibleBounds() == PixelRect(x: 2, y: 2, width: 1, height: 1))
    #expect([cut[1]].visibleBounds() == PixelRect(x: 22, y: 6, width: 1, height: 1))
    #expect(trimmed([Bitmap(transparent: PixelSize(5, 5))]) == nil)
  }

  @Test("if the canvas has less margin than requested, margin is added")
  func margin() throws {
    let cut = try #require(trimmed([dot(at: (0, 0))], margin: 3))
    #expect(cut[0].size == PixelSize(7, 7))
    #expect(cut.visibleBounds() == PixelRect(x: 3, y: 3, width: 1, height: 1))
  }

  @Test("padding centers the art, with the odd pixel at the right and bottom")
  func pad() {
    let art = makeBitmap(3, 2) { _, _ in [1, 2, 3, 255] }
    #expect(
      art.padded(to: PixelSize(6, 5))
        == makeBitmap(6, 5) { x, y in
          (1...3).contains(x) && (1...2).contains(y) ? [1, 2, 3, 255] : [0, 0, 0, 0]
        })
    #expect(art.padded(to: PixelSize(3, 2)) == art)
  }

  @Test("sizes are rounded up to whole points, and the enclosing square has the longer side")
  func sizes() {
    #expect(PixelSize(400, 408).roundedUpToWholePoints == PixelSize(402, 408))
    #expect(PixelSize(617, 300).roundedUpToWholePoints == PixelSize(618, 300))
    #expect(PixelSize(300, 618).enclosingSquare == PixelSize(618, 618))
  }

  @Test("only haze with an alpha of at most 4 is cleared")
  func haze() {
    let film = makeBitmap(256, 1) { x, _ in [200, 100, 50, UInt8(x)] }
    let expected = makeBitmap(256, 1) { x, _ in x < 5 ? [0, 0, 0, 0] : [200, 100, 50, UInt8(x)] }
    #expect(film.withoutHaze() == expected)
  }

  private func dot(at place: (Int, Int), haze: (Int, Int)? = nil) -> Bitmap {
    makeBitmap(60, 40) { x, y in
      if (x, y) == place { return [255, 0, 0, 255] }
      if let haze, (x, y) == haze { return [0, 0, 0, 4] }
      return [0, 0, 0, 0]
    }
  }
}

/// Trims frames as a fix does: every frame is cropped to the area that is visible in any of them.
private func trimmed(_ frames: [Bitmap], margin: Int = 0) -> [Bitmap]? {
  guard let art = frames.visibleBounds() else { return nil }
  let place = PixelRect(
    x: art.x - margin, y: art.y - margin, width: art.width + 2 * margin, height: art.height + 2 * margin)
  return frames.map { $0.cropped(to: place) }
}
