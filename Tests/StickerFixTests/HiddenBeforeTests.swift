import StickerFix
import StickerImage
import StickerModel
import StickerRules
import Testing

/// Faults that nobody could tell before a fix do not stand in its way.
@Suite("what was hidden before a fix") struct HiddenBeforeTests {
  /// A dark disc on a ground of one color.
  private func disc(_ x: Int, _ y: Int, on ground: [UInt8]) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(300, 300))
    for pixel in 0..<300 * 300 {
      let (right, down) = (Double(pixel % 300 - x), Double(pixel / 300 - y))
      // Its edge is a pixel wide.
      let share = min(1, max(0, 60.5 - (right * right + down * down).squareRoot()))
      let color = zip([90, 20, 120, 255] as [UInt8], ground).map { over, under in
        UInt8((Double(over) * share + Double(under) * (1 - share)).rounded())
      }
      bitmap.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: color)
    }
    return bitmap
  }

  private func result(_ bytes: [UInt8], _ rule: Rule) async -> FixedAsset {
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
    let request = FixRequest(isLossy: true, selected: [rule.id], effort: .fast)
    return await fixed(source, request, configuration(), MemoryGate())
  }

  @Test("art that lies beside the middle of its canvas loses its background")
  func background() async throws {
    let bytes = try disc(110, 150, on: [255, 255, 255, 255]).encodedPNG()
    let result = await result(bytes, Rule.opaqueBackground)
    #expect(result.change != nil, "\(result.left.map(\.refusal))")
  }

  @Test("an animation that jumps plays for ever")
  func loop() async throws {
    let frames = (0..<8).map {
      Frame(disc(80 + 20 * $0, 150, on: [0, 0, 0, 0]), delay: ExactSeconds(1, 10))
    }
    #expect(await result(try frames.encodedAPNG(plays: 3), Rule.finiteLoop).change != nil)
  }
}
