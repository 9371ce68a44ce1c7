import Corpus
import Testing

@testable import StickerImage

private let white: [Double] = [255, 255, 255]

@Suite struct RemoveBackgroundTests {
  @Test(
    "a disc is cut out of its background to within 8 of 255",
    arguments: [[255, 255, 255], [0, 0, 0], [60, 200, 90], [255, 220, 190]])
  func disc(_ ground: [Int]) throws {
    let ground = ground.map(Double.init)
    let art = disc(color: [200, 40, 120])
    let found = try #require([art.laid(over: ground)].withoutBackground())[0]
    // Pixels within 4 of a background are treated as background. With a difference of at least 160, that is
    // 6.4 of alpha; the rest is rounding.
    #expect(difference(found.alphas, art.alphas).largest <= 8)
    #expect(found.pixels[0..<4].elementsEqual([0, 0, 0, 0]))
    let onMagenta = [255.0, 0, 255]
    let (seen, meant) = (found.laid(over: onMagenta), art.laid(over: onMagenta))
    #expect(difference(seen.pixels, meant.pixels).largest <= 8)
  }

  @Test("a hard-edged disc keeps its edges pixel by pixel")
  func hardEdges() throws {
    var art = disc(color: [40, 90, 200])
    for at in stride(from: 3, to: art.pixels.count, by: 4) { art.pixels[at] = art.pixels[at] < 128 ? 0 : 255 }
    let found = try #require([art.laid(over: white)].withoutBackground())[0]
    #expect(found.alphas == art.alphas)
  }

  @Test("enclosed areas stay")
  func hole() throws {
    let ring = makeBitmap(120, 120) { x, y in
      let square = (x - 60) * (x - 60) + (y - 60) * (y - 60)
      return (900...2500).contains(square) ? [200, 0, 0, 255] : [255, 255, 255, 255]
    }
    let found = try #require([ring].withoutBackground())[0]
    #expect(found.pixels[(60 * 120 + 60) * 4 + 3] == 255)
    #expect(found.pixels[3] == 0)
  }

  @Test("no dot is left from an uneven background or where lines meet at corners")
  func dots() throws {
    // Three grains of 5 near the art, and one pixel of the background between four specks.
    let (grains, knot) = ([(36, 50), (37, 90), (104, 70)], (30, 60))
    let canvas = makeBitmap(120, 120) { x, y in
      let isArt = (40..<100).contains(x) && (40..<100).contains(y)
      if isArt || abs(x - knot.0) + abs(y - knot.1) == 1 { return [200, 0, 0, 255] }
      return grains.contains { $0 == (x, y) } ? [250, 250, 250, 255] : [255, 255, 255, 255]
    }
    let found = try #require([canvas].withoutBackground())[0]
    for (x, y) in grains + [knot] { #expect(found.alphas[y * 120 + x] == 0, "\(x), \(y)") }
    #expect(found.alphas.count { $0 > 0 } == 3600)
  }

  @Test("a soft shadow becomes translucent black")
  func shadow() throws {
    let art = makeBitmap(200, 200) { x, y in
      if (50..<120).contains(x) && (50..<120).contains(y) { return [240, 110, 80, 255] }
      // 40% beside the art, fading to nothing over 50 px.
      let away = max(max(50 - x, x - 119, 0), max(50 - y, y - 119, 0))
      return [0, 0, 0, UInt8(max(0, 100 - 2 * away))]
    }
    let found = try #require([art.laid(over: white)].withoutBackground())[0]
    #expect(difference(found.alphas, art.alphas).largest <= 5)
    let onMagenta = [255.0, 0, 255]
    let (seen, meant) = (found.laid(over: onMagenta), art.laid(over: onMagenta))
    #expect(difference(seen.pixels, meant.pixels).largest <= 5)
  }

  @Test("light gray art is not a shadow")
  func lightGray() throws {
    let art = makeBitmap(120, 120) { x, y in
      (30..<90).contains(x) && (30..<90).contains(y) ? [245, 245, 245, 255] : [0, 0, 0, 0]
    }
    let found = try #require([art.laid(over: white)].withoutBackground())[0]
    #expect(found.alphas == art.alphas)
  }

  @Test("one background is removed from all frames, and a frame with nothing else is refused")
  func frames() throws {
    let (one, other) = (disc(color: [200, 40, 120]), disc(color: [20, 140, 60]))
    let found = try #require([one, other].map { $0.laid(over: white) }.withoutBackground())
    #expect(zip(found, [one, other]).allSatisfy { difference($0.alphas, $1.alphas).largest <= 8 })
    let empty = Bitmap(PixelSize(160, 160), color: 0xFFFFFF)
    #expect([one.laid(over: white), empty].withoutBackground() == nil)
  }

  @Test("backgrounds that are not flat are refused")
  func notFlat() {
    let gradient = makeBitmap(100, 100) { x, y in [UInt8(x * 2), UInt8(y * 2), 90, 255] }
    var numbers = SeededNumbers(seed: 3)
    let noise = makeBitmap(100, 100) { _, _ in
      (0..<3).map { _ in .random(in: 0...255, using: &numbers) } + [255]
    }
    let frames = [disc(color: [1, 2, 3]).laid(over: white), disc(color: [1, 2, 3]).laid(over: [0, 0, 90])]
    #expect([gradient].withoutBackground() == nil)
    #expect([noise].withoutBackground() == nil)
    #expect(frames.withoutBackground() == nil)
    #expect([Bitmap(transparent: PixelSize(50, 50))].withoutBackground() == nil)
    #expect([Bitmap]().withoutBackground() == nil)
    #expect([Bitmap(PixelSize(1, 1), color: 0)].withoutBackground() == nil)
  }

  /// A disc, with the coverage from 8 × 8 samples per pixel.
  private func disc(color: [UInt8]) -> Bitmap {
    makeBitmap(160, 160) { x, y in
      var inside = 0
      for step in 0..<64 {
        let (across, down) = (x * 16 + step % 8 * 2 + 1 - 1280, y * 16 + step / 8 * 2 + 1 - 1288)
        if across * across + down * down < 960 * 960 { inside += 1 }
      }
      return inside == 0 ? [0, 0, 0, 0] : color + [UInt8((inside * 255 + 32) / 64)]
    }
  }
}

/// Art with known alpha, composited on a color and cut out again.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct CutOutTests {
  @Test(
    "real stickers look the same on their background, and most keep their alpha",
    arguments: [[255, 255, 255], [60, 200, 90]])
  func real(_ ground: [Int]) throws {
    let ground = ground.map(Double.init)
    var errors: [Double] = []
    for art in try realArt(every: 11) where art.hasEmptyMargin {
      let found = try #require([art.laid(over: ground)].withoutBackground())[0]
      errors.append(difference(found.alphas, art.alphas).mean)
      // Over its original color, it looks as before.
      #expect(difference(found.laid(over: ground).pixels, art.laid(over: ground).pixels).mean <= 0.5)
    }
    #expect(errors.count >= 8)
    // The median, because some stickers are open rings whose inside only a person recognizes as background.
    #expect(errors.sorted()[errors.count / 2] <= 1.5)
  }

  @Test(
    "well-made art is cut out to within half a level of alpha",
    arguments: ["disc", "flower", "heart", "star", "disc-shadow"])
  func good(_ name: String) throws {
    let art = try #require(Image(decoding: Corpus.bytes(of: "rules/good/\(name).png")).frames.first?.bitmap)
    for ground in [white, [255, 220, 190], [70, 90, 200]] {
      let found = try #require([art.laid(over: ground)].withoutBackground())[0]
      #expect(difference(found.alphas, art.alphas).mean <= 0.5, "on \(ground)")
      let similarity = StructuralSimilarity(found, art)
      #expect(min(similarity.overWhite, similarity.overBlack) >= 0.99, "on \(ground): \(similarity)")
    }
  }

  @Test("art in a JPEG is cut out, too", arguments: [75, 90])
  func jpeg(_ quality: Int) throws {
    for name in ["disc", "flower", "heart", "star"] {
      let art = try #require(Image(decoding: Corpus.bytes(of: "rules/good/\(name).png")).frames.first?.bitmap)
      let bytes = try art.laid(over: white).encodedJPEG(quality: quality)
      let photo = try #require(Image(decoding: bytes).frames.first?.bitmap)
      let found = try #require([photo].withoutBackground())[0]
      #expect(difference(found.alphas, art.alphas).mean <= 1, "\(name)")
      let similarity = StructuralSimilarity(found, art)
      #expect(min(similarity.overWhite, similarity.overBlack) >= 0.95, "\(name): \(similarity)")
    }
  }

  @Test(
    "solid backgrounds in the corpus are removed completely",
    arguments: CorpusFile.all(in: "rules/opaque-background"))
  func rules(_ file: CorpusFile) throws {
    let frames = try Image(decoding: file.bytes()).frames.map(\.bitmap)
    let found = frames.withoutBackground()
    if file.path.contains("gradient") {
      #expect(found == nil)
      return
    }
    let clean = try #require(found)
    let measurements = try #require(takeMeasurements(of: clean, [.border, .fringe, .specks, .edgeCuts]))
    #expect(measurements.canvasBorder?.solidPixels == 0)
    #expect(measurements.specks?.foundSpecks == [])
    #expect(measurements.edgeCuts?.longestCutsByStraightness == [])
    let fringe = try #require(measurements.fringe)
    #expect((fringe.white.pixelCount + fringe.black.pixelCount) * 20 <= fringe.checkedEdgePixels)
  }
}

/// The differences between samples.
func difference(_ one: [UInt8], _ other: [UInt8]) -> (largest: Int, mean: Double) {
  let apart = zip(one, other).map { abs(Int($0) - Int($1)) }
  return (apart.max() ?? 0, Double(apart.reduce(0, +)) / Double(max(1, apart.count)))
}

extension Bitmap {
  /// The opaque bitmap on a background of one color, mixed as samples are stored.
  func laid(over ground: [Double]) -> Bitmap {
    var out = self
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Double(pixels[at + 3]) / 255
      for channel in 0..<3 {
        let mixed = Double(pixels[at + channel]) * alpha + ground[channel] * (1 - alpha)
        out.pixels[at + channel] = UInt8(mixed.rounded())
      }
      out.pixels[at + 3] = 255
    }
    return out
  }

  /// Whether there is empty space around the art, along most of the edge.
  fileprivate var hasEmptyMargin: Bool {
    var border = 0
    for x in 0..<width {
      for y in [0, height - 1] where pixels[(y * width + x) * 4 + 3] > 0 { border += 1 }
    }
    for y in 0..<height {
      for x in [0, width - 1] where pixels[(y * width + x) * 4 + 3] > 0 { border += 1 }
    }
    return border * 10 < 2 * (width + height) && alphas.contains(0)
  }
}
