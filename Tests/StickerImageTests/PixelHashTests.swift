import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

/// The hash from the code for this processor, and from the library's generic code.
@Suite struct PixelHashTests {
  @Test("AVX2 hashes equal the library's for every length up to a few blocks")
  func equal() {
    var random = SeededNumbers(seed: 3)
    let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    for count in Array(0...2_100) + [4_096, 19_999, 20_000] {
      for seed in [0, 1, UInt64.max] {
        let native = unsafe sl_xxh3(bytes, count, seed)
        let portable = unsafe sl_xxh3_portable(bytes, count, seed)
        #expect(native.low == portable.low && native.high == portable.high, "\(count) bytes")
      }
    }
  }

  @Test("empty input and a few letters have the hash of xxh128sum 0.8 in reverse byte order")
  func known() {
    #expect(XXH3Digest(of: []).hexadecimal == "7f498d4624c30160d8984701d306aa99")
    #expect(XXH3Digest(of: Array("stickers".utf8)).hexadecimal == "3244a581c1ed3d97b9342f97b88eb55d")
  }
}
