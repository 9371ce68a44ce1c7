public import StickerImage

/// A GIF that stores each frame whole, with a local palette and without compression. Nil if a GIF cannot
/// store the frames: if they have semitransparent pixels, more than 255 colors, or delays that are not whole
/// hundredths of a second.
///
/// - Parameter plays: the loop count; 0 is endless.
public func plainGIF(_ frames: [Frame], plays: Int) -> [UInt8]? {
  guard let size = frames.first?.bitmap.size else { return nil }
  var out = Array("GIF89a".utf8) + littleEndian16(size.width) + littleEndian16(size.height) + [0, 0, 0]
  if plays != 1 {
    let count = plays == 0 ? 0 : plays - 1
    out += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + littleEndian16(count) + [0]
  }
  for frame in frames {
    let delay = frame.delay.reduced
    guard 100 % delay.denominator == 0, let picture = indexed(frame.bitmap) else { return nil }
    let hundredths = delay.numerator * (100 / delay.denominator)
    // Each frame is cleared afterward (background disposal). Index 255 is transparent.
    out += [0x21, 0xF9, 4, 0b1001] + littleEndian16(hundredths) + [255, 0]
    out +=
      [0x2C] + littleEndian16(0) + littleEndian16(0) + littleEndian16(size.width)
      + littleEndian16(size.height) + [0b1000_0111]
    out += picture.palette + literalLZWData(picture.numbers)
  }
  return out + [0x3B]
}

private func indexed(_ bitmap: Bitmap) -> (palette: [UInt8], numbers: [UInt8])? {
  var known: [UInt32: UInt8] = [:]
  var (palette, numbers): ([UInt8], [UInt8]) = ([], [])
  for at in stride(from: 0, to: bitmap.pixels.count, by: 4) {
    let (red, green, blue) = (bitmap.pixels[at], bitmap.pixels[at + 1], bitmap.pixels[at + 2])
    switch bitmap.pixels[at + 3] {
    case 0: numbers.append(255)
    case 255:
      let color = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      if known[color] == nil {
        guard known.count < 255 else { return nil }
        known[color] = UInt8(known.count)
        palette += [red, green, blue]
      }
      numbers.append(known[color] ?? 0)
    default: return nil
    }
  }
  return (palette + [UInt8](repeating: 0, count: 768 - palette.count), numbers)
}

/// Codes of 9 bits, one for each pixel. The table is cleared before its codes would become longer.
///
/// - Source: GIF89a, appendix F.
private func literalLZWData(_ numbers: [UInt8]) -> [UInt8] {
  var codes = BitPacker()
  for (at, number) in numbers.enumerated() {
    if at.isMultiple(of: 250) { codes.append(256, bits: 9) }
    codes.append(Int(number), bits: 9)
  }
  codes.append(257, bits: 9)
  return [8] + subBlocks(codes.finished())
}
