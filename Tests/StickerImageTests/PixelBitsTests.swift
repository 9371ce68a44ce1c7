import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

/// Bits of pixels against a plain loop over the pixels; what this processor runs, and what any can.
@Suite struct PixelBitsTests {
  /// Alphas on both sides of every limit.
  private static let alphas: [UInt8] = [0, 1, 2, 3, 4, 5, 8, 9, 63, 64, 127, 128, 191, 192, 254, 255]

  @Test("alpha's bits are those of each pixel, in rows of every width", arguments: 1...131)
  func alpha(width: Int) {
    var random = SeededNumbers(seed: UInt64(width))
    for round in 0..<8 {
      // Rows of all kinds of alpha, and rows that are mostly transparent or mostly opaque.
      let common: UInt8? = [nil, nil, 0, 255][round % 4]
      let row = (0..<width).flatMap { _ -> [UInt8] in
        let rare = Self.alphas.randomElement(using: &random) ?? 0
        let alpha = Int.random(in: 0..<80, using: &random) == 0 ? rare : common ?? rare
        return (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [alpha]
      }
      let blank = sl_alpha_bits(
        any: 7, from3: 7, from5: 7, from9: 7, from64: 7, from128: 7, from192: 7, opaque: 7)
      let stride = (width + 63) / 64
      var (here, anywhere) = (Array(repeating: blank, count: stride), Array(repeating: blank, count: stride))
      unsafe sl_read_alpha(row, width, &here)
      unsafe sl_read_alpha_anywhere(row, width, &anywhere)
      for read in [here, anywhere] {
        for word in 0..<stride { expect(read[word], of: row, word) }
      }
    }
  }

  private func expect(_ read: sl_alpha_bits, of row: [UInt8], _ word: Int) {
    func bits(_ least: UInt8) -> UInt64 {
      let columns = word * 64..<min(word * 64 + 64, row.count / 4)
      return columns.reduce(0) { row[$1 * 4 + 3] >= least ? $0 | 1 << UInt64($1 - word * 64) : $0 }
    }
    #expect(
      [read.any, read.from3, read.from5, read.from9, read.from64, read.from128, read.from192, read.opaque]
        == [bits(1), bits(3), bits(5), bits(9), bits(64), bits(128), bits(192), bits(255)])
  }

  @Test("points differ from the one before as their pixels do, and are solid from alpha 128 on")
  func points() {
    var random = SeededNumbers(seed: 5)
    for _ in 0..<200 {
      let row = (0..<200).flatMap { _ -> [UInt8] in
        [
          UInt8.random(in: 0...1, using: &random), 0, 9,
          [0, 127, 128, 255].randomElement(using: &random) ?? 0,
        ]
      }
      let columns = (0..<64).map { Int32($0 * 3) }
      var (starts, solid): (UInt64, UInt64) = (1, 0)
      for (place, column) in columns.enumerated() {
        let pixel = row[Int(column) * 4..<Int(column) * 4 + 4]
        if pixel[Int(column) * 4 + 3] >= 128 { solid |= 1 << UInt64(place) }
        if place > 0, !pixel.elementsEqual(row[Int(column - 3) * 4..<Int(column - 3) * 4 + 4]) {
          starts |= 1 << UInt64(place)
        }
      }
      for read in unsafe [sl_look_at_points(row, columns), sl_look_at_points_anywhere(row, columns)] {
        #expect(read.starts == starts)
        #expect(read.solid == solid)
      }
    }
  }
}
