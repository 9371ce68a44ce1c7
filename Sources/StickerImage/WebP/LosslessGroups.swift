/// How many groups of codes the data of a lossless picture asks for. libwebp makes tables for all of them
/// before it decodes a pixel; so they are counted before it is asked.
///
/// - Parameter data: where the data is, behind the signature and the size.
/// - Returns: nil where the data is broken, or ends, before the last group is named.
/// - Source: RFC 9649, section 3: transforms, then whether there is a picture that names a group for each
///   square of pixels. What it names is in its red and green samples. Copies name nothing new, so that no
///   picture has to be made.
func losslessGroups(_ data: Range<Int>, of bytes: [UInt8], _ size: PixelSize) -> Int? {
  var reader = LosslessReader(bytes, data)
  return try? reader.groups(size)
}

/// The most groups that are taken: more than three times what libwebp ever writes, and some 100 MB of tables.
///
/// - Source: libwebp, `histogram_enc.c`: `MAX_HUFF_IMAGE_SIZE` is 2,600.
let maxLosslessGroups = 8_192

private let brokenCodes = ImageError.damaged("the prefix codes are broken", at: ByteLocation(unit: "VP8L"))

/// Reads bits, the lowest first, and the codes that are in them.
private struct LosslessReader {
  private let bytes: [UInt8]
  private var (at, end): (Int, Int)  // in bits

  init(_ bytes: [UInt8], _ data: Range<Int>) {
    self.bytes = bytes
    (at, end) = (data.lowerBound * 8, data.upperBound * 8)
  }

  mutating func groups(_ size: PixelSize) throws(ImageError) -> Int {
    var width = size.width
    while try bits(1) == 1 {
      switch try bits(2) {
      case 0, 1:  // predictors, and how colors follow one another: a number for each square
        let side = try bits(3) + 2
        _ = try literals(subsampled(width, side), subsampled(size.height, side))
      case 2: break  // green is subtracted, which takes no data
      default:
        let colors = try bits(8) + 1
        _ = try literals(colors, 1)
        width = subsampled(width, colors <= 2 ? 3 : colors <= 4 ? 2 : colors <= 16 ? 1 : 0)
      }
    }
    if try bits(1) == 1 { _ = try bits(4) }  // colors that are kept at hand
    guard try bits(1) == 1 else { return 1 }
    let side = try bits(3) + 2
    return try literals(subsampled(width, side), subsampled(size.height, side))
  }

  private func subsampled(_ length: Int, _ bits: Int) -> Int { (length + (1 << bits) - 1) >> bits }

  /// Reads a picture inside the picture.
  ///
  /// - Returns: how many numbers of 16 bits its pixels hold that are not alike.
  private mutating func literals(_ width: Int, _ height: Int) throws(ImageError) -> Int {
    let kept = try bits(1) == 1 ? 1 << (try bits(4)) : 0
    var codes: [PrefixCode] = []
    for symbols in [256 + 24 + kept, 256, 256, 256, 40] { codes.append(try prefixCode(of: symbols)) }
    var isSeen = [Bool](repeating: false, count: 1 << 16)
    isSeen[0] = true  // what is kept at hand before anything was
    var (left, count) = (width * height, 1)
    while left > 0 {
      let green = try symbol(of: codes[0])
      switch green {
      case 0..<256:
        let number = try symbol(of: codes[1]) << 8 | green
        for code in codes[2...3] { _ = try symbol(of: code) }
        if !isSeen[number] { (isSeen[number], count) = (true, count + 1) }
        left -= 1
      case 256..<280:
        let length = try length(green - 256)
        _ = try self.length(symbol(of: codes[4]))
        left -= length
      default: left -= 1
      }
    }
    guard left == 0 else { throw brokenCodes }
    return count
  }

  /// - Source: RFC 9649, section 3.5.2.2.
  private mutating func length(_ symbol: Int) throws(ImageError) -> Int {
    guard symbol >= 4 else { return symbol + 1 }
    let extra = (symbol - 2) >> 1
    return ((2 + symbol & 1) << extra) + (try bits(extra)) + 1
  }

  private mutating func bits(_ count: Int) throws(ImageError) -> Int {
    guard end - at >= count else { throw brokenCodes }
    var number = 0
    for bit in 0..<count { number |= Int(bytes[(at + bit) >> 3] >> UInt8((at + bit) & 7) & 1) << bit }
    at += count
    return number
  }
}

/// A code by the lengths of its words, as they follow one another.
private struct PrefixCode {
  /// How many symbols have words of each length, 0...15.
  var counts = [Int](repeating: 0, count: 16)
  /// Symbols in the order of their words.
  var symbols: [Int] = []

  /// - Returns: nil for lengths that leave words without a symbol, or give one to two; a lone symbol has a
  ///   word without a bit.
  init?(lengths: [Int]) {
    for length in lengths where length > 0 { counts[length] += 1 }
    for length in 1..<16 where counts[length] > 0 {
      for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
    }
    let taken = (1..<16).reduce(0) { $0 + counts[$1] << (15 - $1) }
    guard symbols.count == 1 || taken == 1 << 15 else { return nil }
  }
}

extension LosslessReader {
  private mutating func symbol(of code: PrefixCode) throws(ImageError) -> Int {
    if code.symbols.count == 1 { return code.symbols[0] }
    var (word, first, index) = (0, 0, 0)
    for length in 1..<16 {
      word |= try bits(1)
      let count = code.counts[length]
      if word - first < count { return code.symbols[index + word - first] }
      (index, first) = (index + count, (first + count) << 1)
      word <<= 1
    }
    throw brokenCodes
  }

  /// - Source: RFC 9649, section 3.7.2.1.
  private mutating func prefixCode(of symbols: Int) throws(ImageError) -> PrefixCode {
    var lengths = [Int](repeating: 0, count: symbols)
    if try bits(1) == 1 {
      let isPair = try bits(1) == 1
      var named = [try bits(try bits(1) == 1 ? 8 : 1)]
      if isPair { named.append(try bits(8)) }
      for symbol in named {
        guard symbol < symbols else { throw brokenCodes }
        lengths[symbol] = 1
      }
    } else {
      try readLengths(into: &lengths)
    }
    guard let code = PrefixCode(lengths: lengths) else { throw brokenCodes }
    return code
  }

  /// Lengths are coded too.
  private mutating func readLengths(into lengths: inout [Int]) throws(ImageError) {
    var own = [Int](repeating: 0, count: 19)
    let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    for place in order.prefix(4 + (try bits(4))) { own[place] = try bits(3) }
    guard let code = PrefixCode(lengths: own) else { throw brokenCodes }
    var most = lengths.count
    if try bits(1) == 1 { most = 2 + (try bits(2 + 2 * (try bits(3)))) }
    guard most <= lengths.count else { throw brokenCodes }
    var (place, previous) = (0, 8)
    while place < lengths.count, most > 0 {
      most -= 1
      let word = try symbol(of: code)
      guard word >= 16 else {
        lengths[place] = word
        if word > 0 { previous = word }
        place += 1
        continue
      }
      let count = try word == 16 ? 3 + bits(2) : word == 17 ? 3 + bits(3) : 11 + bits(7)
      guard place + count <= lengths.count else { throw brokenCodes }
      for repeated in place..<place + count { lengths[repeated] = word == 16 ? previous : 0 }
      place += count
    }
  }
}
