import Corpus
import Testing

@testable import StickerImage

@Suite struct RemoveFringeTests {
  @Test(
    "an edge mixed with a matte gets the art's color back at every alpha",
    arguments: Matte.allCases, [[200, 60, 90], [30, 30, 120], [250, 220, 60]])
  func edge(_ matte: Matte, _ art: [Int]) {
    let matted = slope(art) { alpha in mixed(art, alpha, matte) }
    let clean = slope(art) { _ in art }
    #expect(largest(matted.withoutFringe(of: matte), clean) <= 1)
    #expect(matted.withoutFringe(of: matte).alphas == clean.alphas)
  }

  @Test("an edge in the art's own color stays", arguments: Matte.allCases)
  func clean(_ matte: Matte) {
    let clean = slope([200, 60, 90]) { _ in [200, 60, 90] }
    #expect(clean.withoutFringe(of: matte) == clean)
  }

  @Test("a black shadow mixed with white turns black again")
  func shadow() {
    // Far from solid pixels, at 40%.
    let color = mixed([0, 0, 0], 102, .white).map { UInt8($0) }
    let seen = makeBitmap(60, 30) { x, _ in x < 10 ? [200, 60, 90, 255] : color + [x > 40 ? 102 : 0] }
    let clean = seen.withoutFringe(of: .white)
    #expect(clean.pixels[(5 * 60 + 50) * 4..<(5 * 60 + 51) * 4].dropLast().allSatisfy { $0 <= 2 })
  }

  @Test(
    "real stickers mixed with a matte are restored almost exactly",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: Matte.allCases)
  func real(_ matte: Matte) throws {
    let art = try realArt(every: 7)
    var (before, after, pixels) = (0.0, 0.0, 0.0)
    for bitmap in art {
      var matted = bitmap
      for at in stride(from: 0, to: matted.pixels.count, by: 4) where matted.pixels[at + 3] > 0 {
        let color = mixed((0..<3).map { Int(bitmap.pixels[at + $0]) }, Int(bitmap.pixels[at + 3]), matte)
        for channel in 0..<3 { matted.pixels[at + channel] = UInt8(color[channel]) }
      }
      let clean = matted.withoutFringe(of: matte)
      #expect(clean.alphas == bitmap.alphas)
      for at in stride(from: 0, to: bitmap.pixels.count, by: 4) {
        let alpha = Double(bitmap.pixels[at + 3]) / 255
        guard alpha > 0, alpha < 250 / 255 else { continue }
        pixels += 3
        for channel in at..<at + 3 {
          before += alpha * abs(Double(matted.pixels[channel]) - Double(bitmap.pixels[channel]))
          after += alpha * abs(Double(clean.pixels[channel]) - Double(bitmap.pixels[channel]))
        }
      }
    }
    // Most art is dark along its edge, where black changes little, so there is less to undo.
    #expect(after * (matte == .white ? 6 : 3) <= before)
    #expect(after / pixels <= 4)
  }

  @Test(
    "fringes in the corpus shrink to at most a tenth of the edge pixels",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: CorpusFile.all(in: "rules/matte-fringe"))
  func corpus(_ file: CorpusFile) throws {
    let frames = try Image(decoding: file.bytes()).frames.map(\.bitmap)
    let before = try #require(takeMeasurements(of: frames, .fringe)?.fringe)
    let matte: Matte = before.white.pixelCount > before.black.pixelCount ? .white : .black
    guard max(before.white.pixelCount, before.black.pixelCount) * 2 > before.checkedEdgePixels else { return }
    let after = try #require(
      takeMeasurements(of: frames.map { $0.withoutFringe(of: matte) }, .fringe)?.fringe)
    #expect(after.checkedEdgePixels == before.checkedEdgePixels)
    #expect(max(after.white.pixelCount, after.black.pixelCount) * 10 <= after.checkedEdgePixels)
  }

  private func mixed(_ art: [Int], _ alpha: Int, _ matte: Matte) -> [Int] {
    art.map { ($0 * alpha + Int(matte.sampleValue) * (255 - alpha) + 127) / 255 }
  }

  /// A solid sheet whose edge has every alpha within the 12 px that are searched for solid art.
  private func slope(_ art: [Int], _ edge: (Int) -> [Int]) -> Bitmap {
    makeBitmap(40, 256) { x, y in
      if x < 20 { return art.map { UInt8($0) } + [255] }
      return x < 30 && y > 0 && y < 250 ? edge(y).map { UInt8($0) } + [UInt8(y)] : [0, 0, 0, 0]
    }
  }

  private func largest(_ one: Bitmap, _ other: Bitmap) -> Int {
    zip(one.pixels, other.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}

extension Bitmap {
  var alphas: [UInt8] { stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] } }
}

/// Every n-th still of the corpus's real packs.
func realArt(every step: Int) throws -> [Bitmap] {
  let files = CorpusFile.all("real stickers") { file in
    file.path.hasPrefix("stickers/") && file.format == "png" && file.expectation == .ok
      && !file.path.contains("iconset")
  }
  return try stride(from: 0, to: files.count, by: step).compactMap {
    try Image(decoding: files[$0].bytes()).frames.first?.bitmap
  }
}
