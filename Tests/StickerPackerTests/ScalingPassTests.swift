import StickerImage
import StickerModel
import Testing

@testable import StickerPacker

@Suite struct ScalingPassTests {
  /// 618 × 618 px, 600 frames: 412² · 600 · 4 = 407,385,600 bytes of frames for @2x, a quarter for @1x.
  private func long(_ frames: Int = 600) -> Container {
    var container = Container(format: .apng, canvas: PixelSize(618, 618))
    let frame = StoredFrame(
      delay: ExactSeconds(1, 10), patch: PixelRect(container.canvas), disposal: .keep, blend: .source,
      offset: 0)
    container.animation = Animation(plays: 0, frames: Array(repeating: frame, count: frames))
    return container
  }

  @Test("sizes are made together where they fit, one after the other where they do not")
  func passes() throws {
    let together = try scalingPasses(long(), [.x2, .x1], source: 0, capacity: 1 << 30)
    #expect(together.map(\.scales) == [[.x2, .x1]])
    let apart = try scalingPasses(long(), [.x2, .x1], source: 0, capacity: 450_000_000)
    #expect(apart.map(\.scales) == [[.x2], [.x1]])
    #expect(apart.allSatisfy { $0.memory <= 450_000_000 })
    #expect(apart[0].memory >= 407_385_600 && apart[1].memory >= 101_846_400)
    #expect(try scalingPasses(long(), [], source: 0, capacity: 0) == [])
  }

  @Test("a size that does not fit alone is refused with figure and limit, however far it exceeds")
  func refused() {
    for frames in [600, 4096] {
      #expect {
        try scalingPasses(long(frames), [.x2, .x1], source: 0, capacity: 300_000_000)
      } throws: { error in
        guard let exceeded = error as? LimitExceeded else { return false }
        return exceeded.name == "memory for @2x" && exceeded.limit == 300_000_000
          && exceeded.measured >= 412 * 412 * frames * 4
      }
    }
  }

  @Test("one after the other gives the same bytes; what does not fit alone is a fault of the sticker")
  func built() async throws {
    let (sticker, bytes) = (Sticker(id: "a", name: "a", file: Path("a.png")), try dance(300, 300))
    func build(_ capacity: Int) async throws -> [[UInt8]] {
      let gate = MemoryGate(capacity: capacity)
      return try await buildSticker(sticker, bytes, PackOptions(toolVersion: "0"), over: nil, gate)
        .variants.map(\.bytes)
    }
    let container = try #require(Container(of: bytes))
    func memory(_ scales: [Scale]) throws -> Int {
      try scalingPasses(container, scales, source: bytes.count, capacity: .max)[0].memory
    }
    let (both, large) = (try memory([.x2, .x1]), try memory([.x2]))
    #expect(large < both)
    #expect(try await build(large) == build(both))
    await #expect(
      throws: SourceFault(
        path: Path("a.png"),
        reason:
          "memory for @2x: \(grouped(large)) bytes, at most \(grouped(large - 1)) bytes are allowed",
        rule: "resource-limit", sticker: "a")
    ) { try await build(large - 1) }
  }
}
