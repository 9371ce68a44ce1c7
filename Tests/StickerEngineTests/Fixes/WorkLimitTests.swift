import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Animations with small files that need a lot of work.
@Suite("work limits of fixes") struct WorkLimitTests {
  /// Frames with the same color gradient, and pixels of any color at random places in each.
  private func specks(_ side: Int, frames: Int, specks: Int) -> [Frame] {
    var dice = RandomNumbers(seed: 7)
    var base = Bitmap(transparent: PixelSize(side, side))
    for at in 0..<side * side {
      let color = [UInt8(at % side & 255), UInt8(at / side & 255), 90, 255]
      base.pixels.replaceSubrange(at * 4..<at * 4 + 4, with: color)
    }
    return (0..<frames).map { _ in
      var bitmap = base
      for _ in 0..<specks {
        let at = dice.numberBelow(side * side) * 4
        for sample in at..<at + 3 { bitmap.pixels[sample] = UInt8(dice.numberBelow(256)) }
      }
      return Frame(bitmap, delay: ExactSeconds(1, 12))
    }
  }

  @Test(
    "the size search for an animation respects the work limit and uses over half of the byte limit")
  func search() throws {
    let picture = EditableImage(specks(618, frames: 22, specks: 5_000), plays: 0)
    let pixels = 618 * 618 * 22
    let limit = try picture.verifiedPNGOrGIF(.fast).count * 2 / 5
    let result = try picture.reduced(toFit: FileSizeReducer.Options(maxBytes: limit))
    let (bytes, work) = (result.bestFit?.bytes.count, result.pngOrGIFEncodingWork)
    #expect(bytes ?? .max <= limit)
    // The last attempts are near the limit. Results with fewer colors would be smaller than half of it.
    #expect(bytes ?? 0 > limit / 2)
    // Steps that have started before the work limit is reached are completed: one palette for all frames.
    #expect(work <= 130_000_000 + 2 * pixels + 2 * pixels)
  }

  @Test("an animation with more pixels than fit in memory stays, and the reason gives the count")
  func tooMany() async throws {
    // Only one pixel changes in each frame, so the file takes only a few kilobytes.
    let size = PixelSize(2_000, 2_000)
    let frames = (0..<7).map { number in
      var bitmap = Bitmap(transparent: size)
      bitmap.pixels[number * 400 + 3] = 255
      return Frame(bitmap, delay: ExactSeconds(1, 10))
    }
    let bytes = try frames.encodedAPNG(plays: 0)
    let source = AssetSource(path: Path("large.png")) { _ in .bytes(bytes) }
    let result = await MemoryGatedFixer(FixOptions(allowsLossyFixes: true), configuration(), MemoryGate())
      .fix(source)
    #expect(result.change == nil)
    let reasons = result.unfixedFindings.compactMap { left in
      if case .failed(let reason) = left.unfixedReason { "\(reason)" } else { nil }
    }
    #expect(
      reasons.contains {
        $0.contains("its 7 frames have 28,000,000 px in total (limit: 24,000,000 px)")
      }, "\(reasons)")
  }

  @Test("a small animation is not enlarged beyond the pixels that fit in memory")
  func enlarged() async throws {
    let frames = specks(60, frames: 300, specks: 2)
    let bytes = try frames.encodedAPNG(plays: 0)
    let source = AssetSource(path: Path("small.png")) { _ in .bytes(bytes) }
    var fixOptions = FixOptions(allowsLossyFixes: true)
    fixOptions.smallArtFix = .enlarge
    let result = await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source)
    #expect(result.change?.statsAfter.canvas ?? PixelSize(60, 60) == PixelSize(60, 60))
    let reasons = result.unfixedFindings.compactMap { left in
      if case .failed(let reason) = left.unfixedReason { "\(reason)" } else { nil }
    }
    #expect(reasons.contains { $0.contains("its 300 frames have") && $0.contains("(limit: 24,000,000 px)") })
  }
}
