import Corpus

@testable import StickerImage

/// Copies of a PNG that takes the fast path, with changed image data. Chunks and checksums are valid.
struct PNGMutants {
  /// The change to the inflated rows.
  enum Mutation: CaseIterable {
    /// The filter type of one row: a valid one, 5...8, or any value.
    case knownFilter, nextFilter, anyFilter
    case samples
    /// One or a few bytes are missing at the end, or added.
    case shorter, longer
  }

  private let bytes: [UInt8]
  private var numbers: SeededNumbers

  init(_ bytes: [UInt8], seed: UInt64) {
    self.bytes = bytes
    numbers = SeededNumbers(seed: seed)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
  private mutating func byte(_ range: ClosedRange<UInt8>) -> UInt8 {
    UInt8.random(in: range, using: &numbers)
  }

  private var layout: PNGDataPositions? {
    guard case .png(let layout) = ImageContainer(of: bytes)?.dataPositions else { return nil }
    return layout
  }

  /// Flips one to four bits of the IDAT chunks' data, or replaces bytes.
  mutating func corruptedIDAT() -> [UInt8] {
    let chunks = (layout?.idatRanges ?? []).filter { !$0.isEmpty }
    guard !chunks.isEmpty else { return bytes }
    var mutant = bytes
    let replaces = number(0...1) == 1
    for _ in 0..<number(1...4) {
      let chunk = chunks[number(0...chunks.count - 1)]
      let at = number(chunk.lowerBound...chunk.upperBound - 1)
      if replaces { mutant[at] = byte(0...255) } else { mutant[at] ^= 1 << byte(0...7) }
    }
    for chunk in chunks {  // parsing must succeed
      let crc = crc32(mutant[chunk.lowerBound - 4..<chunk.upperBound])
      mutant.replaceSubrange(chunk.upperBound..<chunk.upperBound + 4, with: HandmadePNG.big32(crc))
    }
    return mutant
  }

  /// Changes the rows of the default image, and compresses them again.
  ///
  /// - Returns: nil if the file has no valid rows.
  mutating func changed(_ mutation: Mutation) -> [UInt8]? {
    guard let layout else { return nil }
    let picture = EncodedPNGImage(defaultImageOf: bytes, layout)
    guard var rows = try? inflateScanlinesAndAppendByte(picture, picture.zlibStream(in: bytes)) else {
      return nil
    }
    rows.removeLast(rows.count - layout.header.inflatedDataBytes)  // bytes after the last row are not a row
    let stride = layout.header.rowBytesWithoutFilter + 1
    let row = number(0...layout.header.size.height - 1) * stride
    switch mutation {
    case .knownFilter: rows[row] = byte(0...4)
    case .nextFilter: rows[row] = byte(5...8)
    case .anyFilter: rows[row] = byte(0...255)
    case .samples: for _ in 0..<number(1...4) { rows[row + number(1...stride - 1)] = byte(0...255) }
    case .shorter: rows.removeLast(number(1...min(stride, rows.count - 1)))
    case .longer: rows += (0..<number(1...stride)).map { _ in byte(0...255) }
    }
    guard let data = deflate(rows, level: number(1...12)) else { return nil }
    return Array(bytes[..<layout.firstIDATOffset]) + HandmadePNG.chunk("IDAT", data)
      + HandmadePNG.chunk("IEND", [])
  }
}
