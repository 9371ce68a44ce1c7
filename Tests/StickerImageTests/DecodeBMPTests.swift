import Corpus
import Testing

@testable import StickerImage

/// Windows bitmaps of every depth, written from the specification.
@Suite struct DecodeBMPTests {
  /// 5 × 3 px: rows of 24-bit pixels need a byte of padding.
  private static let art = makeBitmap(5, 3) { x, y in [UInt8(x * 60), UInt8(y * 120), 33, 255] }

  @Test("24-bit images decode bottom-up and top-down", arguments: [3, -3])
  func color(_ height: Int) throws {
    var rows: [UInt8] = []
    for y in height > 0 ? [2, 1, 0] : [0, 1, 2] {
      for x in 0..<5 { rows += [33, UInt8(y * 120), UInt8(x * 60)] }
      rows.append(0xAA)
    }
    let file = bitmapFile(width: 5, height: height, bits: 24, pixels: rows)
    #expect(try ForeignImage(decoding: file).frames == [Frame(Self.art)])
  }

  @Test("the fourth byte of 32-bit images without masks is ignored")
  func unusedByte() throws {
    let file = bitmapFile(width: 1, height: 1, bits: 32, pixels: [1, 2, 3, 0])
    #expect(try ForeignImage(decoding: file).frames[0].bitmap.pixels == [3, 2, 1, 255])
  }

  @Test("32-bit images with masks have straight alpha in the masks' channel order")
  func masks() throws {
    let masks: [UInt8] = [0, 0, 0, 0xFF] + [0, 0, 0xFF, 0] + [0, 0xFF, 0, 0] + [0xFF, 0, 0, 0]
    let header = masks + [UInt8](repeating: 0, count: 124 - 40 - 16)
    let file = bitmapFile(
      width: 1, height: 1, bits: 32, pixels: [128, 3, 2, 1], more: header, compression: 3)
    #expect(try ForeignImage(decoding: file).frames[0].bitmap.pixels == [1, 2, 3, 128])
  }

  @Test("16-bit images have five bits per color, unless masks say otherwise")
  func sixteen() throws {
    let plain = bitmapFile(width: 1, height: 1, bits: 16, pixels: [0b1110_0001, 0b0111_1111, 0, 0])
    // 11111 11111 00001: 1 of 31 is 8.2 of 255.
    #expect(try ForeignImage(decoding: plain).frames[0].bitmap.pixels == [255, 255, 8, 255])
    let masks: [UInt8] = [0, 0xF8, 0, 0] + [0xE0, 7, 0, 0] + [0x1F, 0, 0, 0]
    let green = bitmapFile(
      width: 1, height: 1, bits: 16, pixels: [0xE0, 3, 0, 0], more: masks, compression: 3)
    // 31 of 63 is 125.5.
    #expect(try ForeignImage(decoding: green).frames[0].bitmap.pixels == [0, 125, 0, 255])
  }

  @Test(
    "1-, 4- and 8-bit images consist of palette indices",
    arguments: [(1, [0b0100_0000]), (4, [0x01, 0x00]), (8, [0, 1, 0])])
  func palette(_ bits: Int, _ row: [UInt8]) throws {
    let colors: [UInt8] = [10, 20, 30, 0, 40, 50, 60, 0]
    let pixels = row + [UInt8](repeating: 0, count: 4 - row.count)
    let file = bitmapFile(width: 3, height: 1, bits: bits, pixels: pixels, more: colors, colors: 2)
    #expect(
      try ForeignImage(decoding: file).frames[0].bitmap.pixels == [
        30, 20, 10, 255, 60, 50, 40, 255, 30, 20, 10, 255,
      ])
  }

  @Test("a file truncated anywhere is damaged")
  func cut() {
    let rows = [UInt8](repeating: 7, count: 16 * 3)
    let file = bitmapFile(width: 5, height: 3, bits: 24, pixels: rows)
    for end in 2..<file.count {
      let failure = #expect(throws: ImageError.self) { try ForeignImage(decoding: Array(file[..<end])) }
      guard case .damaged? = failure else {
        Issue.record("\(end) bytes: \(String(describing: failure))")
        return
      }
    }
  }

  @Test("dimensions that are invalid, exceed the budget or exceed the file are rejected")
  func sizes() {
    let wide = bitmapFile(width: 0x7FFF_FFFF, height: 2, bits: 24, pixels: [])
    #expect(throws: ImageError.exceeded(ExceededLimit(.sidePixels, measured: 0x7FFF_FFFF, .standard))) {
      try ForeignImage(decoding: wide)
    }
    let bare = bitmapFile(width: 4000, height: 4000, bits: 24, pixels: [0, 0, 0])
    #expect(throws: ImageError.self) { try ForeignImage(decoding: bare) }
    for (width, height) in [(0, 1), (1, 0), (-1, 1), (1, -0x8000_0000)] {
      let file = bitmapFile(width: width, height: height, bits: 24, pixels: [0, 0, 0, 0])
      #expect(throws: ImageError.self) { try ForeignImage(decoding: file) }
    }
  }

  @Test("a compressed image is reported as unsupported")
  func compressed() {
    let file = bitmapFile(width: 1, height: 1, bits: 8, pixels: [0, 0, 0, 0], compression: 1)
    let failure = #expect(throws: ImageError.self) { try ForeignImage(decoding: file) }
    guard case .damaged(let damage)? = failure else { return }
    #expect(damage.isUnsupported)
  }

  @Test("altered header bytes never cause a trap")
  func flips() {
    var numbers = SeededNumbers(seed: 5)
    let file = bitmapFile(width: 5, height: 3, bits: 24, pixels: [UInt8](repeating: 9, count: 48))
    for _ in 0..<3000 {
      var broken = file
      for _ in 0..<3 { broken[.random(in: 2..<54, using: &numbers)] = .random(in: 0...255, using: &numbers) }
      _ = try? ForeignImage(decoding: broken)
    }
  }

  private func bitmapFile(
    width: Int, height: Int, bits: Int, pixels: [UInt8], more: [UInt8] = [], compression: Int = 0,
    colors: Int = 0
  ) -> [UInt8] {
    // Masks are part of a longer header if all of them are present.
    let length = more.count == 84 ? 124 : 40
    let start = 54 + more.count
    return Array("BM".utf8) + littleEndianBytes(start + pixels.count, 4) + littleEndianBytes(0, 4)
      + littleEndianBytes(start, 4)
      + littleEndianBytes(length, 4) + littleEndianBytes(width, 4) + littleEndianBytes(height, 4)
      + littleEndianBytes(1, 2) + littleEndianBytes(bits, 2)
      + littleEndianBytes(compression, 4) + littleEndianBytes(pixels.count, 4) + littleEndianBytes(0, 8)
      + littleEndianBytes(colors, 4) + littleEndianBytes(0, 4)
      + more
      + pixels
  }
}

/// A number, little-endian.
func littleEndianBytes(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
