import Testing

@testable import StickerImage

/// An area of one color beside a column of edge pixels, whose colors are mixed by the matting equation.
@Suite struct FringeTests {
  @Test("the color of a matte is found", arguments: [64, 100, 128, 191], [255, 0])
  func found(_ alpha: Int, _ matte: Int) throws {
    let fringe = try measured(
      art: [200, 60, 90], edge: mixed([200, 60, 90], alpha, [matte, matte, matte]), alpha)
    #expect(fringe.checkedEdgePixels == 20)
    #expect(fringe.white.pixelCount == (matte == 255 ? 20 : 0))
    #expect(fringe.black.pixelCount == (matte == 255 ? 0 : 20))
    let color = try #require(matte == 255 ? fringe.white.meanMatteColor : fringe.black.meanMatteColor)
    for shift in [0, 8, 16] {
      #expect(abs(Int(color >> UInt32(shift) & 255) - matte) <= 255 / (255 - alpha) + 1)
    }
  }

  @Test("an edge in the art's own color has no matte")
  func clean() throws {
    let fringe = try measured(art: [200, 60, 90], edge: [200, 60, 90], 128)
    #expect((fringe.white.pixelCount, fringe.black.pixelCount) == (0, 0))
    #expect(fringe.white.meanMatteColor == nil)
  }

  @Test("an edge mixed with another color has no matte")
  func otherMatte() throws {
    let fringe = try measured(art: [200, 60, 90], edge: mixed([200, 60, 90], 128, [0, 200, 0]), 128)
    #expect((fringe.white.pixelCount, fringe.black.pixelCount) == (0, 0))
  }

  @Test(
    "nearly opaque and nearly clear pixels are not edges",
    arguments: [(63, 0), (64, 20), (191, 20), (192, 0)])
  func range(_ alpha: Int, _ pixels: Int) throws {
    #expect(try measured(art: [0, 90, 0], edge: [0, 90, 0], alpha).checkedEdgePixels == pixels)
  }

  @Test("art in nearly the matte's color has no fringe", arguments: [(207, 20), (208, 0)])
  func nearMatte(_ gray: Int, _ pixels: Int) throws {
    let art = [gray, gray, gray]
    #expect(try measured(art: art, edge: mixed(art, 64, [255, 255, 255]), 64).white.pixelCount == pixels)
  }

  @Test("the matte's share may be off by 0.08", arguments: [(48, 0), (49, 20), (89, 20), (90, 0)])
  func tolerance(_ sample: Int, _ pixels: Int) throws {
    // Black art with alpha 186: the matte's share is 69 / 255 = 0.2706, which is 69 of white; ±0.08 is 20.4
    // of 255.
    #expect(try measured(art: [0, 0, 0], edge: [sample, sample, sample], 186).white.pixelCount == pixels)
  }

  @Test("solid art is looked for up to 12 px away", arguments: [(12, 20), (13, 0)])
  func distance(_ away: Int, _ pixels: Int) throws {
    let edge = mixed([0, 0, 200], 100, [255, 255, 255])
    let fringe = try measured(art: [0, 0, 200], edge: edge, 100, away: away)
    #expect(fringe.checkedEdgePixels == 20)
    #expect(fringe.white.pixelCount == pixels)
  }

  @Test("at most 128 edge pixels per frame are examined")
  func bounded() throws {
    let soft = makeBitmap(640, 300) { _, _ in [0, 0, 0, 128] }
    let fringe = try #require(takeMeasurements(of: [soft, soft], .fringe)?.fringe)
    #expect(fringe.checkedEdgePixels > 128)
    #expect(fringe.checkedEdgePixels <= 256)
  }

  @Test("a pure black shadow is not a matte, however strong", arguments: [20, 30, 64, 90, 128, 191, 245])
  func shadow(_ strongest: Int) throws {
    // It fades to nothing over 40 px beside the art.
    let bitmap = makeBitmap(90, 60) { x, _ in
      if x < 40 { return [240, 110, 80, 255] }
      return [0, 0, 0, UInt8(strongest * max(0, 80 - x) / 40)]
    }
    let fringe = try #require(takeMeasurements(of: [bitmap], .fringe)?.fringe)
    #expect(fringe.black.pixelCount == 0)
  }

  @Test("the colors of a matte vary with alpha, and a drawn edge has one color")
  func unevenness() throws {
    let alphas = [70, 100, 130, 160, 185]
    let matted = makeBitmap(60, 60) { x, y in
      let alpha = alphas[y % 5]
      if x < 30 { return [0, 90, 60, 255] }
      return x > 30
        ? [0, 0, 0, 0] : mixed([0, 90, 60], alpha, [255, 255, 255]).map(UInt8.init) + [UInt8(alpha)]
    }
    let even = makeBitmap(60, 60) { x, _ in
      x < 30 ? [0, 90, 60, 255] : x > 30 ? [0, 0, 0, 0] : [128, 172, 157, 128]
    }
    let (white, drawn) = try (
      #require(takeMeasurements(of: [matted], .fringe)?.fringe?.white),
      #require(takeMeasurements(of: [even], .fringe)?.fringe?.white)
    )
    #expect(white.pixelCount > 30 && drawn.pixelCount > 30)
    #expect(white.storedColorStandardDeviation > 20 && drawn.storedColorStandardDeviation < 1)
  }

  private func mixed(_ art: [Int], _ alpha: Int, _ matte: [Int]) -> [Int] {
    zip(art, matte).map { (255 + 2 * ($0 * alpha + $1 * (255 - alpha))) / 510 }
  }

  private func measured(art: [Int], edge: [Int], _ alpha: Int, away: Int = 1) throws -> Fringe {
    let bitmap = makeBitmap(90, 20) { x, _ in
      if x < 40 { return art.map { UInt8($0) } + [255] }
      return x == 39 + away ? edge.map { UInt8($0) } + [UInt8(alpha)] : [0, 0, 0, 0]
    }
    return try #require(takeMeasurements(of: [bitmap], .fringe)?.fringe)
  }
}
