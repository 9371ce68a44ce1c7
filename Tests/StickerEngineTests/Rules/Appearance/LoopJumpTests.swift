import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("loop jumps") struct LoopJumpTests {
  private static func disc(_ x: Int, _ y: Int = 150, _ radius: Int = 60) -> Bitmap {
    drawImage { isInDisc($0, $1, radius, x, y) ? shade : clear }
  }

  /// One frame for each position, with a disc at that position.
  private static func framesWithDisc(_ places: [Int]) -> [Bitmap] { places.map { disc($0) } }

  @Test(
    "are reported with both ends",
    arguments: [
      NamedAnimation("a disc that runs to the right") {
        framesWithDisc([80, 100, 120, 140, 160, 180, 200, 220])
      },
      NamedAnimation("a disc that runs to the left, with a pause") {
        framesWithDisc([220, 220, 200, 180, 160, 140, 120, 100, 80])
      },
      NamedAnimation("a disc that grows") { (0..<8).map { disc(150, 150, 60 + 8 * $0) } },
      NamedAnimation("a color that turns from dark to light") {
        (0..<8).map { step in drawImage { isInDisc($0, $1, 90) ? [UInt8(step * 30), 40, 40, 255] : clear } }
      },
      NamedAnimation("a pendulum that is cut off on its way") {
        framesWithDisc([100, 120, 140, 160, 180, 200, 180, 200])
      },
      NamedAnimation("every frame twice") {
        framesWithDisc([80, 100, 120, 140, 160, 180, 200, 220].flatMap { [$0, $0] })
      },
    ])
  fileprivate func fires(_ played: NamedAnimation) async throws {
    let frames = played.make()
    let message = try #require(try await messages(.loopJump, frames).first)
    // A frame that looks like the one before it is merged with that frame.
    let stored = frames.indices.count { $0 == 0 || frames[$0] != frames[$0 - 1] }
    #expect(message.hasPrefix("from frame \(stored) back to frame 1, "), "\(message)")
  }

  @Test(
    "are not found if the loop closes or restarts on purpose",
    arguments: [
      NamedAnimation("there and back") { framesWithDisc([100, 120, 140, 160, 140, 120]) },
      NamedAnimation("around") {
        let ways = [60, 42, 0, -42, -60, -42, 0, 42]
        return (0..<8).map { disc(150 + ways[$0], 150 + ways[($0 + 6) % 8]) }
      },
      NamedAnimation("four pictures") { framesWithDisc([80, 100, 120, 140]) },
      NamedAnimation("four pictures, each twice") { framesWithDisc([80, 80, 100, 100, 120, 120, 140, 140]) },
      NamedAnimation("it plays three times", plays: 3) {
        framesWithDisc([80, 100, 120, 140, 160, 180, 200, 220])
      },
      NamedAnimation("it comes from nothing") { (0..<8).map { disc(150, 150, 12 + 12 * $0) } },
      NamedAnimation("it ends in nothing") { (0..<8).map { disc(150, 150, 96 - 12 * $0) } },
      NamedAnimation("letters are typed") {
        (1...8).map { count in
          drawImage { x, y in
            let isLetter = 130..<170 ~= y && 20..<20 + 30 * count ~= x && x % 30 < 20
            return isLetter ? shade : clear
          }
        }
      },
      NamedAnimation("one picture jumps as far") { framesWithDisc([80, 100, 120, 220, 200, 180, 160]) },
      NamedAnimation("a small light wanders") {
        (0..<8).map { step in
          drawImage { x, y in
            if isInDisc(x, y, 3, 80 + 18 * step, 150) { return [255, 255, 255, 255] }
            return isInDisc(x, y, 120) ? shade : clear
          }
        }
      },
    ])
  fileprivate func passes(_ played: NamedAnimation) async throws {
    #expect(try await messages(.loopJump, played.make(), plays: played.plays) == [])
  }

  @Test("splitting frames in two, mirroring and invisible colors change nothing")
  func same() async throws {
    let frames = Self.framesWithDisc([80, 100, 120, 140, 160, 180, 200, 220])
    let said = try await messages(.loopJump, frames).first?.split(separator: " ").dropFirst(3)
    #expect(said != nil)
    let twice = try await messages(.loopJump, frames.flatMap { [$0, $0] }).first
    #expect(twice?.split(separator: " ").dropFirst(3) == said)
    let hidden = frames.map { frame in
      drawImage { frame.pixel($0, $1)[3] == 0 ? [200, 10, 10, 0] : frame.pixel($0, $1) }
    }
    #expect(try await messages(.loopJump, hidden).first?.split(separator: " ").dropFirst(3) == said)
    #expect(try await messages(.loopJump, frames.map(\.mirrored)).count == 1)
  }
}
