extension HandmadeWebP {
  /// A lossless still image: a disc of one color with soft edges on a transparent canvas.
  ///
  /// - Parameter color: red, green and blue, none of them 0.
  public static func disc(side: Int, _ color: [UInt8]) -> [UInt8] {
    var bits = BitWriter()
    bits.putPalette(color)
    bits.put(0, 3)  // no more transforms, no color cache, one group
    bits.putIndexCode()
    bits.putSingleSymbolCode(0)
    bits.putSingleSymbolCode(0)
    bits.putSingleSymbolCode(255)
    bits.putSingleSymbolCode(0)
    for y in 0..<side {
      for x in stride(from: 0, to: side, by: 2) {
        // Two pixels share a byte, the first one in the lower half.
        let next = x + 1 < side ? coverage(x + 1, y, side) : 0
        bits.putIndices(coverage(x, y, side) | next << 4)
      }
    }
    return file([chunk("VP8L", losslessHeader(side, side) + bits.bytes)])
  }

  /// The fraction of a pixel that the disc covers, 0...15, from the distance between the pixel and the edge.
  private static func coverage(_ x: Int, _ y: Int, _ side: Int) -> Int {
    let (dx, dy) = (Double(2 * x + 1 - side) / 2, Double(2 * y + 1 - side) / 2)
    let inside = Double(side) * 0.46 - (dx * dx + dy * dy).squareRoot()
    return Int((min(max(inside + 0.5, 0), 1) * 15).rounded())
  }
}

extension HandmadeWebP.BitWriter {
  /// Writes a color indexing transform with 16 entries: one color with increasing opacity. Each entry is
  /// stored as its difference from the one before it.
  fileprivate mutating func putPalette(_ color: [UInt8]) {
    put(1, 1)
    put(3, 2)
    put(15, 8)
    put(0, 1)
    for sample in [color[1], color[0], color[2]] { putTwoSymbolCode(0, Int(sample)) }
    putTwoSymbolCode(0, 17)
    putSingleSymbolCode(0)
    put(0b0000, 4)
    put(0b1111, 4)
    for _ in 2..<16 { put(0b1000, 4) }
  }

  /// Writes a prefix code in which a pair of transparent pixels and a pair of opaque pixels take two bits
  /// each, and all other pairs nine.
  fileprivate mutating func putIndexCode() {
    put(0, 1)
    put(13 - 4, 4)
    // The lengths 2 and 9 have the codewords 0 and 1.
    for place in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9] { put(place == 2 || place == 9 ? 1 : 0, 3) }
    put(1, 1)
    put(4, 3)
    put(258 - 2, 10)  // the number of lengths; two unused symbols complete the code
    for symbol in 0..<258 { put(symbol == 0 || symbol == 255 ? 0 : 1, 1) }
  }

  fileprivate mutating func putIndices(_ both: Int) {
    guard both > 0, both < 255 else { return put(both == 0 ? 0b00 : 0b10, 2) }
    // Codewords are written most significant bit first: 1, then eight bits, in the order of the symbols.
    put(1, 1)
    for bit in 0..<8 { put((both - 1) >> (7 - bit) & 1, 1) }
  }
}
