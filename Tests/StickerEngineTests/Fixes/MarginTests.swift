import Testing

@testable import StickerEngine
@testable import StickerImage

/// LINE requires 10 px of empty space around the art, on a canvas of at most 370 × 320 px with even sides.
///
/// - Source: creator.line.me, guidelines: 370 × 320 px, even sides, a margin of about 10 px.
@Suite("the margin that LINE requires") struct MarginTests {
  private let limits: [(rule: String, option: String, value: Int)] = [
    ("pixel-dimensions", "min-pixels", 2), ("pixel-dimensions", "max-pixels", 370),
    ("pixel-dimensions", "max-width", 370), ("pixel-dimensions", "max-height", 320),
    ("narrow-margin", "min-margin", 10),
  ]

  private func configuration() -> Configuration {
    Configuration(
      rules: Rule.all.filter { ["pixel-dimensions", "narrow-margin"].contains($0.id) }.map { rule in
        var settings = OptionValues()
        for limit in limits where limit.rule == rule.id {
          guard let option = rule.options.first(where: { $0.name == limit.option }) else { continue }
          settings.set(option, to: .whole(limit.value))
        }
        if let even = rule.options.first(where: { $0.name == "even" }) {
          settings.set(even, to: .word("yes"))
        }
        return ActiveRule(rule, optionValues: settings)
      })
  }

  /// A rectangle of art on a transparent canvas.
  private func art(_ canvas: PixelSize, _ place: PixelRect) throws -> AssetSource {
    var bitmap = Bitmap(transparent: canvas)
    bitmap.draw(Bitmap(place.size, color: 0x2060C0), x: place.x, y: place.y)
    let bytes = try bitmap.encodedPNG()
    return AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
  }

  private func fix(_ source: AssetSource, isLossy: Bool = true) async throws -> (Bitmap, PixelRect) {
    let result = await MemoryGatedFixer(FixOptions(allowsLossyFixes: isLossy), configuration(), MemoryGate())
      .fix(
        source)
    let change = try #require(result.change, "\(result.unfixedFindings)")
    #expect(result.unfixedFindings.isEmpty, "\(result.unfixedFindings)")
    let bitmap = try Image(decoding: change.newBytes).frames[0].bitmap
    let again = AssetSource(path: Path("art.png")) { _ in .bytes(change.newBytes) }
    #expect(
      await MemoryGatedFixer(FixOptions(allowsLossyFixes: true), configuration(), MemoryGate()).fix(again)
        .change
        == nil)
    return (bitmap, try #require([bitmap].visibleBounds()))
  }

  private func leastMargin(_ bitmap: Bitmap, _ art: PixelRect) -> Int {
    min(min(art.x, art.y), min(bitmap.width - art.x - art.width, bitmap.height - art.y - art.height))
  }

  @Test("art that fills the largest canvas is scaled down on it")
  func scaled() async throws {
    let source = try art(PixelSize(370, 320), PixelRect(x: 0, y: 0, width: 370, height: 320))
    let (bitmap, art) = try await fix(source)
    #expect(bitmap.size == PixelSize(370, 320))
    #expect(leastMargin(bitmap, art) >= 10)
    // The aspect ratio stays the same. The largest such rectangle in 350 × 300 px is 346 × 300 px.
    #expect(art.size == PixelSize(346, 300), "\(art)")
  }

  @Test("art that is too large is scaled to the canvas with its margin in one step")
  func tooLarge() async throws {
    let source = try art(PixelSize(700, 1000), PixelRect(x: 5, y: 5, width: 690, height: 990))
    let (bitmap, art) = try await fix(source)
    #expect(bitmap.width <= 370 && bitmap.height <= 320)
    #expect(bitmap.width % 2 == 0 && bitmap.height % 2 == 0)
    #expect(leastMargin(bitmap, art) >= 10)
    #expect(art.height == 300, "the art is not as large as possible: \(art)")
  }

  @Test("without --lossy, art with room for a larger canvas is padded, not scaled")
  func padded() async throws {
    let source = try art(PixelSize(200, 180), PixelRect(x: 2, y: 2, width: 197, height: 176))
    let (bitmap, art) = try await fix(source, isLossy: false)
    #expect(art.size == PixelSize(197, 176))
    #expect(bitmap.size == PixelSize(218, 196), "\(bitmap.size)")
    #expect(leastMargin(bitmap, art) >= 10)
  }

  @Test("art that touches one edge only moves to the center of its canvas")
  func moved() async throws {
    let source = try art(PixelSize(300, 300), PixelRect(x: 0, y: 60, width: 200, height: 200))
    let (bitmap, art) = try await fix(source, isLossy: false)
    #expect(bitmap.size == PixelSize(300, 300) && art.size == PixelSize(200, 200))
    #expect(art.x == 50 && art.y == 50)
  }
}
