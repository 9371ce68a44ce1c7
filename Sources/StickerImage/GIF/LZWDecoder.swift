/// How the LZW data of one picture ended.
enum LZWEnding: Hashable {
  /// The picture is full; what follows in the data is nobody's.
  case whole
  /// The data says that it ends, after so many pixels.
  case short(Int)
  /// After so many pixels comes a code that cannot be there, or nothing.
  case broken(Int)
}

/// Turns the LZW data of GIF pictures into color numbers. Its buffers serve one picture after the other.
///
/// A code stands for a string of pixels that was written before: the table holds where it lies in the output
/// and how long it is, so that a string is copied in wide words, not walked back byte by byte.
///
/// - Source: GIF89a specification, appendix F. Verdicts are giflib's, which the tests hold it to, but for
///   one: a code that the table does not hold yet is damage here, where giflib paints a color and goes on
///   (docs/decisions/0003).
struct LZWDecoder {
  /// A byte of each value, so that a code for one pixel is a string like any other; then the picture; then
  /// room for a last string that is longer than the rest of the picture.
  private var output: [UInt8] = []
  /// The data without the sub-blocks' lengths, and as much behind it as one wide read may look at.
  private var codes: [UInt8] = []
  /// For each code, where its string begins in the output, and in the low 16 bits how long it is.
  private var strings = [UInt64](repeating: 0, count: mostCodes + 1)
  /// How many bytes of the last picture's data, without the sub-blocks' lengths, lie before the last code.
  private(set) var codeBytes = 0

  /// Decodes one picture of `pixels` color numbers, in the order they are stored.
  ///
  /// - Parameter data: from the minimum code size, which is 1...8, to the empty sub-block.
  mutating func decode(_ data: Range<Int>, of bytes: [UInt8], pixels: Int) -> LZWEnding {
    let codeSize = Int(bytes[data.lowerBound])
    guard 1...8 ~= codeSize else { return .broken(0) }  // larger ones do not fit the tables
    gather(data, of: bytes)
    let bits = (codes.count - wideRead) * 8
    let end = literals + pixels
    if output.count < end + longestString + copyStep {
      output = (0..<literals).map { UInt8($0) }
      output += [UInt8](repeating: 0, count: pixels + longestString + copyStep)
    }
    let (ending, bit) = unsafe codes.withUnsafeBytes { codes in
      unsafe output.withUnsafeMutableBytes { output in
        unsafe strings.withUnsafeMutableBufferPointer { strings in
          guard let codes = codes.baseAddress, let output = output.baseAddress,
            let strings = strings.baseAddress
          else { return (LZWEnding.broken(0), 0) }
          return unsafe decodeLZW(
            codes, bits: bits, codeSize: codeSize, strings, into: output, to: end)
        }
      }
    }
    codeBytes = bit / 8
    return ending
  }

  /// The color numbers of the picture that was decoded last.
  func withIndices<Result, Failure: Error>(
    _ pixels: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe output.withUnsafeBufferPointer { (output) throws(Failure) -> Result in
      try unsafe body(UnsafeBufferPointer(rebasing: output[literals..<literals + pixels]))
    }
  }

  private mutating func gather(_ data: Range<Int>, of bytes: [UInt8]) {
    codes.removeAll(keepingCapacity: true)
    codes.reserveCapacity(data.count + wideRead)
    var position = data.lowerBound + 1
    while position < data.upperBound {
      let start = position + 1
      let end = min(data.upperBound, start + Int(bytes[position]))
      if end == start { break }
      codes += bytes[start..<end]
      position = end
    }
    codes += [UInt8](repeating: 0, count: wideRead)
  }
}

/// Codes have at most 12 bits.
private let mostCodes = 4096
/// The most pixels of a string: each is one pixel longer than an earlier one.
private let longestString = mostCodes
private let literals = 256
private let wideRead = MemoryLayout<UInt64>.size
private let copyStep = MemoryLayout<SIMD16<UInt8>>.size

/// The loop over the codes. Nothing in it can lead outside of its buffers:
/// - `codes` has `wideRead` bytes behind its last bit, and no code is read past that bit;
/// - `strings` has `mostCodes + 1` places, a code is below `mostCodes` and `known` at most that;
/// - a code below `known` was given its string since the last clear code: it lies before `position`, except
///   that the newest one's last pixel is the first one that is about to be written;
/// - `output` has room for `longestString + copyStep` behind `end`, and no string begins past `end`.
private func decodeLZW(
  _ codes: UnsafeRawPointer, bits: Int, codeSize: Int, _ strings: UnsafeMutablePointer<UInt64>,
  into output: UnsafeMutableRawPointer, to end: Int
) -> (LZWEnding, bit: Int) {
  let clear = 1 << codeSize
  for value in 0..<clear { unsafe strings[value] = UInt64(value) << 16 | 1 }
  // Codes below `known` mean something: the pixels, clear and end, and one string for each code since clear.
  var (width, known) = (codeSize + 1, clear + 2)
  var (bit, position) = (0, literals)
  while position < end {
    if bit &+ width > bits { return (.broken(position - literals), bit) }
    let word = unsafe UInt64(
      littleEndian: codes.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
    let code = Int(truncatingIfNeeded: word &>> UInt64(bit & 7)) & (1 &<< width &- 1)
    bit &+= width
    if code >= known { return (.broken(position - literals), bit &- width) }
    if code | 1 == clear | 1 {
      if code != clear { return (.short(position - literals), bit &- width) }
      (width, known) = (codeSize + 1, clear + 2)
      continue
    }
    let string = unsafe strings[code]
    let (start, length) = (Int(truncatingIfNeeded: string &>> 16), Int(string & 0xFFFF))
    unsafe copyString(output + position, output + start, length)
    if start &+ length > position {  // the newest string: its last pixel is its first
      let first = unsafe output.load(fromByteOffset: position, as: UInt8.self)
      unsafe output.storeBytes(of: first, toByteOffset: position &+ length &- 1, as: UInt8.self)
    }
    // The next new string is this one and the pixel behind it, whichever that will be.
    unsafe strings[known] = UInt64(truncatingIfNeeded: position) << 16 | UInt64(length &+ 1)
    position &+= length
    // A full table stays as it is until a clear code comes.
    if known < mostCodes { known &+= 1 }
    if known > 1 &<< width { width &+= 1 }
  }
  return (.whole, bit)
}

@inline(__always)
private func copyString(_ to: UnsafeMutableRawPointer, _ from: UnsafeMutableRawPointer, _ length: Int) {
  var at = 0
  repeat {
    let part = unsafe from.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
    unsafe to.storeBytes(of: part, toByteOffset: at, as: SIMD16<UInt8>.self)
    at &+= copyStep
  } while at < length
}
