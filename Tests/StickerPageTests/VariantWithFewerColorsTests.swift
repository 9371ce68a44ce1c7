import Corpus
import Testing

@testable import StickerImage
@testable import StickerPacker
@testable import Stickers
@testable import stickerlint

@Suite("variants with fewer colors") struct VariantWithFewerColorsTests {
  /// An image of random pixels with the given number of colors.
  private func randomBitmap(colorCount colors: Int) -> Bitmap {
    var numbers = SeededNumbers(seed: 9)
    var bitmap = Bitmap(transparent: PixelSize(120, 120))
    for at in stride(from: 0, to: bitmap.pixels.count, by: 4) {
      let level = UInt8(Int.random(in: 0..<colors, using: &numbers) * 255 / max(colors - 1, 1))
      bitmap.pixels.replaceSubrange(at..<at + 4, with: [level, 255 - level, level / 2, 255])
    }
    return bitmap
  }

  @Test("a variant with fewer colors has a similarity score") func lossy() throws {
    let frame = Frame(randomBitmap(colorCount: 200), delay: ExactSeconds(0, 1))
    let size = try #require(variantWithFewerColors([frame], nil, [], 9_000))
    #expect(size.bytes.count <= 9_000)
    let shown = try Image(decoding: size.bytes).frames[0].bitmap
    #expect(shown != frame.bitmap)
    let measured = Int((StructuralSimilarity(frame.bitmap, shown).mean * 10_000).rounded(.down))
    #expect(try #require(size.fullColorSimilarity).tenThousandths == measured)
  }

  @Test("a variant that was encoded without loss has no similarity score") func lossless() throws {
    let frame = Frame(randomBitmap(colorCount: 2), delay: ExactSeconds(0, 1))
    let size = try #require(variantWithFewerColors([frame], nil, [], 100_000))
    #expect(try Image(decoding: size.bytes).frames[0].bitmap == frame.bitmap)
    #expect(size.fullColorSimilarity == nil)
  }

  @Test("images with different pixels never have a score of 1") func cap() {
    #expect(SimilarityScore(1).tenThousandths == 9_999)
    #expect(SimilarityScore(0.99975).tenThousandths == 9_997)
  }
}
