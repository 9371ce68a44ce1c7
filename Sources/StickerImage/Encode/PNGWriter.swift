/// Puts a PNG together, chunk by chunk.
struct PNGWriter {
  /// Signature and chunks so far.
  private(set) var bytes = pngSignature

  /// Appends a chunk: length, type, data, checksum.
  mutating func append(_ type: StaticString, _ data: [UInt8]...) {
    bytes.append(contentsOf: pngChunk(type, data))
  }

  /// Appends a chunk that is complete already.
  mutating func append(complete chunk: [UInt8]) { bytes.append(contentsOf: chunk) }

  /// Appends IHDR: never interlaced, since that costs a sixth more bytes and stickers load whole.
  mutating func appendHeader(_ size: PixelSize, _ layout: SampleLayout) {
    append(
      "IHDR", bigEndian(size.width), bigEndian(size.height),
      [UInt8(layout.bitDepth), layout.colorType, 0, 0, 0])
  }

  /// Appends PLTE and, where a color is not opaque, tRNS without its opaque tail; without a palette tRNS for
  /// the key.
  mutating func appendPalette(_ layout: SampleLayout) {
    if let key = layout.key {
      append(
        "tRNS", [key.red, key.green, key.blue].prefix(layout.samples == .gray ? 1 : 3).flatMap { [0, $0] })
    }
    guard !layout.palette.isEmpty else { return }
    append("PLTE", layout.palette.flatMap { [$0.red, $0.green, $0.blue] })
    let alphas = layout.palette.map(\.alpha)
    if let last = alphas.lastIndex(where: { $0 < 255 }) { append("tRNS", Array(alphas[...last])) }
  }
}

/// A complete chunk: length, type, data (its parts one after the other), checksum.
public func pngChunk(_ type: StaticString, _ data: [[UInt8]]) -> [UInt8] {
  let count = data.reduce(0) { $0 + $1.count }
  var chunk: [UInt8] = []
  chunk.reserveCapacity(count + 12)
  chunk += bigEndian(count)
  chunk += type.withUTF8Buffer { unsafe Array($0) }
  for part in data { chunk += part }
  return chunk + bigEndian(Int(crc32(chunk.dropFirst(4))))
}

/// The low 32 bits, most significant byte first.
func bigEndian(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// The low 16 bits, most significant byte first.
func bigEndian16(_ value: Int) -> [UInt8] {
  [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
