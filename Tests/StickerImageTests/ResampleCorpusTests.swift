import Corpus
import Testing

@testable import StickerImage

@Suite struct ResampleCorpusTests {
  private static let stickers = CorpusFile.all.filter {
    $0.path.hasPrefix("stickers/") && $0.expectation == .ok
  }

  @Test(
    "no sample in @2x and @1x variants of shipped stickers leaves the range of its source pixels",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: stickers)
  func range(_ file: CorpusFile) throws {
    for frame in try Image(decoding: file.bytes()).frames.prefix(8) {
      for scale in [2, 1] {
        let size = frame.bitmap.size.variantSize(scale: scale)
        let scaled = Resampler(from: frame.bitmap.size, to: size).resample(frame.bitmap)
        #expect(outOfRangeColors(in: scaled, of: frame.bitmap) == [])
      }
    }
  }
}
