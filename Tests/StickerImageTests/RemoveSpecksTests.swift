import Corpus
import Testing

@testable import StickerImage

@Suite struct RemoveSpecksTests {
  @Test(
    "a speck is removed, and larger or closer dots stay",
    arguments: [(3, 20, true), (4, 20, false), (3, 95, false)])
  func specks(_ side: Int, _ x: Int, _ isSpeck: Bool) throws {
    let clean = [art(dot: (x, 20), side: side)].withoutSpecks()[0]
    #expect(clean == (isSpeck ? art() : art(dot: (x, 20), side: side)))
  }

  @Test("the limits can be set", arguments: [(9, 12, false), (10, 12, true), (10, 16, true)])
  func limits(_ minPixels: Int, _ minDistance: Int, _ isSpeck: Bool) {
    let dotted = art(dot: (20, 20), side: 3)
    let clean = [dotted].withoutSpecks(smallerThanPixels: minPixels, minDistance: minDistance)[0]
    #expect(clean == (isSpeck ? art() : dotted))
  }

  @Test(
    "on a small canvas, a distinct dot near the art is removed, but a faint dot or one of four stays",
    arguments: [(1, 255, true), (1, 20, false), (4, 255, false)])
  func smallCanvas(_ dots: Int, _ alpha: UInt8, _ isSpeck: Bool) {
    // 60 px shown at 408: each pixel covers 46 screen pixels. Dots of 2 × 1 px are 6 px from the art and from
    // each other.
    func picture(_ dots: Int) -> Bitmap {
      makeBitmap(60, 60) { x, y in
        if x >= 30 { return [50, 90, 200, 255] }
        let isDot = 22..<24 ~= x && y % 12 == 5 && y / 12 < dots
        return isDot ? [0, 0, 0, alpha] : [0, 0, 0, 0]
      }
    }
    #expect([picture(dots)].withoutSpecks()[0] == picture(isSpeck ? 0 : dots))
  }

  @Test("every frame with the speck loses it")
  func allFrames() {
    let dotted = art(dot: (20, 20), side: 2)
    #expect([art(), dotted, dotted, art()].withoutSpecks() == [art(), art(), art(), art()])
  }

  @Test("a dot that is art in another frame stays")
  func sparkle() {
    let frames = [art(dot: (20, 20), side: 1), art(dot: (18, 18), side: 8)]
    #expect(frames.withoutSpecks() == frames)
  }

  @Test("on an otherwise empty canvas, a dot is the art")
  func alone() {
    let dot = makeBitmap(80, 80) { x, y in x == 40 && y == 40 ? [9, 9, 9, 255] : [0, 0, 0, 0] }
    #expect([dot].withoutSpecks() == [dot])
  }

  @Test("the haze around a speck is removed with it")
  func softSpeck() {
    let soft = makeBitmap(200, 100) { x, y in
      if x >= 100 { return [50, 90, 200, 255] }
      if x == 20 && y == 20 { return [0, 0, 0, 200] }
      return abs(x - 20) < 2 && abs(y - 20) < 2 ? [0, 0, 0, 3] : [0, 0, 0, 0]
    }
    #expect([soft].withoutSpecks()[0] == art())
  }

  @Test("more specks than are listed are removed, too")
  func many() throws {
    let dusty = makeBitmap(800, 400) { x, y in
      if x >= 700 { return [50, 90, 200, 255] }
      return x < 680 && x % 20 == 10 && y % 20 == 10 ? [0, 0, 0, 255] : [0, 0, 0, 0]
    }
    #expect(34 * 20 > 256)
    let clean = [dusty].withoutSpecks()[0]
    #expect([clean].visibleBounds() == PixelRect(x: 700, y: 0, width: 100, height: 400))
  }

  @Test(
    "specks in the corpus are no longer found afterward",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: CorpusFile.all(in: "rules/stray-pixels"))
  func corpus(_ file: CorpusFile) throws {
    let frames = try Image(decoding: file.bytes()).frames.map(\.bitmap)
    let clean = frames.withoutSpecks()
    let left = try #require(takeMeasurements(of: clean, .specks)?.specks?.foundSpecks)
    #expect(left.filter { $0.pixelCount < 12 && $0.distanceToNearestPixel >= 12 } == [])
    if file.path.contains("/ok-") || file.path.contains("haze") { #expect(clean == frames) }
  }

  /// A solid area on the right, and a square dot.
  private func art(dot: (Int, Int)? = nil, side: Int = 0) -> Bitmap {
    makeBitmap(200, 100) { x, y in
      if x >= 100 { return [50, 90, 200, 255] }
      guard let dot else { return [0, 0, 0, 0] }
      let isDot = (dot.0..<dot.0 + side).contains(x) && (dot.1..<dot.1 + side).contains(y)
      return isDot ? [0, 0, 0, 255] : [0, 0, 0, 0]
    }
  }
}
