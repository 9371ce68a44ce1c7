/// Assembles WebP files by hand, for values that no encoder writes.
///
/// - Source: RFC 9649; RFC 6386 for lossy data.
public enum HandmadeWebP {
  /// A chunk: its name, the length of the data, the data, and a padding byte if the length is odd.
  public static func chunk(_ name: String, _ data: [UInt8], saying length: Int? = nil) -> [UInt8] {
    Array(name.utf8) + littleEndianBytes(length ?? data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// A file with these chunks.
  ///
  /// - Parameter length: the length to write instead of the real one.
  public static func file(_ chunks: [[UInt8]], saying length: Int? = nil) -> [UInt8] {
    chunk("RIFF", Array("WEBP".utf8) + chunks.joined(), saying: length)
  }

  /// A file that starts with a `VP8X` chunk, which holds the canvas and the flags.
  public static func extended(_ width: Int, _ height: Int, flags: UInt8, _ chunks: [[UInt8]]) -> [UInt8] {
    file([header(width, height, flags: flags)] + chunks)
  }

  /// A `VP8X` chunk.
  public static func header(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + littleEndianBytes(width - 1, 3) + littleEndianBytes(height - 1, 3))
  }

  /// An animation: `VP8X`, `ANIM` and frames.
  public static func animation(_ width: Int, _ height: Int, plays: Int = 0, _ frames: [[UInt8]]) -> [UInt8] {
    extended(
      width, height, flags: 0x12, [chunk("ANIM", [9, 9, 9, 9] + littleEndianBytes(plays, 2))] + frames)
  }

  /// An `ANMF` chunk: an image at a position with even coordinates.
  ///
  /// - Parameter flags: 1 clears the frame's area to transparent afterward, and 2 replaces the pixels instead
  ///   of blending.
  public static func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, milliseconds: Int = 100, flags: UInt8 = 0,
    _ picture: [UInt8]? = nil
  ) -> [UInt8] {
    let place =
      littleEndianBytes(x / 2, 3) + littleEndianBytes(y / 2, 3) + littleEndianBytes(width - 1, 3)
      + littleEndianBytes(height - 1, 3)
    return chunk(
      "ANMF",
      place + littleEndianBytes(milliseconds, 3) + [flags]
        + (picture ?? singleColorChunk(width, height, [200, 30, 60, 255])))
  }

  /// A `VP8L` chunk of a single color. Each prefix code has one symbol, so a pixel takes no bits.
  public static func singleColorChunk(_ width: Int, _ height: Int, _ color: [UInt8]) -> [UInt8] {
    chunk("VP8L", signature(width, height) + Bits.sheet(color).bytes)
  }

  /// The header of lossless data.
  public static func signature(_ width: Int, _ height: Int, hasAlpha: Bool = true, version: Int = 0)
    -> [UInt8]
  {
    [0x2F] + littleEndianBytes(width - 1 | (height - 1) << 14 | (hasAlpha ? 1 << 28 : 0) | version << 29, 4)
  }

  /// A `VP8 ` chunk of 32 × 24 px, written by libwebp's cwebp.
  public static let lossy: [UInt8] = chunk(
    "VP8 ",
    numbers(
      """
      5005009d012a200018003eed72ad4fa9a7a42230180801301d896c009d3393384fa07084bd60139fbd88021ee97dff49
      37c50000fee93485bfc52e9dbff8de9d85be30b2a07ede9c7dc5d322732dba9968b788274226c368614805e0878ea4d3
      6d179474ba43aa4410ac96b46c380000
      """))

  private static func numbers(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  /// The lowest `count` bytes of a number, in little-endian order.
  public static func littleEndianBytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension HandmadeWebP {
  /// Writes lossless data bit by bit.
  public struct Bits: Sendable {
    private var packer = BitPacker()

    /// Creates an empty bit stream.
    public init() {}

    /// The bytes written so far. The unused bits of the last byte are 0.
    public var bytes: [UInt8] { packer.finished() }

    /// Writes the lowest bits of a number.
    public mutating func put(_ number: Int, _ count: Int) { packer.append(number, bits: count) }

    /// Writes a prefix code with a single symbol, which takes no bits in the data.
    public mutating func putSingleSymbolCode(_ symbol: Int) {
      put(1, 1)
      put(0, 1)
      put(1, 1)
      put(symbol, 8)
    }

    /// Writes a prefix code with two symbols of one bit each.
    public mutating func putTwoSymbolCode(_ first: Int, _ second: Int) {
      put(1, 1)
      put(1, 1)
      put(1, 1)
      put(first, 8)
      put(second, 8)
    }

    /// Writes a prefix code for 256 symbols of eight bits each. A symbol's codeword is its value, most
    /// significant bit first.
    ///
    /// - Parameter unusedSymbols: the number of symbols after the first 256. They have no codeword.
    public mutating func putByteCode(unusedSymbols: Int) {
      put(0, 1)
      // The code length code has symbols for 0, 8 and a run of zeros. The order is 17, 18, 0, 1, ... 8.
      put(12 - 4, 4)
      for place in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8] { put(place == 8 || place == 0 ? 1 : 0, 3) }
      put(0, 1)  // all symbols have a length
      for _ in 0..<256 { put(1, 1) }
      for _ in 0..<unusedSymbols { put(0, 1) }
    }

    /// Writes a symbol of the code that `putByteCode` writes.
    public mutating func putByteSymbol(_ symbol: Int) { for bit in 0..<8 { put(symbol >> (7 - bit) & 1, 1) } }

    /// Writes a group of five prefix codes with one symbol each: green, red, blue, alpha and distance.
    public mutating func group(_ color: [UInt8] = [0, 0, 0, 0], distance: Int = 0) {
      for channel in [1, 0, 2, 3] { putSingleSymbolCode(Int(color[channel])) }
      putSingleSymbolCode(distance)
    }

    /// An image of a single color without transforms or a color cache, with one group.
    public static func sheet(_ color: [UInt8]) -> Bits {
      var bits = Bits()
      bits.put(0, 3)
      bits.group(color)
      return bits
    }

    /// An image in which each block of 4 × 4 pixels selects its own group, up to `count` groups.
    ///
    /// - Parameter squares: the number of blocks: the product of both sides, each divided by four and rounded
    ///   up.
    public static func groups(_ count: Int, squares: Int) -> Bits {
      var bits = Bits()
      bits.put(0, 2)
      bits.put(1, 1)  // an entropy image follows
      bits.put(0, 3)  // blocks of 4 × 4
      bits.put(0, 1)
      bits.putByteCode(unusedSymbols: 24)
      bits.putByteCode(unusedSymbols: 0)
      bits.putSingleSymbolCode(0)
      bits.putSingleSymbolCode(255)
      bits.putSingleSymbolCode(0)
      for square in 0..<squares {
        let group = square % count
        bits.putByteSymbol(group & 255)
        bits.putByteSymbol(group >> 8)
      }
      for group in 0..<count { bits.group([UInt8(group & 255), 0, 0, 255]) }
      return bits
    }
  }
}
