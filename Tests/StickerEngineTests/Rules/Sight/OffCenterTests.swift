import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("off-center art") struct OffCenterTests {
  private static func disc(_ x: Int, _ y: Int, _ radius: Int = 90) -> Bitmap {
    drawn { isInDisc(2 * $0 + 1, 2 * $1 + 1, 2 * radius, 2 * x, 2 * y) ? shade : clear }
  }

  /// Each lies off by the figure that its name says, of 300 px unless it says otherwise.
  @Test(
    "is reported with the side and the share of the canvas",
    arguments: [
      (Made("30 px to the right") { disc(180, 150) }, ["10% too far right"]),
      (Made("24 px to the left") { disc(126, 150) }, ["8% too far left"]),
      (Made("21 px down") { disc(150, 171) }, ["7% too low"]),
      (Made("45 px up, 30 px to the left") { disc(120, 105) }, ["10% too far left", "15% too high"]),
      (
        Made("60 of 400 px to the left, on a wide canvas") {
          drawn(400, 300) { isInDisc(2 * $0 + 1, 2 * $1 + 1, 160, 280, 300) ? shade : clear }
        }, ["15% too far left"]
      ),
      (
        Made("a faint disc 30 px down") {
          drawn { isInDisc(2 * $0 + 1, 2 * $1 + 1, 180, 300, 360) ? [9, 9, 9, 20] : clear }
        },
        ["10% too low"]
      ),
    ])
  fileprivate func fires(_ made: Made, _ words: [String]) async throws {
    let message = try #require(try await messages(.offCenter, made.make()).first)
    for word in words { #expect(message.contains(word), "\(message)") }
    #expect(message.contains(" and ") == (words.count > 1), "\(message)")
  }

  @Test(
    "is not found if it is slight, if a part sticks out, or if the art stands on a side",
    arguments: [
      Made("14 px to the right") { disc(164, 150) },
      Made("an antenna alone moves the box") {
        drawn { isInDisc($0, $1, 90) || 148..<152 ~= $0 && 10..<150 ~= $1 ? shade : clear }
      },
      Made("a heavy foot alone moves the weight") {
        drawn { 100..<200 ~= $0 && (50..<55 ~= $1 || 190..<250 ~= $1) ? shade : clear }
      },
      Made("it stands on the lower side") { disc(150, 210) },
      Made("it comes in from the left") { disc(80, 150) },
      Made("nothing is there") { drawn { _, _ in clear } },
      Made("haze that nobody sees moves neither") {
        drawn { isInDisc($0, $1, 90) ? shade : ($0 > 200 && $1 > 20 && $1 < 280 ? [0, 0, 0, 3] : clear) }
      },
    ])
  fileprivate func passes(_ made: Made) async throws {
    #expect(try await messages(.offCenter, made.make()) == [])
  }

  @Test("mirroring and rotating swap the sides and keep the value")
  func mirrored() async throws {
    let art = Self.disc(126, 139)  // 8% to the left, 3.7% up
    #expect(
      try await messages(.offCenter, art.mirrored) == [
        "the art is off center: 8% too far right (limit: 5%)"
      ])
    #expect(
      try await messages(.offCenter, art.turned) == [
        "the art is off center: 8% too high (limit: 5%)"
      ])
  }

  @Test("all frames of an animation count, and showing each frame twice changes nothing")
  func animation() async throws {
    let (left, right) = (Self.disc(120, 150, 60), Self.disc(180, 150, 60))
    #expect(try await messages(.offCenter, left, right) == [])
    let low = [Self.disc(150, 180, 60), Self.disc(150, 190, 60)]
    let found = try await messages(.offCenter, low)
    #expect(found == ["the art is off center: 11.7% too low (limit: 5%)"])
    #expect(try await messages(.offCenter, low.flatMap { [$0, $0] }) == found)
  }
}
