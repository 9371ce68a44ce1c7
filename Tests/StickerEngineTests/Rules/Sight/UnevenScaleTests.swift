import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("stickers of uneven scale") struct UnevenScaleTests {
  /// An ellipse in the middle of a canvas.
  private static func spot(_ width: Int, _ height: Int, of side: Int = 300) -> Bitmap {
    drawn(side, side) { x, y in
      let (right, down) = (2 * x + 1 - side, 2 * y + 1 - side)
      return right * right * height * height + down * down * width * width
        < width * width * height * height ? shade : clear
    }
  }

  private static func ring(_ width: Int, thick: Int) -> Bitmap {
    drawn { isInDisc($0, $1, width / 2) && !isInDisc($0, $1, width / 2 - thick) ? shade : clear }
  }

  /// What is said of the last sticker of a pack; nil where of others something is said.
  private func said(_ pictures: [Bitmap]) async throws -> String? {
    let sources = try pictures.enumerated().map { number, picture in
      AssetSource("\(number).png", pack: Path("pack"), .bytes(try picture.encodedPNG()))
    }
    let report = await lint(sources, Configuration(rules: [.unevenScale]), jobs: 1)
    #expect(report.findings.allSatisfy { $0.path.displayText == "\(pictures.count - 1).png" })
    return report.findings.first?.message
  }

  private static let usual = [spot(240, 240), spot(250, 230), spot(230, 250), spot(244, 240), spot(240, 236)]

  @Test(
    "are reported as smaller or larger than stickers of similar proportions",
    arguments: [
      ("half as wide", usual + [spot(120, 120)], "smaller"),
      ("a third", usual + [spot(80, 80)], "smaller"),
      ("as large in pixels, on a larger canvas", usual + [spot(240, 240, of: 600)], "smaller"),
      (
        "a tall one among tall ones", usual + (0..<5).map { spot(100, 260 + $0) } + [spot(50, 130)],
        "smaller"
      ),
      ("twice as wide", (0..<5).map { spot(130 + $0, 130) } + [spot(270, 270)], "larger"),
      ("nearly half as wide", usual + [spot(110, 100)], "smaller"),
    ] as [(String, [Bitmap], String)])
  func fires(_ name: String, _ pictures: [Bitmap], _ word: String) async throws {
    let message = try #require(try await said(pictures))
    #expect(message.hasPrefix("\(word) than similar stickers in the pack: "), "\(message)")
  }

  @Test(
    "are not found if the difference is slight or nothing is comparable",
    arguments: [
      ("seven tenths", usual + [spot(170, 170)]),
      ("three others", Array(usual.prefix(3)) + [spot(100, 100)]),
      ("a tall one among round ones", usual + [spot(60, 250)]),
      ("a thin ring that is as wide", usual + [ring(240, thick: 6)]),
      ("nothing to be seen", usual + [drawn { _, _ in clear }]),
      ("half the canvas, half the art", usual + [spot(120, 120, of: 150)]),
    ] as [(String, [Bitmap])])
  func passes(_ name: String, _ pictures: [Bitmap]) async throws { #expect(try await said(pictures) == nil) }

  @Test("a mirrored pack has the same findings")
  func mirrored() async throws {
    let pack = Self.usual + [Self.spot(120, 126)]
    let said = try await said(pack)
    #expect(said != nil)
    #expect(try await self.said(pack.map(\.mirrored)) == said)
  }

  // It ends at all: compared each with each, they would take minutes.
  @Test("a pack with 1,600 stickers of different sizes is checked to the end")
  func many() async throws {
    let art = (1...1600).map { number in
      let bytes = Self.tiny(1 + number % 40, 1 + number / 40 % 40)
      return AssetSource("\(number).png", pack: Path("pack"), .bytes(bytes))
    }
    let report = await lint(art, Configuration(rules: [.unevenScale]), jobs: 2)
    #expect(0..<1600 ~= report.findings.count)
  }

  private static func tiny(_ width: Int, _ height: Int) -> [UInt8] {
    (try? drawn(40, 40) { $0 < width && $1 < height ? shade : clear }.encodedPNG()) ?? []
  }
}
