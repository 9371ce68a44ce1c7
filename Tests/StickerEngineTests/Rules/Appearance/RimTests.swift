import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("rims left from a background") struct RimTests {
  /// Art on white after its background was erased with a magic wand. Pixels that contain at most `most` white
  /// stay and become solid.
  private static func magicWandCutout(_ most: Double, _ color: Color, _ covers: (Int, Int) -> Double)
    -> Bitmap
  {
    drawImage { x, y in
      let share = covers(x, y)
      return 1 - share > most || share == 0 ? clear : mixed(color, [255, 255, 255], share)
    }
  }

  private static func discCoverage(_ x: Int, _ y: Int) -> Double { coverage(x, y, 110) }
  private static func ringCoverage(_ x: Int, _ y: Int) -> Double {
    min(coverage(x, y, 120), 1 - coverage(x, y, 90))
  }
  private static func leafCoverage(_ x: Int, _ y: Int) -> Double {
    // A leaf shape: the intersection of two discs.
    min(coverage(x, y, 120, 100, 150), coverage(x, y, 120, 200, 150))
  }
  private static func blurredDiscCoverage(_ x: Int, _ y: Int) -> Double { coverage(x, y, 110, edge: 2.4) }

  @Test(
    "a hard outline that is unevenly mixed with white is reported",
    arguments: [
      NamedImage("a coral disc") { magicWandCutout(0.9, coral, discCoverage) },
      NamedImage("a black disc, with a wand that removes more") {
        magicWandCutout(0.75, [0, 0, 0, 255], discCoverage)
      },
      NamedImage("a ring, inside too") { magicWandCutout(0.9, [40, 90, 200, 255], ringCoverage) },
      NamedImage("a leaf") { magicWandCutout(0.9, [20, 120, 40, 255], leafCoverage) },
      NamedImage("an edge of two pixels") { magicWandCutout(0.9, [90, 20, 90, 255], blurredDiscCoverage) },
      NamedImage("a coral disc, mirrored") {
        magicWandCutout(0.9, coral) { discCoverage(299 - $0, $1) }.mirrored
      },
    ])
  fileprivate func fires(_ made: NamedImage) async throws {
    let message = try #require(try await messages(.rim, made.make()).first)
    #expect(message.hasPrefix("a pale rim lines "), "\(message)")
  }

  /// A disc with a border of one color and width, without soft pixels.
  private static func bordered(_ color: Color, _ width: Int) -> Bitmap {
    drawImage { isInDisc($0, $1, 110) ? (isInDisc($0, $1, 110 - width) ? shade : color) : clear }
  }

  @Test(
    "a drawn rim, soft edges and white art are not reported",
    arguments: [
      NamedImage("a soft edge") {
        drawImage { coral.prefix(3) + [UInt8(coverage($0, $1, 110) * 255)] }
      },
      NamedImage("a white border of 3 px") { bordered([255, 255, 255, 255], 3) },
      NamedImage("a white border of 1 px") { bordered([255, 255, 255, 255], 1) },
      NamedImage("a border of a pale pink, 2 px") { bordered([255, 214, 220, 255], 2) },
      NamedImage("a thick white border") { bordered([255, 255, 255, 255], 12) },
      NamedImage("a hard edge without leftovers") { drawImage { isInDisc($0, $1, 110) ? coral : clear } },
      NamedImage("white art, cut hard") {
        drawImage { isInDisc($0, $1, 110) ? [250, 250, 250, 255] : clear }
      },
      NamedImage("leftovers of black") {
        drawImage { discCoverage($0, $1) < 0.1 ? clear : mixed(coral, [0, 0, 0, 255], discCoverage($0, $1)) }
      },
      NamedImage("pixel art with a pale outline, in squares of 5 px") {
        drawImage(60, 60) { x, y in
          let isInside = isInDisc(x, y, 23, 30, 30)
          return isInDisc(x, y, 24, 30, 30) ? (isInside ? shade : [240, 240, 255, 255]) : clear
        }.enlarged(5)
      },
      NamedImage("a photograph that fills its canvas") {
        drawImage { [UInt8($0 % 256), UInt8($1 % 256), 90, 255] }
      },
    ])
  fileprivate func passes(_ made: NamedImage) async throws {
    #expect(try await messages(.rim, made.make()) == [])
  }

  @Test("mirroring and rotating by 90° give the same value")
  func mirrored() async throws {
    let art = Self.magicWandCutout(0.9, coral) { coverage($0, $1, 90, 140, 163) }
    let said = try await messages(.rim, art)
    #expect(said.count == 1)
    #expect(try await messages(.rim, art.mirrored) == said)
    #expect(try await messages(.rim, art.rotatedClockwise) == said)
  }
}
