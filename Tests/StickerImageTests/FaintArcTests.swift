import Corpus
import Testing

@testable import StickerImage

/// Remnants of an erased line next to art.
@Suite struct FaintArcTests {
  /// A group of pixels below a solid block, on 300 × 300 px.
  private struct Line: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The alpha of a pixel; 0 if it does not belong to the line.
    let alpha: @Sendable (_ x: Int, _ y: Int) -> Int

    init(_ description: String, _ alpha: @escaping @Sendable (_ x: Int, _ y: Int) -> Int) {
      testDescription = description
      self.alpha = alpha
    }
  }

  private static func bitmap(_ line: Line, block: Range<Int> = 30..<220) -> Bitmap {
    makeBitmap(300, 300) { x, y in
      if block.contains(x), block.contains(y) { return [40, 90, 200, 255] }
      return [90, 74, 140, UInt8(line.alpha(x, y))]
    }
  }

  private static let arcs = [
    Line("a row of one pixel") { x, y in y == 240 && (60..<180).contains(x) ? 100 : 0 },
    Line("a column of two pixels") { x, y in (240..<242).contains(x) && (60..<110).contains(y) ? 60 : 0 },
    Line("a diagonal") { x, y in x - y == 20 && (230..<270).contains(y) ? 140 : 0 },
    Line("a bow") { x, y in
      let away = (Double(x - 125) * Double(x - 125) + Double(y - 125) * Double(y - 125)).squareRoot()
      return y > 225 && abs(away - 115) < 0.7 ? 90 : 0
    },
    Line("a line that fades") { x, y in y == 230 && (80..<200).contains(x) ? 150 - (x - 80) : 0 },
  ]

  private static let others = [
    Line("as opaque as drawn") { x, y in y == 240 && (60..<180).contains(x) ? 255 : 0 },
    Line("smooth at the sides, opaque in its middle") { x, y in
      (60..<100).contains(x) ? [239: 50, 240: 230, 241: 50][y] ?? 0 : 0
    },
    Line("wide") { x, y in (240..<244).contains(y) && (60..<90).contains(x) ? 100 : 0 },
    Line("less than 3% of the canvas long") { x, y in y == 240 && (60..<68).contains(x) ? 100 : 0 },
    Line("near the art") { x, y in y == 222 && (60..<180).contains(x) ? 100 : 0 },
  ]

  @Test("faint thin lines that are detached from the art are arcs", arguments: arcs)
  private func found(_ line: Line) throws {
    let bitmap = Self.bitmap(line)
    let arc = try #require(takeMeasurements(of: [bitmap], .specks)?.faintArcs?.commonArcs)
    #expect(arc.count == 1)
    #expect(arc.first?.points.count == bitmap.alphas.count { (1..<255).contains($0) })
  }

  @Test("other lines are not arcs", arguments: others)
  private func none(_ line: Line) throws {
    #expect(try #require(takeMeasurements(of: [Self.bitmap(line)], .specks)?.faintArcs).commonArcs.isEmpty)
  }

  @Test("mirrored and rotated arcs are the same", arguments: arcs, 1...8)
  private func turned(_ line: Line, orientation: Int) throws {
    let bitmap = Self.bitmap(line)
    let plain = bitmap.arcs
    let turned = bitmap.oriented(by: orientation).arcs
    #expect(turned.map(\.boundingBoxLongerSide) == plain.map(\.boundingBoxLongerSide))
    #expect(turned.map(\.alphaArea) == plain.map(\.alphaArea))
  }

  @Test("arcs are the same after PNG encoding and decoding", arguments: arcs)
  private func stored(_ line: Line) throws {
    let bitmap = Self.bitmap(line)
    let read = try #require(Image(decoding: bitmap.encodedPNG()).frames.first?.bitmap)
    #expect(read.arcs == bitmap.arcs)
  }

  @Test("a line that some frames lack is not an arc")
  func frames() {
    let (line, empty) = (Self.bitmap(Self.arcs[0]), Self.bitmap(Line("nothing") { _, _ in 0 }))
    #expect([line, line].faintArcsInAllFrames().commonArcs.count == 1)
    #expect([line, empty].faintArcsInAllFrames().commonArcs.isEmpty)
    #expect([empty, line].faintArcsInAllFrames().commonArcs.isEmpty)
  }

  @Test("arcs are cleared with the specks on request", arguments: arcs)
  private func cleared(_ line: Line) {
    let (bitmap, clean) = (Self.bitmap(line), Self.bitmap(Line("nothing") { _, _ in 0 }))
    #expect([bitmap].withoutSpecks(clearsArcs: true)[0].alphas == clean.alphas)
    #expect([bitmap].withoutSpecks() == [bitmap])
  }

  @Test("an arc's size is relative to a canvas whose longer side is 408 px")
  func devicePixels() {
    #expect(PixelSize(408, 300).regularStickerDeviceArea(ofCanvasArea: 3) == 3)
    #expect(PixelSize(204, 204).regularStickerDeviceArea(ofCanvasArea: 3) == 12)
    #expect(PixelSize(100, 816).regularStickerDeviceArea(ofCanvasArea: 3) == 0.75)
  }

  @Test("a canvas full of faint lines has at most 64 arcs")
  func stripes() {
    let stripes = makeBitmap(600, 600) { x, y in [0, 0, 0, y % 12 == 0 && x % 40 < 30 ? 90 : 0] }
    #expect(stripes.arcs.count <= 64)
  }

  @Test(
    "well-made art in the corpus has no arcs", .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: CorpusFile.all(in: "rules/good"))
  func good(_ file: CorpusFile) throws {
    #expect(try Image(decoding: file.bytes()).frames.map(\.bitmap).faintArcsInAllFrames().commonArcs.isEmpty)
  }
}

extension Bitmap {
  fileprivate var arcs: [FaintArcRemnants.Arc] { [self].faintArcsInAllFrames().commonArcs }
}
