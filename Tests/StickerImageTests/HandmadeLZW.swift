/// GIF data assembled by hand from LZW codes.
enum HandmadeLZW {
  /// The data of a picture: the minimum code size, sub-blocks of `block` bytes, and an empty one.
  ///
  /// - Parameter codes: the codes, written with the widths that a reader expects.
  static func data(codeSize: Int, _ codes: [Int], block: Int = 255) -> [UInt8] {
    var (packed, bits, filled) = ([UInt8](), 0, 0)
    var (width, entries, isFirst) = (codeSize + 1, 1 << codeSize + 2, true)
    for code in codes {
      bits |= code << filled
      filled += width
      while filled >= 8 {
        packed.append(UInt8(bits & 255))
        (bits, filled) = (bits >> 8, filled - 8)
      }
      if code == 1 << codeSize {
        (width, entries, isFirst) = (codeSize + 1, 1 << codeSize + 2, true)
        continue
      }
      if !isFirst, entries < 4096 { entries += 1 }
      isFirst = false
      if entries == 1 << width, width < 12 { width += 1 }
    }
    if filled > 0 { packed.append(UInt8(bits & 255)) }
    let blocks = stride(from: 0, to: packed.count, by: block).flatMap { at -> [UInt8] in
      let part = packed[at..<min(packed.count, at + block)]
      return [UInt8(part.count)] + part
    }
    return [UInt8(codeSize)] + blocks + [0]
  }
}
