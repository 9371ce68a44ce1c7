import Corpus

@testable import StickerImage

/// Copies of a PNG of fast layout whose image data is not what it was; chunks and checksums are sound.
struct PNGMutants {
  /// What becomes other in the inflated rows.
  enum Mutation: CaseIterable {
    /// One row's filter type: one that exists, or 5...8, or any.
    case knownFilter, nextFilter, anyFilter
    case samples
    /// One byte or a few are missing at the end, or too many.
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

  private var layout: PNGLayout? {
    guard case .png(let layout) = ImageContainer(of: bytes)?.layout else { return nil }
    return layout
  }

  /// One to four bits of the IDAT chunks' data are flipped, or bytes replaced.
  mutating func flipped() -> [UInt8] {
    let chunks = (layout?.idatRanges ?? []).filter { !$0.isEmpty }
    guard !chunks.isEmpty else { return bytes }
    var mutant = bytes
    let replaces = number(0...1) == 1
    for _ in 0..<number(1...4) {
      let chunk = chunks[number(0...chunks.count - 1)]
      let at = number(chunk.lowerBound...chunk.upperBound - 1)
      if replaces { mutant[at] = byte(0...255) } else { mutant[at] ^= 1 << byte(0...7) }
    }
    for chunk in chunks {  // the walk must pass
      let crc = crc32(mutant[chunk.lowerBound - 4..<chunk.upperBound])
      mutant.replaceSubrange(chunk.upperBound..<chunk.upperBound + 4, with: MadePNG.big32(crc))
    }
    return mutant
  }

  /// The rows of the default image are others, and deflated anew.
  ///
  /// - Returns: nil where the file has no sound rows.
  mutating func changed(_ mutation: Mutation) -> [UInt8]? {
    guard let layout else { return nil }
    let picture = PNGImage(defaultImageOf: bytes, layout)
    guard var rows = try? inflateScanlines(picture, picture.stream(in: bytes)) else { return nil }
    rows.removeLast(rows.count - layout.header.scanlineBytes)  // room behind the last row is no row
    let stride = layout.header.rowBytes + 1
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
    return Array(bytes[..<layout.idatOffset]) + MadePNG.chunk("IDAT", data) + MadePNG.chunk("IEND", [])
  }
}
