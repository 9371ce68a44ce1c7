/// Reads the orientation (1...8) from the first directory of EXIF data (starting with the TIFF header).
/// Returns nil if there is none.
func readOrientation(_ exif: ArraySlice<UInt8>) -> Int? {
  guard let place = orientationOffset(exif) else { return nil }
  let bytes = Array(exif)
  return bytes.has("II") ? bytes.little16(at: place) : bytes.big16(at: place)
}

/// The offset of the orientation's two bytes from the first byte of EXIF data, or nil if there is no
/// orientation.
///
/// Reads only one directory and follows no links, so circular offsets are harmless.
func orientationOffset(_ exif: ArraySlice<UInt8>) -> Int? {
  let bytes = Array(exif)
  guard bytes.count >= 14 else { return nil }
  let isLittle = bytes.has("II")
  guard isLittle || bytes.has("MM") else { return nil }
  func number16(_ at: Int) -> Int { isLittle ? bytes.little16(at: at) : bytes.big16(at: at) }
  func number32(_ at: Int) -> Int {
    isLittle ? bytes.little16(at: at) | bytes.little16(at: at + 2) << 16 : bytes.big32(at: at)
  }
  let directory = number32(4)
  guard number16(2) == 42, directory <= bytes.count - 2 else { return nil }
  for entry in 0..<number16(directory) {
    let at = directory + 2 + entry * 12
    guard at <= bytes.count - 12 else { return nil }
    if number16(at) == 0x0112 {
      let value = number16(at + 8)
      return number16(at + 2) == 3 && 1...8 ~= value ? at + 8 : nil
    }
  }
  return nil
}

extension PreservedChunks {
  /// The same chunks with the orientation in eXIf set to 1 (no rotation), and without text chunks that
  /// contain EXIF data, because those describe the image before rotation.
  public func resettingOrientation() -> PreservedChunks {
    func upright(_ chunks: [[UInt8]]) -> [[UInt8]] {
      chunks.filter { !carriesEXIFAsText($0) }.map(StickerImage.resettingEXIFOrientation)
    }
    return PreservedChunks(afterHeader: upright(afterHeader), afterImageData: upright(afterImageData))
  }
}

/// Whether a complete chunk is a text chunk with a keyword for EXIF data.
private func carriesEXIFAsText(_ chunk: [UInt8]) -> Bool {
  guard ["tEXt", "zTXt", "iTXt"].contains(where: { chunk.has($0, at: 4) }) else { return false }
  return mayContainEXIF(textChunkKeyword: String(latin1: chunk.dropFirst(8).prefix(79).prefix { $0 != 0 }))
}

/// A complete eXIf chunk with its orientation set to 1. Other chunks, and eXIf chunks without an orientation,
/// are returned unchanged.
private func resettingEXIFOrientation(_ chunk: [UInt8]) -> [UInt8] {
  guard chunk.count > 12, chunk.has("eXIf", at: 4) else { return chunk }
  var data = Array(chunk.dropFirst(8).dropLast(4))
  guard let place = orientationOffset(data[...]) else { return chunk }
  let isLittle = data.has("II")
  (data[place], data[place + 1]) = isLittle ? (1, 0) : (0, 1)
  return pngChunk("eXIf", [data])
}

extension PixelSize {
  /// The dimensions after applying an EXIF orientation. The values 5 to 8 swap width and height.
  ///
  /// - Source: Exif 2.32, 4.6.4, tag 0x0112.
  public func oriented(by orientation: Int) -> PixelSize {
    (5...8).contains(orientation) ? PixelSize(height, width) : self
  }
}

extension Bitmap {
  /// Applies an EXIF orientation. Returns the bitmap unchanged for 1 and for undefined values.
  ///
  /// - Returns: The same pixels, rearranged to the dimensions `size.oriented(by: orientation)`.
  /// - Complexity: O(pixels).
  public func oriented(by orientation: Int) -> Bitmap {
    guard (2...8).contains(orientation) else { return self }
    let size = self.size.oriented(by: orientation)
    var pixels = [UInt8](repeating: 0, count: self.pixels.count)
    for y in 0..<size.height {
      for x in 0..<size.width {
        // The stored position of the pixel that is displayed at (x, y).
        let (column, row) =
          switch orientation {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (y, height - 1 - x)
          case 7: (width - 1 - y, height - 1 - x)
          default: (width - 1 - y, x)
          }
        let (from, to) = ((row * width + column) * 4, (y * size.width + x) * 4)
        for sample in 0..<4 { pixels[to + sample] = self.pixels[from + sample] }
      }
    }
    return Bitmap(size, pixels: pixels)
  }
}
