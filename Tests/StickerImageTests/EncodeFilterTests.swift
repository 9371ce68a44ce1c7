import Corpus
import Testing

@testable import StickerImage

/// The five filters and the choice between them, as in the PNG specification, clause 9, byte by byte.
private struct PlainFilter {
  let rows: PNGRows

  private func byte(_ y: Int, _ at: Int) -> Int {
    y < 0 || at < 0 ? 0 : Int(rows.bytes[y * (rows.sampleBytesPerRow + 1) + 1 + at])
  }

  private func predicted(_ filter: Int, _ y: Int, _ at: Int) -> Int {
    let (left, up) = (byte(y, at - rows.bytesPerPixel), byte(y - 1, at))
    let corner = byte(y - 1, at - rows.bytesPerPixel)
    switch filter {
    case 0: return 0
    case 1: return left
    case 2: return up
    case 3: return (left + up) / 2
    default:
      let estimate = left + up - corner
      let (toLeft, toUp, toCorner) = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
      if toLeft <= toUp && toLeft <= toCorner { return left }
      return toUp <= toCorner ? up : corner
    }
  }

  func filtered() -> [UInt8] {
    (0..<rows.bytes.count / (rows.sampleBytesPerRow + 1)).flatMap { y in
      let results = (0..<5).map { filter in
        (0..<rows.sampleBytesPerRow).map { UInt8(truncatingIfNeeded: byte(y, $0) - predicted(filter, y, $0)) }
      }
      let sums = results.map { $0.reduce(0) { $0 + min(Int($1), 256 - Int($1)) } }
      let best = sums.indices.min { sums[$0] < sums[$1] } ?? 0
      return [UInt8(best)] + results[best]
    }
  }
}

@Suite struct EncodeFilterTests {
  /// Packed rows, each after its filter byte.
  private func rows(_ rowBytes: Int, _ height: Int, _ sample: (_ x: Int, _ y: Int) -> Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height {
      bytes.append(0)
      for x in 0..<rowBytes { bytes.append(UInt8(truncatingIfNeeded: sample(x, y))) }
    }
    return bytes
  }

  @Test("rows are filtered as the specification says", arguments: [1, 2, 3, 4])
  func plain(_ bytesPerPixel: Int) {
    var numbers = SeededNumbers(seed: 7)
    for width in [1, 2, 3, 5, 8, 16, 21, 43] {
      for flatness in [1, 3, 40] {  // noise uses no filter, gradients use all of them
        let rowBytes = width * bytesPerPixel
        let bytes = rows(rowBytes, 12) { x, y in
          x * (y % 3) * 5 + y * (y % 4) * 9 + Int.random(in: 0...(255 / flatness), using: &numbers)
        }
        let rows = PNGRows(bytes: bytes, rowBytes: rowBytes, bytesPerPixel: bytesPerPixel)
        #expect(rows.filteredBySmallestSum().bytes == PlainFilter(rows: rows).filtered())
      }
    }
  }

  @Test("sums larger than 16 bits are compared correctly")
  func longRow() {
    // 256 blocks of pairs of 128: unfiltered, each lane adds up to 2^16, which overflows to zero.
    let bytes = rows(4096, 3) { _, _ in 128 }
    let rows = PNGRows(bytes: bytes, rowBytes: 4096, bytesPerPixel: 4)
    #expect(rows.filteredBySmallestSum().bytes == PlainFilter(rows: rows).filtered())
  }
}
