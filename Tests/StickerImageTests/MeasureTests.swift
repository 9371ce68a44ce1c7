import Corpus
import Testing

@testable import StickerImage

@Suite struct MeasureTests {
  @Test(
    "visible pixels are counted exactly for any number of pixels",
    arguments: [1, 3, 15, 16, 17, 31, 33, 100, 4_079, 4_080, 4_081, 10_007])
  func coverage(_ width: Int) throws {
    var random = SeededNumbers(seed: UInt64(width))
    let edges: [UInt8] = [0, 4, 5, 250, 254, 255]
    let frames = (0..<3).map { _ in
      makeBitmap(width, 3) { _, _ in [9, 255, 0, edges[Int.random(in: 0..<edges.count, using: &random)]] }
    }
    let measurements = try #require(takeMeasurements(of: frames, .coverage))
    #expect(measurements.coverage?.visiblePixelsByFrame == frames.map { alphas($0).count { $0 >= 5 } })
    #expect(measurements.coverage?.hasTransparency == true)
  }

  @Test("one nearly opaque pixel makes an image transparent", arguments: [0, 1, 15, 16, 99])
  func transparency(_ place: Int) throws {
    var bitmap = makeBitmap(10, 10) { _, _ in [0, 0, 0, 255] }
    #expect(takeMeasurements(of: [bitmap], .coverage)?.coverage?.hasTransparency == false)
    bitmap.pixels[place * 4 + 3] = 254
    #expect(takeMeasurements(of: [bitmap], .coverage)?.coverage?.hasTransparency == true)
  }

  @Test(
    "each pixel of the border ring counts once",
    arguments: zip([(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (5, 4)], [1, 4, 4, 4, 8, 14]))
  func ring(_ size: (Int, Int), _ pixels: Int) throws {
    let bitmap = makeBitmap(size.0, size.1) { _, _ in [1, 2, 3, 250] }
    let border = try #require(takeMeasurements(of: [bitmap, bitmap], .border)?.canvasBorder)
    #expect(border.ringPixels == pixels * 2)
    #expect(border.solidPixels == pixels * 2)
    #expect(border.mostFrequentSolidColor == 0x01_02_03)
  }

  @Test("pixels inside the ring or not solid do not count toward the border color")
  func inside() throws {
    let bitmap = makeBitmap(4, 4) { x, y in
      1...2 ~= x && 1...2 ~= y ? [255, 255, 255, 255] : [200, 0, 0, x == 0 ? 250 : 249]
    }
    let border = try #require(takeMeasurements(of: [bitmap], .border)?.canvasBorder)
    #expect(border.ringPixels == 12)
    #expect(border.solidPixels == 4)
    #expect(border.mostFrequentSolidColor == 0xC8_00_00)
  }

  @Test("the border color is the rounded mean of pixels close to the most frequent one")
  func dominantColor() throws {
    // Three reds whose high 4 bits are the same, against two blues.
    let row: [[UInt8]] = [
      [0xF0, 0, 0, 255], [0xF1, 0, 0, 255], [0xF1, 2, 0, 255], [0, 0, 9, 255], [0, 0, 9, 255],
    ]
    let border = try #require(
      takeMeasurements(of: [makeBitmap(5, 1) { x, _ in row[x] }], .border)?.canvasBorder)
    #expect(border.mostFrequentSolidColor == 0xF1_01_00)
    // Both occur equally often: the darker red wins, regardless of the order.
    let even: [[UInt8]] = [[0x20, 0, 0, 255], [0x10, 0, 0, 255]]
    for shift in 0...1 {
      let tie = try #require(
        takeMeasurements(of: [makeBitmap(2, 1) { x, _ in even[(x + shift) % 2] }], .border)?.canvasBorder)
      #expect(tie.mostFrequentSolidColor == 0x10_00_00)
    }
    let clear = try #require(
      takeMeasurements(of: [Bitmap(transparent: PixelSize(3, 3))], .border)?.canvasBorder)
    #expect(clear.mostFrequentSolidColor == nil)
  }

  @Test("rings of the same colors in another order are equal")
  func mirroredRing() throws {
    let colors: [[UInt8]] = [[0x20, 0, 0, 255], [0, 0x90, 0, 255], [0, 0, 0xF0, 255]]
    let rings = try [[0, 1, 2], [2, 1, 0], [0, 1, 1]].map { order in
      try #require(
        takeMeasurements(of: [makeBitmap(3, 1) { x, _ in colors[order[x]] }], .border)?.canvasBorder)
    }
    #expect(rings[0] == rings[1] && rings[0].hashValue == rings[1].hashValue && rings[0] != rings[2])
  }

  @Test("the border color is the most frequent one over all frames")
  func colorOfAllFrames() throws {
    let colors: [[UInt8]] = [[0xF0, 0, 0, 255], [0, 0, 0xF0, 255], [0, 0, 0xF8, 255]]
    let frames = colors.map { color in makeBitmap(3, 3) { _, _ in color } }
    let border = try #require(takeMeasurements(of: frames, .border)?.canvasBorder)
    #expect(border.ringPixels == 24)
    #expect(border.mostFrequentSolidColor == 0x00_00_F4)
  }

  @Test(
    "frames that are known to be opaque measure like frames whose alpha is read",
    arguments: [(1, 1), (1, 5), (5, 1), (63, 3), (64, 64), (65, 2), (128, 70), (131, 90)])
  func knownOpacity(_ size: (Int, Int)) {
    var random = SeededNumbers(seed: UInt64(size.0))
    let needs: MeasureSet = [
      .coverage, .border, .bounds, .edgeCuts, .specks, .outlinePixelGrid, .fringe, .centerOfMass, .pinholes,
      .sharpness, .jpegBlockTraces, .paleRim, .jaggedOutline, .displaySizeFrames, .digests, .imageSignature,
    ]
    let frames = (0..<2).map { _ in
      makeBitmap(size.0, size.1) { _, _ in
        let sample = UInt8.random(in: 0...255, using: &random)
        return [sample, sample / 2, 255 - sample, 255]
      }
    }
    var pass = MeasurementPass(measuring: needs, isOpaque: true)
    for (number, bitmap) in frames.enumerated() { pass.visit(Frame(bitmap), number: number) }
    #expect(pass.measurements() == takeMeasurements(of: frames, needs))
  }

  private func alphas(_ bitmap: Bitmap) -> [UInt8] {
    stride(from: 3, to: bitmap.pixels.count, by: 4).map { bitmap.pixels[$0] }
  }
}
