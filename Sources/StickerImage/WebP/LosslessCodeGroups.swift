/// Counts the prefix code groups in the data of a lossless image. libwebp allocates tables for all of them
/// before it decodes a pixel, so they are counted first.
///
/// - Parameter data: The range of the data after the signature and size.
/// - Returns: nil if the data is damaged or ends before all groups are known.
/// - Source: RFC 9649, section 3: transforms, then optionally an image whose red and green samples assign a
///   group to each square of pixels. Backward references don't introduce new groups, so no image needs to be
///   built.
func prefixCodeGroupCount(inHeaderlessVP8L data: Range<Int>, of bytes: [UInt8], _ size: PixelSize) -> Int? {
  var reader = VP8LCodeGroupCounter(bytes, data)
  return try? reader.codeGroupCount(size)
}

/// The maximum number of groups: more than three times as many as libwebp ever writes, and about 100 MB of
/// tables.
///
/// - Source: libwebp, `histogram_enc.c`: `MAX_HUFF_IMAGE_SIZE` is 2,600.
let maxPrefixCodeGroups = 8_192

private let prefixCodeError = ImageError.damaged(
  "the prefix codes are damaged", at: ByteLocation(partName: "VP8L"))

/// Reads bits (lowest first) and prefix codes.
private struct VP8LCodeGroupCounter {
  private let bytes: [UInt8]
  private var (bitPosition, bitEnd): (Int, Int)  // in bits

  init(_ bytes: [UInt8], _ data: Range<Int>) {
    self.bytes = bytes
    (bitPosition, bitEnd) = (data.lowerBound * 8, data.upperBound * 8)
  }

  mutating func codeGroupCount(_ size: PixelSize) throws(ImageError) -> Int {
    var width = size.width
    while try readBits(1) == 1 {
      switch try readBits(2) {
      case 0, 1:  // predictors and color transforms: a number for each square
        let side = try readBits(3) + 2
        _ = try readSubImageAndCountGroups(subsampledLength(width, side), subsampledLength(size.height, side))
      case 2: break  // subtract green, which has no data
      default:
        let colors = try readBits(8) + 1
        _ = try readSubImageAndCountGroups(colors, 1)
        width = subsampledLength(width, colors <= 2 ? 3 : colors <= 4 ? 2 : colors <= 16 ? 1 : 0)
      }
    }
    if try readBits(1) == 1 { _ = try readBits(4) }  // color cache
    guard try readBits(1) == 1 else { return 1 }
    let side = try readBits(3) + 2
    return try readSubImageAndCountGroups(subsampledLength(width, side), subsampledLength(size.height, side))
  }

  private func subsampledLength(_ length: Int, _ bits: Int) -> Int { (length + (1 << bits) - 1) >> bits }

  /// Reads an entropy-coded sub-image.
  ///
  /// - Returns: The number of distinct 16-bit numbers in its pixels.
  private mutating func readSubImageAndCountGroups(_ width: Int, _ height: Int) throws(ImageError) -> Int {
    let kept = try readBits(1) == 1 ? 1 << (try readBits(4)) : 0
    var codes: [PrefixCode] = []
    for symbols in [256 + 24 + kept, 256, 256, 256, 40] { codes.append(try readPrefixCode(of: symbols)) }
    var isSeen = [Bool](repeating: false, count: 1 << 16)
    isSeen[0] = true  // the initial value in the color cache
    var (left, count) = (width * height, 1)
    while left > 0 {
      let green = try readSymbol(of: codes[0])
      switch green {
      case 0..<256:
        let number = try readSymbol(of: codes[1]) << 8 | green
        for code in codes[2...3] { _ = try readSymbol(of: code) }
        if !isSeen[number] { (isSeen[number], count) = (true, count + 1) }
        left -= 1
      case 256..<280:
        let length = try readCopyLengthOrDistance(green - 256)
        _ = try self.readCopyLengthOrDistance(readSymbol(of: codes[4]))
        left -= length
      default: left -= 1
      }
    }
    guard left == 0 else { throw prefixCodeError }
    return count
  }

  /// - Source: RFC 9649, section 3.5.2.2.
  private mutating func readCopyLengthOrDistance(_ symbol: Int) throws(ImageError) -> Int {
    guard symbol >= 4 else { return symbol + 1 }
    let extra = (symbol - 2) >> 1
    return ((2 + symbol & 1) << extra) + (try readBits(extra)) + 1
  }

  private mutating func readBits(_ count: Int) throws(ImageError) -> Int {
    guard bitEnd - bitPosition >= count else { throw prefixCodeError }
    var number = 0
    for bit in 0..<count {
      number |= Int(bytes[(bitPosition + bit) >> 3] >> UInt8((bitPosition + bit) & 7) & 1) << bit
    }
    bitPosition += count
    return number
  }
}

/// A canonical prefix code, defined by its code lengths.
private struct PrefixCode {
  /// The number of symbols for each code length, 0...15.
  var symbolCountsByLength = [Int](repeating: 0, count: 16)
  /// The symbols, ordered by their codes.
  var symbolsInCodeOrder: [Int] = []

  /// - Returns: nil if the code is incomplete or over-subscribed. A single symbol has a code of zero bits.
  init?(lengths: [Int]) {
    for length in lengths where length > 0 { symbolCountsByLength[length] += 1 }
    for length in 1..<16 where symbolCountsByLength[length] > 0 {
      for (symbol, own) in lengths.enumerated() where own == length { symbolsInCodeOrder.append(symbol) }
    }
    let taken = (1..<16).reduce(0) { $0 + symbolCountsByLength[$1] << (15 - $1) }
    guard symbolsInCodeOrder.count == 1 || taken == 1 << 15 else { return nil }
  }
}

extension VP8LCodeGroupCounter {
  private mutating func readSymbol(of code: PrefixCode) throws(ImageError) -> Int {
    if code.symbolsInCodeOrder.count == 1 { return code.symbolsInCodeOrder[0] }
    var (word, first, index) = (0, 0, 0)
    for length in 1..<16 {
      word |= try readBits(1)
      let count = code.symbolCountsByLength[length]
      if word - first < count { return code.symbolsInCodeOrder[index + word - first] }
      (index, first) = (index + count, (first + count) << 1)
      word <<= 1
    }
    throw prefixCodeError
  }

  /// - Source: RFC 9649, section 3.7.2.1.
  private mutating func readPrefixCode(of symbols: Int) throws(ImageError) -> PrefixCode {
    var lengths = [Int](repeating: 0, count: symbols)
    if try readBits(1) == 1 {
      let isPair = try readBits(1) == 1
      var named = [try readBits(try readBits(1) == 1 ? 8 : 1)]
      if isPair { named.append(try readBits(8)) }
      for symbol in named {
        guard symbol < symbols else { throw prefixCodeError }
        lengths[symbol] = 1
      }
    } else {
      try readCodeLengths(into: &lengths)
    }
    guard let code = PrefixCode(lengths: lengths) else { throw prefixCodeError }
    return code
  }

  /// Reads code lengths, which are themselves coded.
  private mutating func readCodeLengths(into lengths: inout [Int]) throws(ImageError) {
    var own = [Int](repeating: 0, count: 19)
    let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    for place in order.prefix(4 + (try readBits(4))) { own[place] = try readBits(3) }
    guard let code = PrefixCode(lengths: own) else { throw prefixCodeError }
    var most = lengths.count
    if try readBits(1) == 1 { most = 2 + (try readBits(2 + 2 * (try readBits(3)))) }
    guard most <= lengths.count else { throw prefixCodeError }
    var (place, previous) = (0, 8)
    while place < lengths.count, most > 0 {
      most -= 1
      let word = try readSymbol(of: code)
      guard word >= 16 else {
        lengths[place] = word
        if word > 0 { previous = word }
        place += 1
        continue
      }
      let count = try word == 16 ? 3 + readBits(2) : word == 17 ? 3 + readBits(3) : 11 + readBits(7)
      guard place + count <= lengths.count else { throw prefixCodeError }
      for repeated in place..<place + count { lengths[repeated] = word == 16 ? previous : 0 }
      place += count
    }
  }
}
