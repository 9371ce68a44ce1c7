import CImageCodecs
import Corpus
import Testing

@Suite struct JPEGMarkerSearchTests {
  @Test("the search for a marker skips stuffed zeros, fill bytes and restart markers, as a plain loop does")
  func randomData() {
    let interesting: [UInt8] = [0xFF, 0xFF, 0xFF, 0x00, 0xD0, 0xD7, 0xCF, 0xD8, 0xD9, 0xDA, 0x01, 0xFE, 0x7F]
    var numbers = SeededNumbers(seed: 11)
    for count in 0..<40 {
      for _ in 0..<200 {
        let bytes = (0..<count).map { _ in interesting.randomElement(using: &numbers)! }
        for start in 0...count {
          #expect(unsafe sl_jpeg_find_marker(bytes, count, start) == firstMarker(in: bytes, from: start))
        }
      }
    }
  }

  /// The position of the first marker that ends the data of a scan, or the number of bytes.
  ///
  /// - Source: ITU-T T.81, B.1.1.2 and B.1.1.5.
  private func firstMarker(in bytes: [UInt8], from start: Int) -> Int {
    for position in start..<max(start, bytes.count - 1) where bytes[position] == 0xFF {
      switch bytes[position + 1] {
      case 0x00, 0xFF, 0xD0...0xD7: continue
      default: return position
      }
    }
    return bytes.count
  }
}
