/// A plain GIF LZW decoder that stores each string in full and reads codes bit by bit.
///
/// - Source: GIF89a specification, appendix F, "Variable-Length-Code LZW Compression".
public struct LZWReference {
  /// The reason why decoding ended.
  public enum Ending: Hashable, Sendable {
    /// All pixels are decoded.
    case complete
    /// The data contains an end code.
    case endCode
    /// The data ends.
    case outOfData
    /// The data contains a code that is not in the table yet.
    case codeBeyondTable
  }

  /// The decoded color indices, at most one for each pixel of the image.
  public private(set) var pixels: [UInt8] = []
  /// The reason why decoding ended.
  public private(set) var ending = Ending.complete
  private let codes: [UInt8]
  private var bitPosition = 0

  /// Decodes an image of `count` pixels.
  ///
  /// - Parameter data: the minimum code size, followed by sub-blocks.
  public init(_ data: ArraySlice<UInt8>, pixels count: Int) {
    var (codes, rest) = ([UInt8](), data.dropFirst())
    while let length = rest.first, length > 0 {
      codes += rest.dropFirst().prefix(Int(length))
      rest = rest.dropFirst(1 + Int(length))
    }
    self.codes = codes
    decode(Int(data.first ?? 0), count)
    pixels = Array(pixels.prefix(count))
  }

  private mutating func decode(_ codeSize: Int, _ count: Int) {
    let (clear, end) = (1 << codeSize, 1 << codeSize + 1)
    let start = (0..<clear).map { [UInt8($0)] } + [[], []]
    var (table, previous, width) = (start, [UInt8](), codeSize + 1)
    while pixels.count < count {
      guard let code = nextCode(width) else {
        ending = .outOfData
        return
      }
      if code == end {
        ending = .endCode
        return
      }
      if code == clear {
        (table, previous, width) = (start, [], codeSize + 1)
        continue
      }
      guard code < table.count || (code == table.count && !previous.isEmpty && code < 4096) else {
        ending = .codeBeyondTable
        return
      }
      let string = code < table.count ? table[code] : previous + previous.prefix(1)
      pixels += string
      if !previous.isEmpty, table.count < 4096 { table.append(previous + string.prefix(1)) }
      previous = string
      if table.count == 1 << width, width < 12 { width += 1 }
    }
  }

  private mutating func nextCode(_ width: Int) -> Int? {
    guard bitPosition + width <= codes.count * 8 else { return nil }
    defer { bitPosition += width }
    return (bitPosition..<bitPosition + width).enumerated().reduce(0) { code, next in
      code | Int(codes[next.element / 8] >> UInt8(next.element % 8) & 1) << next.offset
    }
  }
}
