/// WebPs written by hand: figures that no encoder would give.
///
/// - Source: RFC 9649; of lossy data RFC 6386.
public enum MadeWebP {
  /// A name, the length of the data, the data, and a byte that makes it even.
  public static func chunk(_ name: String, _ data: [UInt8], saying length: Int? = nil) -> [UInt8] {
    Array(name.utf8) + low(length ?? data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// The file around chunks.
  ///
  /// - Parameter length: what it says of itself in place of the truth.
  public static func file(_ chunks: [[UInt8]], saying length: Int? = nil) -> [UInt8] {
    chunk("RIFF", Array("WEBP".utf8) + chunks.joined(), saying: length)
  }

  /// A file whose first chunk says canvas and flags.
  public static func extended(_ width: Int, _ height: Int, flags: UInt8, _ chunks: [[UInt8]]) -> [UInt8] {
    file([header(width, height, flags: flags)] + chunks)
  }

  /// `VP8X`.
  public static func header(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + low(width - 1, 3) + low(height - 1, 3))
  }

  /// An animation: `VP8X`, `ANIM` and frames.
  public static func animation(_ width: Int, _ height: Int, plays: Int = 0, _ frames: [[UInt8]]) -> [UInt8] {
    extended(width, height, flags: 0x12, [chunk("ANIM", [9, 9, 9, 9] + low(plays, 2))] + frames)
  }

  /// `ANMF`: a picture at a place, whose numbers are even.
  ///
  /// - Parameter flags: 1: becomes transparent afterwards; 2: replaces what is there.
  public static func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, milliseconds: Int = 100, flags: UInt8 = 0,
    _ picture: [UInt8]? = nil
  ) -> [UInt8] {
    let place = low(x / 2, 3) + low(y / 2, 3) + low(width - 1, 3) + low(height - 1, 3)
    return chunk(
      "ANMF", place + low(milliseconds, 3) + [flags] + (picture ?? sheet(width, height, [200, 30, 60, 255])))
  }

  /// `VP8L` of one color: every code has one symbol, so that no pixel takes a bit.
  public static func sheet(_ width: Int, _ height: Int, _ color: [UInt8]) -> [UInt8] {
    chunk("VP8L", signature(width, height) + Bits.sheet(color).bytes)
  }

  /// What lossless data begins with.
  public static func signature(_ width: Int, _ height: Int, hasAlpha: Bool = true, version: Int = 0)
    -> [UInt8]
  {
    [0x2F] + low(width - 1 | (height - 1) << 14 | (hasAlpha ? 1 << 28 : 0) | version << 29, 4)
  }

  /// `VP8 ` of 32 × 24 px, as libwebp's cwebp wrote it.
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

  /// The lowest bytes of a number, the lowest first.
  public static func low(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension MadeWebP {
  /// Lossless data, bit by bit.
  public struct Bits: Sendable {
    private var packer = BitPacker()

    /// No bit yet.
    public init() {}

    /// All that was written; what is left of the last byte is 0.
    public var bytes: [UInt8] { packer.finished() }

    /// Writes the lowest bits of a number.
    public mutating func put(_ number: Int, _ count: Int) { packer.append(number, bits: count) }

    /// Writes a code of one symbol, which takes no bit afterwards.
    public mutating func lone(_ symbol: Int) {
      put(1, 1)
      put(0, 1)
      put(1, 1)
      put(symbol, 8)
    }

    /// Writes a code of two symbols of a bit each.
    public mutating func pair(_ first: Int, _ second: Int) {
      put(1, 1)
      put(1, 1)
      put(1, 1)
      put(first, 8)
      put(second, 8)
    }

    /// Writes a code of 256 symbols of eight bits each: a symbol's word is its bits, the highest first.
    ///
    /// - Parameter others: symbols behind them, which have no word.
    public mutating func bytewise(others: Int) {
      put(0, 1)
      // The lengths' own code has words for 0, 8 and a run of zeros; 17, 18, 0 and so on to 8 are named.
      put(12 - 4, 4)
      for place in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8] { put(place == 8 || place == 0 ? 1 : 0, 3) }
      put(0, 1)  // all lengths are named
      for _ in 0..<256 { put(1, 1) }
      for _ in 0..<others { put(0, 1) }
    }

    /// Writes a symbol of such a code.
    public mutating func word(_ symbol: Int) { for bit in 0..<8 { put(symbol >> (7 - bit) & 1, 1) } }

    /// Writes five codes of one symbol each: green, red, blue, alpha, distance.
    public mutating func group(_ color: [UInt8] = [0, 0, 0, 0], distance: Int = 0) {
      for channel in [1, 0, 2, 3] { lone(Int(color[channel])) }
      lone(distance)
    }

    /// What makes a sheet of one color: no transform, nothing kept at hand, one group.
    public static func sheet(_ color: [UInt8]) -> Bits {
      var bits = Bits()
      bits.put(0, 3)
      bits.group(color)
      return bits
    }

    /// A picture in which each square of 4 × 4 pixels names a group of its own, up to a number of groups.
    ///
    /// - Parameter squares: how many there are: the sides divided by four, rounded up, multiplied.
    public static func groups(_ count: Int, squares: Int) -> Bits {
      var bits = Bits()
      bits.put(0, 2)
      bits.put(1, 1)  // a picture that names groups
      bits.put(0, 3)  // squares of 4 × 4
      bits.put(0, 1)
      bits.bytewise(others: 24)
      bits.bytewise(others: 0)
      bits.lone(0)
      bits.lone(255)
      bits.lone(0)
      for square in 0..<squares {
        let group = square % count
        bits.word(group & 255)
        bits.word(group >> 8)
      }
      for group in 0..<count { bits.group([UInt8(group & 255), 0, 0, 255]) }
      return bits
    }
  }
}
