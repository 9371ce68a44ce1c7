import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("enlarged art") struct EnlargedArtTests {
  /// A face with one-pixel soft edges, at any size.
  private static func face(_ side: Int) -> Bitmap {
    let size = Double(side)
    return drawImage(side, side) { x, y in
      let head = coverage(x, y, size * 0.43, size / 2, size / 2)
      let eyes = max(
        coverage(x, y, size * 0.08, size * 0.36, size * 0.4),
        coverage(x, y, size * 0.08, size * 0.64, size * 0.4))
      let lips = coverage(x, y, size * 0.2, size / 2, size * 0.6)
      let mouth = min(lips, 1 - coverage(x, y, size * 0.2, size / 2, size * 0.53))
      let color = mixed(shade, [255, 204, 120, 255], max(eyes, mouth))
      return color.prefix(3) + [UInt8((head * 255).rounded())]
    }
  }

  /// Pixel art with `side` squares per side: a hard disc with stripes.
  private static func pixelArtDisc(_ side: Int) -> Bitmap {
    drawImage(side, side) { x, y in
      isInDisc(2 * x + 1, 2 * y + 1, side, side, side) ? (isStriped(x, y) ? shade : coral) : clear
    }
  }

  private static func isStriped(_ x: Int, _ y: Int) -> Bool { (x + 2 * y) % 5 < 2 }

  @Test(
    "is reported, whether smoothed or in uneven squares",
    arguments: [
      (NamedImage("smoothed, three times") { face(100).enlargedSmoothly(3) }, "its sharpest edges are"),
      (NamedImage("smoothed, four times") { face(100).enlargedSmoothly(4) }, "its sharpest edges are"),
      (NamedImage("smoothed, five times") { face(80).enlargedSmoothly(5) }, "its sharpest edges are"),
      (
        NamedImage("smoothed twice, by two") { face(80).enlargedSmoothly(2).enlargedSmoothly(2) },
        "its sharpest edges are"
      ),
      (NamedImage("pixel art to 250%") { pixelArtDisc(40).enlarged(2.5) }, "its squares are 2 to 3 px wide"),
      (NamedImage("pixel art to 340%") { pixelArtDisc(80).enlarged(3.4) }, "its squares are 3 to 4 px wide"),
      (NamedImage("pixel art to 960%") { pixelArtDisc(32).enlarged(9.6) }, "its squares are 9 to 10 px wide"),
    ])
  fileprivate func fires(_ made: NamedImage, _ words: String) async throws {
    let message = try #require(try await messages(.enlargedArt, made.make()).first)
    #expect(message.contains(words), "\(message)")
  }

  @Test("is found among frames of grain, which are not counted", arguments: [0, 1, 2])
  func amongGrain(place: Int) async throws {
    var numbers = SeededNumbers(seed: 5)
    let grain = drawImage(300, 300) { x, y in
      let gray = (0..<3).map { _ in UInt8.random(in: 100...130, using: &numbers) }
      return gray + [UInt8(coverage(x, y, 120, edge: 30) * 255)]
    }
    var frames = [grain, grain]
    frames.insert(Self.face(100).enlargedSmoothly(3), at: place)
    let found = try await messages(.enlargedArt, frames)
    #expect(found.first?.contains("its sharpest edges are") == true, "\(found)")
    #expect(try await messages(.enlargedArt, [grain, grain]) == [])
  }

  @Test(
    "is not found in art at its own size, in pixel art or in photographs",
    arguments: [
      NamedImage("a face") { face(300) },
      NamedImage("a face, enlarged by a half") { face(200).enlargedSmoothly(1.5) },
      NamedImage("pixel art in squares of 3 px") { pixelArtDisc(100).enlarged(3) },
      NamedImage("pixel art in squares of 8 px") { pixelArtDisc(40).enlarged(8) },
      NamedImage("a soft shadow below a sharp disc") {
        drawImage { x, y in
          let disc = coverage(x, y, 90)
          let shadow = coverage(x, y, 100, 150, 165, edge: 40) * 0.5
          return mixed(coral, [0, 0, 0, 255], disc).prefix(3) + [UInt8(max(disc, shadow) * 255)]
        }
      },
      NamedImage("sharp letters on a soft cloud") {
        drawImage { x, y in
          let isLetter = 120..<180 ~= y && 60..<240 ~= x && x % 30 < 12
          let cloud = coverage(x, y, 120, edge: 60)
          return isLetter ? shade : [200, 220, 255, UInt8(cloud * 255)]
        }
      },
      NamedImage("a hard rectangle") { drawImage { 40..<260 ~= $0 && 60..<240 ~= $1 ? shade : clear } },
      NamedImage("stripes of all widths") {
        drawImage { x, _ in [3, 7, 12, 20, 33, 51].contains { x / $0 % 2 == 1 } ? shade : coral }
      },
      NamedImage("an enlarged photograph: no two pixels are alike") {
        var numbers = SeededNumbers(seed: 7)
        let photo = drawImage(75, 75) { _, _ in
          (0..<3).map { _ in UInt8.random(in: 0...255, using: &numbers) } + [255]
        }
        return photo.enlargedSmoothly(4).cut(PixelRect(x: 1, y: 1, width: 298, height: 298))
      },
      NamedImage("nothing") { drawImage { _, _ in clear } },
    ])
  fileprivate func passes(_ made: NamedImage) async throws {
    #expect(try await messages(.enlargedArt, made.make()) == [])
  }

  @Test("mirroring, rotating by 90° and invisible colors change nothing", arguments: [true, false])
  func same(_ isSmooth: Bool) async throws {
    let art = isSmooth ? Self.face(90).enlargedSmoothly(3.5) : Self.pixelArtDisc(50).enlarged(4.4)
    let said = try await messages(.enlargedArt, art)
    #expect(said.count == 1)
    #expect(try await messages(.enlargedArt, art.mirrored) == said)
    #expect(try await messages(.enlargedArt, art.rotatedClockwise) == said)
    let hidden = drawImage(art.width, art.height) {
      art.pixel($0, $1)[3] == 0 ? [UInt8($0 % 250), 3, 200, 0] : art.pixel($0, $1)
    }
    #expect(try await messages(.enlargedArt, hidden) == said)
  }

  @Test("an animation with one sharp frame is not enlarged, because others may be motion-blurred")
  func animation() async throws {
    let (soft, sharp) = (Self.face(75).enlargedSmoothly(4), Self.face(300))
    #expect(try await messages(.enlargedArt, soft, sharp) == [])
    #expect(try await messages(.enlargedArt, soft, soft.mirrored).count == 1)
  }
}
