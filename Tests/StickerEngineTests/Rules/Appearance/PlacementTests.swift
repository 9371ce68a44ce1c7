import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("off-center or small art") struct PlacementTests {
  private static func disc(_ x: Int, _ y: Int, _ radius: Int = 90) -> Bitmap {
    drawImage { isInDisc(2 * $0 + 1, 2 * $1 + 1, 2 * radius, 2 * x, 2 * y) ? shade : clear }
  }

  /// Each name states the offset, on a canvas of 300 px unless the name says otherwise.
  @Test(
    "is reported with the side and the share of the canvas",
    arguments: [
      (NamedImage("45 px to the right") { disc(195, 150) }, ["15% too far right"]),
      (NamedImage("39 px to the left") { disc(111, 150) }, ["13% too far left"]),
      (NamedImage("48 px up, 39 px to the left") { disc(111, 102) }, ["13% too far left", "16% too high"]),
      (
        NamedImage("60 of 400 px to the left, on a wide canvas") {
          drawImage(400, 300) { isInDisc(2 * $0 + 1, 2 * $1 + 1, 210, 280, 300) ? shade : clear }
        }, ["15% too far left"]
      ),
      (
        NamedImage("a faint disc 45 px down") {
          drawImage { isInDisc(2 * $0 + 1, 2 * $1 + 1, 180, 300, 390) ? [9, 9, 9, 20] : clear }
        },
        ["15% too low"]
      ),
      (
        NamedImage("it stands on the lower side, far to the right") { disc(205, 210) },
        ["18.4% too far right"]
      ),
    ])
  fileprivate func fires(_ made: NamedImage, _ words: [String]) async throws {
    let message = try #require(try await messages(.placement, made.make()).first)
    for word in words { #expect(message.contains(word), "\(message)") }
    #expect(message.contains(" and ") == (words.count > 1), "\(message)")
  }

  @Test(
    "is not reported if it is slight, if something sticks out, or if the art stands on a side",
    arguments: [
      NamedImage("36 px to the right: 12%") { disc(186, 150) },
      NamedImage("an antenna alone moves the box") {
        drawImage { isInDisc($0, $1, 90) || 148..<152 ~= $0 && 10..<150 ~= $1 ? shade : clear }
      },
      NamedImage("a heavy foot alone moves the weight") {
        drawImage { 100..<200 ~= $0 && (50..<55 ~= $1 || 190..<250 ~= $1) ? shade : clear }
      },
      NamedImage("it stands on the lower side") { disc(150, 210) },
      NamedImage("it comes in from the left") { disc(80, 150) },
      NamedImage("nothing is there") { drawImage { _, _ in clear } },
      NamedImage("invisible haze moves neither") {
        drawImage { isInDisc($0, $1, 90) ? shade : ($0 > 200 && $1 > 20 && $1 < 280 ? [0, 0, 0, 3] : clear) }
      },
      // The bounding box is 14% too low, but the center of mass is hardly off.
      NamedImage("a faint shadow far below") {
        drawImage {
          isInDisc($0, $1, 80, 150, 130)
            ? shade : isInDisc($0, $1, 40, 150, 254) ? [0, 0, 0, 20] : clear
        }
      },
    ])
  fileprivate func passes(_ made: NamedImage) async throws {
    #expect(try await messages(.placement, made.make()) == [])
  }

  @Test("in mirrored and rotated art, the sides swap and the percentage stays")
  func mirrored() async throws {
    let art = Self.disc(105, 139)  // 15% to the left, 3.7% up
    #expect(
      try await messages(.placement, art.mirrored) == [
        "the art is off center: 15% too far right (limit: 12%)"
      ])
    #expect(
      try await messages(.placement, art.rotatedClockwise) == [
        "the art is off center: 15% too high (limit: 12%)"
      ])
  }

  @Test("all frames of an animation count, and storing each frame twice changes nothing")
  func animation() async throws {
    let (left, right) = (Self.disc(100, 150, 80), Self.disc(200, 150, 80))
    #expect(try await messages(.placement, left, right) == [])
    let low = [Self.disc(150, 190, 80), Self.disc(150, 200, 80)]
    let found = try await messages(.placement, low)
    #expect(found == ["the art is off center: 15% too low (limit: 12%)"])
    #expect(try await messages(.placement, low.flatMap { [$0, $0] }) == found)
  }

  @Test("small, off-center art gives one finding that states both")
  func both() async throws {
    #expect(
      try await messages(.placement, Self.disc(100, 150, 30)) == [
        """
        the longer side of the art spans 20% of the canvas, 60 of 300 px (minimum: 50%), and the art is off \
        center: 16.7% too far left (limit: 12%)
        """
      ])
  }

  @Test("a pack has one finding, whatever is wrong with its stickers")
  func pack() async throws {
    let art = [
      Self.disc(150, 150, 130), Self.disc(195, 150), Self.disc(150, 150, 130), Self.disc(150, 150, 30),
      Self.disc(150, 150, 120), Self.disc(105, 150),
    ]
    let sources = try art.enumerated().map { number, picture in
      AssetSource("\(number).png", pack: Path("pack"), .bytes(try picture.encodedPNG()))
    }
    let report = await lint(sources, Configuration(rules: [.placement]), jobs: 1)
    #expect(report.findings.map(\.path.displayText) == ["1.png", "3.png", "5.png"])
    let shown = report.forHumanReadableOutput(listsEveryFile: false).findings
    #expect(shown.map(\.path.displayText) == ["pack"])
    #expect(shown.first?.message.hasPrefix("3 of 6 stickers are far from the center") ?? false)
    #expect(shown.first?.message.contains("(worst: 3.png: the longer side of the art spans 20%") ?? false)
  }

  @Test(
    "the id of a replaced rule is refused, and the message names the new one",
    arguments: ["off-center", "excess-margin", "uneven-scale"])
  func retired(_ id: String) {
    let schema = KnownRulesAndProfiles(rules: Rule.all, profiles: MessengerProfile.all)
    #expect(throws: CommandError.self) { try FlagConfiguration(schema, select: [id]) }
    let message = schema.unknownRuleMessage(id)
    #expect(message == "\(id) is now part of the rule placement. Use placement instead.")
  }

  @Test("every replaced rule is gone and its replacement exists")
  func retiredRulesAreGone() {
    for (old, new) in RuleID.replacementsByFormerID {
      #expect(Rule.named(old) == nil)
      #expect(Rule.named(new) != nil)
    }
  }
}
