/// Assembles GIFs of a single color by hand, for values that no encoder writes.
public enum SolidGIF {
  /// An image descriptor with its extension, palette and data.
  public struct Frame {
    /// Left, top, width and height.
    public var patch: (Int, Int, Int, Int)
    /// The stored disposal method, 0...7. If nil, there is no graphic control extension.
    public var disposal: Int?
    /// Whether the frame has a local palette.
    public var hasPalette = false
    /// The number of pixels in the data, all of color 0. It differs from the area of the patch if the file is
    /// broken.
    public var pixels: Int

    /// Creates a frame of a single color.
    public init(_ x: Int, _ y: Int, _ width: Int, _ height: Int, disposal: Int? = nil) {
      (patch, self.disposal, pixels) = ((x, y, width, height), disposal, width * height)
    }
  }

  /// A file with a global palette of four colors.
  public static func file(_ width: Int, _ height: Int, _ frames: [Frame]) -> [UInt8] {
    var out =
      Array("GIF89a".utf8) + littleEndian16(width) + littleEndian16(height) + [0b1000_0001, 0, 0] + palette
    var (known, data): (Int?, [UInt8]) = (nil, [])
    for frame in frames {
      if let disposal = frame.disposal { out += [0x21, 0xF9, 4, UInt8(disposal << 2), 0, 0, 0, 0] }
      let (x, y, width, height) = frame.patch
      out += [0x2C] + littleEndian16(x) + littleEndian16(y) + littleEndian16(width) + littleEndian16(height)
      out += frame.hasPalette ? [0b1000_0001] + palette : [0]
      if known != frame.pixels { (known, data) = (frame.pixels, solidColorLZWData(frame.pixels)) }
      out += data
    }
    return out + [0x3B]
  }

  private static let palette: [UInt8] = [200, 30, 30, 0, 0, 0, 9, 9, 9, 255, 255, 255]

  /// The shortest LZW data for pixels of color 0: each code represents one pixel more than the code before
  /// it, up to the last 12-bit code, which is then repeated (GIF89a, appendix F).
  private static func solidColorLZWData(_ pixels: Int) -> [UInt8] {
    var codes = BitPacker()
    var (left, next, width) = (pixels, 6, 3)
    func length(_ code: Int) -> Int { code < 6 ? 1 : code - 4 }
    codes.append(4, bits: width)  // clear
    if left > 0 {
      codes.append(0, bits: width)
      left -= 1
    }
    while left > 0 {
      let longest = min(next, 4095)
      let code = left >= length(longest) ? longest : left == 1 ? 0 : left + 4
      codes.append(code, bits: width)
      left -= length(code)
      if next < 4096 { next += 1 }
      if next == 1 << width, width < 12 { width += 1 }
    }
    codes.append(5, bits: width)  // end
    return [2] + subBlocks(codes.finished())
  }
}
