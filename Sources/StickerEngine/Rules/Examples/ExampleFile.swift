import StickerImage

/// A file that is created in code for an example.
package struct ExampleFile: Sendable {
  /// The file's path in the example: `sticker.png`.
  package var relativePath: String
  /// Creates the contents of the file.
  package var makeContents: @Sendable () throws -> ReadOutcome
  /// The contents of a text file, which a page can show; nil for other files.
  package private(set) var text: String?

  /// Creates a file whose contents are generated on demand.
  package init(_ path: String, makeContents: @escaping @Sendable () throws -> ReadOutcome) {
    self.relativePath = path
    self.makeContents = makeContents
  }

  /// Creates a UTF-8 text file.
  init(_ path: String, text: String) {
    self.init(path) { .bytes(Array(text.utf8)) }
    self.text = text
  }

  /// The same file under another name.
  func renamed(_ path: String) -> ExampleFile {
    var file = self
    file.relativePath = path
    return file
  }

  /// The same file with its bytes changed.
  func changed(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> ExampleFile {
    ExampleFile(relativePath) { [makeContents] in
      if case .bytes(let bytes) = try makeContents() { .bytes(change(bytes)) } else { try makeContents() }
    }
  }
}

extension ExampleFile {
  /// A disc on a 300 × 300 px canvas, as a PNG with 16 bits per channel.
  static func sixteenBitDisc() -> ExampleFile {
    uncompressedPNGDisc(bitDepth: 16) { sample in [sample, sample] }
  }

  /// A disc on a 300 × 300 px canvas, as an uncompressed PNG.
  static func uncompressedDisc() -> ExampleFile { uncompressedPNGDisc(bitDepth: 8) { [$0] } }

  /// A CMYK JPEG of 300 × 300 px in which all four channels are at half their maximum.
  static func cmykJPEG() -> ExampleFile {
    ExampleFile("sticker.jpg") {
      let components = [UInt8](1...4)
      let side: [UInt8] = [1, 44]  // 300
      var bytes: [UInt8] = [0xFF, 0xD8]
      bytes += jpegSegment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
      bytes += jpegSegment(0xC0, [8] + side + side + [4] + components.flatMap { [$0, 0x11, 0] })
      // Each table has one code, which is a single 0 bit. It means "same DC value as the previous block" in
      // the first table, and "end of block" in the second.
      for table: UInt8 in [0x00, 0x10] {
        bytes += jpegSegment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0])
      }
      bytes += jpegSegment(0xDA, [4] + components.flatMap { [$0, 0] } + [0, 63, 0])
      // Each of the 38 × 38 squares of 8 px takes one byte: two one-bit codes for each of its four blocks.
      return .bytes(bytes + [UInt8](repeating: 0, count: 38 * 38) + [0xFF, 0xD9])
    }
  }

  /// A rectangle of one color, as a PNG with one palette entry.
  ///
  /// - Parameter hasAlpha: whether the PNG has a tRNS chunk, in which the color is opaque.
  static func solidRectangle(_ width: Int, _ height: Int, hasOpaqueAlpha hasAlpha: Bool = false)
    -> ExampleFile
  {
    ExampleFile("icon.png") {
      let rows = [UInt8](repeating: 0, count: height * (1 + (width + 7) / 8))
      let header = bigEndian32(width) + bigEndian32(height) + [1, 3, 0, 0, 0]
      let alpha = hasAlpha ? pngChunk("tRNS", [[255]]) : []
      return .bytes(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + pngChunk("IHDR", [header])
          + pngChunk("PLTE", [[0xFF, 0x6F, 0x59]]) + alpha + pngChunk("IDAT", [storedZlibStream(rows)])
          + pngChunk("IEND", []))
    }
  }

  /// A disc on a 300 × 300 px canvas, as a PNG whose rows are neither filtered nor compressed.
  private static func uncompressedPNGDisc(
    bitDepth: UInt8, _ sample: @escaping @Sendable (UInt8) -> [UInt8]
  ) -> ExampleFile {
    ExampleFile("sticker.png") {
      let canvas = PixelSize(300, 300)
      let pixels = Ellipse(centeredOn: canvas).bitmap(canvas, .coral).pixels
      var rows: [UInt8] = []
      for row in 0..<canvas.height {
        rows.append(0)
        for byte in pixels[row * canvas.width * 4..<(row + 1) * canvas.width * 4] { rows += sample(byte) }
      }
      let header: [UInt8] = [0, 0, 1, 44, 0, 0, 1, 44, bitDepth, 6, 0, 0, 0]
      return .bytes(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + pngChunk("IHDR", [header])
          + pngChunk("IDAT", [storedZlibStream(rows)]) + pngChunk("IEND", []))
    }
  }
}

private func jpegSegment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
  [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 0xFF)] + data
}

/// A zlib stream of stored blocks.
///
/// - Source: RFC 1950.
private func storedZlibStream(_ bytes: [UInt8]) -> [UInt8] {
  var (a, b) = (1, 0)
  for byte in bytes {
    a = (a + Int(byte)) % 65_521
    b = (b + a) % 65_521
  }
  return [0x78, 0x01] + storedDeflateBlocks(bytes) + [b >> 8, b & 0xFF, a >> 8, a & 0xFF].map { UInt8($0) }
}

/// DEFLATE data without compression, so that its length does not depend on the compressor.
///
/// - Source: RFC 1951, section 3.2.4.
func storedDeflateBlocks(_ bytes: [UInt8]) -> [UInt8] {
  var (out, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
  while !rest.isEmpty {
    let block = rest.prefix(0xFFFF)
    rest = rest.dropFirst(block.count)
    let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
    out += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high]
    out += block
  }
  return out
}
