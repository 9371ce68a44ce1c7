/// The orientation (1...8) in the first directory of EXIF data (TIFF header first); nil where it has none.
func readOrientation(_ exif: ArraySlice<UInt8>) -> Int? {
  guard let place = orientationPlace(exif) else { return nil }
  let bytes = Array(exif)
  return bytes.has("II") ? bytes.little16(at: place) : bytes.big16(at: place)
}

/// Where the two bytes of the orientation are, from the first byte of EXIF data; nil where it has none.
///
/// Looks at one directory only and follows no link, so offsets that lead in circles lead nowhere.
func orientationPlace(_ exif: ArraySlice<UInt8>) -> Int? {
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
  /// The same chunks, with the orientation in eXIf set to 1 (no rotation), and without text
  /// chunks that carry EXIF data, which describes the picture before the rotation.
  public func resettingOrientation() -> PreservedChunks {
    func upright(_ chunks: [[UInt8]]) -> [[UInt8]] {
      chunks.filter { !carriesEXIFAsText($0) }.map(StickerImage.upright)
    }
    return PreservedChunks(beforeImageData: upright(beforeImageData), afterImageData: upright(afterImageData))
  }
}

/// Whether a complete chunk is a text chunk with the keyword of EXIF data.
private func carriesEXIFAsText(_ chunk: [UInt8]) -> Bool {
  guard ["tEXt", "zTXt", "iTXt"].contains(where: { chunk.has($0, at: 4) }) else { return false }
  return carriesEXIF(String(latin1: chunk.dropFirst(8).prefix(79).prefix { $0 != 0 }))
}

/// A complete eXIf chunk with its orientation set to 1; unchanged where it has none, and any other chunk as
/// it is.
private func upright(_ chunk: [UInt8]) -> [UInt8] {
  guard chunk.count > 12, chunk.has("eXIf", at: 4) else { return chunk }
  var data = Array(chunk.dropFirst(8).dropLast(4))
  guard let place = orientationPlace(data[...]) else { return chunk }
  let isLittle = data.has("II")
  (data[place], data[place + 1]) = isLittle ? (1, 0) : (0, 1)
  return pngChunk("eXIf", [data])
}

extension PixelSize {
  /// The canvas as EXIF wants it seen: 5 to 8 lie on their side.
  ///
  /// - Source: Exif 2.32, 4.6.4, tag 0x0112.
  public func oriented(by orientation: Int) -> PixelSize {
    (5...8).contains(orientation) ? PixelSize(height, width) : self
  }
}

extension Bitmap {
  /// The bitmap as EXIF wants it seen; unchanged for 1 and for numbers that Exif does not know.
  ///
  /// - Returns: the same pixels, elsewhere; shape `size.oriented(by: orientation)`.
  /// - Complexity: O(pixels).
  public func oriented(by orientation: Int) -> Bitmap {
    guard (2...8).contains(orientation) else { return self }
    let size = self.size.oriented(by: orientation)
    var pixels = [UInt8](repeating: 0, count: self.pixels.count)
    for y in 0..<size.height {
      for x in 0..<size.width {
        // Where the picture stores what is seen at (x, y).
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
