import StickerImage

extension FuzzTarget {
  static let webM = FuzzTarget(
    "webm",
    summary: "a WebM file, its container and its frames: as is, and as the frames of a valid container",
    seeds: { $0.bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      try expectConsistentReading(bytes)
      try expectConsistentReading(webMWithBlock(bytes))
    })
}

/// A WebM with a single block. The bytes are both its color and its alpha.
///
/// Its dimensions are those in the first frame, so that mutations reach the decoder.
private func webMWithBlock(_ bytes: [UInt8]) -> [UInt8] {
  let size = statedSize(bytes)
  let video = element(
    [0xE0], element([0xB0], bigEndianBytes(size.width, 3)) + element([0xBA], bigEndianBytes(size.height, 3)))
  let track = element(
    [0xAE],
    element([0xD7], [1]) + element([0x83], [1]) + element([0x86], Array("V_VP9".utf8)) + video)
  let addition = element([0x75, 0xA1], element([0xA6], element([0xA5], bytes)))
  let group = element([0xA0], element([0xA1], [0x81, 0, 0, 0] + bytes) + addition)
  let segment =
    element([0x16, 0x54, 0xAE, 0x6B], track)
    + element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], [0]) + group)
  return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
    + element([0x18, 0x53, 0x80, 0x67], segment)
}

/// The dimensions in a key frame of profile 0: 16 bits each, after 36 other bits. They are limited to 256 px
/// to keep each attempt fast.
private func statedSize(_ bytes: [UInt8]) -> (width: Int, height: Int) {
  guard bytes.count > 8 else { return (1, 1) }
  let width = Int(bytes[4] & 15) << 12 | Int(bytes[5]) << 4 | Int(bytes[6] >> 4)
  let height = Int(bytes[6] & 15) << 12 | Int(bytes[7]) << 4 | Int(bytes[8] >> 4)
  return (min(width, 255) + 1, min(height, 255) + 1)
}

private func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
  id + [0x10] + bigEndianBytes(content.count, 3) + content
}

private func bigEndianBytes(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
}
