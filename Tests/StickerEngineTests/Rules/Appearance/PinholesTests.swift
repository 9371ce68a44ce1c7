import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("pinholes in solid art") struct PinholesTests {
  /// A disc with a radius of 120 px and rectangles of another color, by default transparent.
  private static func pierced(_ holes: [PixelRect], _ pixel: Color = clear) -> Bitmap {
    drawImage { x, y in
      if holes.contains(where: { $0.x..<$0.x + $0.width ~= x && $0.y..<$0.y + $0.height ~= y }) {
        return pixel
      }
      return isInDisc(x, y, 120) ? shade : clear
    }
  }

  private static func hole(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  @Test(
    "are reported with their location",
    arguments: [
      (
        NamedImage("three pixels in a row") { pierced([hole(150, 150, 3, 1)]) },
        "a hole of 3 × 1 px at (150, 150)"
      ),
      (NamedImage("6 px square") { pierced([hole(140, 120, 6, 6)]) }, "a hole of 6 × 6 px at (140, 120)"),
      (
        NamedImage("half of what is behind shines through") {
          pierced([hole(100, 150, 3, 1)], [30, 24, 40, 110])
        },
        "a hole of 3 × 1 px at (100, 150)"
      ),
      (
        NamedImage("three pixels that meet at corners") {
          pierced((0..<3).map { hole(130 + $0, 130 + $0, 1, 1) })
        },
        "a hole of 3 × 3 px at (130, 130)"
      ),
      (
        NamedImage("three that meet the other way") {
          pierced((0..<3).map { hole(130 - $0, 130 + $0, 1, 1) })
        },
        "a hole of 3 × 3 px at (128, 130)"
      ),
      (
        NamedImage("a ring around a dot") { pierced([hole(190, 160, 4, 4)]).filled(hole(191, 161, 2, 2)) },
        "a hole of 4 × 4 px at (190, 160)"
      ),
      (
        NamedImage("two of different sizes, across 64-bit word boundaries") {
          pierced([hole(126, 100, 5, 1), hole(150, 180, 1, 3)])
        }, "2 small holes, the first (5 × 1 px) at (126, 100)"
      ),
    ])
  fileprivate func fires(_ made: NamedImage, _ words: String) async throws {
    let message = try #require(try await messages(.pinholes, made.make()).first)
    #expect(message.contains(words), "\(message)")
  }

  @Test(
    "are not found if they are intended or belong to the outline",
    arguments: [
      NamedImage("7 px across") { pierced([hole(150, 150, 7, 3)]) },
      NamedImage("less than half shines through") { pierced([hole(150, 150, 3, 3)], [30, 24, 40, 140]) },
      NamedImage("8 px from the outline") { pierced([hole(150, 38, 2, 2)]) },
      NamedImage("between the legs of a letter, as in A") {
        pierced([hole(147, 120, 5, 5), hole(146, 132, 8, 60)])
      },
      NamedImage("two eyes of one size") { pierced([hole(120, 120, 5, 6), hole(180, 120, 5, 6)]) },
      NamedImage("nine dots of one size") {
        pierced((0..<9).map { hole(110 + $0 % 3 * 30, 110 + $0 / 3 * 30, 2, 2) })
      },
      NamedImage("a net") {
        drawImage { isInDisc($0, $1, 120) && ($0 % 4 < 2 || $1 % 4 < 2) ? shade : clear }
      },
      NamedImage("a cracker with forty holes of all sizes") {
        pierced((0..<40).map { hole(70 + $0 % 7 * 22, 70 + $0 / 7 * 22, 1 + $0 % 5, 1 + $0 % 6) })
      },
      NamedImage("no hole") { pierced([]) },
      // At the regular grid size, Messages shows a 300 px sticker at 408 px.
      NamedImage("1 px, less than 3 of the screen") { pierced([hole(150, 150, 1, 1)]) },
      NamedImage("shading that fades over 6 px to its middle") {
        drawImage { x, y in
          let away = max(abs(x - 150), abs(y - 150))
          return isInDisc(x, y, 120) ? [30, 24, 40, UInt8(min(255, 60 + away * 33))] : clear
        }
      },
      NamedImage("near the side of a full canvas") {
        drawImage { 5..<7 ~= $0 && 150..<152 ~= $1 ? clear : shade }
      },
    ])
  fileprivate func passes(_ made: NamedImage) async throws {
    #expect(try await messages(.pinholes, made.make()) == [])
  }

  @Test("in an animation, each location is reported once with the first frame that has it")
  func animation() async throws {
    let (sound, broken) = (Self.pierced([]), Self.pierced([Self.hole(150, 150, 3, 2)]))
    let found = try await messages(.pinholes, sound, broken, sound, broken)
    #expect(found.count == 1)
    #expect(found.first?.contains("a hole of 3 × 2 px at (150, 150) of frame 2") == true)
  }

  @Test("mirroring and rotating by 90° only move the location")
  func mirrored() async throws {
    let art = Self.pierced([Self.hole(100, 140, 3, 2)])
    let words = "the background shows through a hole of"
    let rest = "; intentional holes are larger than 6 px"
    #expect(try await messages(.pinholes, art.mirrored) == ["\(words) 3 × 2 px at (197, 140)\(rest)"])
    #expect(try await messages(.pinholes, art.rotatedClockwise) == ["\(words) 2 × 3 px at (158, 100)\(rest)"])
  }
}

extension Bitmap {
  fileprivate func filled(_ rect: PixelRect) -> Bitmap {
    drawImage(width, height) { x, y in
      rect.x..<rect.x + rect.width ~= x && rect.y..<rect.y + rect.height ~= y ? shade : pixel(x, y)
    }
  }
}
