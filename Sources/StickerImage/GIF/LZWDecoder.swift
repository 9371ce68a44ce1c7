/// How decoding the LZW data of an image ended.
enum LZWEnding: Hashable {
  /// Every pixel was decoded. Data that follows is ignored.
  case allPixelsDecoded
  /// An end code came after this number of pixels.
  case earlyEndCode(afterPixels: Int)
  /// An invalid code, or the end of the data, came after this number of pixels.
  case invalidCodeOrDataEnd(afterPixels: Int)
}

/// Decodes the LZW data of GIF images into color indices. Its buffers are reused for the next image.
///
/// Each code represents a string of pixels that was decoded before. The table stores each string's length and
/// its offset in the output, so that strings can be copied 16 bytes at a time.
///
/// - Source: GIF89a specification, appendix F. The results match giflib's, with one exception: a code that
///   isn't in the table yet is reported as damage here, while giflib draws a color and continues
///   (docs/decisions/0003).
struct LZWDecoder {
  /// Starts with one byte of each value, so that codes for single pixels are strings, too. The image follows,
  /// and then room for a last string that is longer than the rest of the image.
  private var literalsAndDecodedIndices: [UInt8] = []
  /// The data without sub-block lengths, padded for the last wide read.
  private var paddedCodeStream: [UInt8] = []
  /// The string that each code represents.
  private var strings = [LZWString](repeating: LZWString(offset: 0, length: 0), count: maxLZWCodes + 1)
  /// The number of bytes before the last code that was read, excluding sub-block lengths.
  private(set) var consumedCodeBytes = 0

  /// Decodes an image into `pixels` color indices, in storage order.
  ///
  /// - Parameter data: The range from the minimum code size, which is 1...8, to the empty sub-block.
  mutating func decode(_ data: Range<Int>, of bytes: [UInt8], pixels: Int) -> LZWEnding {
    let codeSize = Int(bytes[data.lowerBound])
    // Larger codes don't fit in the table.
    guard 1...8 ~= codeSize else { return .invalidCodeOrDataEnd(afterPixels: 0) }
    joinSubBlocks(data, of: bytes)
    let bits = (paddedCodeStream.count - wideReadBytes) * 8
    let end = lzwLiteralCount + pixels
    if literalsAndDecodedIndices.count < end + maxLZWStringLength + copyStepBytes {
      literalsAndDecodedIndices = (0..<lzwLiteralCount).map { UInt8($0) }
      literalsAndDecodedIndices += [UInt8](repeating: 0, count: pixels + maxLZWStringLength + copyStepBytes)
    }
    let (ending, bit) = unsafe paddedCodeStream.withUnsafeBytes { codes in
      unsafe literalsAndDecodedIndices.withUnsafeMutableBytes { output in
        unsafe strings.withUnsafeMutableBufferPointer { strings in
          guard let codes = codes.baseAddress, let output = output.baseAddress,
            let strings = strings.baseAddress
          else { return (LZWEnding.invalidCodeOrDataEnd(afterPixels: 0), 0) }
          return unsafe decodeLZW(
            codes, bitCount: bits, codeSize: codeSize, strings, into: output, to: end)
        }
      }
    }
    consumedCodeBytes = bit / 8
    return ending
  }

  /// Calls a function with the color indices of the last decoded image.
  ///
  /// - Parameter pixels: The number of decoded pixels.
  func withDecodedIndices<Result, Failure: Error>(
    _ pixels: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe literalsAndDecodedIndices.withUnsafeBufferPointer { (output) throws(Failure) -> Result in
      try unsafe body(UnsafeBufferPointer(rebasing: output[lzwLiteralCount..<lzwLiteralCount + pixels]))
    }
  }

  private mutating func joinSubBlocks(_ data: Range<Int>, of bytes: [UInt8]) {
    paddedCodeStream.removeAll(keepingCapacity: true)
    paddedCodeStream.reserveCapacity(data.count + wideReadBytes)
    var position = data.lowerBound + 1
    while position < data.upperBound {
      let start = position + 1
      let end = min(data.upperBound, start + Int(bytes[position]))
      if end == start { break }
      paddedCodeStream += bytes[start..<end]
      position = end
    }
    paddedCodeStream += [UInt8](repeating: 0, count: wideReadBytes)
  }
}

/// A string of pixels in the output. Because sides are at most 65,535 px, offsets stay below 2^32.
private struct LZWString {
  var offset: UInt32
  var length: UInt32
}

/// Codes have at most 12 bits.
private let maxLZWCodes = 4096
/// The maximum length of a string. Each is one pixel longer than an earlier one.
private let maxLZWStringLength = maxLZWCodes
/// The number of one-pixel strings.
private let lzwLiteralCount = 256
private let wideReadBytes = MemoryLayout<UInt64>.size
private let copyStepBytes = MemoryLayout<SIMD16<UInt8>>.size

/// Decodes all codes. It never accesses memory outside its buffers:
/// - `codes` has `wideReadBytes` bytes after its last bit, and no code is read beyond that bit.
/// - `strings` has `maxLZWCodes + 1` elements, codes are below `maxLZWCodes`, and `nextCode` is at most that.
/// - A code below `nextCode` got its string after the last clear code, so the string is before `position`,
///   except for the last pixel of the newest string, which is the next pixel to be written.
/// - `output` has room for `maxLZWStringLength + copyStepBytes` bytes after `end`, and no string begins after
///   `end`.
private func decodeLZW(
  _ codes: UnsafeRawPointer, bitCount bits: Int, codeSize: Int, _ strings: UnsafeMutablePointer<LZWString>,
  into output: UnsafeMutableRawPointer, to end: Int
) -> (LZWEnding, bit: Int) {
  let clearCode = 1 << codeSize
  let endCode = clearCode + 1
  for value in 0..<clearCode { unsafe strings[value] = LZWString(offset: UInt32(value), length: 1) }
  // The code that the next new string gets. All codes below it are valid.
  var nextCode = clearCode + 2
  var width = codeSize + 1
  var (bit, position) = (0, lzwLiteralCount)
  while position < end {
    if bit &+ width > bits { return (.invalidCodeOrDataEnd(afterPixels: position - lzwLiteralCount), bit) }
    let word = unsafe UInt64(
      littleEndian: codes.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
    let code = Int(truncatingIfNeeded: word &>> UInt64(bit & 7)) & (1 &<< width &- 1)
    bit &+= width
    if code >= nextCode {
      return (.invalidCodeOrDataEnd(afterPixels: position - lzwLiteralCount), bit &- width)
    }
    if code == endCode { return (.earlyEndCode(afterPixels: position - lzwLiteralCount), bit &- width) }
    if code == clearCode {
      nextCode = clearCode + 2
      width = codeSize + 1
      continue
    }
    let string = unsafe strings[code]
    let (start, length) = (Int(string.offset), Int(string.length))
    unsafe copyLZWString(to: output + position, from: output + start, atLeast: length)
    if start &+ length > position {  // the newest string ends with its own first pixel
      let first = unsafe output.load(fromByteOffset: position, as: UInt8.self)
      unsafe output.storeBytes(of: first, toByteOffset: position &+ length &- 1, as: UInt8.self)
    }
    // The new string is this one plus the first pixel of the next string.
    unsafe strings[nextCode] = LZWString(
      offset: UInt32(truncatingIfNeeded: position), length: UInt32(truncatingIfNeeded: length &+ 1))
    position &+= length
    // A full table stays as it is until the next clear code.
    if nextCode < maxLZWCodes { nextCode &+= 1 }
    if nextCode > 1 &<< width { width &+= 1 }
  }
  return (.allPixelsDecoded, bit)
}

/// Copies a string in steps of `copyStepBytes`, which overwrites up to 15 bytes after the copy.
@inline(__always)
private func copyLZWString(
  to: UnsafeMutableRawPointer, from: UnsafeMutableRawPointer, atLeast length: Int
) {
  var at = 0
  repeat {
    let part = unsafe from.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
    unsafe to.storeBytes(of: part, toByteOffset: at, as: SIMD16<UInt8>.self)
    at &+= copyStepBytes
  } while at < length
}
