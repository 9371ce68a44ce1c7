import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

/// Compares bits of pixels with a plain loop over the pixels, both in the code for this processor and in the
/// generic code.
@Suite struct PixelBitsTests {
  /// Alphas on both sides of every limit.
  private static let alphas: [UInt8] = [0, 1, 2, 3, 4, 5, 8, 9, 63, 64, 127, 128, 191, 192, 254, 255]

  @Test("alpha masks and sums are exact per pixel at every frame width", arguments: 1...131)
  func alpha(width: Int) {
    var random = SeededNumbers(seed: UInt64(width))
    for round in 0..<8 {
      // Frames of all kinds of alpha, and frames that are mostly transparent or all opaque.
      let common: UInt8? = [nil, nil, 0, 255][round % 4]
      let height = 1 + round % 5
      let pixels = (0..<width * height).flatMap { _ -> [UInt8] in
        let rare = Self.alphas.randomElement(using: &random) ?? 0
        let isRare = round != 7 && Int.random(in: 0..<80, using: &random) == 0
        let alpha = isRare ? rare : common ?? rare
        return (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [alpha]
      }
      unsafe expect(Read(pixels, width, height, sl_read_alpha), of: pixels, width, height)
      unsafe expect(Read(pixels, width, height, sl_read_alpha_portable), of: pixels, width, height)
    }
  }

  /// The result of reading a frame into masks that are reused.
  private struct Read {
    let (visible, solid, translucent): ([UInt64], [UInt64], [UInt64])
    let translucentWords: [Int]
    let totals: sl_alpha_totals

    init(
      _ pixels: [UInt8], _ width: Int, _ height: Int,
      _ reads: (UnsafePointer<UInt8>?, Int, Int, UnsafePointer<sl_alpha_masks>?) -> sl_alpha_totals
    ) {
      let words = (width + 63) / 64 * height
      var visible = [UInt64](repeating: 7, count: words)
      var (solid, translucent, places) = (visible, visible, [Int](repeating: -1, count: words))
      totals = unsafe visible.withUnsafeMutableBufferPointer { visible in
        unsafe solid.withUnsafeMutableBufferPointer { solid in
          unsafe translucent.withUnsafeMutableBufferPointer { translucent in
            unsafe places.withUnsafeMutableBufferPointer { places in
              var masks = unsafe sl_alpha_masks(
                visible: visible.baseAddress, solid: solid.baseAddress, translucent: translucent.baseAddress,
                translucent_words: places.baseAddress)
              return unsafe reads(pixels, width, height, &masks)
            }
          }
        }
      }
      (self.visible, self.solid, self.translucent) = (visible, solid, translucent)
      translucentWords = places
    }
  }

  private func expect(_ read: Read, of pixels: [UInt8], _ width: Int, _ height: Int) {
    let alphas = stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
    func mask(_ isSet: (UInt8) -> Bool) -> [UInt64] {
      let rowWords = (width + 63) / 64
      var words = [UInt64](repeating: 0, count: rowWords * height)
      for (at, alpha) in alphas.enumerated() where isSet(alpha) {
        words[at / width * rowWords + at % width / 64] |= 1 << UInt64(at % width % 64)
      }
      return words
    }
    let translucent = mask { (64...191).contains($0) }
    #expect(read.visible == mask { $0 >= 5 })
    #expect(read.solid == mask { $0 >= 128 })
    #expect(read.translucent == translucent)
    #expect(
      read.translucentWords.prefix(read.totals.translucent_words)
        == translucent.indices.filter { translucent[$0] != 0 }[...])
    let totals = AlphaCountsAndBounds(read.totals)
    #expect(totals.visiblePixelCount == alphas.count { $0 >= 5 })
    #expect(totals.hazePixelCount == alphas.count { (1...4).contains($0) })
    #expect(totals.strongerHazePixelCount == alphas.count { (3...4).contains($0) })
    #expect(totals.barelyVisiblePixelCount == alphas.count { (5...8).contains($0) })
    #expect(totals.isOpaque == alphas.allSatisfy { $0 == 255 })
    #expect(totals.hasPartialAlpha == alphas.contains { (1...254).contains($0) })
    #expect(totals.visibleBox == box(alphas, width) { $0 >= 5 })
    #expect(totals.nonzeroAlphaBox == box(alphas, width) { $0 >= 1 })
  }

  /// The bounding box of all pixels of one kind; nil if no pixel is of that kind.
  private func box(_ alphas: [UInt8], _ width: Int, _ isSet: (UInt8) -> Bool) -> PixelRect? {
    let places = alphas.indices.filter { isSet(alphas[$0]) }
    let (columns, rows) = (places.map { $0 % width }, places.map { $0 / width })
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
    else { return nil }
    return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
  }

  @Test("pixels at or above each alpha are found at every frame width", arguments: 1...131)
  func limits(width: Int) {
    var random = SeededNumbers(seed: UInt64(width) + 7)
    let limits: [UInt8] = [1, 16, 51, 128, 240, 250, 255]
    for round in 0..<4 {
      let height = 1 + round
      let common: UInt8? = [nil, 0, 255, nil][round]
      let alphas = (0..<width * height).map { _ -> UInt8 in
        let alpha = (limits + limits.map { $0 - 1 }).randomElement(using: &random) ?? 0
        return Int.random(in: 0..<60, using: &random) == 0 ? alpha : common ?? alpha
      }
      let bitmap = Bitmap(PixelSize(width, height), pixels: alphas.flatMap { [9, 8, 7, $0] })
      for (limit, mask) in zip(limits, bitmap.masks(ofAlphaAtLeast: limits)) {
        for (at, alpha) in alphas.enumerated() {
          let isSet = mask.word(at % width / 64, row: at / width) >> UInt64(at % width % 64) & 1 == 1
          #expect(isSet == (alpha >= limit))
        }
        #expect(mask.setBitCount == alphas.count { $0 >= limit })
      }
    }
  }
}
