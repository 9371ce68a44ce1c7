import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct ScalingPassTests {
  /// 618 × 618 px, 140 frames: 412² · 140 · 4 = 95,056,640 bytes of frames for @2x, and a quarter of that for
  /// @1x.
  private func longAnimation(_ frames: Int = 140) -> ImageContainer {
    var container = ImageContainer(format: .apng, canvas: PixelSize(618, 618))
    let frame = StoredFrame(
      delay: ExactSeconds(1, 10), patch: PixelRect(container.canvas), disposal: .keep, blend: .source,
      offset: 0)
    container.animation = Animation(plays: 0, frames: Array(repeating: frame, count: frames))
    return container
  }

  @Test("sizes are made together if they fit in memory, or else one at a time")
  func passes() throws {
    let together = try fewestDecodingPasses(longAnimation(), [.x2, .x1], artBytes: 0, capacity: 1 << 30)
    #expect(together.map(\.scales) == [[.x2, .x1]])
    let apart = try fewestDecodingPasses(longAnimation(), [.x2, .x1], artBytes: 0, capacity: 110_000_000)
    #expect(apart.map(\.scales) == [[.x2], [.x1]])
    #expect(apart.allSatisfy { $0.peakMemoryBytes <= 110_000_000 })
    #expect(apart[0].peakMemoryBytes >= 95_056_640 && apart[1].peakMemoryBytes >= 23_764_160)
    #expect(try fewestDecodingPasses(longAnimation(), [], artBytes: 0, capacity: 0) == [])
  }

  @Test("a size that does not fit, or has too many pixels, is rejected with the value and the limit")
  func refused() {
    func refusal(_ frames: Int) -> ExceededLimit? {
      do throws(ImageError) {
        _ = try fewestDecodingPasses(longAnimation(frames), [.x2, .x1], artBytes: 0, capacity: 80_000_000)
        return nil
      } catch { return error.exceeded }
    }
    let memory = refusal(140)
    #expect(memory?.name == "memory for @2x" && memory?.limit == 80_000_000)
    #expect(memory?.measured ?? 0 >= 95_056_640)
    for frames in [142, 4096] {
      let pixels = ExceededLimit(
        "pixels of all frames at @2x", measured: 412 * 412 * frames, limit: 24_000_000, unit: "px")
      #expect(refusal(frames) == pixels)
    }
  }

  @Test("scaling one size at a time gives the same bytes, and a size that does not fit is an error")
  func built() async throws {
    let (sticker, bytes) = (
      PackSticker(id: "a", metadata: StickerMetadata(name: "a"), file: Path("a.png")), try dance(300, 300)
    )
    func build(_ capacity: Int) async throws -> [[UInt8]] {
      let gate = MemoryGate(capacity: capacity)
      return try await buildSticker(sticker, bytes, PackOptions(toolVersion: "0"), reusing: nil, gate)
        .artAndVariants.map(\.bytes)
    }
    let container = try #require(ImageContainer(of: bytes))
    func memory(_ scales: [Scale]) throws -> Int {
      try fewestDecodingPasses(container, scales, artBytes: bytes.count, capacity: .max)[0].peakMemoryBytes
    }
    let (both, large) = (try memory([.x2, .x1]), try memory([.x2]))
    #expect(large < both)
    #expect(try await build(large) == build(both))
    await #expect(
      throws: Diagnostic(
        "memory for @2x: \(numberText(large)) bytes (limit: \(numberText(large - 1)) bytes)",
        file: Path("a.png"), rule: "resource-limit", sticker: "a")
    ) { try await build(large - 1) }
  }
}
