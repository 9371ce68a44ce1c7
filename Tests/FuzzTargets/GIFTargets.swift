import StickerImage

extension FuzzTarget {
  static let gifFrames = FuzzTarget(
    "gif-frames", summary: "GIF patches with any disposal, interlaced or not, compared with a plain canvas",
    maxInputBytes: 1024,
    attempt: { bytes throws(PropertyViolation) in
      var source = ByteSource(bytes)
      let (file, frames) = animation(&source)
      try expectFrames(file, frames)
    })

  static let gifCodes = FuzzTarget(
    "gif-codes", summary: "the compressed data of one GIF frame, compared with a plain decoder",
    maxInputBytes: 2048,
    attempt: { bytes throws(PropertyViolation) in
      var source = ByteSource(bytes)
      let (width, height) = (source.number(1...64), source.number(1...64))
      let (codeSize, blockLength) = (source.number(1...8), source.number(1...255))
      let data = source.remainder
      var file = gifHead(width, height, paletteBits: 8)
      file += gifImage(
        PixelRect(PixelSize(width, height)), codeSize: codeSize, data, blockLength: blockLength)
      guard let shown = try expectConsistentReading(file + [0x3B]) else {
        throw PropertyViolation(description: "a GIF is not recognized")
      }
      guard shown.isSound else { return }  // the plain decoder checks pixels, not whether data is damaged
      let indices = referenceLZW(data, codeSize: codeSize, count: width * height)
      try expect(indices.count == width * height, "an image is shown although its data is incomplete")
      try expect(
        shown.frames[0].bitmap.pixels == indices.flatMap { [$0, 255 - $0, $0 ^ 0x55, 255] }, "wrong pixels")
    })
}

/// A GIF, and the expected pixels of its frames.
private func animation(_ source: inout ByteSource) -> (file: [UInt8], frames: [[UInt8]]) {
  let (width, height) = (source.number(1...21), source.number(1...21))
  var file = gifHead(width, height, paletteBits: 8)
  var canvas = ReferenceCanvas(width: width, height: height)
  var frames: [[UInt8]] = []
  for _ in 0..<source.number(1...6) {
    let patch = rect(&source, width: width, height: height)
    let flags = source.byte()
    let (disposal, isInterlaced) = (flags & 3, flags & 4 == 4)
    let transparent = flags & 8 == 8 ? source.byte() : nil
    file += [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)] + source.bytes(2)
    file += [transparent ?? 0, 0]
    // Each byte is an index, so the transparent one can occur anywhere.
    let indices = (0..<patch.width * patch.height).map { _ in source.byte() }
    let rows = isInterlaced ? storedOrder(patch.height) : Array(0..<patch.height)
    let stored = rows.flatMap { row in indices[row * patch.width..<(row + 1) * patch.width] }
    file += gifImage(patch, codeSize: 8, literalCodes(stored), isInterlaced: isInterlaced)
    let pixels = indices.flatMap { index -> [UInt8] in
      index == transparent ? [0, 0, 0, 0] : [index, 255 - index, index ^ 0x55, 255]
    }
    let disposals: [StoredFrame.Disposal] = [.keep, .keep, .background, .previous]
    frames.append(canvas.show(pixels, in: patch, .over, disposals[Int(disposal)]))
  }
  return (file + [0x3B], frames)
}

/// Signature, screen descriptor and a global palette, in which color `i` is `i, 255 - i, i ^ 0x55`.
private func gifHead(_ width: Int, _ height: Int, paletteBits: Int) -> [UInt8] {
  var out = Array("GIF89a".utf8) + little16(width) + little16(height)
  out += [0x80 | UInt8(paletteBits - 1), 0, 0]
  for index in 0..<1 << paletteBits {
    let index = UInt8(truncatingIfNeeded: index)
    out += [index, 255 - index, index ^ 0x55]
  }
  return out
}

private func gifImage(
  _ patch: PixelRect, codeSize: Int, _ data: [UInt8], isInterlaced: Bool = false, blockLength: Int = 255
) -> [UInt8] {
  var out: [UInt8] = [0x2C] + little16(patch.x) + little16(patch.y)
  out += little16(patch.width) + little16(patch.height) + [isInterlaced ? 0x40 : 0, UInt8(codeSize)]
  var rest = data[...]
  while !rest.isEmpty {
    let block = rest.prefix(blockLength)
    rest = rest.dropFirst(block.count)
    out += [UInt8(block.count)] + block
  }
  return out + [0]
}

/// Row numbers in the order in which an interlaced GIF stores them.
private func storedOrder(_ height: Int) -> [Int] {
  [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in Array(stride(from: start, to: height, by: step)) }
}

/// 8-bit indices as LZW data with one code for each index. The table is cleared before codes would become
/// longer than 9 bits.
private func literalCodes(_ indices: [UInt8]) -> [UInt8] {
  var (out, buffer, bits): ([UInt8], Int, Int) = ([], 0, 0)
  func put(_ code: Int) {
    buffer |= code << bits
    bits += 9
    while bits >= 8 {
      out.append(UInt8(truncatingIfNeeded: buffer))
      buffer >>= 8
      bits -= 8
    }
  }
  for (number, index) in indices.enumerated() {
    if number % 200 == 0 { put(256) }
    put(Int(index))
  }
  put(257)
  if bits > 0 { out.append(UInt8(truncatingIfNeeded: buffer)) }
  return out
}
