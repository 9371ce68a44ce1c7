import Corpus
import Testing

@testable import StickerImage

/// Codes are written out. With a code size of 2, clear is 4, end is 5, and the first string is 6.
@Suite struct LZWTests {
  @Test("a code that is just being defined is the previous string plus its first pixel")
  func newestString() {
    expect([4, 1, 6, 5], pixels: 3, gives: .allPixelsDecoded, [1, 1, 1])
    expect([4, 1, 2, 6, 8, 5], pixels: 7, gives: .allPixelsDecoded, [1, 2, 1, 2, 1, 2, 1])
  }

  @Test("strings longer than sixteen pixels, and overlapping ones, are copied completely")
  func longStrings() {
    // 1, 11, 111 and so on: each code is the string that it defines.
    let codes = [4, 1] + Array(6..<46)
    expect(codes, pixels: 41 * 42 / 2, gives: .allPixelsDecoded, [UInt8](repeating: 1, count: 41 * 42 / 2))
    // The same with strings whose last pixel differs from the one before it: 3, 2, 32, 323, 3233, 32333,
    // 323333.
    let pixels: [UInt8] = [3, 2, 3, 2, 3, 2, 3, 3, 2, 3, 3, 3, 2, 3, 3, 3, 3, 2, 3, 3, 3, 3]
    expect([4, 3, 2, 6, 8, 9, 10, 11], pixels: 22, gives: .allPixelsDecoded, pixels)
  }

  @Test("data may begin without a clear code, and may contain several")
  func clearCodes() {
    expect([1, 6], pixels: 3, gives: .allPixelsDecoded, [1, 1, 1])
    expect([4, 4, 1, 6, 4, 2, 4, 3], pixels: 5, gives: .allPixelsDecoded, [1, 1, 1, 2, 3])
  }

  @Test("an end code before the image is full leaves it short")
  func earlyEnd() { expect([4, 1, 2, 5], pixels: 3, gives: .earlyEndCode(afterPixels: 2), [1, 2]) }

  @Test("data that stops before the image is full is damaged")
  func outOfData() { expect([4, 1], pixels: 5, gives: .invalidCodeOrDataEnd(afterPixels: 1), [1]) }

  @Test("a code that is not in the table yet is damage")
  func beyondTable() {
    expect([4, 6], pixels: 3, gives: .invalidCodeOrDataEnd(afterPixels: 0), [])
    expect([4, 1, 7, 1], pixels: 3, gives: .invalidCodeOrDataEnd(afterPixels: 1), [1])
    expect([4, 1, 6, 4, 6, 1], pixels: 9, gives: .invalidCodeOrDataEnd(afterPixels: 3), [1, 1, 1])
  }

  @Test("a full image needs no end code, and excess data is ignored")
  func fullPicture() {
    expect([4, 1, 2, 3], pixels: 3, gives: .allPixelsDecoded, [1, 2, 3])
    expect([4, 1, 2, 3, 7, 7, 7], pixels: 3, gives: .allPixelsDecoded, [1, 2, 3])
    expect([4, 1, 6, 7], pixels: 4, gives: .allPixelsDecoded, [1, 1, 1, 1])
  }

  @Test("a full table stays the same until a clear code", arguments: 1...8)
  func fullTable(_ codeSize: Int) {
    var random = SeededNumbers(seed: UInt64(codeSize))
    let clear = 1 << codeSize
    let pixels = (0..<6_000).map { _ in UInt8(Int.random(in: 0..<clear, using: &random)) }
    // Each code adds a string of two pixels, until there are 4096 codes.
    let last = 4095 - (clear + 2)
    let codes = [clear] + pixels.map(Int.init) + [4095, clear + 2, clear] + pixels.prefix(9).map(Int.init)
    expect(
      codes, codeSize: codeSize, pixels: 6_013, gives: .allPixelsDecoded,
      pixels + pixels[last...last + 1] + pixels[0...1] + pixels.prefix(9))
  }

  @Test("sub-blocks may be one byte long", arguments: [1, 2, 254, 255])
  func blocks(_ length: Int) {
    let pixels = (0..<1_000).map { UInt8($0 % 7 % 4) }
    let codes = [4] + pixels.map(Int.init) + [5]
    expect(codes, block: length, pixels: 1_000, gives: .allPixelsDecoded, pixels)
  }

  @Test("a reused decoder gives the same result")
  func reuse() {
    var decoder = LZWDecoder()
    let long = HandmadeLZW.data(codeSize: 8, [256] + (0..<900).map { $0 % 256 })
    let short = HandmadeLZW.data(codeSize: 2, [4, 1, 7])
    #expect(decoder.decode(long.indices, of: long, pixels: 900) == .allPixelsDecoded)
    #expect(decoder.decode(short.indices, of: short, pixels: 9) == .invalidCodeOrDataEnd(afterPixels: 1))
    #expect(decoder.decode(long.indices, of: long, pixels: 900) == .allPixelsDecoded)
    #expect(unsafe decoder.withDecodedIndices(900) { unsafe Array($0) } == (0..<900).map { UInt8($0 % 256) })
  }

  private func expect(
    _ codes: [Int], codeSize: Int = 2, block: Int = 255, pixels: Int, gives ending: LZWEnding,
    _ expected: [UInt8], at location: SourceLocation = #_sourceLocation
  ) {
    let data = HandmadeLZW.data(codeSize: codeSize, codes, block: block)
    var decoder = LZWDecoder()
    #expect(decoder.decode(data.indices, of: data, pixels: pixels) == ending, sourceLocation: location)
    let indices = unsafe decoder.withDecodedIndices(min(pixels, expected.count)) { unsafe Array($0) }
    #expect(indices == expected, sourceLocation: location)
  }
}
